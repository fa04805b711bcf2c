// Checking in, and the silence that is judged only when a test says so.
import { sealToken } from '../../../src/domain/address-token.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { addToken } from '../../../src/store/accounts/address-tokens.ts'
import { createHeartbeatRound } from '../../../src/engine/heartbeat.ts'
import { newHeartbeat } from '../../../src/domain/heartbeat.ts'
import type { MonitorConfig, Monitor } from '../../../src/domain/monitor.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { type LockedHeartbeat, heartbeatsOf, saveHeartbeats } from '../../../src/store/monitors/heartbeats.ts'
import { addMonitor } from '../../../src/store/monitors/monitors.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { sql } from '../../../src/store/database/sql.ts'
import type { TestLapwing } from '../lapwing/lapwing.ts'
import { onlyErrors } from '../log.ts'
import { type Fields, inDatabase, make, monitorRow } from './monitors.ts'

export interface Pinged {
  status: number
  text: string
  headers: Headers
}

export interface PingOptions {
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

/** `path` begins after the origin. */
export async function ping(
  app: TestLapwing,
  path: string,
  { method, body, headers = {} }: PingOptions = {},
): Promise<Pinged> {
  const response = await fetch(app.origin + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** A heartbeat with a period of an hour and five minutes of grace, and the path to check in at. */
export async function makeHeartbeat(
  app: TestLapwing,
  config: Fields = {},
  fields: Fields = {},
): Promise<{ id: string; path: string }> {
  const { id, target } = await make(app, { type: 'heartbeat', config, ...fields })
  return { id, path: new URL(target).pathname }
}

const daysKept = new WeakMap<Store, Set<string>>()

/** The housekeeper does so when its minute is over, and not when the test looks. */
export async function keepPartitionsOfDay(store: Store, now: Date): Promise<void> {
  const days = daysKept.get(store) ?? new Set()
  const day = now.toISOString().slice(0, 10)
  if (days.has(day)) return
  await keepPartitions(store, { now, resultDays: 30, rollupDays: 400 })
  daysKept.set(store, days.add(day))
}

/** Lets time pass, then judges all silence that is due by then. Answers how many heartbeats that were. */
export async function pass(app: TestLapwing, seconds: number): Promise<number> {
  app.clock.advance(seconds * 1000)
  const { store, clock } = app
  await keepPartitionsOfDay(store, clock.now())
  return createHeartbeatRound({ store, clock, log: onlyErrors })()
}

/** What the latest outcome of a monitor measured, by names without their type. */
export async function metricsOf(app: TestLapwing, id: string): Promise<Record<string, number>> {
  const [result] = await inDatabase<{ metrics: Buffer }>(
    app,
    sql`
    select r.metrics
    from results r
    join monitors m using (monitor_number)
    where m.id = ${id}
    -- Of one moment, the one that was written last, wherever in the table there was room for it.
    order by r.at desc, age(r.xmin)
    limit 1`,
  )
  const names = await inDatabase<{ number: number; key: string }>(app, sql`select number, key from metric_names`)
  const { metrics } = result!
  return Object.fromEntries(
    Array.from({ length: metrics.length / 6 }, (_, index) => [
      names.find(({ number }) => number === metrics.readUInt16LE(index * 6))!.key.replace('heartbeat.', ''),
      metrics.readFloatLE(index * 6 + 2),
    ]),
  )
}

const vault = createVault(['a key of at least thirty-two characters'])

/** A heartbeat for tests that go to the store themselves. */
export function heartbeatRow(now: Date, fields: Partial<Monitor> = {}): Monitor {
  const silent = { type: 'heartbeat', target: '', intervalSeconds: 3600, deadlineSeconds: null }
  return monitorRow(now, { name: 'Backup', ...silent, ...fields })
}

/** A heartbeat as it is stored when it was just made, and its token. */
export async function storedHeartbeat(
  store: Store,
  { organizationId, config = {}, now }: { organizationId: string; config?: MonitorConfig; now: Date },
): Promise<LockedHeartbeat & { token: string }> {
  const monitor = heartbeatRow(now, { config })
  const { id } = monitor
  const token = `token-${id}`
  await addMonitor(store, organizationId, monitor, now)
  const owner = { organizationId, monitorId: id }
  await addToken(store, owner, sealToken(vault, owner, token))
  const [found] = await heartbeatsOf(store, organizationId, [id])
  await saveHeartbeats(store, [{ monitorNumber: found!.monitorNumber, heartbeat: newHeartbeat }])
  return { ...found!, token }
}

export async function stateOf(app: TestLapwing, id: string): Promise<string> {
  return (await app.get(`/monitors/${id}`)).body.state
}

export async function checksOf(app: TestLapwing, id: string): Promise<any[]> {
  return (await app.get(`/monitors/${id}/checks?hours=720&limit=100`)).body.data
}

export async function pingsOf(app: TestLapwing, id: string, query = ''): Promise<any[]> {
  return (await app.get(`/monitors/${id}/pings${query}`)).body.data
}
