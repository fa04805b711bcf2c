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

/** If this fails, the next check learns it again. */
export async function saveMemory(
  { store, clock, log }: { store: Database; clock: Clock; log: Log },
  { turn, order }: DueCheck,
  memory: CheckMemory,
): Promise<void> {
  const { monitorNumber } = turn
  const now = clock.now()
  try {
    if (comparesPages(order.type)) await saveComparedPages(store, turn, { memory, now })
    else await remember(store, { monitorNumber, memory, instead: order.known }, now)
  } catch (error) {
    log.error('what a check learned could not be saved', { error: String(error) })
  }
}
