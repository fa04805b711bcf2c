// Takes a picture of what visitors see when a monitor begins to fail, once per outage and after the check was reported.
import { findCheck } from '../../checks/index.ts'
import { violates } from '../../domain/alerting/condition.ts'
import type { ArtifactNote } from '../../domain/checking/artifact.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { addArtifactsToIncidents } from '../../store/incidents/incidents.ts'
import { addArtifactsToEvidence } from '../../store/results/evidence.ts'
import type { BrowserSlots } from '../browser-checks/browser-slots.ts'
import { type KeepingParts, saveArtifacts } from './save-artifacts.ts'
import type { Workers } from '../workers/workers.ts'
import type { DueCheck } from './plans.ts'

export interface PictureParts extends KeepingParts {
  readonly workers: Workers
  readonly slots?: BrowserSlots
}

export interface FailurePictures {
  /** Adds the picture of this outage to the evidence of the outcome, or why there is none. Begins to take it if due. */
  attach(check: DueCheck, outcome: ReportedOutcome, at: Date): ReportedOutcome
}

interface FailurePicture {
  readonly atMs: number
  isOver: boolean
  notes: readonly ArtifactNote[] | null
}

const deadlineMs = 30_000
/** A flapping monitor gets one picture in this time. */
const restMs = 15 * 60_000
const maxRemembered = 10_000

export function createFailurePictures(parts: PictureParts): FailurePictures {
  const { clock, log } = parts
  const pictures = new Map<number, FailurePicture>()

  const start = (check: DueCheck, at: Date): string | null => {
    const obstacle = obstacleIn(parts.slots)
    if (obstacle !== null) return `No picture was taken: ${obstacle}.`
    if (pictures.size >= maxRemembered) pictures.clear()
    const taken: FailurePicture = { atMs: clock.monotonicMs(), isOver: false, notes: null }
    pictures.set(check.turn.monitorNumber, taken)
    take(parts, check, { at, taken }).catch((error: unknown) =>
      log.warn('a picture of a failure could not be saved', { error: String(error) }),
    )
    return null
  }

  return {
    attach(check, outcome, at) {
      const { turn, plan } = check
      if (!findCheck(plan.type)?.picture?.wanted(plan.config) || outcome.infrastructure) return outcome
      const last = pictures.get(turn.monitorNumber)
      if (!hasFailed(outcome, plan)) {
        if (last) last.isOver = true
        return outcome
      }
      if (last && !last.isOver) return last.notes ? withEvidence(outcome, { artifacts: last.notes }) : outcome
      const isTooSoon = last !== undefined && clock.monotonicMs() - last.atMs < restMs
      // A target that sent no response has nothing to show.
      if (isTooSoon || outcome.statusCode === null) return outcome
      const reason = start(check, at)
      return reason === null ? outcome : withEvidence(outcome, { picture: reason })
    },
  }
}

function obstacleIn(slots: BrowserSlots | undefined): string | null {
  if (!slots || slots.browserMissing === undefined) return 'browsers are still being looked for here'
  if (slots.browserMissing !== null) return slots.browserMissing
  return slots.freeBrowsers ? null : 'every browser was busy'
}

function hasFailed(outcome: ReportedOutcome, { rules }: DueCheck['plan']): boolean {
  return !outcome.success || rules.some((rule) => rule.severity === 'critical' && violates(rule, outcome) === true)
}

/** Adds the picture to the check that failed, to incidents that are open already, and to the failures that follow. */
async function take(
  parts: PictureParts,
  { turn, plan, order }: DueCheck,
  { at, taken }: { at: Date; taken: FailurePicture },
): Promise<void> {
  const { organizationId, monitorId } = plan
  const { type, version, target, config } = order
  const picture = { type, organizationId, monitorId, version, target, config, deadlineMs, forPicture: true }
  const outcome = await parts.workers.run(picture)
  if (!outcome?.artifacts) return
  const kept = await saveArtifacts(parts, { organizationId, monitorId }, outcome)
  const { artifacts } = JSON.parse(kept.evidence!) as { artifacts: ArtifactNote[] }
  taken.notes = artifacts
  const { monitorNumber, location } = turn
  await addArtifactsToEvidence(parts.store, { monitorNumber, location, at, artifacts })
  await addArtifactsToIncidents(parts.store, organizationId, { monitorNumber, artifacts })
}

function withEvidence(outcome: ReportedOutcome, more: object): ReportedOutcome {
  const evidence = outcome.evidence === null ? {} : (JSON.parse(outcome.evidence) as object)
  return { ...outcome, evidence: JSON.stringify({ ...evidence, ...more }) }
}
