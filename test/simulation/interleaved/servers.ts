// Several processes with a connection each, whose statements take turns in an order that the seed decides.
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { createAlertEngine } from '../../kit/alerts/engine.ts'
import type { FakeClock } from '../../kit/clock.ts'
import type { SimulationDatabase } from '../database.ts'
import {
  type LostTime,
  type Server,
  type ServerParts,
  type Servers,
  type Work,
  deathsOf,
  logOfLiving,
  shuffled,
} from '../outages/servers.ts'
import { createPrimary } from '../outages/failover.ts'
import { type SimulatedProcess, createProcess } from '../process.ts'
import { randomFrom } from '../random.ts'
import { type DatabaseActivity, Scheduler, maxIdleMs } from './scheduler.ts'

const serverCount = 4
const pausesPerStatement = 0.002
const clockJumps = 0.02
const second = 1000

interface BusyProcess {
  readonly process: SimulatedProcess
  readonly server: Server
  /** What it does now. */
  task: Promise<unknown> | null
}

export function createInterleavedServers(
  { store, connection }: SimulationDatabase,
  { clock, receivers, shape }: ServerParts,
): Servers {
  const lost: LostTime[] = []
  const random = randomFrom(shape.seed, 'servers')
  const pauses = randomFrom(shape.seed, 'pauses')
  const clocks = randomFrom(shape.seed, 'clocks')
  let isCalm = false
  /** Until then the clock stands, and nobody would end a pause. */
  let hasBegun = false
  const scheduler = new Scheduler({
    random: randomFrom(shape.seed, 'statements'),
    now: () => clock.now().getTime(),
    activity: () => activityIn(store),
    pauseMs(isInTransaction) {
      if (isCalm || shape.without.includes('pauses') || !pauses.chance(pausesPerStatement)) return 0
      const ms = pauses.integer(5, 100) * second
      if (!hasBegun) return 0
      const isLost = isInTransaction && ms > maxIdleMs
      lost.push({ at: clock.now().getTime(), ...(!isLost && { ms: ms + 30 * second }) })
      return ms
    },
  })
  const dies = deathsOf({ shape, clock, lost }, randomFrom(shape.seed, 'deaths'))
  let requests = 0
  const primary = createPrimary({ shape, clock, lost, isRequested: () => requests > 0 })
  const someErrors = (): number[] =>
    Array.from({ length: serverCount }, () => (shape.without.includes('clocks') ? 0 : clocks.integer(-2000, 2000)))
  /** By how many milliseconds the clocks are wrong. Now and then somebody sets one. */
  let errors = someErrors()
  const servers = Array.from({ length: serverCount }, (_, index): BusyProcess => {
    const process = createProcess(connection(index), dies, { gate: scheduler.gateOf(index), primary })
    const own = aheadBy(clock, () => errors[index]!)
    const engine = createAlertEngine({
      store: process.store,
      clock: own,
      receivers,
      log: logOfLiving(process, primary),
    })
    return { process, server: { store: process.store, clock: own, engine }, task: null }
  })
  const people = createProcess(connection(serverCount), () => false, { gate: scheduler.gateOf(serverCount) })
  const readerIndex = serverCount + 1
  const reader = createProcess(connection(readerIndex), () => false, { gate: scheduler.gateOf(readerIndex), primary })
  const failures: unknown[] = []
  /** Lets a process begin, without waiting until it is done. */
  const inBackground = (process: SimulatedProcess): SimulatedProcess => {
    let task: Promise<unknown> = Promise.resolve()
    const run: SimulatedProcess['run'] = async (work) => {
      task = task.then(() => process.run(work)).catch((error: unknown) => failures.push(error))
      return true
    }
    return { store: process.store, isDead: false, run }
  }
  const requesting = inBackground(people)

  function begin(one: BusyProcess, works: readonly Work[]): void {
    const task = (async () => {
      for (const work of works) await one.process.run(() => work(one.server))
    })()
    one.task = task
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        one.task = null
      })
  }

  return {
    lost,
    isInOrder: false,
    wakeTimes: () => scheduler.wakeTimes(),
    people: {
      ...requesting,
      async run(work) {
        if (primary.isAway) return false
        requests += 1
        return requesting.run(() => work().finally(() => (requests -= 1)))
      },
    },
    reader: inBackground(reader),
    sources: Array.from({ length: serverCount + 1 }, (_, index) => connection(index)),
    get isDatabaseAway() {
      return primary.isAway
    },
    async work(findDue) {
      hasBegun = true
      if (clocks.chance(clockJumps)) errors = errors.with(clocks.integer(0, serverCount - 1), someErrors()[0]!)
      const due = await findDue()
      for (const one of shuffled(servers, random)) {
        const theirs = shuffled(due, random).filter(() => random.chance(0.7))
        if (one.task === null && theirs.length > 0)
          begin(
            one,
            theirs.map(({ work }) => work),
          )
      }
    },
    async settle() {
      await scheduler.run()
      if (failures.length > 0) throw failures[0]
    },
    async calm() {
      isCalm = true
      dies.end()
      primary.end()
    },
  }
}

const aheadBy = (clock: FakeClock, ms: () => number): FakeClock => ({
  ...clock,
  now: () => new Date(clock.now().getTime() + ms()),
})

async function activityIn(store: Store): Promise<DatabaseActivity> {
  const row = await store.row<DatabaseActivity>(sql`
    select count(*) filter (where wait_event_type = 'Lock') as waiting,
      count(*) filter (where wait_event_type is distinct from 'Lock') as running
    from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`)
  return row!
}
