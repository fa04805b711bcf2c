// Starting a Lapwing for tests, and asking it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type Lapwing, startLapwing } from '../../../src/app.ts'
import type { Log } from '../../../src/domain/log.ts'
import {
  JsonText,
  type Operation,
  type OperationResponse,
  RawContent,
} from '../../../src/operations/registry/define.ts'
import type { Services } from '../../../src/operations/registry/services.ts'
import { operations } from '../../../src/operations/index.ts'
import type { DashboardSource } from '../../../src/roles/dashboard.ts'
import { type Settings, readSettings } from '../../../src/settings.ts'
import { type DatabaseConnection, type Store, openStore } from '../../../src/store/database/database.ts'
import { acme, keys } from './acme.ts'
import { type FakeClock, fakeClock } from '../clock.ts'
import { urlOf } from './database.ts'
import { newFolder } from '../files.ts'
import { onlyErrors } from '../log.ts'

export const sharedKey = 'the key that Lapwings of the tests share'

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
  database: DatabaseConnection
  /** A way into its database beside its own. */
  store: Store
  /** What it keeps outside of its database. */
  dataDir: string
  ask(method: string, path: string, options?: Ask): Promise<Answered>
  get(path: string, options?: Ask): Promise<Answered>
  post(path: string, body?: unknown, options?: Ask): Promise<Answered>
  stop(): Promise<void>
}

export interface Options {
  provision?: string
  operations?: readonly Operation[]
  env?: Record<string, string>
  database?: DatabaseConnection
  clock?: FakeClock
  log?: Log
  dashboard?: DashboardSource
  textRecords?: Services['textRecords']
  clientDocument?: Services['clientDocument']
}

export interface StartedLapwing {
  readonly app: TestLapwing
  readonly settings: Settings
  isStopped(): boolean
}

export async function start(options: Options, database: DatabaseConnection): Promise<StartedLapwing> {
  const clock = options.clock ?? fakeClock()
  const store = openStore(database, { log: onlyErrors, connections: 4 })
  const folder = newFolder()
  const provision = join(folder.path, 'provision.yaml')
  writeFileSync(provision, options.provision ?? acme)
  const settings = readSettings({
    LAPWING_PORT: '0',
    LAPWING_DATABASE_URL: urlOf(database),
    LAPWING_DATA_DIR: join(folder.path, 'data'),
    LAPWING_PROVISION: provision,
    LAPWING_ROLES: 'server,housekeeper',
    LAPWING_BROWSERS: '0',
    // Each connection plans every statement for itself.
    LAPWING_DATABASE_CONNECTIONS: '4',
    // Several that share a database have data folders of their own, and the same key.
    ...(options.env?.['LAPWING_DATA_DIR'] === undefined && { LAPWING_SECRET_KEY: sharedKey }),
    ...options.env,
  })
  const started = await startLapwing({
    settings,
    clock,
    log: options.log ?? onlyErrors,
    version: '0.0.0-test',
    operations: (options.operations ?? operations).map(validated),
    variable: () => undefined,
    checkEnvironment: process.env,
    dashboard: options.dashboard,
    textRecords: options.textRecords,
    clientDocument: options.clientDocument,
  })
  let stopped: Promise<void> | undefined
  const stopOnce = async (): Promise<void> => {
    // Sleepers that would never wake must not block the stop.
    const passing = setInterval(() => clock.advance(1000), 20)
    await started.stop().finally(() => clearInterval(passing))
    await store.close()
    folder.remove()
  }
  const stop = (): Promise<void> => (stopped ??= stopOnce())
  const { dataDir } = settings
  const app = { clock, database, store, dataDir, origin: started.origin!, stop, ...client(started) }
  return { app, settings, isStopped: () => stopped !== undefined }
}

/** Fails every test that gets a response with a field that its operation does not declare, or without one it does. */
function validated(operation: Operation): Operation {
  return {
    ...operation,
    handle: async (input, context) => {
      const response = await operation.handle(input, context)
      validate(operation, response)
      return response
    },
  }
}

function validate(operation: Operation, { status, body }: OperationResponse): void {
  const declared = operation.responses[status]
  expect(declared, `${operation.id} does not declare ${status}`).toBeDefined()
  if (body instanceof RawContent) return expect(declared?.types).toContain(body.type.split(';')[0])
  if (!declared?.schema) return expect(body).toBeUndefined()
  const sent: unknown = JSON.parse(body instanceof JsonText ? body.text : JSON.stringify(body))
  const parsed = declared.schema.parse(sent)
  // Comparing for equality is cheap, explaining a difference is not.
  if (!isDeepStrictEqual(parsed, sent)) expect(parsed).toEqual(sent)
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
