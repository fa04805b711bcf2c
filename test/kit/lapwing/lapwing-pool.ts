// Lapwings are used again: emptying one costs a tenth of starting one. What a test did to it is gone from its database,
// what it remembers is older than a minute, and its clock stands where it began.
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import type { Client } from 'pg'
import { provision } from './provision.ts'
import { createVault } from '../../../src/domain/vault.ts'
import type { Operation } from '../../../src/operations/registry/define.ts'
import type { DashboardSource } from '../../../src/roles/dashboard.ts'
import { readOrCreateKeys } from '../../../src/wiring/secret-keys.ts'
import type { Database } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { acme } from './acme.ts'
import { holdDatabase, isAsMigrated } from './database-pool.ts'
import { forgetEverybody } from './servers.ts'
import { finishWork } from './unfinished-work.ts'
import { type Options, type StartedLapwing, type TestLapwing, start } from './start-lapwing.ts'

export interface TakenLapwing {
  readonly app: TestLapwing
  giveBack(): Promise<void>
}

interface Pooled extends StartedLapwing {
  readonly kind: string
  /** Whether alerts are delivered by itself. */
  readonly notifies: boolean
  readonly startedAt: number
  readonly held: Awaited<ReturnType<typeof holdDatabase>>
}

// Each holds up to nine connections.
const maxIdle = 5
// Most tests stay below it. After weeks, housekeeping drops the partitions of the first of March.
const maxMs = 32 * 3_600_000
// Longer than a Lapwing remembers callers and counts requests.
const forgottenAfterMs = 61_000
// A lock that is not available, and a deadlock.
const mustWait = new Set<string | undefined>(['55P03', '40P01'])

const idle: Pooled[] = []

export async function takeLapwing(options: Options): Promise<TakenLapwing> {
  const taken = await takeOne(options)
  // Few tests start probes, and others should not hear that nobody has.
  await taken.app.store.run(sql`update locations set created_at = '2100-01-01'`)
  return taken
}

async function takeOne(options: Options): Promise<TakenLapwing> {
  if (!canBeUsedAgain(options)) return startForOne(options)
  const taken = (await usedAgain(options)) ?? (await startPooled(options))
  // What is remembered of a Lapwing in a test is remembered by this object, and is not true of the next one.
  return { app: { ...taken.app }, giveBack: () => giveBack(taken) }
}

/** One that shares what it has with another, or tells somebody else what it does, is nobody else's afterwards. */
function canBeUsedAgain({ provision = acme, env = {}, ...own }: Options): boolean {
  const isOwn = [own.database, own.clock, own.log, own.textRecords, own.clientDocument].every(
    (part) => part === undefined,
  )
  return isOwn && provision.includes('organizations') && !env['LAPWING_ROLES']?.includes('prober')
}

async function startForOne(options: Options): Promise<TakenLapwing> {
  const held = options.database ? undefined : await holdDatabase()
  const { app } = await start(options, options.database ?? held!.database)
  const giveBack = async (): Promise<void> => {
    await app.stop()
    held?.release()
  }
  return { app, giveBack }
}

async function startPooled(options: Options): Promise<Pooled> {
  const held = await holdDatabase()
  const started = await start(options, held.database)
  const notifies = started.settings.roles.includes('notifier')
  return { ...started, kind: kindOf(options), notifies, startedAt: started.app.clock.now().getTime(), held }
}

/** Its work is finished first: results that are stored later would belong to what is gone by then. */
async function giveBack(used: Pooled): Promise<void> {
  if (used.isStopped()) return used.held.release()
  try {
    if (used.notifies) await finishWork({ clock: used.app.clock, session: used.held.session })
  } catch (error) {
    await put(used)
    throw error
  }
  idle.unshift(used)
  for (const old of idle.splice(maxIdle)) await put(old)
}

async function put(old: Pooled): Promise<void> {
  await old.app.stop()
  old.held.release()
}

async function usedAgain(options: Options): Promise<Pooled | undefined> {
  const kind = kindOf(options)
  const place = idle.findIndex((one) => one.kind === kind)
  if (place === -1) return undefined
  const [known] = idle.splice(place, 1) as [Pooled]
  const { clock } = known.app
  const { session } = known.held
  if (clock.now().getTime() - known.startedAt > maxMs || !(await isAsMigrated(session))) {
    await put(known)
    return undefined
  }
  clock.set(known.startedAt - forgottenAfterMs - clock.now().getTime())
  await untilQuiet(session)
  await forget(session)
  // Sleepers that wake now see the new time.
  clock.advance(forgottenAfterMs)
  try {
    await provide(known, options.provision ?? acme)
  } catch (error) {
    await giveBack(known)
    throw error
  }
  return known
}

const readActivity = {
  name: 'activity',
  text: `
    select bool_or(state <> 'idle') as "isBusy", max(state_change)::text as "changedAt"
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`,
}

/** A round that began before the clock was turned back would find that everything new has expired. */
async function untilQuiet(session: Client): Promise<void> {
  for (let last: string | null = null; ;) {
    const { rows } = await session.query<{ isBusy: boolean | null; changedAt: string | null }>(readActivity)
    const { isBusy, changedAt } = rows[0]!
    if (!isBusy && changedAt === last) return
    last = changedAt
    await nextLoopTurn()
  }
}

/** What it was doing meanwhile is done first: it may wait for us as we wait for it. */
async function forget(session: Client): Promise<void> {
  for (;;) {
    try {
      await session.query(`begin; set local lock_timeout = 100; select ${forgetEverybody}(); commit`)
      return
    } catch (error) {
      await session.query('rollback')
      if (!mustWait.has((error as { code?: string }).code)) throw error
    }
  }
}

async function provide({ app, settings }: Pooled, text: string): Promise<void> {
  await provision(silent(app.store), text, {
    now: app.clock.now(),
    vault: createVault(readOrCreateKeys(settings)),
    allowPrivate: settings.allowPrivateTargets ?? true,
    origin: settings.publicUrl ?? app.origin,
  })
}

/** Nobody looks yet: whoever does so in a moment is not to hear of it. */
function silent(db: Database): Database {
  return { ...db, publish() {}, transaction: (work, limits) => db.transaction((tx) => work(silent(tx)), limits) }
}

const parts = new Map<readonly Operation[] | DashboardSource | undefined, number>()

function kindOf({ operations, dashboard, env }: Options): string {
  for (const part of [operations, dashboard]) if (!parts.has(part)) parts.set(part, parts.size)
  return `${parts.get(operations)} ${parts.get(dashboard)} ${JSON.stringify(env ?? {})}`
}
