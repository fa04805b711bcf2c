// The toolset contacts.
import { defineListTool } from './list-tool.ts'

interface ApiContact {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

interface ApiContactGroup {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly is_default: boolean
  readonly member_count: number
  readonly escalation_policy: { readonly id: string; readonly name: string } | null
}

interface ApiChannel {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly enabled: boolean
  readonly is_default: boolean
  readonly severity_filter: readonly string[]
  readonly routes: readonly { readonly contact_group: { readonly name: string } }[]
}

export const listContacts = defineListTool<ApiContact>({
  name: 'list_contacts',
  title: 'List contacts',
  description: 'People who get alerts, with their contact groups.',
  toolset: 'contacts',
  operation: 'listContacts',
  noun: 'contact',
  show: ({ id, name, email, groups }) => ({ id, name, email, groups: groups.map(({ name }) => name) }),
})

export const listContactGroups = defineListTool<ApiContactGroup>({
  name: 'list_contact_groups',
  title: 'List contact groups',
  description: 'Groups of contacts that alert rules name, with their escalation policies.',
  toolset: 'contacts',
  operation: 'listContactGroups',
  noun: 'contact group',
  show: ({ id, name, description, is_default, member_count: members, escalation_policy }) => ({
    id,
    name,
    description,
    is_default: is_default || null,
    members,
    escalation_policy: escalation_policy?.name,
  }),
})

export const listChannels = defineListTool<ApiChannel>({
  name: 'list_channels',
  title: 'List notification channels',
  description: 'Where alerts are sent, such as email or Slack, and for which contact groups.',
  toolset: 'contacts',
  operation: 'listNotificationChannels',
  noun: 'channel',
  show: ({ id, name, type, enabled, is_default, severity_filter: severities, routes }) => ({
    id,
    name,
    type,
    enabled,
    is_default: is_default || null,
    severities,
    groups: routes.map(({ contact_group }) => contact_group.name),
  }),
})
