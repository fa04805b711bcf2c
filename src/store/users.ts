import type { Role } from '../domain/caller.ts'
import { newId } from '../domain/id.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** Makes the person or brings the name up to date; people are found by their e-mail address. */
export async function putUser(
  db: Database,
  { name, email }: { name: string; email: string },
  now: Date,
): Promise<{ id: string; changed: boolean }> {
  const address = email.toLowerCase()
  const changed = await db.row<{ id: string }>(sql`
    insert into users as u (id, name, email, email_verified, created_at, updated_at)
    values (${newId(now)}, ${name}, ${address}, true, ${now}, ${now})
    on conflict (email) do update
    set name = excluded.name, updated_at = excluded.updated_at
    where u.name <> excluded.name
    returning id`)
  if (changed) return { id: changed.id, changed: true }
  const known = await db.row<{ id: string }>(sql`select id from users where email = ${address}`)
  return { id: known!.id, changed: false }
}

export async function passwordOf(db: Database, userId: string): Promise<string | undefined> {
  const account = await db.row<{ password: string }>(sql`
    select password from accounts where user_id = ${userId} and provider_id = 'credential'`)
  return account?.password
}

export async function putPassword(
  db: Database,
  { userId, password }: { userId: string; password: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
    values (${newId(now)}, ${userId}, ${userId}, 'credential', ${password}, ${now}, ${now})
    on conflict (user_id, provider_id, account_id) do update
    set password = excluded.password, updated_at = excluded.updated_at`)
}

export async function putMember(
  db: Database,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: Role },
  now: Date,
): Promise<boolean> {
  const touched = await db.run(sql`
    insert into members as m (id, organization_id, user_id, role, created_at)
    values (${newId(now)}, ${organizationId}, ${userId}, ${role}, ${now})
    on conflict (organization_id, user_id) do update
    set role = excluded.role
    where m.role <> excluded.role`)
  return touched > 0
}

export async function anyUser(db: Database): Promise<boolean> {
  const found = await db.row<{ found: boolean }>(sql`select exists (select from users) as found`)
  return found!.found
}
