// The sentence of a rule, with a field wherever it can be said differently.
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { ask } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useMessages } from '../../../messages.ts'
import type { Monitor, MonitorType } from '../monitor-data.ts'
import { type Metric, isList, metricOf, unitOf } from './condition.ts'
import { useCurrentValue } from './current-value.ts'
import { ruleMessages } from './messages.ts'
import { type RuleDraft, withMetric } from './rule-draft.ts'

interface RuleSentenceProps {
  readonly monitor: Monitor
  readonly type: MonitorType
  readonly draft: RuleDraft
  readonly onChange: (draft: RuleDraft) => void
  readonly errors: Readonly<Record<string, string>>
}

export function RuleSentence({ monitor, type, draft, onChange, errors }: RuleSentenceProps) {
  const say = useMessages(ruleMessages)
  const metric = metricOf(type, draft.metric)
  const groups = useQuery(ask('/contact-groups', { query: { limit: 100 } }))
  const set = (change: Partial<RuleDraft>): void => onChange({ ...draft, ...change })
  const wrong = Object.entries(errors).filter(([field]) => field !== '' && field !== 'name')
  return (
    <div className="sentence">
      <Slots
        text={say.sentence}
        slots={{
          severity: (
            <Choice
              label={say.fields.severity}
              value={draft.severity}
              onChange={(severity) => set({ severity: severity as RuleDraft['severity'] })}
            >
              {(['critical', 'warning', 'info'] as const).map((severity) => (
                <option key={severity} value={severity}>
                  {say.verbs[severity]}
                </option>
              ))}
            </Choice>
          ),
          metric: (
            <Choice
              label={say.fields.metric}
              value={draft.metric}
              onChange={(name) => onChange(withMetric(draft, type, name))}
            >
              {type.metrics.map(({ metric: name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Choice>
          ),
          operator: (
            <Choice label={say.fields.operator} value={draft.operator} onChange={(operator) => set({ operator })}>
              {(metric?.operators ?? [draft.operator]).map((operator) => (
                <option key={operator} value={operator}>
                  {say.operators[operator] ?? operator}
                </option>
              ))}
            </Choice>
          ),
          value: <Limit draft={draft} metric={metric} onChange={(value) => set({ value })} />,
          checks: (
            <Count
              label={say.fields.checks}
              value={draft.checks}
              least={1}
              most={100}
              onChange={(checks) => set({ checks })}
            />
          ),
          locations: (
            <Count
              label={say.fields.locations}
              value={draft.locations}
              least={1}
              most={Math.max(1, monitor.locations.length)}
              onChange={(locations) => set({ locations })}
            />
          ),
          lasting: (
            <Count
              label={say.fields.lasting}
              value={draft.lasting}
              least={0}
              most={86_400}
              onChange={(lasting) => set({ lasting })}
            />
          ),
          group: (
            <Choice label={say.fields.group} value={draft.group} onChange={(group) => set({ group })}>
              <option value="">{say.everybody}</option>
              {(groups.data?.data ?? []).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
          ),
        }}
      />
      {metric && <MetricNote monitor={monitor} metric={metric} />}
      {wrong.map(([field, rule]) => (
        <p key={field} className="error" role="alert">
          {field}: {rule}
        </p>
      ))}
    </div>
  )
}

/** A message whose `{names}` are controls: each language puts them where they belong. */
function Slots({ text, slots }: { text: string; slots: Readonly<Record<string, ReactNode>> }) {
  return text
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part, index) => <Fragment key={index}>{slots[part.slice(1, -1)] ?? <span>{part}</span>}</Fragment>)
}

/** Its unit, its range, and what it is now. */
function MetricNote({ monitor, metric }: { monitor: Monitor; metric: Metric }) {
  const say = useMessages(ruleMessages)
  const format = useFormat()
  const current = useCurrentValue(monitor, metric)
  const unit = unitOf(metric)
  const notes = [
    metric.description,
    ...(unit ? [say.range(format.unit(unit), format.number(metric.min), format.number(metric.max))] : []),
    ...(current === null ? [] : [say.current(format.metric(current, unit))]),
  ]
  return <p className="hint">{notes.join(' · ')}</p>
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <select className="input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {children}
    </select>
  )
}

interface LimitProps {
  readonly draft: RuleDraft
  readonly metric: Metric | undefined
  readonly onChange: (value: string) => void
}

function Limit({ draft, metric, onChange }: LimitProps) {
  const say = useMessages(ruleMessages)
  const format = useFormat()
  const label = say.fields.value
  if (metric?.unit === 'truth')
    return (
      <Choice label={label} value={draft.value} onChange={onChange}>
        <option value="true">{say.truths.true}</option>
        <option value="false">{say.truths.false}</option>
      </Choice>
    )
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
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}

function Count({ label, value, least, most, onChange }: CountProps) {
  return (
    <input
      type="number"
      className="input count"
      aria-label={label}
      min={least}
      max={most}
      value={value}
      required
      onChange={(event) => onChange(event.target.valueAsNumber || least)}
    />
  )
}
