// One-time tokens: password links, pending sign-ins and passkey challenges.
import { newId } from '../../domain/id.ts'
import { fingerprint } from '../../domain/secret.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** `mailed-reset`: a link sent only to the owner of the address; `reset`: a link that an admin passed on. */
export type Purpose =
  | 'mailed-reset'
  | 'reset'
  | 'second-step'
  | 'passkey-registration'
  | 'passkey-sign-in'
  | 'single-sign-on'

export interface Verification {
  readonly purpose: Purpose
  readonly token: string
}

const identifierOf = ({ purpose, token }: Verification): string => `${purpose}:${fingerprint(token).toString('hex')}`

export async function addVerification(
  db: Database,
  { value, expiresAt, ...verification }: Verification & { value: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
    values (${newId(now)}, ${identifierOf(verification)}, ${value}, ${expiresAt}, ${now}, ${now})`)
}

/** The value of a token; undefined if it is unknown, used or expired. */
export async function findVerification(
  db: Database,
  verification: Verification,
  now: Date,
): Promise<string | undefined> {
  const found = await db.row<{ value: string }>(sql`
    select value from verifications where identifier = ${identifierOf(verification)} and expires_at > ${now}`)
  return found?.value
}

/** Like `findVerification`, and marks the token as used. */
export async function takeVerification(
  db: Database,
  verification: Verification,
  now: Date,
): Promise<string | undefined> {
  const taken = await db.row<{ value: string }>(sql`
    delete from verifications
    where identifier = ${identifierOf(verification)} and expires_at > ${now}
    returning value`)
  return taken?.value
}

/** Invalidates password links. */
export async function dropResetLinks(db: Database, userId: string): Promise<void> {
  await dropVerifications(db, userId, ['mailed-reset', 'reset'])
}

/** Invalidates pending sign-ins and passkey registrations. */
export async function dropSignInTokens(db: Database, userId: string): Promise<void> {
  await dropVerifications(db, userId, ['mailed-reset', 'reset', 'second-step', 'passkey-registration'])
}

async function dropVerifications(db: Database, userId: string, purposes: readonly Purpose[]): Promise<void> {
  await db.run(sql`
    delete from verifications
    where value = ${userId} and split_part(identifier, ':', 1) = any (${purposes}::text[])`)
}

export async function dropExpiredVerifications(db: Database, now: Date): Promise<void> {
  await db.run(sql`delete from verifications where expires_at <= ${now}`)
}
