// Evaluates objectives every minute, because no single check shows that an error budget burns.
import { judgeObjectives } from '../../alerting/objectives.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { nextObjective } from '../../store/checking/due-times.ts'
import type { Store } from '../../store/database/database.ts'
import type { DueBoard } from '../due-board.ts'
import { startRounds } from '../rounds.ts'

const maxRound = 20
const restMs = 2000

interface ObjectiveWatchServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly board?: DueBoard
}

export function startObjectiveWatch({ store, clock, log, board }: ObjectiveWatchServices): { stop(): Promise<void> } {
  return startRounds({
    round: async () => (await judgeObjectives(store, { limit: maxRound, now: clock.now(), log })) === maxRound,
    clock,
    log,
    failureMessage: 'objectives could not be evaluated; trying again',
    restMs,
    untilDue: board?.add({ dueAt: () => nextObjective }),
  })
}
