// A rule as a sentence with inline fields.
import './rule-sentence.css'
import { Fragment, type ReactNode } from 'react'
import { useResource } from '../../../api.ts'
import { useMeasured } from '../../../catalog/use-measured.ts'
import { useFormat } from '../../../format/use-format.ts'
import type { MonitorType } from '../monitor-data.ts'
import { type Metric, isList, metricOf, unitOf } from './condition.ts'
import { confirmationSeconds } from './confirmation-time.ts'
import { useRuleMessages } from './messages.ts'
import { type RuleDraft, withMetric, withOperator } from './rule-draft.ts'
import { unusual } from './unusual.ts'
import { UnusualLimit } from './unusual-limit.tsx'
import { Select, optionsOf } from '../../../parts/form/field.tsx'

/** How the monitor of a rule is checked. */
export interface RuleSchedule {
  readonly intervalSeconds: number
  readonly strategy: string
  readonly locations: number
}

interface RuleSentenceProps {
  readonly schedule: RuleSchedule
  readonly type: MonitorType
  readonly draft: RuleDraft
  /** The latest value of the metric, or null. */
  readonly current: number | null
  readonly onChange: (draft: RuleDraft) => void
  readonly errors: Readonly<Record<string, string>>
}

export function RuleSentence(props: RuleSentenceProps) {
  const { type, draft, current, errors } = props
  const t = useRuleMessages()
  const metric = metricOf(type, draft.metric)
  const slots = { ...useConditionSlots(props, metric), ...useConfirmationSlots(props) }
  const wrong = Object.entries(errors).filter(([field]) => field !== '' && field !== 'name')
  const nameOf = (field: string): string => (t.fields as Readonly<Record<string, string>>)[field] ?? ''
  return (
    <div className="sentence">
      <Slots text={type.requires_locations ? t.sentence : t.sentenceOfReports} slots={slots} />
      {metric && <RuleNotes {...props} metric={metric} current={current} />}
      {wrong.map(([field, rule]) => (
        <p key={field} className="error" role="alert">
          {[nameOf(field), rule].filter(Boolean).join(': ')}
        </p>
      ))}
    </div>
  )
}

function useConditionSlots({ type, draft, onChange }: RuleSentenceProps, metric: Metric | undefined) {
  const t = useRuleMessages()
  const set = (change: Partial<RuleDraft>): void => onChange({ ...draft, ...change })
  return {
    severity: (
      <Select
        aria-label={t.fields.severity}
        value={draft.severity}
        options={optionsOf(t.verbs)}
        onChange={(severity) => set({ severity })}
      />
    ),
    metric: (
      <Select
        aria-label={t.fields.metric}
        value={metric?.metric ?? draft.metric}
        options={type.metrics.map(({ metric: name, label, unit }) => [name, unit === 'truth' ? t.theCheck : label])}
        onChange={(name) => onChange(withMetric(draft, type, name))}
      />
    ),
    operator:
      metric?.unit === 'truth' ? (
        <Select
          aria-label={t.fields.operator}
          value={isSuccess(draft) ? 'true' : 'false'}
          options={optionsOf(t.outcomes)}
          onChange={(value) => set({ operator: '==', value })}
        />
      ) : (
        <Select
          aria-label={t.fields.operator}
          value={draft.operator}
          options={operatorsOf(metric, draft).map((one) => [one, t.operators[one] ?? one])}
          onChange={(operator) => onChange(withOperator(draft, metric, operator))}
        />
      ),
    value:
      metric?.unit === 'truth' ? null : draft.operator === unusual ? (
        <UnusualLimit value={draft.value} onChange={(value) => set({ value })} />
      ) : (
        <Limit draft={draft} metric={metric} onChange={(value) => set({ value })} />
      ),
  }
}

const operatorsOf = (metric: Metric | undefined, { operator }: RuleDraft): readonly string[] =>
  metric ? [...metric.operators, ...(metric.unusual ? [unusual] : [])] : [operator]

/** Whether the rule fires on checks that pass. */
const isSuccess = ({ operator, value }: RuleDraft): boolean => (value === 'true') === (operator === '==')

const maxChecks = 100
const maxLastingSeconds = 86_400

function useConfirmationSlots({ schedule, draft, onChange }: RuleSentenceProps) {
  const t = useRuleMessages()
  const groups = useResource('/contact-groups', { query: { limit: 100 } }).data?.data ?? []
  const count = (field: 'checks' | 'locations' | 'lasting', min: number, max: number) => (
    <Count
      label={t.fields[field]}
      value={draft[field]}
      min={min}
      max={max}
      onChange={(value) => onChange({ ...draft, [field]: value })}
    />
  )
  return {
    checks: count('checks', 1, maxChecks),
    locations: count('locations', 1, Math.max(1, schedule.locations, draft.locations)),
    lasting: count('lasting', 0, maxLastingSeconds),
    group: (
      <Select
        aria-label={t.fields.group}
        value={draft.group}
        options={[['', t.everybody], ...groups.map(({ id, name }) => [id, name] as const)]}
        onChange={(group) => onChange({ ...draft, group })}
      />
    ),
  }
}

/** Replaces `{names}` in a message with controls. */
function Slots({ text, slots }: { text: string; slots: Readonly<Record<string, ReactNode>> }) {
  return text
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part, index) => (
      <Fragment key={index}>{part.slice(1, -1) in slots ? slots[part.slice(1, -1)] : <span>{part}</span>}</Fragment>
    ))
}

/** When it is confirmed, and the metric's range and current value. */
function RuleNotes({ schedule, type, draft, metric, current }: RuleSentenceProps & { metric: Metric }) {
  const t = useRuleMessages()
  const format = useFormat()
  const written = useMeasured()
  const unit = unitOf(metric)
  const seconds = confirmationSeconds({
    ...schedule,
    isParallel: schedule.strategy === 'parallel',
    isExempt: type.confirmation === 'none',
    confirmAfterSeconds: type.confirm_after_seconds,
    severity: draft.severity,
    checks: draft.checks,
    minLocations: draft.locations,
    lastingSeconds: draft.lasting,
  })
  const notes = [
    ...(type.requires_locations ? [t.confirmedAfter(format.duration(Math.round(seconds)))] : []),
    ...(metric.unit === 'truth' ? [] : [metric.description]),
    ...(unit && draft.operator !== unusual
      ? [t.range(format.unit(unit), format.number(metric.min), format.number(metric.max))]
      : []),
    ...(current === null ? [] : [t.current(written({ ...metric, unit }, current))]),
  ]
  return <p className="hint">{notes.join(' · ')}</p>
}

interface LimitProps {
  readonly draft: RuleDraft
  readonly metric: Metric | undefined
  readonly onChange: (value: string) => void
}

function Limit({ draft, metric, onChange }: LimitProps) {
  const t = useRuleMessages()
  const format = useFormat()
  const label = t.fields.value
  if (metric?.unit === 'flag' && ['==', '!='].includes(draft.operator)) {
    const options = [['1', t.truths.true] as const, ['0', t.truths.false] as const]
    return <Select aria-label={label} value={draft.value} options={options} onChange={onChange} />
  }
  const unit = metric && unitOf(metric)
  return (
    <span className="row">
      <input
        className="input limit"
        aria-label={label}
        inputMode={isList(draft.operator) ? 'text' : 'decimal'}
        value={draft.value}
        required
        onChange={(event) => onChange(event.target.value)}
      />
      {unit && <span>{format.unit(unit)}</span>}
    </span>
  )
}

interface CountProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

function Count({ label, value, min, max, onChange }: CountProps) {
  return (
    <input
      type="number"
      className="input count"
      aria-label={label}
      min={min}
      max={max}
      value={value}
      required
      onChange={(event) => onChange(event.target.valueAsNumber || min)}
    />
  )
}
