// The processes of a world: what they do when something is due, and how they die.
import { createAlertEngine, type AlertEngine } from '../../kit/alerts/engine.ts'
import type { createReceivers } from '../../kit/alerts/receivers.ts'
import type { FakeClock } from '../../kit/clock.ts'
import { onlyErrors, quiet } from '../../kit/log.ts'
import type { Log } from '../../../src/domain/log.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { type SimulatedProcess, createProcess } from '../process.ts'
import { type Random, randomFrom } from '../random.ts'
import type { WorldShape } from '../shape.ts'
import { createPrimary } from './failover.ts'

export interface Server {
  readonly store: Store
  readonly clock: FakeClock
  readonly engine: AlertEngine
}

/** What one process does now. */
export type Work = (server: Server) => Promise<unknown>

/** Time that a process lost: until its leases end if it died, or as long as it paused. */
export interface LostTime {
  readonly at: number
  readonly ms?: number
}

export interface Servers {
  /** Carries out what people request, unless the database is away. */
  readonly people: SimulatedProcess
  /** Shows status pages. */
  readonly reader: SimulatedProcess
  /** The connections that announce changes. */
  readonly sources: readonly Store[]
  readonly isDatabaseAway: boolean
  readonly lost: readonly LostTime[]
  /** Whether one thing is done after the other. */
  readonly isInOrder: boolean
  /** When processes that pause go on. */
  wakeTimes(): readonly number[]
  /** Begins what is due, as the processes find it. */
  work(findDue: () => Promise<readonly { readonly work: Work }[]>): Promise<void>
  /** Until nothing more can be done at this time. */
  settle(): Promise<void>
  /** From now on nobody dies, and the database stays. */
  calm(): Promise<void>
}

export interface ServerParts {
  readonly clock: FakeClock
  readonly receivers: ReturnType<typeof createReceivers>
  readonly shape: WorldShape
}

const deathsPerStatement = 0.0006

/** One process that does one thing after the other. */
export function createLoneServer(store: Store, { clock, receivers, shape }: ServerParts): Servers {
  const lost: LostTime[] = []
  const random = randomFrom(shape.seed, 'server')
  const dies = deathsOf({ shape, clock, lost }, randomFrom(shape.seed, 'deaths'))
  const primary = createPrimary({ shape, clock, lost, isRequested: () => false })
  const process = createProcess(store, dies, { primary })
  const people = createProcess(store, () => false)
  const log = logOfLiving(process, primary)
  const engine = createAlertEngine({ store: process.store, clock, receivers, log })
  const server = { store: process.store, clock, engine }
  return {
    people: { ...people, isDead: false, run: async (work) => !primary.isAway && people.run(work) },
    reader: createProcess(store, () => false),
    sources: [store],
    get isDatabaseAway() {
      return primary.isAway
    },
    lost,
    isInOrder: true,
    wakeTimes: () => [],
    async work(findDue) {
      for (const { work } of shuffled(await findDue(), random)) await process.run(() => work(server))
    },
    settle: async () => undefined,
    async calm() {
      dies.end()
      primary.end()
    },
  }
}

export interface Deaths {
  (): boolean
  end(): void
}

export function deathsOf(
  { shape, clock, lost }: { shape: WorldShape; clock: FakeClock; lost: LostTime[] },
  random: Random,
): Deaths {
  let probability = shape.without.includes('deaths') ? 0 : deathsPerStatement
  const dies = (): boolean => {
    if (!random.chance(probability)) return false
    lost.push({ at: clock.now().getTime() })
    return true
  }
  return Object.assign(dies, {
    end() {
      probability = 0
    },
  })
}

/** A process that has died logs nothing, and one without its database what must be so. */
export function logOfLiving(process: SimulatedProcess, database: { readonly isAway: boolean }): Log {
  return {
    ...quiet,
    error: (message, fields) => process.isDead || database.isAway || onlyErrors.error(message, fields),
  }
}

export function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}
