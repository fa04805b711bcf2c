// A metric that rules can use: a named number with a unit, a plausible range and operators.
import { labelOfNumber } from './label.ts'
import type { Cause } from './outcome.ts'

export const severities = ['critical', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

export const numericOperators = ['>', '<', '>=', '<=', '==', '!='] as const
export const truthOperators = ['==', '!='] as const
export const groupOperators = ['in_groups', 'not_in_groups'] as const
/** Compares with what is usual at this hour of the week; only for metrics that hourly rollups have. */
export const unusual = 'unusual'
export type RuleOperator = (typeof numericOperators)[number] | (typeof groupOperators)[number]

const day = 86_400_000

interface UnitRange {
  readonly min: number
  readonly max: number
  readonly decimals: number
  readonly operators: readonly RuleOperator[]
  /** How rules usually compare it. */
  readonly usual: RuleOperator | null
}

// `flag` is 1 or 0; `truth` is true or false and belongs to `success`; `status` is an HTTP status compared by groups.
const units = {
  truth: { min: 0, max: 1, decimals: 0, operators: truthOperators, usual: '==' },
  status: { min: 100, max: 599, decimals: 0, operators: groupOperators, usual: 'not_in_groups' },
  flag: { min: 0, max: 1, decimals: 0, operators: numericOperators, usual: '==' },
  ms: { min: 0, max: day, decimals: 0, operators: numericOperators, usual: '>' },
  seconds: { min: 0, max: 3_153_600_000, decimals: 0, operators: numericOperators, usual: '>' },
  hours: { min: 0, max: 876_000, decimals: 0, operators: numericOperators, usual: '<' },
  days: { min: -3650, max: 36_500, decimals: 0, operators: numericOperators, usual: '<' },
  percent: { min: 0, max: 100, decimals: 1, operators: numericOperators, usual: '>' },
  ratio: { min: 0, max: 1, decimals: 2, operators: numericOperators, usual: '<' },
  count: { min: 0, max: 1_000_000_000, decimals: 0, operators: numericOperators, usual: '>' },
  bytes: { min: 0, max: 1_000_000_000_000_000, decimals: 0, operators: numericOperators, usual: '>' },
  'bytes/s': { min: 0, max: 1_000_000_000_000, decimals: 0, operators: numericOperators, usual: '>' },
  score: { min: 0, max: 100, decimals: 0, operators: numericOperators, usual: '<' },
  code: { min: 0, max: 65_535, decimals: 0, operators: numericOperators, usual: null },
  celsius: { min: -100, max: 200, decimals: 1, operators: numericOperators, usual: '>' },
  number: { min: -1e15, max: 1e15, decimals: 2, operators: numericOperators, usual: null },
} as const satisfies Record<string, UnitRange>

export type MetricUnit = keyof typeof units

export type ScrapedExpiry = 'certificate' | 'domain'

/** The columns that every result has. */
export type ResultColumn = 'duration_ms' | 'status_code'

export interface Metric {
  /** The key in outcomes; spellings of the same metric share it. */
  readonly key: string
  /** The name in rules. */
  readonly metric: string
  readonly aliases: readonly string[]
  readonly label: string
  readonly description: string
  readonly unit: MetricUnit
  /** The number of decimals to show. */
  readonly decimals: number
  readonly operators: readonly RuleOperator[]
  readonly usualOperator: RuleOperator | null
  readonly severity: Severity
  readonly min: number
  readonly max: number
  /** The cause of a violation if the check reports none. */
  readonly cause: Cause
  /** Whether it counts days until an expiry, for which reminders are sent. */
  readonly isExpiry: boolean
  /** The kind of expiry, if scrapes have a series for it. */
  readonly scrapedExpiry: ScrapedExpiry | null
  /** From how many days on the expiry is listed as upcoming. */
  readonly soonDays: number
  /** The result column that usually has the same number; the metric is stored separately only if it differs. */
  readonly column: ResultColumn | null
  /** Whether hourly rollups have its values, so that rules can ask whether one is unusual. */
  readonly isRolledUp: boolean
  /** The position among the phases of a check, if the metric is one of them. */
  readonly phase: number | null
  /** The clause for a value; null uses the description and the number. */
  readonly says: ClauseTemplate | null
  /** What a violation probably means and what to check next; null uses the text of its cause. */
  readonly diagnosis: Diagnosis | null
  /** What is shown in place of single values: 12 is TLS 1.2, and a flag is yes or no. */
  readonly words: Readonly<Record<string, string>>
  /** Whether the value says something about the target, beside what else was measured; others are not shown. */
  readonly applies: (value: number, measured: Measurements) => boolean
  /** The text in place of the template's `<slug>`. */
  readonly slug: string | null
}

/** The values of one check, by metric key. */
export type Measurements = Readonly<Record<string, number>>

/** A clause about a value. `{}` is replaced by the number with its unit, `{slug}` by the text in place of `<slug>`. */
export type ClauseTemplate = string | { readonly yes: string; readonly no: string } | ((value: number) => string)

/** For a flag, by the value that is wrong. */
export type Diagnosis =
  | string
  | { readonly yes?: string; readonly no?: string }
  | ((value: number) => string | undefined)

export interface MetricDraft {
  description: string
  /** Derived from the key by default. */
  label?: string
  decimals?: number
  unit: MetricUnit
  /** The operator that a new rule begins with; that of the unit by default. */
  usual?: RuleOperator | null
  severity?: Severity
  /** The short spelling a rule uses instead of `metrics['key']`, which then becomes an alias. */
  as?: string
  min?: number
  max?: number
  cause?: Cause
  isExpiry?: boolean
  scrapedExpiry?: ScrapedExpiry
  soonDays?: number
  column?: ResultColumn
  /** By default, whether its column is the duration. */
  isRolledUp?: boolean
  phase?: number
  says?: ClauseTemplate
  /** The text of a flag is for when it is not set. */
  diagnosis?: Diagnosis
  words?: Readonly<Record<string, string>>
  applies?: Metric['applies']
}

const diagnosisIn = ({ unit, diagnosis }: MetricDraft): Diagnosis | null =>
  unit === 'flag' && typeof diagnosis === 'string' ? { no: diagnosis } : (diagnosis ?? null)

const yesOrNo = { 1: 'yes', 0: 'no' }
const noWords = {}

const usualCauses: Partial<Record<MetricUnit, Cause>> = { ms: 'performance', status: 'http_status' }

export function metric(key: string, draft: MetricDraft): Metric {
  const unit = units[draft.unit]
  const quoted = `metrics['${key}']`
  return {
    key,
    metric: draft.as ?? quoted,
    aliases: draft.as ? [quoted] : [],
    label: draft.label ?? labelOfNumber(key),
    description: draft.description,
    unit: draft.unit,
    decimals: draft.decimals ?? unit.decimals,
    operators: unit.operators,
    usualOperator: draft.usual === undefined ? unit.usual : draft.usual,
    severity: draft.severity ?? 'warning',
    min: draft.min ?? unit.min,
    max: draft.max ?? unit.max,
    cause: draft.cause ?? usualCauses[draft.unit] ?? 'other',
    isExpiry: draft.isExpiry ?? false,
    scrapedExpiry: draft.scrapedExpiry ?? null,
    soonDays: draft.soonDays ?? 14,
    column: draft.column ?? null,
    isRolledUp: draft.isRolledUp ?? draft.column === 'duration_ms',
    phase: draft.phase ?? null,
    says: draft.says ?? null,
    diagnosis: diagnosisIn(draft),
    words: draft.words ?? (draft.unit === 'flag' ? yesOrNo : noWords),
    applies: draft.applies ?? (() => true),
    slug: null,
  }
}

export const success = metric('success', {
  as: 'success',
  description: 'Whether the probe got a complete response',
  unit: 'truth',
  severity: 'critical',
  says: { yes: 'the check succeeded', no: 'the check failed' },
})

/** Finds the metric that a rule names; `<slug>` in a key matches any lowercase word. */
export function findMetric(metrics: readonly Metric[], name: string): Metric | undefined {
  const isTemplate = ({ key }: Metric): boolean => key.includes('<slug>')
  const exact = metrics.find(
    (metric) => !isTemplate(metric) && (metric.metric === name || metric.aliases.includes(name)),
  )
  if (exact) return exact
  const template = metrics.find((metric) => isTemplate(metric) && fits(metric.metric, name))
  return (
    template && {
      ...template,
      key: unquoted(name),
      metric: name,
      aliases: [],
      slug: slugIn(template.metric, name),
    }
  )
}

function fits(template: string, name: string): boolean {
  const [before = '', after = ''] = template.split('<slug>')
  return name.startsWith(before) && name.endsWith(after) && /^[a-z0-9_]{1,64}$/.test(slugIn(template, name))
}

function slugIn(template: string, name: string): string {
  const [before = '', after = ''] = template.split('<slug>')
  return name.slice(before.length, name.length - after.length)
}

function unquoted(name: string): string {
  return name.replace(/^metrics\['/, '').replace(/'\]$/, '')
}
