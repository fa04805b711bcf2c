import { randomBytes } from 'node:crypto'
import { type PushKeys, createPushKeys, pushKeysContext } from '../../domain/notifying/push-keys.ts'
import { type Vault, openReadable } from '../../domain/vault.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Serializes replicas that apply the provision file at the same time. */
export async function lockInstallation(tx: Database): Promise<void> {
  await tx.run(sql`select from installation for update`)
}

/** The key that seals cursors, created once and shared by all replicas. */
export async function cursorKey(db: Database): Promise<Buffer> {
  await db.run(sql`
    insert into installation (id, cursor_key)
    values (1, ${randomBytes(32)})
    on conflict do nothing`)
  const row = await db.row<{ cursor_key: Buffer }>(sql`select cursor_key from installation`)
  return row!.cursor_key
}

/** A value that only the right key decrypts; null before the first start that wrote it. */
export async function keyCheck(db: Database): Promise<Buffer | null> {
  const row = await db.row<{ check: Buffer | null }>(sql`select key_check as check from installation`)
  return row?.check ?? null
}

export async function saveKeyCheck(db: Database, sealed: Buffer): Promise<void> {
  await db.run(sql`update installation set key_check = ${sealed}`)
}

export async function lostKeyIds(db: Database): Promise<Buffer[]> {
  const row = await db.row<{ ids: Buffer[] }>(sql`select lost_key_ids as ids from installation`)
  return row?.ids ?? []
}

export async function addLostKeyIds(db: Database, ids: readonly Buffer[]): Promise<void> {
  await db.run(sql`
    update installation
    set lost_key_ids = array(select distinct id from unnest(lost_key_ids || ${ids}::bytea[]) as id)`)
}

/**
 * The keys that identify this installation to push services, created at their first use. Keys that cannot be decrypted
 * are replaced: devices must then be added again.
 */
export async function pushKeys(db: Database, vault: Vault): Promise<PushKeys> {
  const stored = await sealedPushKeys(db)
  const opened = stored && openReadable(vault, stored, pushKeysContext)
  if (opened) return JSON.parse(opened) as PushKeys
  const sealed = vault.seal(JSON.stringify(createPushKeys()), pushKeysContext)
  await db.run(sql`update installation set push_keys = ${sealed} where push_keys is not distinct from ${stored}`)
  // Another process may have been first.
  return JSON.parse(vault.open((await sealedPushKeys(db))!, pushKeysContext)) as PushKeys
}

export async function sealedPushKeys(db: Database): Promise<Buffer | null> {
  const row = await db.row<{ sealed: Buffer | null }>(sql`select push_keys as sealed from installation`)
  return row?.sealed ?? null
}

export async function savePushKeys(db: Database, sealed: Buffer): Promise<void> {
  await db.run(sql`update installation set push_keys = ${sealed}`)
}
