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
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext } from '../registry/define.ts'
import { newestOfOrganization } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { defineResource } from '../registry/resource.ts'
import { refuseUnknownIds } from '../registry/unknown-ids.ts'
import { nameOf, oneLine } from '../../domain/fields/name.ts'
import { describeFields } from '../registry/fields/described.ts'
import { managed } from '../registry/fields/managed.ts'

export const contactName = nameOf(100)
export const contactEmail = z.email().max(320)
/** Free text, such as a number with an extension or a note. */
export const contactPhone = oneLine(30)

const fields = describeFields({
  name: { schema: contactName, example: 'Ada Lovelace' },
  email: {
    schema: contactEmail.meta({ description: 'Unique, ignoring case' }),
    shown: z.string(),
    example: 'ada@example.com',
  },
  phone: { schema: contactPhone.nullable(), default: null, example: '+44 20 7946 0958' },
  groupIds: {
    schema: z.array(z.uuid().toLowerCase()).max(50).meta({ description: 'Ids from `GET /contact-groups`' }),
    default: [],
    shown: null,
  },
})

const contact = z
  .object({
    object: z.literal('contact'),
    id: z.uuid(),
    ...fields.shown,
    groups: z.array(z.object({ id: z.uuid(), name: z.string().meta({ example: 'On call' }) })),
    managed,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Contact' })

const createBody = z.strictObject(fields.create).meta({ id: 'ContactCreate' })
const updateBody = z.strictObject(fields.update).meta({ id: 'ContactUpdate' })

const contacts = defineResource({
  object: 'contact',
  noun: 'contact',
  tag: 'Contacts',
  path: '/contacts',
  section: 'contacts',
  params: z.object({ id: z.uuid() }),
  one: { description: 'The contact', schema: contact },
  find: ({ db, caller }, { id }) => findContact(db, caller.organization.id, id),
  async lock({ db, caller }, { id }) {
    await lockOrganization(db, caller.organization.id)
    return findContact(db, caller.organization.id, id)
  },
})

const listContacts = contacts.list({
  id: 'listContacts',
  summary: 'List contacts, newest first',
  page: { description: 'A page of contacts' },
  rows: newestOfOrganization('contacts', contactRows),
})

export const createContact = contacts.create({
  id: 'createContact',
  summary: 'Create a contact',
  body: createBody,
  bodyExample: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0958' },
  facts,
  async create({ groupIds, ...draft }, context) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    await lockOrganization(db, organizationId)
    refuseUnknownIds('groupIds', 'contact group', await unknownGroups(db, organizationId, groupIds))
    await refuseTakenEmail(context, draft.email)
    await refuseBeyondLimit(context, 'contacts')
    const id = await addContact(db, organizationId, draft, now)
    await setGroupsOfContact(db, organizationId, id, groupIds)
    return contacts.find(context, { id })
  },
})

const getContact = contacts.read({ id: 'getContact', summary: 'Get a contact' })

export const updateContact = contacts.update({
  id: 'updateContact',
  summary: 'Update a contact',
  description: 'Omitted fields keep their values. Null clears the phone; `groupIds` replaces all memberships.',
  body: updateBody,
  bodyExample: { phone: null, groupIds: ['0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a09'] },
  faults: ['conflict'],
  async change(before, { groupIds, ...changed }, context) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    if (groupIds) refuseUnknownIds('groupIds', 'contact group', await unknownGroups(db, organizationId, groupIds))
    if (changed.email !== undefined) await refuseTakenEmail(context, changed.email, before.id)
    const draft = { ...before, ...changed }
    return {
      changes: changesBetween(facts(before), facts(draft, groupIds)),
      async write() {
        await changeContact(db, organizationId, { id: before.id, draft, now })
        if (groupIds) await setGroupsOfContact(db, organizationId, before.id, groupIds)
        return contacts.find(context, before)
      },
    }
  },
})

export const deleteContact = contacts.delete({
  id: 'deleteContact',
  summary: 'Delete a contact and remove it from all groups',
  remove: ({ id }, { db, caller }) => removeContact(db, caller.organization.id, id),
})

async function refuseTakenEmail({ db, caller }: CallerContext, email: string, ownId?: string): Promise<void> {
  const holder = await contactOfEmail(db, caller.organization.id, email)
  if (holder && holder.id !== ownId)
    throw new Fault('conflict', `${holder.name} already has the email address ${holder.email}`)
}

/** The fields of a contact that the activity log shows. */
function facts({ name, email, phone, groups }: Contact, groupIds = groups.map(({ id }) => id)): object {
  return { name, email, phone, groups: [...new Set(groupIds)].sort() }
}

export const contactBookOperations = [listContacts, createContact, getContact, updateContact, deleteContact]
