import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OnCallScheduleInFull } from '../../../../sdk/api.ts'
import { client, listQueryFor } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { listOf, useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { type TimeSpan, fieldOf, instantOfField } from '../../parts/calendar/zone-days.ts'
import { Callout } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { usePreferences } from '../../preferences.ts'
import { useSession } from '../../session.ts'
import { toast } from '../../toast.ts'
import { coverEffect, effectText } from './effect.ts'
import { coverMessages, onCallMessages } from './messages.ts'
import { calendarQuery, usePageability } from './schedule-data.ts'
import { firstName } from './title.ts'

interface CoverFormProps {
  readonly schedule: OnCallScheduleInFull
  readonly span: TimeSpan
  readonly onClose: () => void
}

const maxDays = 92
const dayMs = 86_400_000

export function CoverForm({ schedule, span, onClose }: CoverFormProps) {
  const t = useMessages(coverMessages)
  const format = useFormat()
  const zone = useViewerZone()
  const { user } = useSession()
  const users = useInfiniteQuery(listQueryFor('/users')).data ?? []
  const [userId, setUserId] = useState<string>(user.id)
  const [from, setFrom] = useState(fieldOf(span.from, zone))
  const [until, setUntil] = useState(fieldOf(span.to, zone))
  const [reason, setReason] = useState('')
  const chosen = { from: instantOfField(from, zone), to: instantOfField(until, zone) }
  const lengthMs = chosen.to - chosen.from
  const problem = !(lengthMs > 0) ? t.order : lengthMs > maxDays * dayMs ? t.tooLong : null
  const person = users.find(({ id }) => id === userId)
  const name = person ? firstName(person) : ''
  const effect = useCoverEffect({ schedule, userId, span: problem ? null : chosen })
  const saving = useFormSubmit(async () => {
    if (problem || !effect || effect.isRefused) return
    await client.post('/on-call-schedules/{id}/overrides', {
      params: { id: schedule.id },
      body: {
        userId,
        startsAt: new Date(chosen.from).toISOString(),
        endsAt: new Date(chosen.to).toISOString(),
        reason: reason.trim() || null,
      },
    })
    toast({ text: t.saved(name) })
    onClose()
    await invalidate('onCall')
  })
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
        <SelectField
          label={t.who}
          value={userId}
          error={saving.errors['userId']}
          onChange={(event) => setUserId(event.target.value)}
        >
          {users.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name || one.email}
            </option>
          ))}
        </SelectField>
        <div className="form-pairs">
          <TextField
            label={t.from}
            type="datetime-local"
            value={from}
            error={saving.errors['startsAt']}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label={t.until}
            type="datetime-local"
            value={until}
            error={problem ?? saving.errors['endsAt']}
            onChange={(event) => setUntil(event.target.value)}
          />
        </div>
        <TextField
          label={t.reason}
          note={t.optional}
          value={reason}
          maxLength={500}
          autoComplete="off"
          error={saving.errors['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
        <div role="status">
          {!problem && effect && (
            <Callout
              tone={effect.isRefused ? 'down' : 'up'}
              mark={<StatusMark status={effect.isRefused ? 'down' : 'up'} />}
            >
              {effect.text} {!effect.isRefused && <Reach userId={userId} name={name} />}
            </Callout>
          )}
        </div>
        <div className="actions justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            weight="primary"
            type="submit"
            busy={saving.busy}
            disabled={problem !== null || !effect || effect.isRefused}
          >
            {problem ? t.title : t.save(name, format.duration(lengthMs / 1000))}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface EffectInput {
  readonly schedule: OnCallScheduleInFull
  readonly userId: string
  readonly span: TimeSpan | null
}

function useCoverEffect({ schedule, userId, span }: EffectInput): { text: string; isRefused: boolean } | null {
  const t = useMessages(onCallMessages)
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

function Reach({ userId, name }: { userId: string; name: string }) {
  const t = useMessages(coverMessages)
  const person = usePageability().find(({ user_id: id }) => id === userId)
  if (!person) return null
  return person.ways === 0 ? t.noWays(name) : t.tested(name, person.ways, person.tested)
}
