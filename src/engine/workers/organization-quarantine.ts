// Pauses the browser checks of an organization that keep ending their processes. A script that is tried has a new id
// each time, so a count per monitor would never stop it.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import type { CheckOrder } from './messages.ts'
import type { Step } from './steps.ts'
import type { RunOrder } from './workers.ts'

export const maxLossesPerHour = 5
const hourMs = 3_600_000
const maxRemembered = 10_000

const refused = asReported(
  notChecked(
    `not checked: browser checks of this organization have ended ${maxLossesPerHour} of their processes ` +
      'within an hour; they are made again when that hour is over',
  ),
)

export class OrganizationQuarantine implements Step {
  readonly #clock: Clock
  readonly #log: Log
  /** When processes were lost within the last hour, by organization. */
  readonly #losses = new Map<string, number[]>()
  #isStopping = false

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  async run(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const { organizationId } = order
    if (organizationId === undefined) return next(order)
    if (this.#recentLosses(organizationId).length >= maxLossesPerHour) return refused
    const outcome = await next(order)
    if (!this.#isStopping && (outcome === null || outcome.isQuarantined)) this.#noteLoss(organizationId)
    return outcome
  }

  stop(): void {
    this.#isStopping = true
  }

  #recentLosses(organizationId: string): number[] {
    const nowMs = this.#clock.monotonicMs()
    const recent = (this.#losses.get(organizationId) ?? []).filter((atMs) => nowMs - atMs < hourMs)
    if (recent.length === 0) this.#losses.delete(organizationId)
    return recent
  }

  #noteLoss(organizationId: string): void {
    const recent = [...this.#recentLosses(organizationId), this.#clock.monotonicMs()]
    // The oldest entry makes room.
    if (this.#losses.size >= maxRemembered) this.#losses.delete(this.#losses.keys().next().value!)
    this.#losses.delete(organizationId)
    this.#losses.set(organizationId, recent)
    if (recent.length === maxLossesPerHour)
      this.#log.error('browser checks of an organization are paused: they end their processes', { organizationId })
  }
}
