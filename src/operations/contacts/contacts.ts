import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { unknownGroups } from '../../store/notifications/contact-groups.ts'
import {
  type Contact,
  addContact,
  changeContact,
  contactOfEmail,
  listContacts as contactRows,
  findContact,
  deleteContact as removeContact,
  setGroupsOfContact,
} from '../../store/notifications/contacts.ts'
import { holdOrganization, usageOf } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { pageOfNewest } from '../registry/newest.ts'
import { list, listOf, pageQuery } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'

const contact = z
  .object({
    object: z.literal('contact'),
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Contact' })

export const contactName = z.string().trim().min(1).max(100)
export const contactEmail = z.email().max(320)
export const contactPhone = z
  .string()
  .max(30)
  .regex(/^\+?[ ()./-]*\d[\d ()./-]*$/, 'must be a phone number: digits, spaces and + ( ) . / -')

const fields = {
  name: contactName,
  email: contactEmail.meta({ description: 'One contact per address, whatever its case' }),
  phone: contactPhone.nullable(),
  groupIds: z.array(z.uuid().toLowerCase()).max(50).meta({ description: 'Ids from `GET /contact-groups`' }),
}

const createBody = z
  .strictObject({ ...fields, phone: fields.phone.default(null), groupIds: fields.groupIds.default([]) })
  .meta({ id: 'ContactCreate' })
const updateBody = z.strictObject(fields).partial().meta({ id: 'ContactUpdate' })

const params = z.object({ id: z.uuid() })

const example = {
  object: 'contact',
  id: '0198c5a2-b1d0-7c11-9a5e-7d6c5b4a3f21',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
  groups: [{ id: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a09', name: 'On call' }],
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-11T08:12:44.120Z',
}

const shared = {
  tag: 'Contacts',
  responses: { 200: { description: 'The contact', schema: contact, example } },
} as const

export const listContacts = defineOperation({
  id: 'listContacts',
  method: 'GET',
  path: '/contacts',
  access: 'read',
  tag: shared.tag,
  summary: 'Contacts, newest first',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of contacts',
      schema: listOf(contact),
      example: { object: 'list', data: [example], has_more: false, next_cursor: null },
    },
  },
  async handle({ query }, context) {
    const organizationId = context.caller.organization.id
    const page = await pageOfNewest(query, context, {
      list: 'contacts',
      rows: (after, limit) => contactRows(context.db, organizationId, { after, limit }),
    })
    return list(page, show)
  },
})

export const createContact = defineOperation({
  id: 'createContact',
  method: 'POST',
  path: '/contacts',
  access: 'write',
  creating: true,
  tag: shared.tag,
  summary: 'Add a contact',
  body: createBody,
  bodyExample: { name: example.name, email: example.email, phone: example.phone },
  responses: { 201: { description: 'The contact', schema: contact, example } },
  async handle({ body: { groupIds, ...draft } }, context) {
    const { db, caller, now, record } = context
    const organizationId = caller.organization.id
    await holdOrganization(db, organizationId)
    await refuseUnknownGroups(context, groupIds)
    await refuseTakenEmail(context, draft.email)
    refuseBeyondLimit(context, 'contacts', (await usageOf(db, organizationId)).contacts)
    const id = await addContact(db, organizationId, draft, now)
    await setGroupsOfContact(db, organizationId, id, groupIds)
    const made = await found(context, id)
    record({ ...entity(made), action: 'contact.created', changes: changesBetween({}, facts(made)) })
    return created(show(made))
  },
})

export const getContact = defineOperation({
  id: 'getContact',
  method: 'GET',
  path: '/contacts/{id}',
  access: 'read',
  ...shared,
  summary: 'One contact',
  params,
  async handle({ params }, context) {
    return ok(show(await found(context, params.id)))
  },
})

export const updateContact = defineOperation({
  id: 'updateContact',
  method: 'PATCH',
  path: '/contacts/{id}',
  access: 'write',
  ...shared,
  summary: 'Change a contact',
  description: 'What is left out stays. A null phone is cleared; `groupIds` replaces all memberships.',
  params,
  body: updateBody,
  bodyExample: { phone: null, groupIds: [example.groups[0]!.id] },
  faults: ['conflict'],
  async handle({ params, body: { groupIds, ...changed } }, context) {
    const { db, caller, now, record } = context
    const organizationId = caller.organization.id
    await holdOrganization(db, organizationId)
    const before = await found(context, params.id)
    if (groupIds) await refuseUnknownGroups(context, groupIds)
    if (changed.email !== undefined) await refuseTakenEmail(context, changed.email, before.id)
    const draft = { ...before, ...changed }
    const changes = changesBetween(facts(before), facts(draft, groupIds))
    if (Object.keys(changes).length === 0) return ok(show(before))
    await changeContact(db, organizationId, { id: before.id, draft, now })
    if (groupIds) await setGroupsOfContact(db, organizationId, before.id, groupIds)
    record({ ...entity(draft), action: 'contact.updated', changes })
    return ok(show(await found(context, before.id)))
  },
})

export const deleteContact = defineOperation({
  id: 'deleteContact',
  method: 'DELETE',
  path: '/contacts/{id}',
  access: 'write',
  tag: shared.tag,
  summary: 'Delete a contact; it leaves every group',
  params,
  responses: deletionOf(example.id),
  async handle({ params }, context) {
    const { db, caller, record } = context
    await holdOrganization(db, caller.organization.id)
    const before = await found(context, params.id)
    await removeContact(db, caller.organization.id, before.id)
    record({ ...entity(before), action: 'contact.deleted', changes: {} })
    return deleted(before.id)
  },
})

async function found({ db, caller }: CallerContext, id: string): Promise<Contact> {
  const known = await findContact(db, caller.organization.id, id)
  if (!known) throw new Fault('not_found', 'There is no such contact')
  return known
}

async function refuseUnknownGroups({ db, caller }: CallerContext, ids: string[]): Promise<void> {
  const unknown = await unknownGroups(db, caller.organization.id, ids)
  if (unknown.length === 0) return
  throw new Fault(
    'invalid_request',
    `groupIds: unknown contact group id(s) in this organization: ${unknown.join(', ')}`,
  )
}

async function refuseTakenEmail({ db, caller }: CallerContext, email: string, ownId?: string): Promise<void> {
  const holder = await contactOfEmail(db, caller.organization.id, email)
  if (holder && holder.id !== ownId)
    throw new Fault('conflict', `${holder.name} has the e-mail address ${holder.email} already`)
}

function entity({ id, name }: Contact) {
  return { entityType: 'contact', entityId: id, entityName: name }
}

/** What the activity log shows of a contact. */
function facts({ name, email, phone, groups }: Contact, groupIds = groups.map(({ id }) => id)): object {
  return { name, email, phone, groups: [...new Set(groupIds)].sort() }
}

function show(row: Contact) {
  return { object: 'contact', ...row }
}
