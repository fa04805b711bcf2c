// A rule as a sentence with inline fields.
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { queryFor } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useMessages } from '../../../i18n.ts'
import type { Monitor, MonitorType } from '../monitor-data.ts'
import { type Metric, isList, metricOf, unitOf } from './condition.ts'
import { useCurrentValue } from './current-value.ts'
import { ruleMessages } from './messages.ts'
import { type RuleDraft, withMetric } from './rule-draft.ts'

const severities = ['critical', 'warning', 'info'] as const

interface RuleSentenceProps {
  readonly monitor: Monitor
  readonly type: MonitorType
  readonly draft: RuleDraft
  readonly onChange: (draft: RuleDraft) => void
  readonly errors: Readonly<Record<string, string>>
}

export function RuleSentence(props: RuleSentenceProps) {
  const { monitor, type, draft, errors } = props
  const t = useMessages(ruleMessages)
  const metric = metricOf(type, draft.metric)
  const slots = { ...useConditionSlots(props, metric), ...useConfirmationSlots(props) }
  const wrong = Object.entries(errors).filter(([field]) => field !== '' && field !== 'name')
  return (
    <div className="sentence">
      <Slots text={t.sentence} slots={slots} />
      {metric && <MetricNote monitor={monitor} metric={metric} />}
      {wrong.map(([field, rule]) => (
        <p key={field} className="error" role="alert">
          {field}: {rule}
        </p>
      ))}
    </div>
  )
}

function useConditionSlots({ type, draft, onChange }: RuleSentenceProps, metric: Metric | undefined) {
  const t = useMessages(ruleMessages)
  const set = (change: Partial<RuleDraft>): void => onChange({ ...draft, ...change })
  return {
    severity: (
      <Choice
        label={t.fields.severity}
        value={draft.severity}
        options={severities.map((severity) => [severity, t.verbs[severity]])}
        onChange={(severity) => set({ severity: severity as RuleDraft['severity'] })}
      />
    ),
    metric: (
      <Choice
        label={t.fields.metric}
        value={draft.metric}
        options={type.metrics.map(({ metric: name, label }) => [name, label])}
        onChange={(name) => onChange(withMetric(draft, type, name))}
      />
    ),
    operator: (
      <Choice
        label={t.fields.operator}
        value={draft.operator}
        options={(metric?.operators ?? [draft.operator]).map((one) => [one, t.operators[one] ?? one])}
        onChange={(operator) => set({ operator })}
      />
    ),
    value: <Limit draft={draft} metric={metric} onChange={(value) => set({ value })} />,
  }
}

const maxChecks = 100
const maxLastingSeconds = 86_400

function useConfirmationSlots({ monitor, draft, onChange }: RuleSentenceProps) {
  const t = useMessages(ruleMessages)
  const groups = useQuery(queryFor('/contact-groups', { query: { limit: 100 } })).data?.data ?? []
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
    locations: count('locations', 1, Math.max(1, monitor.locations.length)),
    lasting: count('lasting', 0, maxLastingSeconds),
    group: (
      <Choice
        label={t.fields.group}
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
    .map((part, index) => <Fragment key={index}>{slots[part.slice(1, -1)] ?? <span>{part}</span>}</Fragment>)
}

/** The metric's unit, range and current value. */
function MetricNote({ monitor, metric }: { monitor: Monitor; metric: Metric }) {
  const t = useMessages(ruleMessages)
  const format = useFormat()
  const current = useCurrentValue(monitor, metric)
  const unit = unitOf(metric)
  const notes = [
    metric.description,
    ...(unit ? [t.range(format.unit(unit), format.number(metric.min), format.number(metric.max))] : []),
    ...(current === null ? [] : [t.current(format.metric(current, unit))]),
  ]
  return <p className="hint">{notes.join(' · ')}</p>
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select className="input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}

interface LimitProps {
  readonly draft: RuleDraft
  readonly metric: Metric | undefined
  readonly onChange: (value: string) => void
}

function Limit({ draft, metric, onChange }: LimitProps) {
  const t = useMessages(ruleMessages)
  const format = useFormat()
  const label = t.fields.value
  if (metric?.unit === 'truth') {
    const options = (['true', 'false'] as const).map((truth) => [truth, t.truths[truth]] as const)
    return <Choice label={label} value={draft.value} options={options} onChange={onChange} />
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
