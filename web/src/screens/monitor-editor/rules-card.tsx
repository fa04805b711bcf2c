// The alert rules of the draft as sentences, saved together with the monitor.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MonitorType } from '../../api-types.ts'
import { client, queryFor } from '../../api.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useDebounced } from '../../debounced.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CatalogForm } from '../../parts/catalog-form/catalog-form.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useRuleMessages } from '../monitor/rules/messages.ts'
import { type RuleDraft, draftOf, newDraft } from '../monitor/rules/rule-draft.ts'
import { RuleSentence } from '../monitor/rules/rule-sentence.tsx'
import type { MonitorDraft } from './draft.ts'
import {
  type BaseRule,
  type ShownRule,
  addedRule,
  changedRule,
  deletedRule,
  shownRules,
  switchedRule,
} from './edited-rules.ts'
import { editorMessages } from './messages.ts'
import { Notified } from './notified.tsx'

interface RulesCardProps {
  readonly type: MonitorType
  readonly draft: MonitorDraft
  readonly monitorId: string | undefined
  /** The latest value of a metric in the test, or null. */
  readonly measured: (metric: string) => number | null
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<MonitorDraft>) => void
}

export function RulesCard({ type, draft, monitorId, measured, errors, onChange }: RulesCardProps) {
  const t = useMessages(editorMessages)
  const base = useBaseRules(type, draft, monitorId)
  const rules = shownRules(base, draft.alertRules)
  const add = (): void => {
    const others = rules.map((rule) => rule.draft)
    const fresh = newDraft(type, { locations: draft.locations.length, rules: others })
    onChange({ alertRules: addedRule(draft.alertRules, withSuggestion(fresh, measured(fresh.metric))) })
  }
  return (
    <Card
      title={t.alarm}
      end={
        <Button small icon="plus" onClick={add}>
          {t.addRule}
        </Button>
      }
    >
      <div className="stack">
        {rules.length === 0 && <p className="muted">{t.noRules}</p>}
        <ul className="rule-list">
          {rules.map((rule) => (
            <RuleRow
              key={rule.key}
              rule={rule}
              type={type}
              draft={draft}
              current={measured(rule.draft.metric)}
              onChange={onChange}
            />
          ))}
        </ul>
        {errors['alertRules'] && (
          <p className="error" role="alert">
            {errors['alertRules']}
          </p>
        )}
        <Notified draft={draft} />
        <CatalogForm
          fields={type.config.filter(({ group }) => group === 'alarm')}
          value={draft.config}
          errors={errors}
          without={[]}
          onChange={(config) => onChange({ config })}
        />
      </div>
    </Card>
  )
}

/** Twice the value just measured, rounded up to two digits. */
function withSuggestion(draft: RuleDraft, value: number | null): RuleDraft {
  if (value === null || value <= 0 || !['>', '>='].includes(draft.operator) || draft.value === '') return draft
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value * 2)) - 1)
  return { ...draft, value: String(Math.ceil((value * 2) / step) * step) }
}

interface RuleRowProps extends Pick<RulesCardProps, 'type' | 'draft' | 'onChange'> {
  readonly rule: ShownRule
  readonly current: number | null
}

function RuleRow({ rule, type, draft, current, onChange }: RuleRowProps) {
  const t = useRuleMessages()
  const words = useTranslation()
  const name = words.text(rule.draft.name)
  const change = (next: RuleDraft): void => onChange({ alertRules: changedRule(draft.alertRules, rule, next) })
  return (
    <li className={rule.enabled ? 'rule-row' : 'rule-row off'}>
      <button
        type="button"
        role="switch"
        className={rule.enabled ? 'switch on' : 'switch'}
        aria-checked={rule.enabled}
        aria-label={t.isOn(name)}
        onClick={() => onChange({ alertRules: switchedRule(draft.alertRules, rule) })}
      />
      <div className="stack-tight">
        <span className="row">
          {rule.draft.severity !== 'info' && <StatusMark status={rule.draft.severity} />}
          {rule.base ? (
            <strong>{name}</strong>
          ) : (
            <input
              className="input rule-name"
              aria-label={t.fields.name}
              value={rule.draft.name}
              maxLength={100}
              onChange={(event) => change({ ...rule.draft, name: event.target.value })}
            />
          )}
        </span>
        <RuleSentence
          schedule={{
            intervalSeconds: draft.interval,
            strategy: draft.schedulingStrategy,
            locations: draft.locations.length,
          }}
          type={type}
          draft={rule.draft}
          current={current}
          onChange={change}
          errors={{}}
        />
      </div>
      {!rule.isDefault && (
        <Button
          small
          icon="close"
          weight="ghost"
          aria-label={t.deleteTitle(name)}
          onClick={() => onChange({ alertRules: deletedRule(draft.alertRules, rule) })}
        />
      )}
    </li>
  )
}

const pauseMs = 300

/** The stored rules, or those that a new monitor would start with. */
function useBaseRules(type: MonitorType, draft: MonitorDraft, monitorId: string | undefined): readonly BaseRule[] {
  const body = useDebounced(
    JSON.stringify({ type: type.type, config: draft.config, locations: draft.locations.length }),
    pauseMs,
  )
  const starting = useQuery({
    queryKey: ['/dashboard/monitors/draft-rules', body],
    queryFn: ({ signal }) =>
      client.post('/dashboard/monitors/draft-rules', { body: JSON.parse(body) as { type: string }, signal }),
    enabled: monitorId === undefined,
    placeholderData: keepPreviousData,
  })
  const stored = useQuery({
    ...queryFor('/monitors/{id}/alert-rules', { params: { id: monitorId ?? '' }, query: { limit: 100 } }),
    enabled: monitorId !== undefined,
  })
  if (monitorId !== undefined)
    return (stored.data?.data ?? []).map((rule) => ({
      id: rule.id,
      draft: draftOf(rule),
      enabled: rule.enabled,
      isDefault: rule.is_system,
    }))
  return (starting.data?.data ?? []).map((rule) => ({
    defaultRule: rule.name,
    draft: draftOf({ ...rule, contact_group: null }),
    enabled: true,
    isDefault: true,
  }))
}
