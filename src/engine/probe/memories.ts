// What checks of types that remember are told of earlier ones, and what they ask to be kept.
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Memory } from '../../domain/outcome.ts'
import type { Database } from '../../store/database/database.ts'
import { memoriesOf, remember } from '../../store/checking/memories.ts'
import type { Turn } from '../../store/checking/turns.ts'

/** By monitor. Asked for with every round: another probe may have learned something since. */
export async function memoriesFor(
  db: Database,
  { turns, jobs }: { turns: readonly Turn[]; jobs: ReadonlyMap<number, { readonly type: string }> },
): Promise<ReadonlyMap<number, Memory>> {
  const remembers = ({ monitorNumber }: Turn): boolean =>
    findCheck(jobs.get(monitorNumber)?.type ?? '')?.remembers ?? false
  const wanted = new Set(turns.filter(remembers).map(({ monitorNumber }) => monitorNumber))
  return wanted.size === 0 ? new Map() : memoriesOf(db, [...wanted])
}

/** What cannot be kept is learned again by the next check. */
export async function keepMemory(
  { store, clock, log }: { store: Database; clock: Clock; log: Log },
  monitorNumber: number,
  { memory, instead }: { memory: Memory; instead: Memory | undefined },
): Promise<void> {
  try {
    await remember(store, { monitorNumber, memory, instead }, clock.now())
  } catch (error) {
    log.error('what a check learned could not be kept', { error: String(error) })
  }
}
