// The catalog of monitor types: everything a client needs for forms and rules.
import { z } from 'zod'
import { type CheckType, checkCategories } from '../../checks/define.ts'
import { evidenceKinds, evidenceParts } from '../../checks/evidence-parts.ts'
import { checks, factsOf } from '../../checks/index.ts'
import { severities } from '../../domain/metric.ts'
import { words } from '../registry/fields/measured-metric.ts'
import { formFields, formFieldsOf } from '../registry/fields/form-fields.ts'

export const catalogEntry = z
  .object({
    object: z.literal('monitor_type'),
    type: z.string(),
    name: z.string(),
    category: z.enum(checkCategories),
    summary: z.string(),
    target: z.object({ format: z.string(), description: z.string(), example: z.string() }),
    requires_locations: z.boolean(),
    confirmation: z
      .enum(['locations', 'none'])
      .meta({ description: 'Whether several locations must agree before an incident opens' }),
    confirm_after_seconds: z.number().nullable().meta({
      description: 'How soon after a failed check a critical rule is checked again; null if it is not probed',
    }),
    min_interval_seconds: z.int(),
    enrolled_with: z.string().nullable().meta({
      description: 'The path whose POST creates monitors of this type with their target; null for `/monitors`',
    }),
    needs_browser: z.boolean().meta({
      description:
        'Whether its checks run only from locations with `browser`; some settings of other types need one too',
    }),
    counted_as: z.string().nullable().meta({
      description: 'The plan limit that counts each check and test run; null if none does',
    }),
    config: formFields.meta({ description: "The keys of a monitor's `config`; examples leave them out" }),
    metrics: z.array(
      z.object({
        metric: z.string(),
        aliases: z.array(z.string()),
        label: z.string(),
        description: z.string(),
        unit: z.string(),
        decimals: z.int().meta({ description: 'Number of decimals to display' }),
        words,
        operators: z.array(z.string()),
        unusual: z
          .literal(true)
          .optional()
          .meta({ description: 'Present if a rule may also use the operator `unusual`' }),
        usual_operator: z.string().nullable(),
        severity: z.enum(severities),
        min: z.number(),
        max: z.number(),
      }),
    ),
    charts: z.array(z.string()).meta({
      description: 'Metrics to chart instead of the response time, for types without one',
    }),
    evidence: z
      .array(z.object({ key: z.string(), label: z.string(), kind: z.enum(evidenceKinds) }))
      .meta({ description: 'Parts of the evidence with a special meaning' }),
    default_rules: z.array(
      z.object({
        name: z.string(),
        metric: z.string(),
        operator: z.string(),
        value: z.string(),
        severity: z.enum(severities),
        when: z
          .string()
          .nullable()
          .meta({ description: 'The condition under which the rule is created; null means always' }),
      }),
    ),
  })
  .meta({ id: 'MonitorType' })

export function catalog(intervalFloorOf: (check: CheckType) => number): z.output<typeof catalogEntry>[] {
  return checks.map((check) => entryOf(check, intervalFloorOf(check)))
}

function confirmAfterSeconds({ type }: CheckType): number | null {
  const { confirmAfterMs } = factsOf(type)
  return confirmAfterMs === null ? null : confirmAfterMs / 1000
}

function entryOf(check: CheckType, minIntervalSeconds: number): z.output<typeof catalogEntry> {
  return {
    object: 'monitor_type',
    type: check.type,
    name: check.title,
    category: check.category,
    summary: check.summary,
    target: { format: check.target.format, description: check.target.description, example: check.target.examples[0] },
    requires_locations: check.requiresLocations,
    confirmation: check.confirmation,
    confirm_after_seconds: confirmAfterSeconds(check),
    min_interval_seconds: minIntervalSeconds,
    enrolled_with: check.enrolledWith,
    needs_browser: check.needsBrowser({}),
    counted_as: check.monthlyLimit,
    config: formFieldsOf(check.config),
    metrics: check.metrics.map((metric) => ({
      metric: metric.metric,
      aliases: [...metric.aliases],
      label: metric.label,
      description: metric.description,
      unit: metric.unit,
      decimals: metric.decimals,
      words: metric.words,
      operators: [...metric.operators],
      ...(metric.isRolledUp && { unusual: true }),
      usual_operator: metric.usualOperator,
      severity: metric.severity,
      min: metric.min,
      max: metric.max,
    })),
    charts: [...check.charts],
    evidence: evidenceParts(check.evidence, check.evidence).map(({ key, label, kind }) => ({ key, label, kind })),
    default_rules: check.defaultRules.map(({ name, metric, operator, value, severity, when }) => ({
      name,
      metric,
      operator,
      value,
      severity,
      when: when?.text ?? null,
    })),
  }
}
