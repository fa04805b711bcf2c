import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import {
  type ContactGroup,
  type ContactGroupInFull,
  type GroupUse,
  addGroup,
  changeGroup,
  findGroup,
  groupOfName,
  listGroups as groupRows,
  holdGroup,
  deleteGroup as removeGroup,
  setPolicyOfGroup,
  useOfGroup,
} from '../../store/notifications/contact-groups.ts'
import { setMembersOfGroup, unknownContacts } from '../../store/notifications/contacts.ts'
import { holdPolicy } from '../../store/on-call/escalation-policies.ts'
import { holdOrganization, usageOf } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { pageOfNewest } from '../registry/newest.ts'
import { list, listOf, pageQuery } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'

const contactGroup = z
  .object({
    object: z.literal('contact_group'),
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    is_default: z.boolean().meta({ description: 'Whom monitors notify unless they are told otherwise' }),
    member_count: z.int(),
    escalation_policy: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'Who is paged while nobody takes an incident of the group on' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ContactGroup' })

const contactGroupInFull = contactGroup
  .extend({
    members: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string() })).meta({ description: 'By name' }),
  })
  .meta({ id: 'ContactGroupInFull' })

export const groupName = z.string().trim().min(1).max(100)
export const groupDescription = z.string().max(500)

const fields = {
  name: groupName.meta({ description: 'One group per name, whatever its case' }),
  description: groupDescription.nullable(),
  contactIds: z.array(z.uuid().toLowerCase()).max(1000).meta({ description: 'Ids from `GET /contacts`' }),
  escalationPolicyId: z.uuid().toLowerCase().nullable().meta({ description: 'An id from `GET /escalation-policies`' }),
}

const createBody = z
  .strictObject({
    ...fields,
    description: fields.description.default(null),
    contactIds: fields.contactIds.default([]),
    escalationPolicyId: fields.escalationPolicyId.default(null),
  })
  .meta({ id: 'ContactGroupCreate' })
const updateBody = z.strictObject(fields).partial().meta({ id: 'ContactGroupUpdate' })

const params = z.object({ id: z.uuid() })

const listed = {
  object: 'contact_group',
  id: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a09',
  name: 'On call',
  description: 'Whoever carries the phone',
  is_default: false,
  member_count: 1,
  escalation_policy: null,
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-11T08:12:44.120Z',
}
const example = {
  ...listed,
  members: [{ id: '0198c5a2-b1d0-7c11-9a5e-7d6c5b4a3f21', name: 'Ada Lovelace', email: 'ada@example.com' }],
}

const shared = {
  tag: 'Contact groups',
  responses: { 200: { description: 'The group', schema: contactGroupInFull, example } },
} as const

export const listContactGroups = defineOperation({
  id: 'listContactGroups',
  method: 'GET',
  path: '/contact-groups',
  access: 'read',
  tag: shared.tag,
  summary: 'Contact groups, newest first, without their members',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of groups',
      schema: listOf(contactGroup),
      example: { object: 'list', data: [listed], has_more: false, next_cursor: null },
    },
  },
  async handle({ query }, context) {
    const organizationId = context.caller.organization.id
    const page = await pageOfNewest(query, context, {
      list: 'contact groups',
      rows: (after, limit) => groupRows(context.db, organizationId, { after, limit }),
    })
    return list(page, show)
  },
})

export const createContactGroup = defineOperation({
  id: 'createContactGroup',
  method: 'POST',
  path: '/contact-groups',
  access: 'write',
  creating: true,
  tag: shared.tag,
  summary: 'Add a contact group',
  body: createBody,
  bodyExample: { name: example.name, description: example.description, contactIds: [example.members[0]!.id] },
  responses: { 201: { description: 'The group', schema: contactGroupInFull, example } },
  async handle({ body: { contactIds, escalationPolicyId, ...draft } }, context) {
    const { db, caller, now, record } = context
    const organizationId = caller.organization.id
    await holdOrganization(db, organizationId)
    await refuseUnknownContacts(context, contactIds)
    await refuseUnknownPolicy(context, escalationPolicyId)
    await refuseTakenName(context, draft.name)
    refuseBeyondLimit(context, 'contact_groups', (await usageOf(db, organizationId)).contact_groups)
    const id = await addGroup(db, organizationId, draft, now)
    await setMembersOfGroup(db, organizationId, id, contactIds)
    if (escalationPolicyId !== null) await setPolicyOfGroup(db, organizationId, { id, policyId: escalationPolicyId })
    const made = await found(context, id)
    record({ ...entity(made), action: 'contact_group.created', changes: changesBetween({}, facts(made)) })
    return created(show(made))
  },
})

export const getContactGroup = defineOperation({
  id: 'getContactGroup',
  method: 'GET',
  path: '/contact-groups/{id}',
  access: 'read',
  ...shared,
  summary: 'One contact group with its members',
  params,
  async handle({ params }, context) {
    return ok(show(await found(context, params.id)))
  },
})

export const updateContactGroup = defineOperation({
  id: 'updateContactGroup',
  method: 'PATCH',
  path: '/contact-groups/{id}',
  access: 'write',
  ...shared,
  summary: 'Change a contact group',
  description: 'What is left out stays. A null description or policy is cleared; `contactIds` replaces all members.',
  params,
  body: updateBody,
  bodyExample: { description: null, contactIds: [example.members[0]!.id] },
  faults: ['conflict'],
  async handle({ params, body: { contactIds, escalationPolicyId, ...changed } }, context) {
    const { db, caller, now, record } = context
    const organizationId = caller.organization.id
    await holdOrganization(db, organizationId)
    const before = await found(context, params.id)
    if (contactIds) await refuseUnknownContacts(context, contactIds)
    if (escalationPolicyId) await refuseUnknownPolicy(context, escalationPolicyId)
    if (changed.name !== undefined) await refuseTakenName(context, changed.name, before.id)
    const draft = { ...before, ...changed }
    const changes = changesBetween(facts(before), facts(draft, { contactIds, escalationPolicyId }))
    if (Object.keys(changes).length === 0) return ok(show(before))
    await changeGroup(db, organizationId, { id: before.id, draft, now })
    if (contactIds) await setMembersOfGroup(db, organizationId, before.id, contactIds)
    if (escalationPolicyId !== undefined)
      await setPolicyOfGroup(db, organizationId, { id: before.id, policyId: escalationPolicyId })
    record({ ...entity(draft), action: 'contact_group.updated', changes })
    return ok(show(await found(context, before.id)))
  },
})

export const deleteContactGroup = defineOperation({
  id: 'deleteContactGroup',
  method: 'DELETE',
  path: '/contact-groups/{id}',
  access: 'write',
  tag: shared.tag,
  summary: 'Delete a contact group',
  description:
    'The default group stays. A group that alert rules, monitors or channels name goes only with `force=true`, which takes it ' +
    "out of all of them; its rules then turn to their monitors' groups.",
  params,
  query: z.object({
    force: z.enum(['true', 'false']).default('false').meta({ description: 'Delete it even though it is in use' }),
  }),
  faults: ['conflict'],
  responses: deletionOf(example.id),
  async handle({ params, query }, context) {
    const { db, caller, now, record } = context
    const organizationId = caller.organization.id
    await holdGroup(db, { organizationId, id: params.id })
    const before = await found(context, params.id)
    if (before.is_default)
      throw new Fault('conflict', `${before.name} is the organization's default group, which cannot be deleted`)
    const users = usersOf(await useOfGroup(db, organizationId, before.id))
    const forced = query.force === 'true'
    if (users !== '' && !forced)
      throw new Fault(
        'conflict',
        `${before.name} is in use by ${users}; delete it with force=true to take it out of them`,
      )
    await removeGroup(db, { organizationId, id: before.id, now })
    record({ ...entity(before), action: 'contact_group.deleted', changes: forced ? { forced } : {} })
    return deleted(before.id)
  },
})

/** Such as `2 alert rules and 1 monitor`; nothing when nobody uses it. */
function usersOf({ alertRules, monitors, channels }: GroupUse): string {
  const counts = [
    [alertRules, 'alert rule'],
    [monitors, 'monitor'],
    [channels, 'notification channel'],
  ] as const
  const used = counts.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
  return used.length < 2 ? used.join('') : `${used.slice(0, -1).join(', ')} and ${used.at(-1)}`
}

async function found({ db, caller }: CallerContext, id: string): Promise<ContactGroupInFull> {
  const known = await findGroup(db, caller.organization.id, id)
  if (!known) throw new Fault('not_found', 'There is no such contact group')
  return known
}

async function refuseUnknownContacts({ db, caller }: CallerContext, ids: string[]): Promise<void> {
  const unknown = await unknownContacts(db, caller.organization.id, ids)
  if (unknown.length === 0) return
  throw new Fault('invalid_request', `contactIds: unknown contact id(s) in this organization: ${unknown.join(', ')}`)
}

async function refuseUnknownPolicy({ db, caller }: CallerContext, id: string | null): Promise<void> {
  if (id !== null && !(await holdPolicy(db, caller.organization.id, id)))
    throw new Fault('invalid_request', `escalationPolicyId: unknown escalation policy id in this organization: ${id}`)
}

async function refuseTakenName({ db, caller }: CallerContext, name: string, ownId?: string): Promise<void> {
  const holder = await groupOfName(db, caller.organization.id, name)
  if (holder && holder.id !== ownId)
    throw new Fault('conflict', `There is a contact group named ${holder.name} already`)
}

function entity({ id, name }: ContactGroup) {
  return { entityType: 'contact_group', entityId: id, entityName: name }
}

/** What the activity log shows of a group. */
function facts(
  group: ContactGroupInFull,
  sent: { contactIds?: string[]; escalationPolicyId?: string | null } = {},
): object {
  const { contactIds = group.members.map(({ id }) => id), escalationPolicyId = group.escalation_policy?.id ?? null } =
    sent
  const { name, description } = group
  return { name, description, members: [...new Set(contactIds)].sort(), escalation_policy: escalationPolicyId }
}

function show(row: ContactGroup) {
  return { object: 'contact_group', ...row }
}
