// The composition root: opens the store, brings it up to date, and starts what this process is for.
import { readFileSync } from 'node:fs'
import { describe } from './api/openapi.ts'
import type { Door } from './api/rest.ts'
import type { Clock } from './domain/clock.ts'
import type { Log } from './domain/log.ts'
import { type Vault, createVault } from './domain/vault.ts'
import { startSignsOfLife } from './engine/signs-of-life.ts'
import { reseal } from './engine/housekeeping/reseal.ts'
import { sealConfigs } from './engine/housekeeping/seal-configs.ts'
import { retention } from './engine/housekeeping/retention.ts'
import { createCursors } from './operations/registry/cursor.ts'
import type { Operation } from './operations/registry/define.ts'
import { type Welcome, applyProvision } from './operations/provision/apply.ts'
import { BadProvision, type Variable, readProvision } from './operations/provision/read.ts'
import type { Services } from './operations/registry/services.ts'
import { startHousekeeper } from './roles/housekeeper.ts'
import { startNotifier } from './roles/notifier.ts'
import { startProber } from './roles/prober.ts'
import type { Role } from './roles/role.ts'
import { startServer } from './roles/server.ts'
import { beginRotation, secretKeys } from './secret-keys.ts'
import type { Settings } from './settings.ts'
import { type Store, greet, openStore } from './store/database/database.ts'
import { startEmbedded } from './postgres/index.ts'
import { cursorKey } from './store/accounts/installation.ts'
import { migrate } from './store/database/migrate.ts'
import { keepPartitions } from './store/results/partitions.ts'

export interface Parts {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  readonly operations: readonly Operation[]
  /** Fills in `${NAME}` in the provision file. */
  readonly variable: Variable
  /** What the processes that run checks may know of the environment. */
  readonly checkEnvironment: Readonly<Record<string, string | undefined>>
  readonly onReply?: Door['onReply']
}

export interface Lapwing {
  /** Where it can be reached, or null when this process serves nobody. */
  readonly origin: string | null
  readonly welcome: Welcome | null
  stop(): Promise<void>
}

export async function startLapwing(parts: Parts): Promise<Lapwing> {
  const { settings, clock, log } = parts
  const opened: Role[] = []
  const stop = async (): Promise<void> => {
    for (const part of opened.splice(0).reverse()) await part.stop()
  }
  const provision = provisionIn(parts)
  try {
    const store = await openDatabase(parts, opened)
    await greet(store)
    await migrate(store, { log, now: clock.now() })
    await keepPartitions(store, { ...retention, now: clock.now() })
    const key = await cursorKey(store)
    if (settings.databaseUrl !== null && settings.secretKey === null)
      log.warn(
        'LAPWING_SECRET_KEY is not set: another process with this database, but another data folder, cannot read its secrets',
      )
    const vault = createVault(secretKeys(settings))
    await sealConfigs(store, vault)
    // Registration is not open to strangers, so whoever makes a monitor may watch the private network.
    const allowPrivate = settings.allowPrivateTargets ?? true
    let origin = settings.publicUrl
    const reach = { allowPrivate, origin }
    const welcome = await applyProvision(store, provision, { now: clock.now(), vault, reach })
    const life = await startSignsOfLife({ store, clock, log, alone: settings.databaseUrl === null })
    opened.push(life)
    const { processId } = life
    if (settings.roles.includes('housekeeper')) opened.push(startHousekeeper({ store, clock, log }))
    if (settings.roles.includes('notifier'))
      opened.push(startNotifier({ store, clock, log, vault, allowPrivate, origin: () => origin, processId }))
    if (settings.roles.includes('prober'))
      opened.push(startProber({ store, clock, log, vault, allowPrivate, processId, env: parts.checkEnvironment }))
    const reachable = settings.roles.includes('server')
      ? await serve(parts, { store, key, vault, allowPrivate }, opened)
      : null
    origin ??= reachable
    return { origin: reachable, welcome, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Gives the stored secrets a new key; answers how many there were to encrypt again. */
export async function rotateKey(parts: Pick<Parts, 'settings' | 'clock' | 'log'>): Promise<number> {
  const opened: Role[] = []
  try {
    const store = await openDatabase(parts, opened)
    await greet(store)
    await migrate(store, { log: parts.log, now: parts.clock.now() })
    const { keys, finish } = beginRotation(parts.settings)
    const changed = await reseal(store, createVault(keys))
    finish()
    return changed
  } finally {
    for (const part of opened.reverse()) await part.stop()
  }
}

async function openDatabase(
  { settings, clock, log }: Pick<Parts, 'settings' | 'clock' | 'log'>,
  opened: Role[],
): Promise<Store> {
  let connection = {}
  if (settings.databaseUrl === null) {
    const server = await startEmbedded({ dataDir: settings.dataDir, clock, log })
    opened.push(server)
    connection = server.connection
  } else {
    connection = { connectionString: settings.databaseUrl }
  }
  const store = openStore(connection, { log, connections: settings.databaseConnections })
  opened.push({ stop: () => store.close() })
  return store
}

function provisionIn({ settings, variable }: Parts) {
  if (settings.provision === null) return readProvision('', variable)
  try {
    return readProvision(readFileSync(settings.provision, 'utf8'), variable)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BadProvision(`${settings.provision}: ${code ? `cannot be read: ${code}` : message}`, { cause: error })
  }
}

interface Opened {
  readonly store: Store
  readonly key: Buffer
  readonly vault: Vault
  readonly allowPrivate: boolean
}

async function serve(parts: Parts, { store, key, vault, allowPrivate }: Opened, opened: Role[]): Promise<string> {
  const { settings, operations, version } = parts
  let origin = settings.publicUrl ?? ''
  let description: string | undefined
  const services: Services = {
    store,
    clock: parts.clock,
    log: parts.log,
    cursors: createCursors(key),
    vault,
    version,
    intervalFloorOf: ({ minIntervalSeconds }) => Math.min(minIntervalSeconds, settings.intervalFloor),
    allowPrivateTargets: allowPrivate,
    origin: () => origin,
    openapi: () => (description ??= JSON.stringify(describe(operations, { version, origin }))),
  }
  const door = { services, operations, trustedProxies: settings.trustedProxies, onReply: parts.onReply }
  const server = await startServer(door, { host: settings.host, port: settings.port })
  opened.push(server)
  const reachable = `http://${hostInUrl(settings.host)}:${server.port}`
  origin ||= reachable
  return reachable
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
