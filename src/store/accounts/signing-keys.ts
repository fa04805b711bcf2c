// The keys with which this installation signs bundles of evidence.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface PublicSigningKey {
  readonly id: string
  /** PEM. */
  readonly publicKey: string
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

export interface SealedSigningKey {
  readonly id: string
  readonly publicKey: string
  readonly secrets: Buffer
}

export async function currentSealedKey(db: Database): Promise<SealedSigningKey | undefined> {
  return db.row(sql`select id, public_key as "publicKey", secrets from signing_keys where retired_at is null`)
}

/** Newest first. */
export async function listSigningKeys(db: Database): Promise<PublicSigningKey[]> {
  return db.rows(sql`
    select id, public_key as "publicKey", created_at as "createdAt", retired_at as "retiredAt"
    from signing_keys
    order by created_at desc, id`)
}

/** Retires the current key, whose private half is deleted. The caller holds the lock of the installation. */
export async function replaceSigningKey(db: Database, key: SealedSigningKey, now: Date): Promise<void> {
  await db.run(sql`update signing_keys set secrets = null, retired_at = ${now} where retired_at is null`)
  await db.run(sql`
    insert into signing_keys (id, public_key, secrets, created_at)
    values (${key.id}, ${key.publicKey}, ${key.secrets}, ${now})`)
}

export async function lockSigningKeys(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<Omit<SealedSigningKey, 'publicKey'>[]> {
  return db.rows(sql`
    select id, secrets from signing_keys where secrets is not null and id > ${after} order by id limit ${limit}
    for update`)
}

export async function saveSigningKey(
  db: Database,
  { id, secrets }: Omit<SealedSigningKey, 'publicKey'>,
): Promise<void> {
  await db.run(sql`update signing_keys set secrets = ${secrets} where id = ${id}`)
}
