import { newId } from '../../domain/id.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface Contact {
  id: string
  name: string
  email: string
  phone: string | null
  groups: { id: string; name: string }[]
  created_at: Date
  updated_at: Date
}

export type ContactDraft = Pick<Contact, 'name' | 'email' | 'phone'>

const shown = sql`
  select c.id, c.name, c.email, c.phone, c.created_at, c.updated_at,
    coalesce(
      (
        select json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id)
        from contact_group_members m
        join contact_groups g on g.organization_id = m.organization_id and g.id = m.contact_group_id
        where m.organization_id = c.organization_id and m.contact_id = c.id
      ),
      '[]'
    ) as groups
  from contacts c`

export async function listContacts(db: Database, organizationId: string, page: NewestPage): Promise<Contact[]> {
  return db.rows(sql`
    ${shown}
    ${newestFirst(sql`c`, page, [sql`c.organization_id = ${organizationId}`])}`)
}

export async function findContact(db: Database, organizationId: string, id: string): Promise<Contact | undefined> {
  return db.row(sql`${shown} where c.organization_id = ${organizationId} and c.id = ${id}`)
}

/** The contact with this address, ignoring case. */
export function contactOfEmail(db: Database, organizationId: string, email: string): Promise<Contact | undefined> {
  return db.row(sql`${shown} where c.organization_id = ${organizationId} and lower(c.email) = lower(${email})`)
}

/** The first contact with this phone number, however it is written. */
export async function contactOfPhone(
  db: Database,
  organizationId: string,
  phone: string,
): Promise<Pick<Contact, 'name' | 'email'> | undefined> {
  const digits = (number: Statement): Statement => sql`regexp_replace(${number}, '[^0-9+]', '', 'g')`
  return db.row(sql`
    select c.name, c.email
    from contacts c
    where c.organization_id = ${organizationId} and ${digits(sql`c.phone`)} = ${digits(sql`${phone}::text`)}
    order by c.created_at, c.id
    limit 1`)
}

export async function addContact(
  db: Database,
  organizationId: string,
  draft: ContactDraft,
  now: Date,
): Promise<string> {
  const id = newId(now)
  await db.run(sql`
    insert into contacts (organization_id, id, name, email, phone, created_at, updated_at)
    values (${organizationId}, ${id}, ${draft.name}, ${draft.email}, ${draft.phone}, ${now}, ${now})`)
  return id
}

export async function changeContact(
  db: Database,
  organizationId: string,
  { id, draft, now }: { id: string; draft: ContactDraft; now: Date },
): Promise<void> {
  await db.run(sql`
    update contacts
    set name = ${draft.name}, email = ${draft.email}, phone = ${draft.phone}, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`)
}

/** Also removes it from all groups. */
export async function deleteContact(db: Database, organizationId: string, id: string): Promise<void> {
  await db.run(sql`delete from contacts where organization_id = ${organizationId} and id = ${id}`)
}

/** Sets the groups of a contact; returns whether they changed. */
export async function setGroupsOfContact(
  db: Database,
  organizationId: string,
  contactId: string,
  groupIds: string[],
): Promise<boolean> {
  return setMemberships(db, organizationId, {
    touched: sql`contact_id = ${contactId}`,
    wanted: sql`select id as contact_group_id, ${contactId}::uuid as contact_id from unnest(${groupIds}::uuid[]) as id`,
  })
}

/** Sets the members of a group; returns whether they changed. */
export async function setMembersOfGroup(
  db: Database,
  organizationId: string,
  groupId: string,
  contactIds: string[],
): Promise<boolean> {
  return setMemberships(db, organizationId, {
    touched: sql`contact_group_id = ${groupId}`,
    wanted: sql`select ${groupId}::uuid as contact_group_id, id as contact_id from unnest(${contactIds}::uuid[]) as id`,
  })
}

async function setMemberships(
  db: Database,
  organizationId: string,
  { touched, wanted }: { touched: Statement; wanted: Statement },
): Promise<boolean> {
  const left = await db.run(sql`
    delete from contact_group_members
    where organization_id = ${organizationId}
      and ${touched}
      and (contact_group_id, contact_id) not in (${wanted})`)
  const joined = await db.run(sql`
    insert into contact_group_members (organization_id, contact_group_id, contact_id)
    select ${organizationId}, contact_group_id, contact_id
    from (${wanted}) wanted
    on conflict do nothing`)
  return left + joined > 0
}

/** The ids that are not contacts of the organization; the others are locked until the transaction ends. */
export async function unknownContacts(db: Database, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from contacts where organization_id = ${organizationId} and id = any (${ids}::uuid[]) for key share`)
  const known = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !known.has(id.toLowerCase()))
}
