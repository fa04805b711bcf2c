import { useTranslation } from '../../../catalog/use-translation.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Pill } from '../../../parts/status-mark.tsx'
import { type Incident, type Monitor, type MonitorType, type Rule, isOpen, useLocationRows } from '../monitor-data.ts'
import { useCondition } from './condition.ts'
import { isAwaitingFirstCheck } from './evaluated.ts'
import { useRuleMessages } from './messages.ts'

/** Name, condition and confirmation. */
export function RuleText({ rule, type }: { rule: Rule; type: MonitorType | undefined }) {
  const t = useRuleMessages()
  const format = useFormat()
  const words = useTranslation()
  const condition = useCondition(type)
  const { failure_threshold: checks, min_failed_probes: locations, duration_window_seconds: lasting } = rule
  return (
    <span className="min-w-0">
      <span className="name">{words.text(rule.name)}</span>
      <span className="sub" title={rule.is_system ? t.standard : undefined}>
        {condition(rule)}
        {type?.requires_locations !== false &&
          ` · ${t.confirmed(checks, locations, lasting > 0 ? format.duration(lasting) : null)}`}
      </span>
    </span>
  )
}

interface RuleStateProps {
  readonly rule: Rule
  readonly incidents: readonly Incident[]
  readonly monitor: Pick<Monitor, 'id' | 'state'>
}

export function RuleState({ rule, incidents, monitor }: RuleStateProps) {
  const t = useRuleMessages()
  const { data: locations = [], unmeasured = [] } = useLocationRows(monitor.id).data ?? {}
  const open = incidents.find((incident) => isOpen(incident) && incident.rule?.id === rule.id)
  if (!rule.enabled) return <Pill status="paused">{t.off}</Pill>
  if (open) return <Pill status={open.status} />
  if (rule.unusual?.state === 'waiting') return <Pill status="unknown">{t.unusual.waiting}</Pill>
  const isUnknown = monitor.state === 'unknown' || isAwaitingFirstCheck(rule, locations)
  if (isUnknown) return <Pill status="unknown" />
  const isUnmeasured = unmeasured.includes(rule.metric)
  return isUnmeasured ? <Pill status="unknown">{t.unmeasured}</Pill> : <Pill status="up">{t.fine}</Pill>
}
