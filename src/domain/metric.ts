// What a rule can be written about: a named number with a unit, a plausible range and the operators that make sense.
import { labelOfNumber } from './label.ts'
import type { Cause } from './outcome.ts'

export const severities = ['critical', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

export const numericOperators = ['>', '<', '>=', '<=', '==', '!='] as const
export const truthOperators = ['==', '!='] as const
export const groupOperators = ['in_groups', 'not_in_groups'] as const
export type RuleOperator = (typeof numericOperators)[number] | (typeof groupOperators)[number]

const day = 86_400_000

// `flag` is 1 or 0; `truth` is true or false and belongs to `success`; `status` is an HTTP status judged by groups.
const units = {
  truth: { min: 0, max: 1, decimals: 0, operators: truthOperators },
  status: { min: 100, max: 599, decimals: 0, operators: groupOperators },
  flag: { min: 0, max: 1, decimals: 0, operators: numericOperators },
  ms: { min: 0, max: day, decimals: 0, operators: numericOperators },
  seconds: { min: 0, max: 3_153_600_000, decimals: 0, operators: numericOperators },
  hours: { min: 0, max: 876_000, decimals: 0, operators: numericOperators },
  days: { min: -3650, max: 36_500, decimals: 0, operators: numericOperators },
  percent: { min: 0, max: 100, decimals: 1, operators: numericOperators },
  ratio: { min: 0, max: 1, decimals: 2, operators: numericOperators },
  count: { min: 0, max: 1_000_000_000, decimals: 0, operators: numericOperators },
  bytes: { min: 0, max: 1_000_000_000_000_000, decimals: 0, operators: numericOperators },
  'bytes/s': { min: 0, max: 1_000_000_000_000, decimals: 0, operators: numericOperators },
  score: { min: 0, max: 100, decimals: 0, operators: numericOperators },
  code: { min: 0, max: 65_535, decimals: 0, operators: numericOperators },
  celsius: { min: -100, max: 200, decimals: 1, operators: numericOperators },
  number: { min: -1e15, max: 1e15, decimals: 2, operators: numericOperators },
} as const satisfies Record<string, { min: number; max: number; decimals: number; operators: readonly RuleOperator[] }>

export type MetricUnit = keyof typeof units

export type ScrapedExpiry = 'certificate' | 'domain'

/** What every result has a column for. */
export type ResultColumn = 'duration_ms' | 'status_code'

export interface Metric {
  /** What outcomes carry; two spellings of one metric share it. */
  readonly key: string
  /** What a rule says. */
  readonly metric: string
  readonly aliases: readonly string[]
  readonly label: string
  readonly description: string
  readonly unit: MetricUnit
  /** How many of them a person wants to see. */
  readonly decimals: number
  readonly operators: readonly RuleOperator[]
  readonly usualOperator: RuleOperator | null
  readonly severity: Severity
  readonly min: number
  readonly max: number
  /** What is behind a violation whose check cannot say. */
  readonly cause: Cause
  /** Days that are left: people want to be reminded as they run out. */
  readonly isExpiry: boolean
  /** What it is that runs out, where scrapes have a series for that. */
  readonly scrapedExpiry: ScrapedExpiry | null
  /** When that is worth a line among what is coming up. */
  readonly soonDays: number
  /** What a result has in this column anyway: it is kept a second time only when it is another number. */
  readonly column: ResultColumn | null
  /** For a part of the time that a check takes: where it stands in the order in which they follow each other. */
  readonly phase: number | null
  /** What a number of it says; the description and the number when it has no clause of its own. */
  readonly says: ClauseTemplate | null
  /** What such a number probably means and what to look at next; that of its cause when it has none of its own. */
  readonly diagnosis: Diagnosis | null
  /** How its numbers are written when that is not the number with its unit: 12 is TLS 1.2. */
  readonly shows: ((value: number) => string) | null
  /** What stands in place of the template's `<slug>`. */
  readonly slug: string | null
}

/** A clause about a value: `{}` is the number with its unit, `{slug}` what the key has in place of `<slug>`. */
export type ClauseTemplate = string | { readonly yes: string; readonly no: string } | ((value: number) => string)

/** A flag says it of the answers that are not as they should be. */
export type Diagnosis =
  | string
  | { readonly yes?: string; readonly no?: string }
  | ((value: number) => string | undefined)

export interface MetricDraft {
  description: string
  /** The key in words, when left out. */
  label?: string
  decimals?: number
  unit: MetricUnit
  usual?: RuleOperator
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
  phase?: number
  says?: ClauseTemplate
  diagnosis?: Diagnosis
  shows?: (value: number) => string
}

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
    usualOperator: draft.usual ?? null,
    severity: draft.severity ?? 'warning',
    min: draft.min ?? unit.min,
    max: draft.max ?? unit.max,
    cause: draft.cause ?? usualCauses[draft.unit] ?? 'other',
    isExpiry: draft.isExpiry ?? false,
    scrapedExpiry: draft.scrapedExpiry ?? null,
    soonDays: draft.soonDays ?? 14,
    column: draft.column ?? null,
    phase: draft.phase ?? null,
    says: draft.says ?? null,
    diagnosis: draft.diagnosis ?? null,
    shows: draft.shows ?? null,
    slug: null,
  }
}

export const success = metric('success', {
  as: 'success',
  description: 'Whether the probe got its complete answer',
  unit: 'truth',
  usual: '==',
  severity: 'critical',
  says: { yes: 'the check succeeded', no: 'the check failed' },
})

/** The metric a rule means by `name`; a `<slug>` in a key stands for any lowercase word. */
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
