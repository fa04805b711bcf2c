import { useState } from 'react'
import type { OnCallScheduleInFull } from '../../api-types.ts'
import { client } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { dateOf, mondayOf, calendarDays, isDate } from '../../parts/calendar/zone-days.ts'
import { Card } from '../../parts/card.tsx'
import { Switch, TextField, SelectField, optionsOf } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { toast } from '../../toast.ts'
import { type LayerDraft, type ScheduleDraft, layersOf, newLayer } from './draft.ts'
import { useScheduleMessages } from './messages.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../debounced.ts'
import { useNow } from '../../format/now.ts'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { QueryResult, Skeleton } from '../../parts/content-states.tsx'
import { useIsPhone } from '../../parts/is-phone.ts'
import { Agenda } from '../on-call/agenda.tsx'
import { useLayerNotes } from '../on-call/layer-note.ts'
import { Timeline } from '../on-call/timeline.tsx'
import { SaveActions } from '../../parts/form/dialog-form.tsx'
import { useFormSubmit, fieldsOf } from '../../parts/form/use-form.tsx'
import { useDateText } from '../../parts/calendar/calendar-nav.tsx'
import { HoursFields } from './hours-fields.tsx'
import { PeopleOrder } from './people-order.tsx'

interface ScheduleFormProps {
  readonly schedule?: OnCallScheduleInFull
  readonly start: ScheduleDraft
}

export function ScheduleForm({ schedule, start }: ScheduleFormProps) {
  const t = useScheduleMessages()
  const [draft, setDraft] = useState(start)
  const layers = layersOf(draft, schedule?.layers)
  const saving = useSave({ schedule, draft })
  const set = (change: Partial<ScheduleDraft>): void => setDraft((before) => ({ ...before, ...change }))
  const edits = useLayerEdits(draft, (changed) => set({ layers: changed }))
  const field = fieldsOf(draft, set, saving.errors)
  return (
    <form className="stack" onSubmit={saving.submit} noValidate>
      <DraftPreview scheduleId={schedule?.id} timezone={draft.timezone} layers={layers} />
      {saving.summary}
      <Card>
        <div className="form-pairs">
          <TextField label={t.name} maxLength={100} {...field('name')} />
          <ZoneField label={t.zone} hint={t.zoneHint} {...field('timezone')} />
          {schedule && (
            <Switch label={t.on} hint={t.onHint} value={draft.enabled} onChange={(enabled) => set({ enabled })} />
          )}
        </div>
      </Card>
      {draft.layers.map((layer, index) => (
        <LayerCard
          key={layer.key}
          layer={layer}
          number={index + 1}
          errorOf={(field) => saving.errors[`layers[${index}].${field}`]}
          onChange={(change) => edits.change(layer.key, change)}
          onRemove={() => edits.remove(layer.key)}
        />
      ))}
      <div className="row wrap">
        <Button icon="plus" label={t.addLayer} onClick={edits.add} />
        <span className="muted">{t.layerHint}</span>
      </div>
      <SaveActions
        saving={saving}
        action={schedule ? t.save : t.create}
        disabled={layers === null}
        cancelTo="/on-call"
      />
    </form>
  )
}

function useLayerEdits({ layers, timezone }: ScheduleDraft, onChange: (layers: readonly LayerDraft[]) => void) {
  const t = useScheduleMessages()
  const [nextKey, setNextKey] = useState(1)
  return {
    add(): void {
      const startDate = mondayOf(dateOf(Date.now(), timezone))
      const name = t.layer(layers.length + 1)
      onChange([...layers, newLayer({ key: `new ${nextKey}`, name, startDate, userIds: [] })])
      setNextKey(nextKey + 1)
    },
    change: (changed: string, part: Partial<LayerDraft>): void =>
      onChange(layers.map((layer) => (layer.key === changed ? { ...layer, ...part } : layer))),
    remove: (removed: string): void => onChange(layers.filter(({ key }) => key !== removed)),
  }
}

function useSave({ schedule, draft }: { schedule?: OnCallScheduleInFull; draft: ScheduleDraft }) {
  const t = useScheduleMessages()
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

interface DraftPreviewProps {
  readonly scheduleId: number | undefined
  readonly timezone: string
  readonly layers: ReturnType<typeof layersOf>
}

/** The draft over the next two weeks. */
function DraftPreview({ scheduleId, timezone, layers }: DraftPreviewProps) {
  const t = useScheduleMessages()
  const zone = useViewerZone()
  const isPhone = useIsPhone()
  const now = useNow(60)
  const days = calendarDays(mondayOf(dateOf(now.getTime(), zone)), 14, zone)
  const span = { from: new Date(days[0]!.from).toISOString(), until: new Date(days.at(-1)!.to).toISOString() }
  const key = useDebounced(JSON.stringify({ scheduleId, timezone, layers, ...span }), 250)
  const body = JSON.parse(key) as { layers: NonNullable<typeof layers> | null; timezone: string } & typeof span
  const query = useQuery({
    queryKey: ['/dashboard/on-call/preview', key],
    queryFn: ({ signal }) =>
      client.post('/dashboard/on-call/preview', { body: { ...body, layers: body.layers! }, signal }),
    enabled: body.layers !== null,
    placeholderData: keepPreviousData,
  })
  const notes = useLayerNotes({
    timezone,
    layers: (layers ?? []).map((layer) => ({
      rotation: layer.rotation,
      shift_length_seconds: layer.shiftLengthSeconds,
      handoff_at: layer.handoffAt,
      starts_at: layer.startsAt,
    })),
  })
  return (
    <Card title={t.preview} flush>
      {layers === null ? (
        <p className="body muted">{t.incomplete}</p>
      ) : (
        <QueryResult query={query} what={t.previewFailed} waiting={<Skeleton height="46px" lines={3} />}>
          {(view) => (isPhone ? <Agenda view={view} now={now} /> : <Timeline {...{ view, days, zone, now, notes }} />)}
        </QueryResult>
      )}
    </Card>
  )
}

interface LayerCardProps {
  readonly layer: LayerDraft
  readonly number: number
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (change: Partial<LayerDraft>) => void
  readonly onRemove: () => void
}

function LayerCard({ layer, number, errorOf, onChange, onRemove }: LayerCardProps) {
  const t = useScheduleMessages()
  const field = fieldsOf(layer, onChange, errorOf)
  return (
    <Card
      title={layer.name || t.layer(number)}
      end={<Button small icon="trash" label={t.removeLayer} onClick={onRemove} />}
    >
      <div className="layer">
        <PeopleOrder userIds={layer.userIds} onChange={(userIds) => onChange({ userIds })} />
        <div className="stack">
          <TextField label={t.layerName} maxLength={100} {...field('name')} />
          <RotationFields layer={layer} errorOf={errorOf} onChange={onChange} />
          <HoursFields restrictions={layer.restrictions} onChange={(restrictions) => onChange({ restrictions })} />
        </div>
      </div>
    </Card>
  )
}

function RotationFields({ layer, errorOf, onChange }: Pick<LayerCardProps, 'layer' | 'errorOf' | 'onChange'>) {
  const t = useScheduleMessages()
  const field = fieldsOf(layer, onChange, errorOf)
  const text = useDateText()
  const { rotation, startDate } = layer
  const weekday = rotation === 'weekly' && isDate(startDate) && t.weeklyHint(text(startDate, { weekday: 'long' }))
  return (
    <div className="form-pairs">
      <SelectField
        label={t.rotation}
        value={rotation}
        onChange={(rotation) => onChange({ rotation, every: '1' })}
        options={optionsOf(t.rotations)}
      />
      <TextField label={t.every[rotation]} type="number" min={1} {...field('every', 'shiftLengthSeconds')} />
      <TextField label={t.handoff} type="time" {...field('handoffAt')} />
      <TextField
        label={t.starts}
        hint={weekday}
        type="date"
        value={startDate}
        error={errorOf('startsAt')}
        onChange={(startDate) => onChange({ startDate })}
      />
      <TextField label={t.ends} note={t.optional} type="date" {...field('endDate', 'endsAt')} />
    </div>
  )
}
