import type { ArtifactStore } from '../artifacts/index.ts'
import type { OwnProblem } from '../domain/self-monitoring.ts'
import { startDeploymentWatch } from '../engine/judge/deployments.ts'
import { startObjectiveWatch } from '../engine/judge/objectives.ts'
import { startTimedChanges } from '../engine/judge/timed-changes.ts'
import { startUnwatchedWatch } from '../engine/judge/unwatched.ts'
import { startDueQueue } from '../engine/due-queue.ts'
import { startRounds } from '../engine/rounds.ts'
import { startStatusPages } from '../engine/status-pages/rounds.ts'
import { startWatchdog } from '../engine/watchdog.ts'
import { deleteArtifacts } from '../engine/housekeeping/artifacts.ts'
import { applyRetention } from '../engine/housekeeping/retention.ts'
import { startTableStatistics } from '../engine/housekeeping/table-statistics.ts'
import type { LoopServices } from '../engine/services.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import { queueItems } from '../store/checking/queue-items.ts'
import { packResults } from '../store/results/packing.ts'
import { refreshUsualRanges } from '../store/results/usual-ranges.ts'
import type { Stoppable } from './stoppable.ts'

const everyMs = 60_000
// Nothing needs to be deleted on the minute, and most of its fifty statements find nothing.
const sweepEveryMs = 300_000

export interface HousekeeperParts extends LoopServices {
  problems(): Promise<readonly OwnProblem[]>
  readonly deadmanUrl: string | null
  readonly artifacts: { readonly bytes: ArtifactStore }
}

export function startHousekeeper(parts: HousekeeperParts): Stoppable {
  const { store, clock, log, board } = parts
  const round = async (): Promise<boolean> => {
    await applyRetention(store, clock.now())
    return false
  }
  const sweeping = startRounds({
    round,
    clock,
    log,
    failureMessage: 'housekeeping failed; trying again',
    restMs: sweepEveryMs,
    retryMs: everyMs,
  })
  // Separate, because packing many results takes longer than the rest may wait. A part per round spreads the load.
  const packing = startRounds({
    round: async () => {
      await packResults(store, clock.now())
      return false
    },
    clock,
    log,
    failureMessage: 'old results could not be packed; trying again',
    restMs: everyMs,
    retryMs: everyMs,
  })
  const learning = startDueQueue(parts, {
    items: queueItems.usualRanges,
    limit: 20,
    process: refreshUsualRanges,
    restMs: everyMs,
  })
  // Separate, because the rest must not wait for a remote store.
  const deleting = startRounds({
    round: () => deleteArtifacts({ store, clock, log, artifacts: parts.artifacts.bytes }),
    clock,
    log,
    failureMessage: 'expired artifacts could not be deleted; trying again',
    restMs: everyMs,
    retryMs: everyMs,
  })
  const statistics = startTableStatistics({ store, clock, log })
  const timed = startTimedChanges({ store, clock, log, board })
  const unwatched = startUnwatchedWatch({ store, clock, log, board })
  const objectives = startObjectiveWatch({ store, clock, log, board })
  const deployments = startDeploymentWatch({ store, clock, log, board })
  // The operator chooses the address, so it may be private.
  const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock })
  const watchdog = startWatchdog({ ...parts, net })
  const statusPages = startStatusPages({
    store,
    clock,
    log,
    board,
    net: createNet({ policy: createPolicy({ allowPrivate: false }), clock }),
  })
  return {
    async stop() {
      await statusPages.stop()
      await watchdog.stop()
      await deployments.stop()
      await objectives.stop()
      await unwatched.stop()
      await timed.stop()
      await statistics.stop()
      await deleting.stop()
      await learning.stop()
      await packing.stop()
      await sweeping.stop()
    },
  }
}
