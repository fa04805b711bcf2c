import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import {
  type ContactGroupInFull,
  type GroupUse,
  addGroup,
  changeGroup,
  findGroup,
  groupOfName,
  listGroups as groupRows,
  lockGroup,
  deleteGroup as removeGroup,
  setPolicyOfGroup,
  setUsersOfGroup,
  useOfGroup,
  usersOfGroup,
} from '../../store/notifications/contact-groups.ts'
import { unknownMembers } from '../../store/accounts/users.ts'
import { setMembersOfGroup, unknownContacts } from '../../store/notifications/contacts.ts'
import { lockPolicy } from '../../store/on-call/escalation-policies.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext } from '../registry/define.ts'
import { newestOfOrganization } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { defineResource } from '../registry/resource.ts'
import { refuseUnknownIds } from '../registry/unknown-ids.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { describeFields } from '../registry/fields/described.ts'
import { managed } from '../registry/fields/managed.ts'

export const groupName = nameOf(100)
export const groupDescription = z.string().max(500)

const fields = describeFields({
  name: { schema: groupName.meta({ description: 'Unique, ignoring case' }), example: 'On call' },
  description: { schema: groupDescription.nullable(), default: null, example: 'People on the on-call rotation' },
  contactIds: {
    schema: z.array(z.uuid().toLowerCase()).max(1000).meta({ description: 'Ids from `GET /contacts`' }),
    default: [],
    shown: null,
  },
  userIds: {
    schema: z
      .array(z.uuid().toLowerCase())
      .max(1000)
      .meta({ description: 'Ids from `GET /users`: members of the organization who are notified by name' }),
    default: [],
    shown: null,
  },
  allMembers: {
    schema: z.boolean().meta({ description: 'Every member of the organization who is not a viewer' }),
    default: false,
    shown: z.boolean().meta({ description: 'Contains every member of the organization who is not a viewer' }),
  },
  escalationPolicyId: {
    schema: z.uuid().toLowerCase().nullable().meta({ description: 'An id from `GET /escalation-policies`' }),
    default: null,
    shown: null,
  },
})

const contactGroup = z
  .object({
    object: z.literal('contact_group'),
    id: z.uuid(),
    ...fields.shown,
    is_default: z.boolean().meta({ description: 'Notified by monitors that name no group' }),
    member_count: z.int(),
    escalation_policy: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'Pages people until someone acknowledges an incident of the group' }),
    managed,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ContactGroup' })

const people = z.array(
  z.object({
    id: z.uuid(),
    name: z.string().meta({ example: 'Ada Lovelace' }),
    email: z.string().meta({ example: 'ada@example.com' }),
  }),
)

const contactGroupInFull = contactGroup
  .extend({
    members: people.meta({ description: 'Contacts, by name' }),
    users: people.meta({ description: 'Members of the organization, by name' }),
  })
  .meta({ id: 'ContactGroupInFull' })

const createBody = z.strictObject(fields.create).meta({ id: 'ContactGroupCreate' })
const updateBody = z.strictObject(fields.update).meta({ id: 'ContactGroupUpdate' })

const groups = defineResource({
  object: 'contact_group',
  noun: 'contact group',
  tag: 'Contact groups',
  path: '/contact-groups',
  section: 'contactGroups',
  params: z.object({ id: z.uuid() }),
  one: { description: 'The group', schema: contactGroupInFull },
  find: ({ db, caller }, { id }) => findGroup(db, caller.organization.id, id),
  async lock({ db, caller }, { id }) {
    await lockOrganization(db, caller.organization.id)
    return findGroup(db, caller.organization.id, id)
  },
})

const listContactGroups = groups.list({
  id: 'listContactGroups',
  summary: 'List contact groups, newest first, without their members',
  page: { description: 'A page of groups', schema: contactGroup },
  rows: newestOfOrganization('contact groups', groupRows),
})

export const createContactGroup = groups.create({
  id: 'createContactGroup',
  summary: 'Create a contact group',
  body: createBody,
  bodyExample: {
    name: 'On call',
    description: 'People on the on-call rotation',
    contactIds: ['0198c5a2-b1d0-7c11-9a5e-7d6c5b4a3f21'],
  },
  facts,
  async create({ contactIds, userIds, allMembers, escalationPolicyId, ...named }, context) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    await lockOrganization(db, organizationId)
    await refuseUnknown(context, { contactIds, userIds, escalationPolicyId })
    const draft = { ...named, all_members: allMembers }
    await refuseTakenName(context, draft.name)
    await refuseBeyondLimit(context, 'contact_groups')
    const id = await addGroup(db, organizationId, draft, now)
    await setMembersOfGroup(db, organizationId, id, contactIds)
    await setUsersOfGroup(db, organizationId, id, userIds)
    if (escalationPolicyId !== null) await setPolicyOfGroup(db, organizationId, { id, policyId: escalationPolicyId })
    return groups.find(context, { id })
  },
})

const getContactGroup = groups.read({ id: 'getContactGroup', summary: 'Get a contact group with its members' })

export const updateContactGroup = groups.update({
  id: 'updateContactGroup',
  summary: 'Update a contact group',
  description:
    'Omitted fields keep their values. Null clears the description or policy; `contactIds` replaces all contacts and `userIds` all members by name.',
  body: updateBody,
  bodyExample: { description: null, contactIds: ['0198c5a2-b1d0-7c11-9a5e-7d6c5b4a3f21'] },
  faults: ['conflict'],
  async change(
    before,
    { contactIds, userIds, allMembers = before.all_members, escalationPolicyId, ...changed },
    context,
  ) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    const { id } = before
    await refuseUnknown(context, { contactIds, userIds, escalationPolicyId })
    if (changed.name !== undefined) await refuseTakenName(context, changed.name, id)
    const draft = { ...before, ...changed, all_members: allMembers }
    const named = userIds && { userIds: await usersOfGroup(db, organizationId, id) }
    return {
      changes: changesBetween(facts(before, named), facts(draft, { contactIds, userIds, escalationPolicyId })),
      async write() {
        await changeGroup(db, organizationId, { id, draft, now })
        if (contactIds) await setMembersOfGroup(db, organizationId, id, contactIds)
        if (userIds) await setUsersOfGroup(db, organizationId, id, userIds)
        if (escalationPolicyId !== undefined)
          await setPolicyOfGroup(db, organizationId, { id, policyId: escalationPolicyId })
        return groups.find(context, before)
      },
    }
  },
})

export const deleteContactGroup = groups.delete({
  id: 'deleteContactGroup',
  summary: 'Delete a contact group',
  description:
    'The default group cannot be deleted. A group that alert rules, monitors or channels use can only be deleted ' +
    'with ' +
    "`force=true`, which removes it from all of them; its rules then use their monitors' groups.",
  query: z.object({
    force: z.enum(['true', 'false']).default('false').meta({ description: 'Delete it even if it is in use' }),
  }),
  faults: ['conflict'],
  async remove({ id, name, is_default }, { db, caller, now }, { force }) {
    const organizationId = caller.organization.id
    if (is_default) throw new Fault('conflict', `${name} is the organization's default group, which cannot be deleted`)
    await lockGroup(db, { organizationId, id })
    const users = usersOf(await useOfGroup(db, organizationId, id))
    const forced = force === 'true'
    if (users !== '' && !forced)
      throw new Fault('conflict', `${name} is used by ${users}; delete it with force=true to remove it from them`)
    await removeGroup(db, { organizationId, id, now })
    return forced ? { forced } : {}
  },
})

/** Such as `2 alert rules and 1 monitor`; empty if unused. */
function usersOf({ alertRules, monitors, channels }: GroupUse): string {
  const counts = [
    [alertRules, 'alert rule'],
    [monitors, 'monitor'],
    [channels, 'notification channel'],
  ] as const
  const used = counts.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
  return used.length < 2 ? used.join('') : `${used.slice(0, -1).join(', ')} and ${used.at(-1)}`
}

interface GroupLinks {
  readonly contactIds?: string[] | undefined
  readonly userIds?: string[] | undefined
  readonly escalationPolicyId?: string | null | undefined
}

async function refuseUnknown(
  { db, caller }: CallerContext,
  { contactIds, userIds, escalationPolicyId }: GroupLinks,
): Promise<void> {
  const organizationId = caller.organization.id
  if (contactIds) refuseUnknownIds('contactIds', 'contact', await unknownContacts(db, organizationId, contactIds))
  if (userIds) refuseUnknownIds('userIds', 'user', await unknownMembers(db, organizationId, userIds))
  if (escalationPolicyId && !(await lockPolicy(db, organizationId, escalationPolicyId)))
    throw new Fault(
      'invalid_request',
      `escalationPolicyId: unknown escalation policy id in this organization: ${escalationPolicyId}`,
    )
}

async function refuseTakenName({ db, caller }: CallerContext, name: string, ownId?: string): Promise<void> {
  const holder = await groupOfName(db, caller.organization.id, name)
  if (holder && holder.id !== ownId) throw new Fault('conflict', `A contact group named ${holder.name} already exists`)
}

/** The fields of a group that the activity log shows. */
function facts(group: ContactGroupInFull, sent: GroupLinks = {}): object {
  const { contactIds = group.members.map(({ id }) => id), escalationPolicyId = group.escalation_policy?.id ?? null } =
    sent
  const { name, description, all_members } = group
  return {
    name,
    description,
    all_members,
    members: [...new Set(contactIds)].sort(),
    ...(sent.userIds && { users: [...new Set(sent.userIds)].sort() }),
    escalation_policy: escalationPolicyId,
  }
}

export const contactGroupOperations = [
  listContactGroups,
  createContactGroup,
  getContactGroup,
  updateContactGroup,
  deleteContactGroup,
]
