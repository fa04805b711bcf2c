// The schemas of people and channels in the provision file.
import { z } from 'zod'
import { channelProblems } from '../../channels/define.ts'
import { channelKind, channelKinds } from '../../channels/index.ts'
import { channelSeverities } from '../../store/notifications/channels.ts'
import { channelName, severityFilter } from '../channels/schema.ts'
import { groupDescription, groupName } from '../contacts/groups.ts'
import { contactEmail, contactName, contactPhone } from '../contacts/contacts.ts'
import { withoutDuplicates } from './no-duplicates.ts'

const contact = z.strictObject({ name: contactName, email: contactEmail, phone: contactPhone.nullish() })

const contactGroup = z.strictObject({
  name: groupName,
  description: groupDescription.nullish(),
  default: z.boolean().default(false),
  /** All members; without it the members stay. */
  members: z.array(contactEmail).max(1000).optional(),
  /** Its key, id or name; without it the policy stays. */
  escalationPolicy: z.string().max(200).optional(),
})

const channel = z
  .strictObject({
    name: channelName,
    type: z.enum(channelKinds.map(({ type }) => type)),
    enabled: z.boolean().default(true),
    default: z.boolean().default(false),
    severities: severityFilter.default([...channelSeverities]),
    groups: z.array(groupName).max(100).default([]),
    config: z.record(z.string(), z.unknown()).default({}),
  })
  .check(({ value, issues }) => void issues.push(...problemsOf(value, 'list the groups in groups')))

const contactMethod = z
  .strictObject({
    name: channelName.optional(),
    type: z.enum(channelKinds.map(({ type }) => type)),
    config: z.record(z.string(), z.unknown()).default({}),
  })
  .check(({ value, issues }) => void issues.push(...problemsOf(value, 'must be left out of a contact method')))
  .transform(({ name, type, config }) => ({ name: name ?? channelKind(type)!.title, type, config }))

export const contactMethods = withoutDuplicates(z.array(contactMethod), ['name']).default([])

export const people = {
  contacts: withoutDuplicates(z.array(contact), ['email']).default([]),
  contactGroups: oneDefault(withoutDuplicates(z.array(contactGroup), ['name'])).default([]),
  channels: withoutDuplicates(z.array(channel), ['name']).default([]),
}

export type ProvisionedContact = z.output<typeof contact>
export type ProvisionedGroup = z.output<typeof contactGroup>
export type ProvisionedChannel = z.output<typeof channel>
export type ProvisionedMethod = z.output<typeof contactMethod>

function problemsOf({ type, config }: { type: string; config: Record<string, unknown> }, aboutGroups: string) {
  const kind = channelKind(type)
  const problems = kind ? channelProblems(kind, config) : []
  if ('contact_group_ids' in config) problems.push(`config.contact_group_ids: ${aboutGroups}`)
  return problems.map((problem) => {
    const [path = '', ...rule] = problem.split(': ')
    return { code: 'custom', path: path.split('.'), message: rule.join(': '), input: undefined } as const
  })
}

function oneDefault<S extends z.ZodType<{ default: boolean }[]>>(list: S): S {
  return list.check((context) => {
    const first = context.value.findIndex((group) => group.default)
    context.value.forEach((group, index) => {
      const message = `only one group can be the default, and contactGroups[${first}] is`
      if (group.default && index > first)
        context.issues.push({ code: 'custom', path: [index, 'default'], message, input: true })
    })
  }) as S
}
