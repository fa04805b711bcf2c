// Changes that are due by time and not by a check: requested ends of incidents, reminders, and turns at dead locations.
import { resolveRequested } from '../../alerting/close-incidents.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Store } from '../../store/database/database.ts'
import { nextTimedChange } from '../../store/checking/due-times.ts'
import { leaveDeadLocations } from '../../store/checking/turns.ts'
import { remindDue } from '../../store/incidents/incidents.ts'
import type { DueBoard } from '../due-board.ts'
import { startRounds } from '../rounds.ts'

const maxRound = 200
const restMs = 500

/** Makes one batch of changes, and returns whether there is more to do now. */
export async function makeTimedChanges(store: Store, { now, log }: { now: Date; log: Log }): Promise<boolean> {
  const some = { limit: maxRound, now }
  const resolved = await resolveRequested(store, { ...some, log })
  const reminded = await remindDue(store, some)
  const moved = await leaveDeadLocations(store, some)
  return [resolved, reminded, moved].includes(maxRound)
}

interface TimedChangeServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly board?: DueBoard
}

export function startTimedChanges({ store, clock, log, board }: TimedChangeServices): { stop(): Promise<void> } {
  const round = (): Promise<boolean> => makeTimedChanges(store, { now: clock.now(), log })
  const untilDue = board?.add({ dueAt: nextTimedChange })
  return startRounds({
    round,
    clock,
    log,
    failureMessage: 'timed changes could not be made; trying again',
    restMs,
    untilDue,
  })
}
