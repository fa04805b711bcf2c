// Shows every second that this process lives, and frees what processes that died had taken.
import type { Clock } from '../domain/clock.ts'
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

export interface SignsOfLife {
  readonly processId: number
  stop(): Promise<void>
}

interface LeaseServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Nobody else can use this database, so whatever is taken was taken by somebody who is dead. */
  readonly alone: boolean
}

const everyMs = 1000
// Looks, not seconds: processes that were all held up together do not take each other for dead when they go on.
const looksWithoutSign = 4

export async function startProcessLease({ store, clock, log, alone }: LeaseServices): Promise<SignsOfLife> {
  const processId = await addProcess(store, clock.now())
  if (alone) await takeOver(store, processId)
  const silentAmong = createSilentProcessWatch()
  const round = async (): Promise<boolean> => {
    const silent = silentAmong(await renewProcessLease(store, processId, clock.now()))
    if (silent.length > 0) await releaseDeadLeases(store, silent, log)
    return false
  }
  const rounds = startRounds({ round, clock, log, complaint: 'no sign of life could be shown', restMs: everyMs })
  return {
    processId,
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
  if (freed) log.warn('a process shows no sign of life; what it had taken is free again', freed)
}

async function freeLeases(db: Database, heldBy?: readonly number[]): Promise<{ checks: number; deliveries: number }> {
  return { checks: await freeTurns(db, heldBy), deliveries: await freeDeliveries(db, heldBy) }
}

/** Told at each look what every process showed last, answers those that have shown nothing new for a few looks. */
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
