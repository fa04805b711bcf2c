// The schemas of diagnostics.
import { z } from 'zod'
import { type Diagnostic, waitsForMs } from '../../store/checking/tries.ts'
import { exampleOf } from '../registry/fields/example.ts'
import { measuredMetric } from '../registry/fields/measured-metric.ts'
import { showRun, triedRun } from '../monitors/drafts/tried-run.ts'
import { type DiagnosticType, checkOf, diagnosticTypes } from './diagnostic-types.ts'

const moment = z.iso.datetime()

const data = triedRun.pick({ status_code: true, cause: true, metrics: true, phases: true, evidence: true })

const result = z.object({
  location: triedRun.shape.location.meta({
    example: { id: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a10', name: 'Frankfurt' },
  }),
  status: triedRun.shape.status.meta({ example: 'done' }),
  success: z
    .boolean()
    .nullable()
    .meta({ description: 'Null until it is known, and if the location could not run the check', example: true }),
  duration_ms: z.number().nullable().meta({ example: 84.1 }),
  error: z.string().nullable(),
  data: data.nullable().meta({
    example: {
      status_code: 200,
      cause: null,
      metrics: [exampleOf(measuredMetric)],
      phases: [{ phase: 'dns', label: 'DNS', ms: 3.2 }],
      evidence: [{ key: 'status', label: 'Status', kind: 'text', value: '200 OK' }],
    },
  }),
})

/** Named, because client generators would call it DiagnosticType, which is another schema. */
export const diagnosticKind = z.enum(diagnosticTypes).meta({ id: 'DiagnosticKind' })

export const diagnostic = z
  .object({
    object: z.literal('diagnostic'),
    id: z.uuid(),
    type: diagnosticKind.meta({ example: 'http' }),
    target: z.string().meta({ example: 'https://example.com/health' }),
    status: z.enum(['queued', 'running', 'done', 'failed']).meta({
      description: '`failed` if no location could run the check, which says nothing about the target',
      example: 'done',
    }),
    results: z.array(result).meta({ description: 'One per location, added as they arrive' }),
    created_at: moment,
    finished_at: moment.nullable().meta({ example: '2026-02-11T08:12:45.020Z' }),
  })
  .meta({ id: 'Diagnostic' })

export type ShownDiagnostic = z.output<typeof diagnostic>

const noProbe = 'No probe of this location picked it up; try again, or choose another location'

export function showDiagnostic(found: Diagnostic, now: Date): ShownDiagnostic {
  const { id, diagnostic, target, created_at: createdAt, runs } = found
  const type = diagnostic as DiagnosticType
  const givenUp = now.getTime() - createdAt.getTime() > waitsForMs
  const results = runs.map((run) => showResult(type, run, givenUp))
  const isOver = results.every(({ status }) => status === 'done')
  const finished = runs.flatMap(({ finishedAt }) => (finishedAt ? [new Date(finishedAt)] : []))
  const latest = finished.toSorted((a, b) => b.getTime() - a.getTime())[0]
  return {
    object: 'diagnostic',
    id,
    type,
    target,
    status: statusOf(results, isOver),
    results,
    created_at: createdAt.toISOString(),
    finished_at: isOver ? (latest ?? now).toISOString() : null,
  }
}

function statusOf(results: ShownDiagnostic['results'], isOver: boolean): ShownDiagnostic['status'] {
  if (isOver) return results.some(({ success }) => success !== null) ? 'done' : 'failed'
  return results.some(({ status }) => status !== 'waiting') ? 'running' : 'queued'
}

function showResult(
  type: DiagnosticType,
  run: Diagnostic['runs'][number],
  givenUp: boolean,
): ShownDiagnostic['results'][number] {
  const { location, status, success, duration_ms, error, ...rest } = showRun(checkOf(type), run)
  if (status === 'waiting' && givenUp)
    return { location, status: 'done', success: null, duration_ms: null, error: noProbe, data: null }
  const { status_code, cause, metrics, phases, evidence } = rest
  const visible = status === 'done' ? { status_code, cause, metrics, phases, evidence } : null
  return { location, status, success, duration_ms, error, data: visible }
}
