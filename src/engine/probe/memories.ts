// What earlier checks asked to be remembered, for types that remember.
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { CheckMemory } from '../../domain/outcome.ts'
import type { Database } from '../../store/database/database.ts'
import { memoriesOf, remember } from '../../store/checking/memories.ts'
import type { Turn } from '../../store/checking/turns.ts'
import { comparesPages, pagesKnownFor, saveComparedPages } from './compared-pages.ts'
import type { DueCheck } from './plans.ts'

interface MemoryQuery {
  readonly turns: readonly Turn[]
  readonly plans: ReadonlyMap<number, { readonly type: string }>
}

/** By turn. Read in each round, because another probe may have learned something. */
export async function memoriesFor(
  db: Database,
  { turns, plans }: MemoryQuery,
): Promise<ReadonlyMap<Turn, CheckMemory>> {
  const remembers = ({ monitorNumber }: Turn): boolean =>
    findCheck(plans.get(monitorNumber)?.type ?? '')?.remembers ?? false
  const theirs = turns.filter(remembers)
  const numbers = new Set(theirs.map(({ monitorNumber }) => monitorNumber))
  const known = numbers.size === 0 ? new Map<number, CheckMemory>() : await memoriesOf(db, [...numbers])
  const remembered = theirs.flatMap((turn) => {
    const memory = known.get(turn.monitorNumber)
    return memory ? [[turn, memory] as const] : []
  })
  return new Map([...remembered, ...(await pagesKnownFor(db, { turns, plans }))])
}

interface MemoryServices {
  readonly store: Database
  readonly clock: Clock
  readonly log: Log
}

export async function saveMemory(
  services: MemoryServices,
  { turn, order }: DueCheck,
  memory: CheckMemory,
): Promise<void> {
  const { monitorNumber } = turn
  const now = services.clock.now()
  await attempt(services, () =>
    comparesPages(order.type)
      ? saveComparedPages(services.store, turn, { memory, now })
      : remember(services.store, { monitorNumber, memory, instead: order.known }, now),
  )
}

/** Of a check that nobody waited for: saved unless a later check of the monitor has learned something. */
export async function saveLateMemory(
  services: MemoryServices,
  { turn, type, claimedAt, endedAt }: { turn: Turn; type: string; claimedAt: Date; endedAt: Date },
  memory: CheckMemory,
): Promise<void> {
  const { monitorNumber } = turn
  await attempt(services, async () => {
    if (comparesPages(type)) await saveComparedPages(services.store, turn, { memory, now: endedAt })
    else if (findCheck(type)?.remembers)
      await remember(services.store, { monitorNumber, memory, readAt: claimedAt }, endedAt)
  })
}

/** If this fails, the next check learns it again. */
async function attempt({ log }: MemoryServices, save: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    log.error('what a check learned could not be saved', { error: String(error) })
  }
}
