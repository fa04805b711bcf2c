// What visitors see when a monitor begins to fail: taken after the check was reported, once per outage. Nothing waits
// for it.
import { findCheck } from '../../checks/index.ts'
import { violates } from '../../domain/alerting/condition.ts'
import type { ArtifactNote } from '../../domain/checking/artifact.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { addArtifactsToIncidents } from '../../store/incidents/incidents.ts'
import { addArtifactsToEvidence } from '../../store/results/evidence.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { BrowserSlots } from '../browser-checks/browser-slots.ts'
import type { CheckPlan } from './jobs.ts'
import { type KeepingParts, saveArtifacts } from './save-artifacts.ts'
import type { Workers } from '../workers/workers.ts'

export interface PictureParts extends KeepingParts {
  readonly workers: Workers
  readonly slots?: BrowserSlots
}

export interface CheckedTurn {
  readonly turn: Turn
  readonly job: CheckPlan
  readonly at: Date
  readonly outcome: ReportedOutcome
}

export interface FailurePictures {
  /** The outcome, and beside it what is known of the picture of this outage. */
  beside(checked: CheckedTurn): ReportedOutcome
}

interface FailurePicture {
  readonly atMs: number
  isOver: boolean
  notes: readonly ArtifactNote[] | null
}

const deadlineMs = 30_000
/** A monitor that flaps has one picture in this time. */
const restMs = 15 * 60_000
const maxRemembered = 10_000

export function createFailurePictures(parts: PictureParts): FailurePictures {
  const { clock, log } = parts
  const pictures = new Map<number, FailurePicture>()

  const start = (checked: CheckedTurn): string | null => {
    const obstacle = obstacleIn(parts.slots)
    if (obstacle !== null) return `No picture was taken: ${obstacle}.`
    if (pictures.size >= maxRemembered) pictures.clear()
    const taken: FailurePicture = { atMs: clock.monotonicMs(), isOver: false, notes: null }
    pictures.set(checked.turn.monitorNumber, taken)
    take(parts, checked, taken).catch((error: unknown) =>
      log.warn('a picture of a failure could not be kept', { error: String(error) }),
    )
    return null
  }

  return {
    beside(checked) {
      const { turn, job, outcome } = checked
      if (!findCheck(job.type)?.picture?.wanted(job.config) || outcome.infrastructure) return outcome
      const last = pictures.get(turn.monitorNumber)
      if (!hasFailed(checked)) {
        if (last) last.isOver = true
        return outcome
      }
      if (last && !last.isOver) return last.notes ? withEvidence(outcome, { artifacts: last.notes }) : outcome
      const isTooSoon = last !== undefined && clock.monotonicMs() - last.atMs < restMs
      // Who did not answer has nothing to show.
      if (isTooSoon || outcome.statusCode === null) return outcome
      const reason = start(checked)
      return reason === null ? outcome : withEvidence(outcome, { picture: reason })
    },
  }
}

function obstacleIn(slots: BrowserSlots | undefined): string | null {
  if (!slots || slots.browserMissing === undefined) return 'browsers are still being looked for here'
  if (slots.browserMissing !== null) return slots.browserMissing
  return slots.freeBrowsers ? null : 'every browser was busy'
}

function hasFailed({ outcome, job: { rules } }: CheckedTurn): boolean {
  return !outcome.success || rules.some((rule) => rule.severity === 'critical' && violates(rule, outcome) === true)
}

/** For the check that failed, for incidents that are open already, and for the failures that follow. */
async function take(parts: PictureParts, { turn, job, at }: CheckedTurn, taken: FailurePicture): Promise<void> {
  const { deadlineSeconds: _, rules: __, problem: ___, organizationId, ...work } = job
  const outcome = await parts.workers.run({ ...work, organizationId, deadlineMs, forPicture: true })
  if (!outcome?.artifacts) return
  const kept = await saveArtifacts(parts, { organizationId, monitorId: job.monitorId }, outcome)
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
