// The result of a test run at one location.
import { z } from 'zod'
import type { CheckType } from '../../../checks/define.ts'
import { evidenceKinds, evidenceParts } from '../../../checks/evidence-parts.ts'
import { violates } from '../../../domain/alerting/condition.ts'
import { findingOf } from '../../../domain/alerting/finding.ts'
import { labelOfNumber } from '../../../domain/label.ts'
import { type Outcome, causes } from '../../../domain/outcome.ts'
import { validateRule } from '../../../domain/rule.ts'
import type { ShownTry } from '../../../store/checking/tries.ts'
import { measuredMetric, showMetrics } from '../../registry/fields/measured-metric.ts'

export const triedRun = z.object({
  location: z.object({ id: z.uuid(), name: z.string() }),
  status: z.enum(['waiting', 'running', 'done']),
  checked_at: z.iso.datetime().nullable(),
  success: z.boolean().nullable(),
  not_checked: z
    .boolean()
    .meta({ description: 'The location could not run the check, which says nothing about the target' }),
  duration_ms: z.number().nullable(),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  cause: z.enum(causes).nullable(),
  objections: z.array(z.string()).meta({ description: 'Violations of the default rules' }),
  metrics: z.array(measuredMetric),
  phases: z.array(z.object({ phase: z.string(), label: z.string(), ms: z.number() })),
  evidence: z.array(z.object({ key: z.string(), label: z.string(), kind: z.enum(evidenceKinds), value: z.unknown() })),
})

export function showRun(check: CheckType, { location, started, finishedAt, outcome }: ShownTry['runs'][number]) {
  return {
    location,
    status: finishedAt !== null ? ('done' as const) : started ? ('running' as const) : ('waiting' as const),
    checked_at: finishedAt && new Date(finishedAt).toISOString(),
    success: outcome?.infrastructure ? null : (outcome?.success ?? null),
    not_checked: outcome?.infrastructure ?? false,
    duration_ms: outcome?.durationMs ?? null,
    status_code: outcome?.statusCode ?? null,
    error: outcome?.error ?? null,
    cause: outcome?.cause ?? null,
    objections: objectionsOf(check, outcome),
    metrics: showMetrics(check, outcome?.metrics ?? {}),
    phases: phasesOf(outcome),
    evidence: evidenceParts(check.evidence, outcome?.evidence ?? null),
  }
}

/** Without rules that depend on the config. */
function objectionsOf(check: CheckType, outcome: Outcome | null): string[] {
  if (!outcome?.success) return []
  return check.defaultRules.flatMap((rule) => {
    const metric = validateRule(check.type, check.metrics, rule)
    const condition = { ...rule, metricKey: metric.key }
    if (rule.when || violates(condition, outcome) !== true) return []
    const { diagnoses } = check
    return [findingOf({ monitor: rule, rule: condition, metric, outcome, diagnoses, locations: 1 }).message]
  })
}

/** The phases of the check, in order. */
function phasesOf(outcome: Outcome | null): { phase: string; label: string; ms: number }[] {
  const timings = (outcome?.evidence?.['timings'] ?? {}) as Record<string, unknown>
  return Object.entries(timings).flatMap(([key, ms]) =>
    typeof ms === 'number' ? [{ phase: key.replace(/_ms$/, ''), label: labelOfNumber(key), ms }] : [],
  )
}
