// Compares the monitors of deployments with before, at the times that each of them stores.
import { judgeDeployments } from '../../alerting/deployments.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { nextDeployment } from '../../store/checking/due-times.ts'
import type { Store } from '../../store/database/database.ts'
import type { DueBoard } from '../due-board.ts'
import { startRounds } from '../rounds.ts'

const maxRound = 5
const restMs = 5000

interface DeploymentWatchServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly board?: DueBoard
}

export function startDeploymentWatch({ store, clock, log, board }: DeploymentWatchServices): { stop(): Promise<void> } {
  return startRounds({
    round: async () => (await judgeDeployments(store, { limit: maxRound, now: clock.now(), log })) === maxRound,
    clock,
    log,
    failureMessage: 'deployments could not be compared; trying again',
    restMs,
    untilDue: board?.add({ dueAt: () => nextDeployment }),
  })
}
