// Devices that wait for someone to type their code into a browser (RFC 8628).
import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'
import type { AccessRequest } from './requests.ts'

export interface DeviceRequest extends AccessRequest {
  readonly id: string
  readonly ip: string
  readonly expiresAt: Date
}

export interface DeviceRequestDraft extends Omit<DeviceRequest, 'id'> {
  readonly hash: Buffer
  readonly userCode: string
  readonly intervalSeconds: number
}

/** False if another device has the same user code. */
export async function addDeviceRequest(db: Database, draft: DeviceRequestDraft, now: Date): Promise<boolean> {
  const added = await db.run(sql`
    insert into oauth_device_codes (id, hash, user_code, client, scopes, resource, ip, interval_seconds, created_at,
      expires_at)
    values (${randomUUID()}, ${draft.hash}, ${draft.userCode}, ${json(draft.client)},
      ${draft.scopes}::text[], ${draft.resource}, ${draft.ip}, ${draft.intervalSeconds}, ${now}, ${draft.expiresAt})
    on conflict (user_code) do nothing`)
  return added > 0
}

const columns = sql`id, client, scopes, resource, ip, expires_at as "expiresAt"`
const undecided = sql`not denied and grant_id is null`

export async function findDeviceRequest(db: Database, userCode: string, now: Date): Promise<DeviceRequest | undefined> {
  return db.row(sql`
    select ${columns}
    from oauth_device_codes
    where user_code = ${userCode} and expires_at > ${now} and ${undecided}`)
}

/** Undecided, and locked until the transaction ends. */
export async function lockDeviceRequest(db: Database, id: string, now: Date): Promise<DeviceRequest | undefined> {
  return db.row(sql`
    select ${columns}
    from oauth_device_codes
    where id = ${id} and expires_at > ${now} and ${undecided}
    for update`)
}

/** Null denies it. */
export async function decideDeviceRequest(db: Database, id: string, grantId: string | null): Promise<void> {
  await db.run(sql`
    update oauth_device_codes set grant_id = ${grantId}, denied = ${grantId === null} where id = ${id}`)
}

export interface DevicePoll {
  readonly id: string
  readonly clientId: string
  readonly intervalSeconds: number
  readonly polledAt: Date | null
  readonly denied: boolean
  readonly grantId: string | null
  readonly expiresAt: Date
}

/** Locked until the transaction ends. */
export async function lockDevicePoll(db: Database, hash: Buffer): Promise<DevicePoll | undefined> {
  return db.row(sql`
    select id, client ->> 'id' as "clientId", interval_seconds as "intervalSeconds", polled_at as "polledAt", denied,
      grant_id as "grantId", expires_at as "expiresAt"
    from oauth_device_codes
    where hash = ${hash}
    for update`)
}

export async function notePoll(
  db: Database,
  { id, intervalSeconds, now }: { id: string; intervalSeconds: number; now: Date },
): Promise<void> {
  await db.run(sql`
    update oauth_device_codes set polled_at = ${now}, interval_seconds = ${intervalSeconds} where id = ${id}`)
}

export async function deleteDeviceRequest(db: Database, id: string): Promise<void> {
  await db.run(sql`delete from oauth_device_codes where id = ${id}`)
}

/** Expired ones are kept for a while, so that their devices get an error. */
export async function dropOldDeviceRequests(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from oauth_device_codes where expires_at <= ${before}`)
}
