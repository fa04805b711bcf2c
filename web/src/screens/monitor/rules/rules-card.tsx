import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { QueryResult } from '../../../parts/content-states.tsx'
import { RuleSwitch } from './rule-switch.tsx'
import { useCan } from '../../../session.ts'
import { type Monitor, useIncidents, useMonitorType, useRules } from '../monitor-data.ts'
import { useRuleMessages } from './messages.ts'
import { RuleState, RuleText } from './rule-text.tsx'

/** The rules with their status, on the overview tab. */
export function RulesCard({ monitor }: { monitor: Monitor }) {
  const t = useRuleMessages()
  const can = useCan()
  const query = useRules(monitor.id)
  const incidents = useIncidents(monitor.id)
  const type = useMonitorType(monitor.type)
  const tab = { to: '/monitors/$id/$tab', params: { id: monitor.id, tab: 'rules' } } as const
  return (
    <Card
      title={t.title}
      flush
      end={can('member') && <ButtonLink small icon="plus" label={t.add} {...tab} search={{ edit: 'new' }} />}
    >
      <QueryResult query={query} what={t.failed}>
        {({ data }) => (
          <ul>
            {data.map((rule) => (
              <li key={rule.id} className="rule">
                {can('member') && <RuleSwitch rule={rule} />}
                <Link {...tab} search={{ edit: rule.id }}>
                  <RuleText rule={rule} type={type} />
                </Link>
                <RuleState rule={rule} incidents={incidents.data?.data ?? []} monitor={monitor} />
              </li>
            ))}
            {data.length === 0 && <li className="muted p-4">{t.none}</li>}
          </ul>
        )}
      </QueryResult>
    </Card>
  )
}
