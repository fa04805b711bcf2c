// The entries of an organization in the provision file as objects of a configuration document. Entries have no keys:
// contacts are identified by email address, pages by slug, groups and channels by name.
import { channelKind } from '../../channels/index.ts'
import { sealedKeys } from '../../domain/stored-config.ts'
import { type Live, type LiveObject, freeKey } from '../config/directory.ts'
import type { ConfigBody, ConfigObject, ConfigSection } from '../config/document/sections.ts'
import { BadProvision } from './context.ts'
import type { ProvisionedChannel, ProvisionedContact, ProvisionedGroup } from './people-schema.ts'
import { type ProvisionedOrganization, documentSections } from './schema.ts'
import type { ProvisionedPage } from './status-pages-schema.ts'

/** The source under which objects of the file are managed. */
export const provisionSource = 'provision file'

export interface KeyedEntry<Entry> {
  readonly entry: Entry
  readonly key: string
  readonly before: LiveObject | undefined
}

export interface ProvisionedObjects {
  readonly objects: readonly ConfigObject[]
  readonly groups: readonly KeyedEntry<ProvisionedGroup>[]
  readonly pages: readonly KeyedEntry<ProvisionedPage>[]
  /** Where the file has an object, by `section[key]`. */
  readonly places: ReadonlyMap<string, string>
}

const isEqual = (one: unknown, other: string): boolean => String(one).toLowerCase() === other.toLowerCase()

export function objectsOf(organization: ProvisionedOrganization, { objects: present }: Live): ProvisionedObjects {
  const keyed = <Entry>(section: ConfigSection, entries: readonly Entry[], match: EntryMatch<Entry>) =>
    withKeys(
      present.filter((object) => object.section === section),
      entries,
      match,
    )
  const contacts = keyed('contacts', organization.contacts, {
    nameOf: ({ name }) => name,
    isSame: ({ email }, { body }) => isEqual(body.email, email),
  })
  const groups = keyed('contactGroups', organization.contactGroups, {
    nameOf: ({ name }) => name,
    isSame: ({ name }, object) => isEqual(object.name, name),
  })
  // Channels may share a name, so those of others are not taken over.
  const channels = keyed('channels', organization.channels, {
    nameOf: ({ name }) => name,
    isSame: ({ name, type }, { name: other, body, managed }) =>
      managed?.source === provisionSource && isEqual(other, name) && body.type === type,
  })
  const pages = keyed('statusPages', organization.statusPages, {
    nameOf: ({ slug }) => slug,
    isSame: ({ slug }, { body }) => body.slug === slug,
  })
  const people = { contacts: present.filter(inSection('contacts')), groups: present.filter(inSection('contactGroups')) }
  const sections: [ConfigSection, readonly { key: string; body: ConfigBody }[]][] = [
    ['contacts', contacts.map(({ key, entry }) => ({ key, body: contactBody(entry) }))],
    [
      'contactGroups',
      groups.map((group, index) => ({
        key: group.key,
        body: groupBody(group, (email, position) =>
          keyOf(contacts, people.contacts, {
            isIt: (one) => isEqual('email' in one ? one.email : one.body.email, email),
            problem: `contactGroups[${index}].members[${position}]: no contact has the email address ${email}`,
          }),
        ),
      })),
    ],
    [
      'channels',
      channels.map((channel, index) => ({
        key: channel.key,
        body: channelBody(channel, (name, position) =>
          keyOf(groups, people.groups, {
            isIt: (one) => isEqual(one.name, name),
            problem: `channels[${index}].groups[${position}]: no contact group is named ${name}`,
          }),
        ),
      })),
    ],
    [
      'statusPages',
      pages.map(({ key, entry }) => ({ key, body: pageBody(entry, present.filter(inSection('monitors'))) })),
    ],
  ]
  const places = sections.flatMap(([section, list]) =>
    list.map(({ key }, index) => [`${section}[${key}]`, `${section}[${index}]`] as const),
  )
  const documented = documentSections.map(
    (section) => [section, organization[section].map(({ key, ...body }) => ({ key, body }))] as const,
  )
  const objects = [...sections, ...documented].flatMap(([section, list]) =>
    list.map((one) => ({ section, ...one, source: provisionSource, document: 0 })),
  )
  return { objects, groups, pages, places: new Map(places) }
}

const inSection =
  (section: ConfigSection) =>
  (object: LiveObject): boolean =>
    object.section === section

interface EntryMatch<Entry> {
  nameOf(entry: Entry): string
  isSame(entry: Entry, object: LiveObject): boolean
}

function withKeys<Entry>(
  present: readonly LiveObject[],
  entries: readonly Entry[],
  { nameOf, isSame }: EntryMatch<Entry>,
): KeyedEntry<Entry>[] {
  const taken = new Set(present.map(({ key }) => key))
  return entries.map((entry) => {
    const before = present.find((object) => isSame(entry, object))
    const key = before?.key ?? freeKey(nameOf(entry), taken)
    taken.add(key)
    return { entry, key, before }
  })
}

/** The key of an entry of the file, or else of an object that exists. */
function keyOf<Entry extends object>(
  entries: readonly KeyedEntry<Entry>[],
  present: readonly LiveObject[],
  { isIt, problem }: { isIt(one: Entry | LiveObject): boolean; problem: string },
): string {
  const found = entries.find(({ entry }) => isIt(entry)) ?? present.find(isIt)
  if (!found) throw new BadProvision(problem)
  return found.key
}

const contactBody = ({ name, email, phone = null }: ProvisionedContact): ConfigBody => ({ name, email, phone })

type FindKey = (name: string, position: number) => string

/** Members and policy that the file leaves out stay. */
function groupBody({ entry, before }: KeyedEntry<ProvisionedGroup>, findContact: FindKey): ConfigBody {
  const { name, description = null, members, escalationPolicy } = entry
  return {
    name,
    description,
    contactIds: members?.map(findContact) ?? before?.body.contactIds ?? [],
    userIds: before?.body.userIds ?? [],
    allMembers: before?.body.allMembers ?? false,
    escalationPolicyId: escalationPolicy ?? before?.body.escalationPolicyId ?? null,
  }
}

/** The file has all secrets: those that it leaves out are removed. */
function channelBody({ entry, before }: KeyedEntry<ProvisionedChannel>, findGroup: FindKey): ConfigBody {
  const { name, type, enabled, default: isDefault, severities: severityFilter, config, groups } = entry
  const stored = (before?.body.config ?? {}) as ConfigBody
  const removed = sealedKeys(channelKind(type)!).filter((key) => Object.hasOwn(stored, key))
  return {
    name,
    type,
    enabled,
    isDefault,
    severityFilter,
    fallbackChannelId: before?.body.fallbackChannelId ?? null,
    config: {
      ...Object.fromEntries(removed.map((key) => [key, null])),
      ...config,
      contact_group_ids: groups.map(findGroup),
    },
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ids of monitors that do not exist are ignored. */
function pageBody(page: ProvisionedPage, monitors: readonly LiveObject[]): ConfigBody {
  const known = new Set(monitors.map(({ id }) => String(id)))
  const components = page.components.map(({ monitorIds, ...component }) => ({
    ...component,
    monitorIds: monitorIds.filter((id) => !uuid.test(id) || known.has(id.toLowerCase())),
  }))
  return { ...page, components }
}
