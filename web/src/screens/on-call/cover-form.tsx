import { useState } from 'react'
import type { OnCallScheduleInFull } from '../../api-types.ts'
import { client, useList } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { invalidate } from '../../invalidation.ts'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { type TimeSpan, fieldOf, instantOfField } from '../../parts/calendar/zone-days.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { useSession } from '../../session.ts'
import { toast } from '../../toast.ts'
import { useCoverMessages, useOnCallMessages } from './messages.ts'
import { firstName } from './title.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listOf } from '../../i18n.ts'
import { Callout } from '../../parts/card.tsx'
import { usePreferences } from '../../preferences.ts'
import { coverEffect, effectText } from './effect.ts'
import { calendarQuery, usePageability } from './schedule-data.ts'
import { SelectField, TextField } from '../../parts/form/field.tsx'
import { type FormSubmit, useFormSubmit } from '../../parts/form/use-form.tsx'

interface CoverFormProps {
  readonly schedule: OnCallScheduleInFull
  readonly span: TimeSpan
  readonly onClose: () => void
}

const maxDays = 92
const dayMs = 86_400_000

export function CoverForm({ schedule, span, onClose }: CoverFormProps) {
  const t = useCoverMessages()
  const format = useFormat()
  const { user } = useSession()
  const users = useList('/users').data ?? []
  const [userId, setUserId] = useState<string>(user.id)
  const [reason, setReason] = useState('')
  const hours = useCoverHours(span)
  const person = users.find(({ id }) => id === userId)
  const name = person ? firstName(person) : ''
  const effect = useCoverEffect({ schedule, userId, span: hours.problem ? null : hours.span })
  const isReady = effect !== null && !effect.isRefused
  const saving = useFormSubmit(async () => {
    if (!isReady) return
    await client.post('/on-call-schedules/{id}/overrides', {
      params: { id: schedule.id },
      body: {
        userId,
        startsAt: new Date(hours.span.from).toISOString(),
        endsAt: new Date(hours.span.to).toISOString(),
        reason: reason.trim() || null,
      },
    })
    toast({ text: t.saved(name) })
    onClose()
    await invalidate('onCall')
  })
  const action = hours.problem ? t.title : t.save(name, format.duration((hours.span.to - hours.span.from) / 1000))
  return (
    <DialogForm title={t.title} saving={saving} action={action} disabled={!isReady} onClose={onClose}>
      <SelectField
        label={t.who}
        value={userId}
        error={saving.errors['userId']}
        onChange={setUserId}
        options={users.map((one) => [one.id, one.name || one.email])}
      />
      <HoursFields hours={hours} errors={saving.errors} />
      <TextField
        label={t.reason}
        note={t.optional}
        value={reason}
        maxLength={500}
        error={saving.errors['reason']}
        onChange={setReason}
      />
      <CoverEffectNote effect={effect} userId={userId} name={name} />
    </DialogForm>
  )
}

/** The two fields as typed, the span that they name in the viewer's zone, and what is wrong with it. */
function useCoverHours(initial: TimeSpan) {
  const t = useCoverMessages()
  const zone = useViewerZone()
  const [from, setFrom] = useState(fieldOf(initial.from, zone))
  const [until, setUntil] = useState(fieldOf(initial.to, zone))
  const span: TimeSpan = { from: instantOfField(from, zone), to: instantOfField(until, zone) }
  const lengthMs = span.to - span.from
  const problem = !(lengthMs > 0) ? t.order : lengthMs > maxDays * dayMs ? t.tooLong : null
  return { from, until, setFrom, setUntil, span, problem }
}

interface HoursFieldsProps {
  readonly hours: ReturnType<typeof useCoverHours>
  readonly errors: FormSubmit['errors']
}

function HoursFields({ hours, errors }: HoursFieldsProps) {
  const t = useCoverMessages()
  return (
    <div className="form-pairs">
      <TextField
        label={t.from}
        type="datetime-local"
        value={hours.from}
        error={errors['startsAt']}
        onChange={hours.setFrom}
      />
      <TextField
        label={t.until}
        type="datetime-local"
        value={hours.until}
        error={hours.problem ?? errors['endsAt']}
        onChange={hours.setUntil}
      />
    </div>
  )
}

interface EffectInput {
  readonly schedule: OnCallScheduleInFull
  readonly userId: string
  readonly span: TimeSpan | null
}

interface ShownEffect {
  readonly text: string
  readonly isRefused: boolean
}

/** Null without a valid span and until the calendar has loaded. */
function useCoverEffect({ schedule, userId, span }: EffectInput): ShownEffect | null {
  const t = useOnCallMessages()
  const format = useFormat()
  const { language } = usePreferences()
  const { data } = useQuery({
    ...calendarQuery(schedule.id, span ?? { from: 0, to: 1 }),
    enabled: span !== null,
    placeholderData: keepPreviousData,
  })
  if (!data || !span) return null
  const effect = coverEffect(data, { userId, span })
  const text = effectText(effect, {
    t: t.effect,
    duration: format.duration,
    list: (names) => listOf(language, names),
  })
  return { text, isRefused: effect.overlaps.length > 0 }
}

interface CoverEffectProps {
  readonly effect: ShownEffect | null
  readonly userId: string
  readonly name: string
}

function CoverEffectNote({ effect, userId, name }: CoverEffectProps) {
  const status = effect?.isRefused ? 'down' : 'up'
  return (
    <div role="status">
      {effect && (
        <Callout status={status}>
          {effect.text} {!effect.isRefused && <Reach userId={userId} name={name} />}
        </Callout>
      )}
    </div>
  )
}

function Reach({ userId, name }: { userId: string; name: string }) {
  const t = useCoverMessages()
  const person = usePageability().find(({ user_id: id }) => id === userId)
  if (!person) return null
  return person.ways === 0 ? t.noWays(name) : t.tested(name, person.ways, person.tested)
}
