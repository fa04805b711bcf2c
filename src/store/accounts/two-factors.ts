import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface TwoFactor {
  readonly userId: string
  /** The sealed secret of the authenticator. */
  readonly secrets: Buffer
  readonly confirmed: boolean
}

export async function findTwoFactor(db: Database, userId: string): Promise<TwoFactor | undefined> {
  return db.row(sql`
    select user_id as "userId", secrets, confirmed_at is not null as confirmed
    from two_factors
    where user_id = ${userId}`)
}

/** Replaces an unconfirmed secret; returns false if one is in use. */
export async function beginTwoFactor(
  db: Database,
  { userId, secrets }: { userId: string; secrets: Buffer },
  now: Date,
): Promise<boolean> {
  const begun = await db.run(sql`
    insert into two_factors as t (user_id, secrets, created_at)
    values (${userId}, ${secrets}, ${now})
    on conflict (user_id) do update
    set secrets = excluded.secrets, created_at = excluded.created_at
    where t.confirmed_at is null`)
  return begun > 0
}

export async function confirmTwoFactor(db: Database, userId: string, now: Date): Promise<boolean> {
  const confirmed = await db.run(sql`
    update two_factors set confirmed_at = ${now} where user_id = ${userId} and confirmed_at is null`)
  return confirmed > 0
}

/** Marks a time step as used; returns false if this or a later one was used before. */
export async function useStep(db: Database, userId: string, step: number): Promise<boolean> {
  const used = await db.run(sql`
    update two_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`)
  return used > 0
}

export async function dropTwoFactor(db: Database, userId: string): Promise<boolean> {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  return (await db.run(sql`delete from two_factors where user_id = ${userId}`)) > 0
}

export async function replaceRecoveryCodes(db: Database, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await db.run(sql`
    insert into recovery_codes (user_id, hash)
    select ${userId}, hash from unnest(${hashes}::bytea[]) as hash`)
}

/** Each code can be used once. */
export async function useRecoveryCode(db: Database, userId: string, hash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from recovery_codes where user_id = ${userId} and hash = ${hash}`)) > 0
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const row = await db.row<{ left: number }>(sql`
    select count(*)::int as left from recovery_codes where user_id = ${userId}`)
  return row!.left
}

/** Locks a batch of sealed secrets in a fixed order until the transaction ends. */
export async function lockTwoFactors(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; secrets: Buffer }[]> {
  return db.rows(sql`
    select user_id as id, secrets from two_factors where user_id > ${after} order by user_id limit ${limit} for update`)
}

export async function saveTwoFactor(db: Database, { id, secrets }: { id: string; secrets: Buffer }): Promise<void> {
  await db.run(sql`update two_factors set secrets = ${secrets} where user_id = ${id}`)
}
