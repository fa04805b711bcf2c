// The rules of a monitor and their editor.
import { useTranslation } from '../../../catalog/use-translation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { QueryResult } from '../../../parts/content-states.tsx'
import { StatusWord } from '../../../parts/status-mark.tsx'
import { Timestamp } from '../../../parts/time.tsx'
import { useCan } from '../../../session.ts'
import { useChoices } from '../../../url.ts'
import {
  type Incident,
  type Monitor,
  type Rule,
  useIncidents,
  useMonitorType,
  useRules,
  type MonitorType,
} from '../monitor-data.ts'
import { useRuleMessages } from './messages.ts'
import { useRuleActions } from './rule-actions.ts'
import { RuleState, RuleText } from './rule-text.tsx'
import { RuleSwitch } from './rule-switch.tsx'
import { Table } from '../../../parts/table.tsx'
import { client, queryFor, useResource } from '../../../api.ts'
import { useState } from 'react'
import { TextField } from '../../../parts/form/field.tsx'
import { Backtest } from './backtest.tsx'
import { type RuleDraft, conditionOf, draftOf, isComplete, newDraft } from './rule-draft.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { invalidate } from '../../../invalidation.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormSubmit } from '../../../parts/form/use-form.tsx'

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
        columns.rule,
        can('member') && columns.on,
        { label: columns.severity, className: 'wide' },
        columns.state,
        { label: columns.fired, className: 'wide' },
        can('member') && { label: columns.change, isHidden: true },
      ]}
      stacked
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
      <td>
        <RuleText rule={rule} type={type} />
      </td>
      {can('member') && (
        <td>
          <RuleSwitch rule={rule} />
        </td>
      )}
      <td className="wide">
        {rule.severity === 'info' ? (
          t.severities.info
        ) : (
          <StatusWord status={rule.severity}>{t.severities[rule.severity]}</StatusWord>
        )}
      </td>
      <td>
        <RuleState rule={rule} incidents={incidents} monitor={monitor} />
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

interface RuleEditorProps {
  readonly monitor: Monitor
  readonly type: MonitorType
  /** Null for a new one. */
  readonly rule: Rule | null
  readonly onClose: () => void
}

function RuleEditor({ monitor, type, rule, onClose }: RuleEditorProps) {
  const t = useRuleMessages()
  const words = useTranslation()
  const [draft, setDraft] = useState(() =>
    rule ? draftOf(rule) : newDraft(type, { locations: monitor.locations.length, rules: [] }),
  )
  const current = useCurrentValue(monitor, draft.metric)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    await save(monitor, rule, draft)
    void invalidate('monitor')
    onClose()
  })
  return (
    <Card title={rule ? t.edit(words.text(rule.name)) : t.addRule}>
      <form className="stack" onSubmit={submit}>
        <div className="max-w-measure">
          <TextField
            label={t.fields.name}
            value={draft.name}
            maxLength={100}
            required
            error={errors['name']}
            onChange={(name) => setDraft({ ...draft, name })}
          />
        </div>
        <RuleSentence
          schedule={{
            intervalSeconds: monitor.interval_seconds,
            strategy: monitor.scheduling_strategy,
            locations: monitor.locations.length,
          }}
          type={type}
          draft={draft}
          current={current}
          onChange={setDraft}
          errors={errors}
        />
        {summary}
        <Backtest monitor={monitor} draft={draft} />
        <div className="actions">
          <Button
            type="submit"
            weight="primary"
            busy={busy}
            disabled={!isComplete(draft)}
            label={rule ? t.save : t.addRule}
          />
          <Button label={t.cancel} onClick={onClose} />
        </div>
      </form>
    </Card>
  )
}

async function save(monitor: Monitor, rule: Rule | null, draft: RuleDraft): Promise<void> {
  const body = { name: draft.name.trim(), ...conditionOf(draft), contactGroupId: draft.group || null }
  const { id } = monitor
  if (!rule) await client.post('/monitors/{id}/alert-rules', { params: { id }, body })
  else await client.patch('/monitors/{id}/alert-rules/{ruleId}', { params: { id, ruleId: rule.id }, body })
}

/** The latest measured value, or null. */
function useCurrentValue({ id }: Monitor, metric: string): number | null {
  const latest = useResource('/dashboard/monitors/{id}/checks', { params: { id }, query: { limit: 1 } })
  const checkId = latest.data?.data[0]?.id
  const { data } = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks/{checkId}', { params: { id, checkId: checkId ?? '' } }),
    enabled: checkId !== undefined,
  })
  return data?.metrics.find((measured) => measured.metric === metric)?.value ?? null
}
