import { useState } from 'react'
import type { OnCallScheduleInFull } from '../../../../sdk/api.ts'
import { client } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { dateOf, mondayOf } from '../../parts/calendar/zone-days.ts'
import { Card } from '../../parts/card.tsx'
import { Switch, TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { toast } from '../../toast.ts'
import { DraftPreview } from './draft-preview.tsx'
import { type LayerDraft, type ScheduleDraft, layersOf, newLayer } from './draft.ts'
import { LayerCard } from './layer-card.tsx'
import { scheduleMessages } from './messages.ts'

interface ScheduleFormProps {
  readonly schedule?: OnCallScheduleInFull
  readonly start: ScheduleDraft
}

export function ScheduleForm({ schedule, start }: ScheduleFormProps) {
  const t = useMessages(scheduleMessages)
  const [draft, setDraft] = useState(start)
  const [nextKey, setNextKey] = useState(1)
  const layers = layersOf(draft, schedule?.layers)
  const saving = useSave({ schedule, draft })
  const set = (change: Partial<ScheduleDraft>): void => setDraft((before) => ({ ...before, ...change }))
  const setLayer = (key: string, change: Partial<LayerDraft>): void =>
    set({ layers: draft.layers.map((layer) => (layer.key === key ? { ...layer, ...change } : layer)) })
  const addLayer = (): void => {
    const startDate = mondayOf(dateOf(Date.now(), draft.timezone))
    const name = t.layer(draft.layers.length + 1)
    set({ layers: [...draft.layers, newLayer({ key: `new ${nextKey}`, name, startDate, userIds: [] })] })
    setNextKey(nextKey + 1)
  }
  return (
    <form className="stack" onSubmit={saving.submit} noValidate>
      <DraftPreview scheduleId={schedule?.id} timezone={draft.timezone} layers={layers} />
      {saving.summary}
      <Card>
        <div className="form-pairs">
          <TextField
            label={t.name}
            value={draft.name}
            maxLength={100}
            autoComplete="off"
            error={saving.errors['name']}
            onChange={(event) => set({ name: event.target.value })}
          />
          <ZoneField
            label={t.zone}
            hint={t.zoneHint}
            value={draft.timezone}
            error={saving.errors['timezone']}
            onChange={(timezone) => set({ timezone })}
          />
          {schedule && (
            <Switch label={t.on} hint={t.onHint} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
          )}
        </div>
      </Card>
      {draft.layers.map((layer, index) => (
        <LayerCard
          key={layer.key}
          layer={layer}
          number={index + 1}
          errorOf={(field) => saving.errors[`layers[${index}].${field}`]}
          onChange={(change) => setLayer(layer.key, change)}
          onRemove={() => set({ layers: draft.layers.filter(({ key }) => key !== layer.key) })}
        />
      ))}
      <div className="row wrap">
        <Button icon="plus" onClick={addLayer}>
          {t.addLayer}
        </Button>
        <span className="muted">{t.layerHint}</span>
      </div>
      <div className="actions">
        <Button weight="primary" type="submit" busy={saving.busy} disabled={layers === null}>
          {schedule ? t.save : t.create}
        </Button>
        <ButtonLink weight="ghost" to="/on-call">
          {t.cancel}
        </ButtonLink>
      </div>
    </form>
  )
}

function useSave({ schedule, draft }: { schedule?: OnCallScheduleInFull; draft: ScheduleDraft }) {
  const t = useMessages(scheduleMessages)
  const navigateIfMounted = useNavigateIfMounted()
  return useFormSubmit(async () => {
    const layers = layersOf(draft, schedule?.layers)
    if (!layers) return
    const body = { name: draft.name, timezone: draft.timezone, enabled: draft.enabled, layers }
    const { id } = schedule
      ? await client.patch('/on-call-schedules/{id}', { params: { id: schedule.id }, body })
      : await client.post('/on-call-schedules', { body })
    toast({ text: t.saved(draft.name) })
    await navigateIfMounted({ to: '/on-call/$schedule', params: { schedule: String(id) } })
    await invalidate('onCall')
  })
}
