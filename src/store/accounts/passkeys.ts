import { newId } from '../../domain/id.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

/** Verifies the signatures of a passkey. */
export interface PasskeyProof {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
}

export async function listPasskeys(db: Database, userId: string): Promise<(Passkey & { credentialId: string })[]> {
  return db.rows(sql`
    select id, name, created_at, last_used_at, credential_id as "credentialId"
    from passkeys
    where user_id = ${userId}
    order by created_at desc, id desc`)
}

export async function findPasskey(db: Database, credentialId: string): Promise<PasskeyProof | undefined> {
  return db.row(sql`
    select p.id, p.user_id as "userId", u.email, p.credential_id as "credentialId", p.public_key as "publicKey",
      p.counter::int8::float8 as counter, p.transports
    from passkeys p
    join users u on u.id = p.user_id
    where p.credential_id = ${credentialId}`)
}

type PasskeyDraft = Omit<PasskeyProof, 'id' | 'email'> & { readonly name: string }

/** Returns undefined if the passkey already exists. */
export async function addPasskey(db: Database, draft: PasskeyDraft, now: Date): Promise<Passkey | undefined> {
  return db.row(sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
    values (${newId(now)}, ${draft.userId}, ${draft.name}, ${draft.credentialId}, ${draft.publicKey}, ${draft.counter},
      ${draft.transports}, ${now})
    on conflict (credential_id) do nothing
    returning id, name, created_at, last_used_at`)
}

/** Returns false if it was removed in the meantime. */
export async function notePasskeyUse(
  db: Database,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  return (await db.run(sql`update passkeys set counter = ${counter}, last_used_at = ${now} where id = ${id}`)) > 0
}

/** Returns how many there were. */
export async function dropPasskeys(db: Database, userId: string): Promise<number> {
  return db.run(sql`delete from passkeys where user_id = ${userId}`)
}

export async function deletePasskey(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<{ name: string } | undefined> {
  return db.row(sql`delete from passkeys where user_id = ${userId} and id = ${id} returning name`)
}
