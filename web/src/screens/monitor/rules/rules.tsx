// The rules of a monitor and their editor.
import { useTranslation } from '../../../catalog/use-translation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { QueryResult } from '../../../parts/content-states.tsx'
import { StatusWord } from '../../../parts/status-mark.tsx'
import { Timestamp } from '../../../parts/time.tsx'
import { useCan } from '../../../session.ts'
import { useChoices } from '../../../url.ts'
import { type Incident, type Monitor, type Rule, useIncidents, useMonitorType, useRules } from '../monitor-data.ts'
import { useRuleMessages } from './messages.ts'
import { useRuleActions } from './rule-actions.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleState, RuleText } from './rule-text.tsx'
import { RuleSwitch } from './rule-switch.tsx'
import { Table } from '../../../parts/table.tsx'

export function RulesTab({ monitor }: { monitor: Monitor }) {
  const t = useRuleMessages()
  const can = useCan()
  const [{ edit }, choose] = useChoices({ edit: '' })
  const query = useRules(monitor.id)
  const type = useMonitorType(monitor.type)
  const rules = query.data?.data ?? []
  const edited = rules.find(({ id }) => id === edit)
  const editing = can('member') && type !== undefined && (edit === 'new' || edited !== undefined)
  return (
    <div className="stack">
      {editing && (
        <RuleEditor
          key={edit}
          monitor={monitor}
          type={type}
          rule={edited ?? null}
          onClose={() => choose({ edit: '' })}
        />
      )}
      <Card
        title={t.title}
        flush
        end={can('member') && <Button small icon="plus" label={t.add} onClick={() => choose({ edit: 'new' })} />}
      >
        <QueryResult query={query} what={t.failed}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="muted p-4">{t.none}</p>
            ) : (
              <RuleTable rules={data} monitor={monitor} onEdit={(id) => choose({ edit: id })} />
            )
          }
        </QueryResult>
      </Card>
    </div>
  )
}

interface RuleTableProps {
  readonly rules: readonly Rule[]
  readonly monitor: Monitor
  readonly onEdit: (id: string) => void
}

function RuleTable({ rules, monitor, onEdit }: RuleTableProps) {
  const { columns } = useRuleMessages()
  const can = useCan()
  const { data } = useIncidents(monitor.id)
  return (
    <Table
      columns={[
        can('member') && columns.on,
        columns.rule,
        { label: columns.severity, className: 'wide' },
        columns.state,
        { label: columns.fired, className: 'wide' },
        can('member') && { label: columns.change, isHidden: true },
      ]}
      className="rule-table"
    >
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} monitor={monitor} incidents={data?.data ?? []} onEdit={onEdit} />
      ))}
    </Table>
  )
}

interface RuleRowProps extends Pick<RuleTableProps, 'monitor' | 'onEdit'> {
  readonly rule: Rule
  readonly incidents: readonly Incident[]
}

function RuleRow({ rule, monitor, incidents, onEdit }: RuleRowProps) {
  const t = useRuleMessages()
  const can = useCan()
  const type = useMonitorType(monitor.type)
  const { remove } = useRuleActions()
  const name = useTranslation().text(rule.name)
  const last = incidents.find((incident) => incident.rule?.id === rule.id)
  return (
    <tr>
      {can('member') && (
        <td>
          <RuleSwitch rule={rule} />
        </td>
      )}
      <td>
        <RuleText rule={rule} type={type} />
      </td>
      <td className="wide">
        {rule.severity === 'info' ? (
          t.severities.info
        ) : (
          <StatusWord status={rule.severity}>{t.severities[rule.severity]}</StatusWord>
        )}
      </td>
      <td>
        <RuleState rule={rule} incidents={incidents} />
      </td>
      <td className="wide muted">{last ? <Timestamp at={last.started_at} /> : t.never}</td>
      {can('member') && (
        <td className="right nowrap">
          <Button small weight="ghost" icon="edit" aria-label={t.edit(name)} onClick={() => onEdit(rule.id)} />
          {!rule.is_system && (
            <Button
              small
              weight="ghost"
              icon="trash"
              aria-label={t.deleteTitle(name)}
              onClick={() => void remove(rule)}
            />
          )}
        </td>
      )}
    </tr>
  )
}
