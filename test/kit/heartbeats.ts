// Checking in, and the silence that is judged only when a test says so.
import { createSilenceRound } from '../../src/engine/heartbeat.ts'
import { openStore } from '../../src/store/database.ts'
import { keepPartitions } from '../../src/store/partitions.ts'
import type { TestLapwing } from './lapwing.ts'
import { onlyErrors } from './log.ts'
import { type Fields, make } from './monitors.ts'

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
export async function ping(app: TestLapwing, path: string, { method, body, headers = {} }: PingOptions = {}): Promise<Pinged> {
  const response = await fetch(app.origin + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** A heartbeat with a period of an hour and five minutes of grace, and the path to check in at. */
export async function makeHeartbeat(app: TestLapwing, config: Fields = {}, fields: Fields = {}): Promise<{ id: string; path: string }> {
  const { id, target } = await make(app, { type: 'heartbeat', config, ...fields })
  return { id, path: new URL(target).pathname }
}

/** Lets time pass, then judges all silence that is due by then. Answers how many heartbeats that were. */
export async function pass(app: TestLapwing, seconds: number): Promise<number> {
  app.clock.advance(seconds * 1000)
  const store = openStore(app.database, { log: onlyErrors, connections: 2 })
  try {
    await keepPartitions(store, { now: app.clock.now(), resultDays: 30, rollupDays: 400 })
    return await createSilenceRound({ store, clock: app.clock, log: onlyErrors })()
  } finally {
    await store.close()
  }
}
