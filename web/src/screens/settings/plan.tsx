// What the plan allows and how much of it is used. What is closest to its limit comes first.
import type { Plan as PlanData } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card, KeyValue } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { type PlanUsage, isUnlimited, usageOf } from './plan-usage.ts'
import { usePlanMessages } from './plan-messages.ts'
import { SettingsPage } from './settings-page.tsx'

export function Plan() {
  const t = usePlanMessages()
  const query = useResource('/plan')
  return (
    <SettingsPage section="plan">
      <QueryResult query={query} what={t.failed}>
        {(plan) => (
          <>
            <UsageCard plan={plan} />
            {plan.limits && !isUnlimited(plan.limits) && <LimitsCard limits={plan.limits} />}
          </>
        )}
      </QueryResult>
    </SettingsPage>
  )
}

function UsageCard({ plan }: { plan: PlanData }) {
  const t = usePlanMessages()
  const format = useFormat()
  const { period_start: from, period_end: until } = plan.usage
  return (
    <Card title={t.usage} end={t.plan(plan.name)} flush>
      {(!plan.limits || isUnlimited(plan.limits)) && <p className="body muted">{t.noLimits}</p>}
      <ul className="list">
        {usageOf(plan).map((usage) => (
          <UsageLine key={usage.name} usage={usage} />
        ))}
      </ul>
      <p className="body hint">{t.period(format.day(from), format.day(until))}</p>
    </Card>
  )
}

function UsageLine({ usage: { name, used, limit } }: { usage: PlanUsage }) {
  const t = usePlanMessages()
  const format = useFormat()
  const label = t.names[name]
  return (
    <li>
      <span className="min-w-0">{label}</span>
      <span className="at row">
        {limit !== null && limit > 0 && (
          <meter aria-label={label} min={0} max={limit} high={limit * 0.8} value={used} />
        )}
        <span className="num">
          {limit === null ? format.number(used) : t.usedOf(format.number(used), format.number(limit))}
        </span>
      </span>
    </li>
  )
}

function LimitsCard({ limits }: { limits: NonNullable<PlanData['limits']> }) {
  const t = usePlanMessages()
  const format = useFormat()
  const value = (limit: number): string => (limit < 0 ? t.unlimited : format.number(limit))
  return (
    <Card title={t.limits}>
      <KeyValue
        rows={[
          [t.minInterval, format.duration(limits.min_interval_seconds)],
          [t.locationsPerMonitor, value(limits.locations_per_monitor)],
          [t.rulesPerMonitor, value(limits.alert_rules_per_monitor)],
          [t.requests, value(limits.api_requests_per_minute)],
          [t.retention, limits.check_retention_days < 0 ? t.unlimited : t.days(limits.check_retention_days)],
        ]}
      />
    </Card>
  )
}
