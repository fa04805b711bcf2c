// What checks of types that remember are told of earlier ones, and what they ask to be kept.
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { CheckMemory } from '../../domain/outcome.ts'
import type { Database } from '../../store/database/database.ts'
import { memoriesOf, remember } from '../../store/checking/memories.ts'
import type { Turn } from '../../store/checking/turns.ts'
import { comparesPages, saveComparedPages, pagesKnownFor } from './compared-pages.ts'

interface MemoryQuery {
  readonly turns: readonly Turn[]
  readonly jobs: ReadonlyMap<number, { readonly type: string }>
}

/** By turn. Asked for with every round: another probe may have learned something since. */
export async function memoriesFor(db: Database, { turns, jobs }: MemoryQuery): Promise<ReadonlyMap<Turn, CheckMemory>> {
  const remembers = ({ monitorNumber }: Turn): boolean =>
    findCheck(jobs.get(monitorNumber)?.type ?? '')?.remembers ?? false
  const theirs = turns.filter(remembers)
  const numbers = new Set(theirs.map(({ monitorNumber }) => monitorNumber))
  const known = numbers.size === 0 ? new Map<number, CheckMemory>() : await memoriesOf(db, [...numbers])
  const remembered = theirs.flatMap((turn) => {
    const memory = known.get(turn.monitorNumber)
    return memory ? [[turn, memory] as const] : []
  })
  return new Map([...remembered, ...(await pagesKnownFor(db, { turns, jobs }))])
}

interface MemoryWrite {
  readonly turn: Turn
  readonly type: string
  readonly memory: CheckMemory
  readonly instead: CheckMemory | undefined
}

/** What cannot be kept is learned again by the next check. */
export async function saveMemory(
  { store, clock, log }: { store: Database; clock: Clock; log: Log },
  { turn, type, memory, instead }: MemoryWrite,
): Promise<void> {
  const now = clock.now()
  try {
    if (comparesPages(type)) await saveComparedPages(store, turn, { memory, now })
    else await remember(store, { monitorNumber: turn.monitorNumber, memory, instead }, now)
  } catch (error) {
    log.error('what a check learned could not be kept', { error: String(error) })
  }
}
