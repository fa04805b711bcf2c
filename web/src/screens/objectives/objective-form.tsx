import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Slo } from '../../../../sdk/api.ts'
import { client, listQueryFor, queryFor } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { Check, SelectField, TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { MultiSelect } from '../../parts/multi-select.tsx'
import { toast } from '../../toast.ts'
import { objectiveFormMessages } from './messages.ts'

type Window = Slo['window']
type BurnAlerts = Slo['burn_rate_alerts']

const windows: readonly Window[] = ['7d', '28d', '30d', 'month']
const severities = ['critical', 'warning', 'off'] as const

export function ObjectiveForm({ objective, onClose }: { objective?: Slo; onClose: () => void }) {
  const t = useMessages(objectiveFormMessages)
  const [name, setName] = useState(objective?.name ?? '')
  const [target, setTarget] = useState(String(objective?.target ?? 99.9))
  const [window, setWindow] = useState<Window>(objective?.window ?? '30d')
  const [monitorTags, setTags] = useState(objective?.monitor_tags ?? [])
  const [monitorIds, setMonitors] = useState(objective?.monitor_ids ?? [])
  const [burnRateAlerts, setAlerts] = useState<BurnAlerts>(
    objective?.burn_rate_alerts ?? { fast: 'critical', slow: 'warning' },
  )
  const [contactGroupIds, setGroups] = useState(objective?.contact_group_ids ?? [])
  const body = { name, target: Number(target), window, monitorTags, monitorIds, burnRateAlerts, contactGroupIds }
  const [before] = useState(body)
  const [isScopeMissing, setScopeMissing] = useState(false)
  const saving = useFormSubmit(async () => {
    const isMissing = monitorTags.length + monitorIds.length === 0
    setScopeMissing(isMissing)
    if (isMissing) return
    if (objective) await client.patch('/slos/{id}', { params: { id: objective.id }, body: changedFields(body, before) })
    else await client.post('/slos', { body })
    toast({ text: t.saved(name) })
    onClose()
    await invalidate('objective')
  })
  const { errors } = saving
  return (
    <Dialog title={objective ? t.edit(objective.name) : t.add} onClose={onClose}>
      <form className="stack" noValidate onSubmit={saving.submit}>
        {saving.summary}
        <TextField
          label={t.name}
          value={name}
          autoComplete="off"
          error={errors['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t.target}
          hint={t.targetHint}
          inputMode="decimal"
          value={target}
          autoComplete="off"
          error={errors['target']}
          onChange={(event) => setTarget(event.target.value.replace(',', '.'))}
        />
        <SelectField label={t.window} value={window} onChange={(event) => setWindow(event.target.value as Window)}>
          {windows.map((value) => (
            <option key={value} value={value}>
              {t.windows[value]}
            </option>
          ))}
        </SelectField>
        <Scope
          tags={monitorTags}
          monitorIds={monitorIds}
          error={isScopeMissing ? t.scopeMissing : undefined}
          onTags={setTags}
          onMonitors={setMonitors}
        />
        <AlertFields alerts={burnRateAlerts} onChange={setAlerts} />
        <Groups chosen={contactGroupIds} onChange={setGroups} />
        <div className="actions justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button weight="primary" type="submit" busy={saving.busy}>
            {objective ? t.save : t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const toggled = (chosen: readonly string[], value: string): string[] =>
  chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]

interface ScopeProps {
  readonly tags: readonly string[]
  readonly monitorIds: readonly string[]
  readonly error: string | undefined
  readonly onTags: (tags: readonly string[]) => void
  readonly onMonitors: (ids: readonly string[]) => void
}

function Scope({ tags, monitorIds, error, onTags, onMonitors }: ScopeProps) {
  const t = useMessages(objectiveFormMessages)
  const { data } = useQuery(queryFor('/dashboard/monitors', { query: { limit: 100, order: 'name' } }))
  const tagOptions = (data?.facets?.tag ?? []).map(({ value, count }) => ({ value, label: value, count }))
  const monitorOptions = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <fieldset className="stack">
      <legend className="label">{t.scope}</legend>
      <p className="hint">{t.scopeHint}</p>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
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
  const t = useMessages(objectiveFormMessages)
  return (['fast', 'slow'] as const).map((burn) => (
    <SelectField
      key={burn}
      label={t[burn]}
      value={alerts[burn]}
      onChange={(event) => onChange({ ...alerts, [burn]: event.target.value as BurnAlerts['fast'] })}
    >
      {severities.map((value) => (
        <option key={value} value={value}>
          {t.severities[value]}
        </option>
      ))}
    </SelectField>
  ))
}

function Groups({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const t = useMessages(objectiveFormMessages)
  const groups = useInfiniteQuery(listQueryFor('/contact-groups')).data ?? []
  if (groups.length === 0) return null
  return (
    <fieldset className="stack">
      <legend className="label">{t.groups}</legend>
      <p className="hint">{t.groupsHint}</p>
      {groups.map(({ id, name }) => (
        <Check key={id} label={name} checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))} />
      ))}
    </fieldset>
  )
}
