// The schemas of tries of documents, and how their results are shown.
import { z } from 'zod'
import type { CheckType } from '../../checks/define.ts'
import { violates } from '../../domain/alerting/condition.ts'
import { findingOf } from '../../domain/alerting/finding.ts'
import { findMetric, severities } from '../../domain/metric.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { type ShownTry, longWaitMs } from '../../store/checking/tries.ts'
import type { ConfigTry, TriedMonitor, TriedRule } from '../../store/config/config-tries.ts'
import { showRun, triedRun } from '../monitors/drafts/tried-run.ts'
import { checkOf } from '../monitors/validate.ts'
import { documentFields, hasOneDocument, oneDocument } from './plan-schema.ts'

const violation = z.object({ rule: z.string(), severity: z.enum(severities), message: z.string() })

const result = triedRun
  .pick({ location: true, status: true, duration_ms: true, status_code: true, error: true, cause: true })
  .extend({
    passed: z.boolean().nullable().meta({
      description:
        'False if the check failed or violates a critical rule; null until it is known, and if it could not be checked',
    }),
    not_checked: triedRun.shape.not_checked,
    violations: z.array(violation).meta({ description: 'Rules of the document that the result violates' }),
  })

type ShownResult = z.output<typeof result>

const triedMonitor = z.object({
  key: z.string().meta({ example: 'shop' }),
  name: z.string().meta({ example: 'Shop' }),
  type: z.string().meta({ example: 'http' }),
  target: z.string().meta({ example: 'https://shop.example.com/health' }),
  file: z.string().nullable().meta({ description: 'The one of `documents` that it is in', example: 'shop.yaml' }),
  line: z.int().nullable().meta({ description: 'Of its key in `yaml`, counted from 1', example: 7 }),
  skipped: z.string().nullable().meta({ description: 'Why it is not tried' }),
  results: z.array(result).meta({
    description: 'One per location',
    example: [
      {
        location: { id: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a10', name: 'Frankfurt' },
        status: 'done',
        duration_ms: 84.1,
        status_code: 503,
        error: null,
        cause: null,
        passed: false,
        not_checked: false,
        violations: [
          {
            rule: 'HTTP Status Code',
            severity: 'critical',
            message: 'HTTP Status Code: HTTP 503 (expected 2xx or 3xx)',
          },
        ],
      },
    ],
  }),
})

export const configTry = z
  .object({
    object: z.literal('config_try'),
    id: z.uuid(),
    created_at: z.iso.datetime(),
    done: z.boolean().meta({ example: true }),
    passed: z
      .boolean()
      .nullable()
      .meta({ description: 'Null until it is done; false if a check failed or could not be run' }),
    monitors: z.array(triedMonitor),
  })
  .meta({ id: 'ConfigTry' })

export const tryBody = z
  .strictObject({
    ...documentFields,
    only: z.array(z.string().max(100)).min(1).max(500).optional().meta({ description: 'Keys of monitors' }),
    tags: z
      .array(z.string().max(100))
      .min(1)
      .max(50)
      .optional()
      .meta({ description: 'Only monitors with one of these tags' }),
    locations: z
      .array(z.string().max(200))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Keys, ids or names of locations, instead of those in the document' }),
  })
  .refine(hasOneDocument, oneDocument)
  .meta({ id: 'ConfigTryCreate' })

const noProbe = 'No probe is running at this location; start one there, or choose another location'

export function showConfigTry(
  { id, createdAt, monitors }: ConfigTry,
  tries: readonly (ShownTry & { position: number })[],
  now: Date,
): z.output<typeof configTry> {
  const isOver = now.getTime() - createdAt.getTime() > longWaitMs
  const shown = monitors.map(({ rules, silent, file = null, ...monitor }, index) => {
    const check = checkOf(monitor.type)
    const runs = tries.find(({ position }) => position === index + 1)?.runs ?? []
    const results = [...runs.map((run) => showResult(check, run, { rules, isOver })), ...silent.map(unreachable)]
    return { ...monitor, file, results: results.toSorted((a, b) => a.location.name.localeCompare(b.location.name)) }
  })
  const results = shown.flatMap((monitor) => monitor.results)
  const done = results.every(({ status }) => status === 'done')
  return {
    object: 'config_try',
    id,
    created_at: createdAt.toISOString(),
    done,
    passed: done ? results.every(({ passed }) => passed === true) : null,
    monitors: shown,
  }
}

interface ResultReading {
  readonly rules: readonly TriedRule[]
  /** Whether nobody picks it up any more. */
  readonly isOver: boolean
}

function showResult(check: CheckType, run: ShownTry['runs'][number], { rules, isOver }: ResultReading): ShownResult {
  const { location, status, success, not_checked, duration_ms, status_code, error, cause } = showRun(check, run)
  if (status === 'waiting' && isOver) return unreachable(location)
  const violations = run.outcome && !not_checked ? violationsOf(check, rules, run.outcome) : []
  const isHealthy = success && !violations.some(({ severity }) => severity === 'critical')
  const passed = success === null ? null : isHealthy === true
  return { location, status, duration_ms, status_code, error, cause, passed, not_checked, violations }
}

const unreachable = (location: TriedMonitor['silent'][number]): ShownResult => ({
  location,
  status: 'done',
  duration_ms: null,
  status_code: null,
  error: noProbe,
  cause: null,
  passed: null,
  not_checked: true,
  violations: [],
})

/** A failed check has its own error; what else it measured says little. */
function violationsOf(check: CheckType, rules: readonly TriedRule[], outcome: Outcome): z.output<typeof violation>[] {
  if (!outcome.success) return []
  return rules.flatMap((rule) => {
    if (violates(rule, outcome) !== true) return []
    const metric = findMetric(check.metrics, rule.metric)
    const finding = findingOf({ monitor: rule, rule, metric, outcome, diagnoses: check.diagnoses, locations: 1 })
    return [{ rule: rule.name, severity: rule.severity, message: finding.message }]
  })
}
