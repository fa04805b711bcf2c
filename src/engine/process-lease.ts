// Renews the lease of this process, and releases what dead processes had claimed.
import type { Log } from '../domain/log.ts'
import { freeTurns } from '../store/checking/turns.ts'
import type { Database, Store } from '../store/database/database.ts'
import {
  type ProcessLease,
  addProcess,
  dropOtherProcesses,
  dropProcess,
  dropProcesses,
  renewProcessLease,
} from '../store/database/processes.ts'
import { freeDeliveries } from '../store/notifications/deliveries.ts'
import { startRounds } from './rounds.ts'
import type { EngineServices } from './services.ts'

export interface SignsOfLife {
  readonly processId: number
  /** Whether no other process used the database when this one last looked. */
  isAlone(): boolean
  stop(): Promise<void>
}

interface LeaseServices extends EngineServices {
  /** No other process can use this database, so all existing claims belong to dead processes. */
  readonly alone: boolean
}

const everyMs = 1000
// Nobody else looks at it then, apart from commands, which believe a lease for 15 seconds.
const everyMsAlone = 5000
// Counted in looks, not seconds: processes that were suspended together do not declare each other dead.
const looksWithoutSign = 4

export async function startProcessLease({ store, clock, log, alone }: LeaseServices): Promise<SignsOfLife> {
  const processId = await addProcess(store, clock.now())
  if (alone) await takeOver(store, processId)
  const silentAmong = createSilentProcessWatch()
  let isAlone = alone
  const round = async (): Promise<boolean> => {
    const others = await renewProcessLease(store, processId, clock.now())
    isAlone = others.length === 0
    const silent = silentAmong(others)
    if (silent.length > 0) await releaseDeadLeases(store, silent, log)
    return false
  }
  const rounds = startRounds({
    round,
    clock,
    log,
    failureMessage: 'the lease of this process could not be renewed',
    restMs: alone ? everyMsAlone : everyMs,
  })
  return {
    processId,
    isAlone: () => isAlone,
    async stop() {
      await rounds.stop()
      await store.transaction(async (tx) => {
        await dropProcess(tx, processId)
        await freeLeases(tx, [processId])
      })
    },
  }
}

async function takeOver(store: Store, processId: number): Promise<void> {
  await store.transaction(async (tx) => {
    await dropOtherProcesses(tx, processId)
    await freeLeases(tx)
  })
}

async function releaseDeadLeases(store: Store, silent: readonly ProcessLease[], log: Log): Promise<void> {
  const freed = await store.transaction(async (tx) => {
    const dead = await dropProcesses(tx, silent)
    return dead.length === 0 ? null : { processes: dead, ...(await freeLeases(tx, dead)) }
  })
  if (freed) log.warn('a process shows no sign of life; its claims were released', freed)
}

async function freeLeases(db: Database, heldBy?: readonly number[]): Promise<{ checks: number; deliveries: number }> {
  return { checks: await freeTurns(db, heldBy), deliveries: await freeDeliveries(db, heldBy) }
}

/** Returns a function that gets the leases at each look and returns those that were not renewed for some looks. */
export function createSilentProcessWatch(): (signs: readonly ProcessLease[]) => ProcessLease[] {
  let known = new Map<number, { seenAt: number; looks: number }>()
  return (signs) => {
    known = new Map(
      signs.map(({ id, seenAt }) => {
        const before = known.get(id)
        const isSilent = before?.seenAt === seenAt.getTime()
        return [id, { seenAt: seenAt.getTime(), looks: isSilent ? before.looks + 1 : 0 }]
      }),
    )
    return signs.filter(({ id }) => known.get(id)!.looks >= looksWithoutSign)
  }
}
