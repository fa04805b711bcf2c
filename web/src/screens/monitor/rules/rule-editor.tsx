// The rule editor with a backtest.
import { client, queryFor, useResource } from '../../../api.ts'
import { useTranslation } from '../../../catalog/use-translation.ts'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import type { Monitor, MonitorType, Rule } from '../monitor-data.ts'
import { Backtest } from './backtest.tsx'
import { useRuleMessages } from './messages.ts'
import { type RuleDraft, conditionOf, draftOf, isComplete, newDraft } from './rule-draft.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { invalidate } from '../../../invalidation.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormSubmit } from '../../../parts/form/use-form.tsx'

interface RuleEditorProps {
  readonly monitor: Monitor
  readonly type: MonitorType
  /** Null for a new one. */
  readonly rule: Rule | null
  readonly onClose: () => void
}

export function RuleEditor({ monitor, type, rule, onClose }: RuleEditorProps) {
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
