// A whole Lapwing in this process, on a database of its own and a clock that the test moves.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type Lapwing, startLapwing } from '../../src/app.ts'
import type { Log } from '../../src/domain/log.ts'
import type { Reply } from '../../src/operations/registry/call.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import { operations } from '../../src/operations/index.ts'
import type { DashboardSource } from '../../src/roles/dashboard.ts'
import { readSettings } from '../../src/settings.ts'
import { type Connection, type Store, openStore } from '../../src/store/database/database.ts'
import { type FakeClock, fakeClock } from './clock.ts'
import { newDatabase, urlOf } from './database.ts'
import { newFolder } from './files.ts'
import { onlyErrors } from './log.ts'

export interface Answered<Body = any> {
  status: number
  headers: Headers
  body: Body
  text: string
}

export interface Ask {
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export interface TestLapwing {
  origin: string
  clock: FakeClock
  database: Connection
  /** A way into its database beside its own. */
  store: Store
  ask(method: string, path: string, options?: Ask): Promise<Answered>
  get(path: string, options?: Ask): Promise<Answered>
  post(path: string, body?: unknown, options?: Ask): Promise<Answered>
  stop(): Promise<void>
}

export const keys = {
  write: 'lw_test_write_0123456789abcdef',
  read: 'lw_test_read_0123456789abcdef0',
  other: 'lw_test_other_0123456789abcdef',
  free: 'lw_test_free_0123456789abcdef0',
  starter: 'lw_test_starter_0123456789abcd',
}

/** Two organizations that must never see each other, and one on each plan that limits requests. */
export const acme = `
organizations:
  - name: Acme
    apiKeys:
      - { name: rw, scope: write, key: ${keys.write} }
      - { name: ro, scope: read, key: ${keys.read} }
    users:
      - { name: Ada, email: ada@example.com, role: owner }
  - name: Other
    apiKeys: [ { name: rw, scope: write, key: ${keys.other} } ]
  - name: Free
    plan: free
    apiKeys: [ { name: rw, scope: write, key: ${keys.free} } ]
  - name: Starter
    plan: starter
    limits: { api_requests_per_minute: 5 }
    apiKeys: [ { name: rw, scope: write, key: ${keys.starter} } ]
locations:
  - { slug: fra, name: Frankfurt, city: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
  - { slug: nyc, name: New York, region: us, country: United States, countryCode: US }
`

interface Options {
  provision?: string
  operations?: readonly Operation[]
  env?: Record<string, string>
  database?: Connection
  clock?: FakeClock
  log?: Log
  dashboard?: DashboardSource
}

/** A Lapwing for one test. */
export async function lapwing(options: Options = {}): Promise<TestLapwing> {
  const started = await start(options)
  onTestFinished(started.stop)
  return started
}

/** One Lapwing for all tests of a file, as a function because it starts after the file has been read. */
export function sharedLapwing(options: Options = {}): () => TestLapwing {
  let started: TestLapwing | undefined
  beforeAll(async () => {
    started = await start(options)
  })
  afterAll(() => started?.stop())
  return () => started!
}

async function start(options: Options): Promise<TestLapwing> {
  const clock = options.clock ?? fakeClock()
  const database = options.database ?? (await newDatabase())
  const store = openStore(database, { log: onlyErrors, connections: 4 })
  const folder = newFolder()
  const provision = join(folder.path, 'provision.yaml')
  writeFileSync(provision, options.provision ?? acme)
  const started = await startLapwing({
    settings: readSettings({
      LAPWING_PORT: '0',
      LAPWING_DATABASE_URL: urlOf(database),
      LAPWING_DATA_DIR: join(folder.path, 'data'),
      LAPWING_PROVISION: provision,
      LAPWING_ROLES: 'server,housekeeper',
      ...options.env,
    }),
    clock,
    log: options.log ?? onlyErrors,
    version: '0.0.0-test',
    operations: options.operations ?? operations,
    variable: () => undefined,
    checkEnvironment: process.env,
    onReply: keepsItsPromise,
    dashboard: options.dashboard,
  })
  let stopped: Promise<void> | undefined
  const stopOnce = async (): Promise<void> => {
    // Whoever waits for a moment that would never come keeps nobody from stopping.
    const passing = setInterval(() => clock.advance(1000), 20)
    await started.stop().finally(() => clearInterval(passing))
    await store.close()
    folder.remove()
  }
  const stop = (): Promise<void> => (stopped ??= stopOnce())
  return { clock, database, store, origin: started.origin!, stop, ...client(started) }
}

/** Every answer of every test is held against what its operation declares: no field more, none less, none wrong. */
export function keepsItsPromise(operation: Operation, { status, json, content }: Reply): void {
  const promised = operation.responses[status]
  expect(promised, `${operation.id} does not declare ${status}`).toBeDefined()
  if (content) return expect(promised?.types).toContain(content.type.split(';')[0])
  if (!promised?.schema) return expect(json).toBeNull()
  const body: unknown = JSON.parse(json!)
  expect(promised.schema.parse(body)).toEqual(body)
}

function client({ origin }: Lapwing): Pick<TestLapwing, 'ask' | 'get' | 'post'> {
  const ask = async (
    method: string,
    path: string,
    { key = keys.write, body, headers = {} }: Ask = {},
  ): Promise<Answered> => {
    const response = await fetch(`${origin}/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }
  return {
    ask,
    get: (path, options) => ask('GET', path, options),
    post: (path, body, options) => ask('POST', path, { ...options, body }),
  }
}
