import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStore, waitForLockWait } from '../../../test/kit/lapwing/database.ts'
import { storedHeartbeat } from '../../../test/kit/resources/heartbeats.ts'
import { newHeartbeat } from '../../domain/heartbeat.ts'
import type { Database } from '../database/database.ts'
import { lockBySlug, lockByToken, lockDue, saveHeartbeats } from './heartbeats.ts'
import { saveSlugs } from './monitors.ts'
import { fingerprint } from '../../domain/secret.ts'
import { addToken, organizationOfPingKey } from '../accounts/address-tokens.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { type PingNote, savePing, listPings } from './pings.ts'
import { sql } from '../database/sql.ts'
import { setHeartbeatTurns } from '../checking/turns.ts'

const start = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
const store = sharedStore()
let organizationId: string

beforeAll(async () => {
  organizationId = (
    await putOrganization(store(), { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} }, start)
  ).id
})

const made = (config: Record<string, unknown> = {}) => storedHeartbeat(store(), { organizationId, config, now: start })

const note = (more: Partial<PingNote> = {}): PingNote => ({
  at: start,
  kind: 'success',
  exitStatus: null,
  rid: null,
  durationMs: null,
  method: 'GET',
  ip: '::1',
  userAgent: null,
  bodyBytes: 0,
  body: null,
  ...more,
})

describe('finding a heartbeat', () => {
  it('uses its token', async () => {
    const { token, monitorId } = await made()
    expect(await lockByToken(store(), token)).toMatchObject([
      { monitorId, organizationId, state: 'unknown', intervalSeconds: 3600, heartbeat: newHeartbeat },
    ])
    expect(await lockByToken(store(), 'nobody')).toEqual([])
  })

  it('uses the ping key of the organization and the slug', async () => {
    const { monitorId } = await made({ slug: 'backup' })
    const other = (await putOrganization(store(), { name: 'Other', slug: 'other', plan: 'free', limits: {} }, start)).id
    const key = 'the ping key'
    await addToken(store(), { organizationId }, { hash: fingerprint(key), sealed: Buffer.from('sealed') })
    expect(await organizationOfPingKey(store(), key)).toMatchObject({ id: organizationId, plan: 'enterprise' })
    expect(await organizationOfPingKey(store(), 'nobody')).toBeUndefined()
    expect(await lockBySlug(store(), organizationId, 'backup')).toMatchObject([{ monitorId }])
    expect(await lockBySlug(store(), other, 'backup')).toEqual([])
  })
})

describe('locking a heartbeat', () => {
  it('makes the next caller wait, and see what was stored', async () => {
    const { token, monitorNumber } = await made()
    const first = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const one = store().transaction(async (tx) => {
      await lockByToken(tx, token)
      holding.resolve()
      await first.promise
      await saveHeartbeats(tx, [{ monitorNumber, heartbeat: { ...newHeartbeat, failures: 7 } }])
    })
    await holding.promise
    const two = store().transaction((tx) => lockByToken(tx, token))
    await waitForLockWait(store())
    first.resolve()
    await one
    expect(await two).toMatchObject([{ heartbeat: { failures: 7 } }])
  })

  it('excludes it from the query for due heartbeats', async () => {
    const [busy, free] = [await made(), await made()]
    await setHeartbeatTurns(
      store(),
      [busy, free].map(({ monitorNumber }) => ({ monitorNumber, dueAt: later(10) })),
    )
    const due = async (db: Database, now: Date): Promise<number[]> =>
      (await lockDue(db, { limit: 10, now })).map(({ monitorNumber }) => monitorNumber)
    expect(await due(store(), later(9))).toEqual([])
    await store().transaction(async (tx) => {
      await lockByToken(tx, busy.token)
      expect(await due(store(), later(10))).toEqual([free.monitorNumber])
    })
    expect((await due(store(), later(10))).sort()).toEqual([busy.monitorNumber, free.monitorNumber].sort())
    await setHeartbeatTurns(
      store(),
      [busy, free].map(({ monitorNumber }) => ({ monitorNumber, dueAt: null })),
    )
    expect(await due(store(), later(1e9))).toEqual([])
  })
})

describe('check-ins', () => {
  it('replace the hundredth before them', async () => {
    const { monitorNumber } = await made()
    for (let n = 1; n <= 101; n++)
      await savePing(store(), { monitorNumber, heartbeat: newHeartbeat }, note({ at: later(n), exitStatus: n }))
    const rows = await listPings(store(), monitorNumber, { limit: 200, bodyBytes: 10 })
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, n) => 101 - n))
    expect(rows.at(-1)).toMatchObject({ number: 2, exit_status: 2, at: later(2) })
  })

  it('store every field, and any bytes', async () => {
    const { monitorNumber } = await made()
    const body = Buffer.from([0, 255, 65, 66])
    const heartbeat = { ...newHeartbeat, failures: 3 }
    const full = note({
      kind: 'fail',
      rid: 'r1',
      durationMs: 1.5,
      method: 'POST',
      userAgent: 'curl',
      bodyBytes: 9,
      body,
    })
    await savePing(store(), { monitorNumber, heartbeat }, full)
    expect(await listPings(store(), monitorNumber, { limit: 10, bodyBytes: 3 })).toEqual([
      {
        number: 1,
        at: start,
        kind: 'fail',
        exit_status: null,
        rid: 'r1',
        duration_ms: 1.5,
        method: 'POST',
        ip: '::1',
        user_agent: 'curl',
        body_bytes: 9,
        body: body.subarray(0, 3),
      },
    ])
    expect(await store().row(sql`select state from heartbeats where monitor_number = ${monitorNumber}`)).toEqual({
      state: heartbeat,
    })
  })

  it('store the names of their metrics', async () => {
    const { monitorNumber, token } = await made()
    await saveSlugs(store(), monitorNumber, ['rows', 'bytes'])
    expect(await lockByToken(store(), token)).toMatchObject([{ slugs: ['rows', 'bytes'] }])
  })
})
