import { useState } from 'react'
import type { MaintenanceWindow } from '../../api-types.ts'
import { client } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { invalidate } from '../../invalidation.ts'
import { Card } from '../../parts/card.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { toast } from '../../toast.ts'
import { type WindowDraft, bodyOf, planOf } from './draft.ts'
import { useWindowMessages } from './messages.ts'
import { PlanPreview } from './preview.tsx'
import { Segments } from '../../parts/choose.tsx'
import { MonitorPicker } from '../../parts/form/monitor-picker.tsx'
import { TagPicker } from '../../parts/form/tag-picker.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { SelectField, optionsOf, Switch, TextArea, TextField } from '../../parts/form/field.tsx'
import { SaveActions } from '../../parts/form/dialog-form.tsx'
import { type FormSubmit, useFormSubmit, fieldsOf } from '../../parts/form/use-form.tsx'

interface WindowFormProps {
  /** The window to change; a new one if omitted. */
  readonly window?: MaintenanceWindow
  readonly start: WindowDraft
}

export function WindowForm({ window, start }: WindowFormProps) {
  const t = useWindowMessages()
  const [draft, setDraft] = useState(start)
  const [enabled, setEnabled] = useState(window?.enabled ?? true)
  const plan = planOf(draft)
  const saving = useSave({ window, start, draft, enabled })
  const set = (change: Partial<WindowDraft>): void => setDraft((before) => ({ ...before, ...change }))
  const props = { draft, set, errors: saving.errors }
  const field = fieldsOf(draft, set, saving.errors)
  return (
    <form className="cols" onSubmit={saving.submit} noValidate>
      <div className="stack">
        {saving.summary}
        <Names {...props} />
        <WhatFields {...props} />
        <WhenFields {...props} />
        <Card title={t.effect} stack>
          <Switch label={t.suppress} hint={t.suppressHint} {...field('suppressAlerts')} />
          <Switch label={t.exclude} hint={t.excludeHint} {...field('excludeFromSla')} />
          {window && <Switch label={t.on} hint={t.onHint} value={enabled} onChange={setEnabled} />}
        </Card>
        <SaveActions
          saving={saving}
          action={window ? t.save : t.create}
          disabled={plan === null}
          cancelTo="/maintenance"
        />
      </div>
      <PlanPreview windowId={window?.id} plan={plan} draft={draft} />
    </form>
  )
}

interface SaveInput extends WindowFormProps {
  readonly draft: WindowDraft
  readonly enabled: boolean
}

function useSave({ window, start, draft, enabled }: SaveInput): FormSubmit {
  const t = useWindowMessages()
  const navigateIfMounted = useNavigateIfMounted()
  return useFormSubmit(async () => {
    const plan = planOf(draft)
    if (!plan) return
    const body = bodyOf(draft, plan)
    if (window) {
      const before = { ...bodyOf(start, planOf(start)!), enabled: window.enabled }
      const changed = changedFields({ ...body, enabled }, before)
      await client.patch('/maintenance-windows/{id}', { params: { id: window.id }, body: changed })
      toast({ text: t.saved(draft.name) })
    } else {
      await client.post('/maintenance-windows', { body })
      toast({ text: t.planned(draft.name) })
    }
    await navigateIfMounted({ to: '/maintenance' })
    await invalidate('maintenance', 'monitor')
  })
}

function Names({ draft, set, errors }: DraftProps) {
  const t = useWindowMessages()
  const field = fieldsOf(draft, set, errors)
  return (
    <Card title={t.basics} stack>
      <TextField label={t.name} maxLength={200} {...field('name')} />
      <TextArea
        label={t.description}
        note={t.optional}
        hint={t.descriptionHint}
        rows={2}
        maxLength={2000}
        {...field('description')}
      />
    </Card>
  )
}

function WhatFields({ draft, set, errors }: DraftProps) {
  const t = useWindowMessages()
  const error = errors['monitorIds'] ?? errors['monitorTags']
  return (
    <Card title={t.what} stack>
      <div>
        <Segments
          label={t.scope}
          value={draft.everything ? 'all' : 'some'}
          choices={[
            { value: 'some', label: t.some },
            { value: 'all', label: t.all },
          ]}
          onChange={(value) => set({ everything: value === 'all' })}
        />
      </div>
      {!draft.everything && (
        <>
          <TagPicker label={t.tags} hint={t.tagsHint} tags={draft.tags} onChange={(tags) => set({ tags })} />
          <MonitorPicker label={t.monitors} chosen={draft.monitorIds} onChange={(monitorIds) => set({ monitorIds })} />
        </>
      )}
      {error && <p className="error">{error}</p>}
    </Card>
  )
}

function WhenFields({ draft, set, errors }: DraftProps) {
  const t = useWindowMessages()
  const field = fieldsOf(draft, set, errors)
  return (
    <Card title={t.when}>
      <div className="form-pairs">
        <TextField label={t.starts} type="datetime-local" {...field('starts', 'startsAt')} />
        <ZoneField label={t.zone} {...field('timezone')} />
        <TextField label={t.lasts} type="number" min={1} {...field('length', 'durationMinutes')} />
        <SelectField label={t.unit} options={optionsOf(t.units)} {...field('unit')} />
        <SelectField label={t.repeats} options={optionsOf(t.recurrences)} {...field('recurrence')} />
        {draft.recurrence !== 'once' && (
          <TextField
            label={t.until}
            note={t.optional}
            hint={t.untilHint}
            type="date"
            {...field('until', 'recurrenceUntil')}
          />
        )}
      </div>
    </Card>
  )
}

interface DraftProps {
  readonly draft: WindowDraft
  readonly set: (change: Partial<WindowDraft>) => void
  readonly errors: FormSubmit['errors']
}
