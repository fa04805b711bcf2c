// Evaluates objectives every minute, because no single check shows that an error budget burns.
import { judgeObjectives } from '../../alerting/objectives.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Store } from '../../store/database/database.ts'
import { startRounds } from '../rounds.ts'

const maxRound = 20
const restMs = 2000

interface ObjectiveWatchServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

export function startObjectiveWatch({ store, clock, log }: ObjectiveWatchServices): { stop(): Promise<void> } {
  return startRounds({
    round: async () => (await judgeObjectives(store, { limit: maxRound, now: clock.now(), log })) === maxRound,
    clock,
    log,
    complaint: 'objectives could not be evaluated; trying again',
    restMs,
  })
}
