// The schemas of runs of playwright scripts, by monitors and as test runs.
import { z } from 'zod'
import { measuredMetric } from '../registry/fields/measured-metric.ts'

export const runStatuses = [
  'queued',
  'running',
  'passed',
  'failed',
  'flaky',
  'infrastructure_error',
  'timed_out',
  'cancelled',
] as const
export type RunStatus = (typeof runStatuses)[number]

const step = z.object({
  slug: z.string().meta({ description: 'As in `playwright.step.<slug>.duration_ms`', example: 'sign_in' }),
  title: z.string().meta({ example: 'Sign in' }),
  duration_ms: z.number().meta({ example: 812.2 }),
  status: z.enum(['passed', 'failed']).meta({ example: 'passed' }),
})

const test = z.object({
  title: z.string().meta({ example: 'checkout' }),
  line: z.int(),
  status: z.enum(['passed', 'failed', 'flaky', 'timed_out', 'skipped']).meta({ example: 'failed' }),
  duration_ms: z.number().meta({ example: 4210.4 }),
  error: z.string().nullable().meta({ example: 'expect(locator).toBeVisible() failed' }),
  steps: z.array(step),
})

const artifact = z.object({
  kind: z.string().meta({ example: 'screenshot' }),
  url: z.string().nullable().meta({
    description: 'Null if it could not be stored',
    example: '/v1/artifacts/0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a66',
  }),
  expires_at: z.iso.datetime().nullable().meta({ example: '2026-03-13T08:12:49.020Z' }),
})

export const playwrightRun = z
  .object({
    object: z.literal('playwright_run'),
    id: z.string().meta({ example: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a55' }),
    monitor_id: z.uuid().nullable().meta({ description: 'Null for a test run' }),
    location: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ example: { id: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a10', name: 'Frankfurt' } }),
    target: z.string().meta({ example: 'https://shop.example.com/' }),
    status: z.enum(runStatuses).meta({
      description:
        '`flaky` passed on its retry; `infrastructure_error` could not run on our side and says nothing about the ' +
        'target',
      example: 'failed',
    }),
    error: z.string().nullable().meta({ example: '1 test failed' }),
    tests: z.array(test),
    console_errors: z.array(z.string()).meta({ description: 'The first few', example: [] }),
    failed_requests: z
      .array(z.string())
      .meta({ description: 'The first few', example: ['GET https://shop.example.com/cart.js: 500'] }),
    output: z.string().nullable().meta({ description: 'Output of the script, with secrets masked' }),
    artifacts: z.array(artifact),
    metrics: z.array(measuredMetric),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable().meta({ example: '2026-02-11T08:12:49.020Z' }),
  })
  .meta({ id: 'PlaywrightRun' })

export type ShownRun = z.output<typeof playwrightRun>

/** A finished run. */
interface FinishedRun {
  readonly success: boolean
  readonly infrastructure: boolean
  readonly metrics: Readonly<Record<string, number>>
  readonly evidence: unknown
}

export function statusOf({ success, infrastructure, metrics, evidence }: FinishedRun): RunStatus {
  if (infrastructure) return 'infrastructure_error'
  const { status } = evidenceOf(evidence)
  if (status) return status
  // Only the latest passed run is stored in full.
  if (!success) return 'failed'
  return (metrics['playwright.flaky'] ?? 0) > 0 ? 'flaky' : 'passed'
}

const texts = z.array(z.string()).catch([])

/** Oversized evidence loses its largest parts, so each part may be missing. */
const kept = z.object({
  status: z.enum(['passed', 'failed', 'flaky', 'timed_out']).nullable().catch(null),
  tests: z.array(test.omit({ steps: true }).extend({ test: z.int(), error: test.shape.error.default(null) })).catch([]),
  steps: z.array(step.extend({ test: z.int() })).catch([]),
  console_errors: texts,
  failed_requests: texts,
  output: z.string().nullable().catch(null),
  artifacts: z.array(artifact).catch([]),
})

const evidenceOf = (found: unknown): z.output<typeof kept> => kept.parse(found ?? {})

export function showEvidence(found: unknown) {
  const { status: _, tests, steps, ...rest } = evidenceOf(found)
  const stepsOf = (number: number) => steps.filter(({ test }) => test === number).map(({ test: _test, ...one }) => one)
  return { ...rest, tests: tests.map(({ test: number, ...one }) => ({ ...one, steps: stepsOf(number) })) }
}
