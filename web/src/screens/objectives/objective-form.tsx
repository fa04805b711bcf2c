import { useState } from 'react'
import type { Slo } from '../../api-types.ts'
import { client, useResource, useList } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { toast } from '../../toast.ts'
import { useObjectiveFormMessages } from './messages.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { CheckList } from '../../parts/form/check-list.tsx'
import { toggled } from '../../toggled.ts'
import { ProblemText } from '../../parts/form/form-error.tsx'
import { SelectField, optionsOf, TextField } from '../../parts/form/field.tsx'
import { MultiSelect } from '../../parts/overlay/multi-select.tsx'

type Window = Slo['window']
type BurnAlerts = Slo['burn_rate_alerts']

const draftOf = (objective: Slo | undefined) => ({
  name: objective?.name ?? '',
  target: String(objective?.target ?? 99.9),
  window: objective?.window ?? ('30d' as Window),
  monitorTags: objective?.monitor_tags ?? [],
  monitorIds: objective?.monitor_ids ?? [],
  burnRateAlerts: objective?.burn_rate_alerts ?? ({ fast: 'critical', slow: 'warning' } as BurnAlerts),
  contactGroupIds: objective?.contact_group_ids ?? [],
})

type ObjectiveDraft = ReturnType<typeof draftOf>

const bodyOf = (draft: ObjectiveDraft) => ({ ...draft, target: Number(draft.target) })

export function ObjectiveForm({ objective, onClose }: { objective?: Slo; onClose: () => void }) {
  const t = useObjectiveFormMessages()
  const groups = useList('/contact-groups').data ?? []
  const [initial] = useState(() => draftOf(objective))
  const [isScopeMissing, setScopeMissing] = useState(false)
  const { draft, set, field, ...saving } = useForm(initial, async (draft) => {
    const isMissing = draft.monitorTags.length + draft.monitorIds.length === 0
    setScopeMissing(isMissing)
    if (isMissing) return
    const body = bodyOf(draft)
    const changes = changedFields(body, bodyOf(initial))
    if (objective) await client.patch('/slos/{id}', { params: { id: objective.id }, body: changes })
    else await client.post('/slos', { body })
    toast({ text: t.saved(draft.name) })
    onClose()
    await invalidate('objective')
  })
  return (
    <DialogForm
      title={objective ? t.edit(objective.name) : t.add}
      saving={saving}
      action={objective ? t.save : t.create}
      onClose={onClose}
    >
      <TextField label={t.name} {...field('name')} />
      <TextField
        label={t.target}
        hint={t.targetHint}
        inputMode="decimal"
        {...field('target')}
        onChange={(target) => set({ target: target.replace(',', '.') })}
      />
      <SelectField label={t.window} {...field('window')} options={optionsOf(t.windows)} />
      <Scope
        tags={draft.monitorTags}
        monitorIds={draft.monitorIds}
        error={isScopeMissing ? t.scopeMissing : undefined}
        onTags={(monitorTags) => set({ monitorTags })}
        onMonitors={(monitorIds) => set({ monitorIds })}
      />
      <AlertFields alerts={draft.burnRateAlerts} onChange={(burnRateAlerts) => set({ burnRateAlerts })} />
      <CheckList
        label={t.groups}
        hint={t.groupsHint}
        items={groups}
        chosen={draft.contactGroupIds}
        onChange={(contactGroupIds) => set({ contactGroupIds })}
      />
    </DialogForm>
  )
}

interface ScopeProps {
  readonly tags: readonly string[]
  readonly monitorIds: readonly string[]
  readonly error: string | undefined
  readonly onTags: (tags: readonly string[]) => void
  readonly onMonitors: (ids: readonly string[]) => void
}

function Scope({ tags, monitorIds, error, onTags, onMonitors }: ScopeProps) {
  const t = useObjectiveFormMessages()
  const { data } = useResource('/dashboard/monitors', { query: { limit: 100, order: 'name' } })
  const tagOptions = (data?.facets?.tag ?? []).map(({ value, count }) => ({ value, label: value, count }))
  const monitorOptions = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <fieldset className="stack">
      <legend className="label">{t.scope}</legend>
      <p className="hint">{t.scopeHint}</p>
      <ProblemText text={error} />
      <span className="row wrap">
        <MultiSelect
          label={t.tags}
          options={tagOptions}
          chosen={tags}
          onToggle={(tag) => onTags(toggled(tags, tag))}
          onClear={() => onTags([])}
        />
        <MultiSelect
          label={t.monitors}
          options={monitorOptions}
          chosen={monitorIds}
          onToggle={(id) => onMonitors(toggled(monitorIds, id))}
          onClear={() => onMonitors([])}
        />
      </span>
    </fieldset>
  )
}

function AlertFields({ alerts, onChange }: { alerts: BurnAlerts; onChange: (alerts: BurnAlerts) => void }) {
  const t = useObjectiveFormMessages()
  return (['fast', 'slow'] as const).map((burn) => (
    <SelectField
      key={burn}
      label={t[burn]}
      value={alerts[burn]}
      options={optionsOf(t.severities)}
      onChange={(severity) => onChange({ ...alerts, [burn]: severity })}
    />
  ))
}
