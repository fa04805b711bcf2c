// Pauses the checks of an organization that keep ending their processes. A script that is tried has a new id each time,
// so counting by monitor would never stop it.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { asReported, notChecked } from '../../domain/outcome.ts'
import type { CheckReport } from './messages.ts'
import type { Workers } from './workers.ts'

export const maxLossesPerHour = 5
const hourMs = 3_600_000
const maxRemembered = 10_000

const outcome = asReported(
  notChecked(
    `not checked: browser checks of this organization have ended ${maxLossesPerHour} of their processes ` +
      'within an hour; they are made again when that hour is over',
  ),
)

interface QuarantineParts {
  readonly workers: Workers
  readonly clock: Clock
  readonly log: Log
}

export function createOrganizationQuarantine({ workers, clock, log }: QuarantineParts): Workers {
  /** When processes were lost within the last hour, by organization. */
  const losses = new Map<string, number[]>()
  let isStopping = false

  const recentLosses = (organizationId: string): number[] => {
    const recent = (losses.get(organizationId) ?? []).filter((atMs) => clock.monotonicMs() - atMs < hourMs)
    if (recent.length === 0) losses.delete(organizationId)
    return recent
  }
  const noteLoss = (organizationId: string): void => {
    const recent = [...recentLosses(organizationId), clock.monotonicMs()]
    // The one that is longest ago makes room.
    if (losses.size >= maxRemembered) losses.delete(losses.keys().next().value!)
    losses.delete(organizationId)
    losses.set(organizationId, recent)
    if (recent.length === maxLossesPerHour)
      log.error('the browser checks of an organization are paused: they end their processes', { organizationId })
  }
  const refuse = (): CheckReport => ({ id: 0, at: clock.now().getTime(), costMs: 0, outcome })

  return {
    get busy() {
      return workers.busy
    },
    get free() {
      return workers.free
    },
    get isReady() {
      return workers.isReady
    },
    stalledMs: (withinMs) => workers.stalledMs(withinMs),
    async run(work) {
      const { organizationId } = work
      if (organizationId === undefined) return workers.run(work)
      if (recentLosses(organizationId).length >= maxLossesPerHour) return refuse()
      const done = await workers.run(work)
      if (!isStopping && (done === null || done.quarantined)) noteLoss(organizationId)
      return done
    },
    stop() {
      isStopping = true
      return workers.stop()
    },
  }
}
