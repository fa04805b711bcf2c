// The results of checks that run once: of a diagnostic, and of a monitor that is not saved.
import { z } from 'zod'
import { compact, plural } from '../compact.ts'
import { type TargetText, boundTargetData, fromTarget } from '../from-target.ts'

export const waitSeconds = 20

export const config = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Settings of the type, such as {"expectedStatus": "200"}')
export const locations = z
  .array(z.uuid())
  .min(1)
  .max(10)
  .optional()
  .describe('Location ids; one that is online by default')

interface RunFacts {
  readonly location: { readonly name: string }
  readonly status: string
  readonly success: boolean | null
  readonly duration_ms: number | null
  readonly error: TargetText | null
}

interface RunDetails {
  readonly status_code: number | null
  readonly cause: string | null
  readonly objections?: TargetText
  readonly metrics: TargetText
  readonly evidence: TargetText
}

export type ApiRun = RunFacts & { readonly details: RunDetails | null }

export const runOutput = {
  done: z.boolean(),
  results: z.array(z.looseObject({ location: z.string(), ok: z.boolean().optional() })),
  from_target: fromTarget,
}

export function showRuns(subject: string, runs: readonly ApiRun[]) {
  const done = runs.every(({ status }) => status === 'done')
  const failed = runs.filter(({ success }) => success === false).length
  const all = plural(runs.length, 'location')
  const outcome = failed === 0 ? `succeeded from ${all}` : `failed from ${failed} of ${all}`
  return {
    summary: done ? `${subject} ${outcome}.` : `${subject} is still running.`,
    done,
    results: runs.map(resultOfRun),
    from_target: boundTargetData(runs.map(textsOf)),
  }
}

function resultOfRun({ location, success, duration_ms: ms, details }: ApiRun) {
  return {
    location: location.name,
    ...compact({ ok: success, ms, status_code: details?.status_code, cause: details?.cause }),
  }
}

function textsOf({ location, error, details }: ApiRun): object {
  const { objections, metrics, evidence } = details ?? {}
  return { location: location.name, error, objections, metrics, evidence }
}
