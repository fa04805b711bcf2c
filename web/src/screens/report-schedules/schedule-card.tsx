import { useState } from 'react'
import type { ReportSettings } from '../../api-types.ts'
import { ApiError, client } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue } from '../../parts/card.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { usePreferences } from '../../preferences.ts'
import { useCan, useSession } from '../../session.ts'
import { toast } from '../../toast.ts'
import { useScheduleMessages } from './messages.ts'
import { useBusy } from '../../parts/use-busy.ts'
import { SelectField, Switch, TextArea, TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/use-form.tsx'

export const cadences = ['daily', 'weekly', 'monthly'] as const
type Cadence = (typeof cadences)[number]
type Schedule = ReportSettings['daily'] & { readonly day?: number }

interface ScheduleProps {
  readonly cadence: Cadence
  readonly schedule: Schedule
}

export function ScheduleCard({ cadence, schedule }: ScheduleProps) {
  const t = useScheduleMessages()
  const mayWrite = useCan()('member')
  return (
    <Card
      title={t.names[cadence]}
      end={<StatusWord status={schedule.enabled ? 'up' : 'paused'}>{schedule.enabled ? t.sendsOn : t.off}</StatusWord>}
      stack
    >
      <p className="muted">{t.covers[cadence]}</p>
      <Dates schedule={schedule} />
      {mayWrite ? (
        <ScheduleForm cadence={cadence} schedule={schedule} />
      ) : (
        schedule.recipients.length > 0 && <p className="break-all">{schedule.recipients.join(', ')}</p>
      )}
    </Card>
  )
}

function Dates({ schedule: { next_at: next, last } }: { schedule: Schedule }) {
  const t = useScheduleMessages()
  const format = useFormat()
  const rows = [
    ...(next ? [[t.next, format.moment(next)] as const] : []),
    [t.last, last ? t.sentTo(format.moment(last.due_at), last.sent) : t.notYet] as const,
  ]
  return (
    <>
      <KeyValue rows={rows} />
      {last?.errors.map((error) => (
        <p key={error} className="error">
          {error}
        </p>
      ))}
    </>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Problems name the schedule first, but the form has only one. */
const withoutCadence =
  (cadence: Cadence) =>
  (error: unknown): never => {
    if (error instanceof ApiError) error.message = error.message.replaceAll(`${cadence}.`, '')
    throw error
  }

const weekDays = 7
const lastMonthDay = 28

function ScheduleForm({ cadence, schedule }: ScheduleProps) {
  const t = useScheduleMessages()
  const [enabled, setEnabled] = useState(schedule.enabled)
  const [recipients, setRecipients] = useState(schedule.recipients.join('\n'))
  const [tags, setTags] = useState(schedule.tags.join(', '))
  const [target, setTarget] = useState(String(schedule.sla_target))
  const [day, setDay] = useState(schedule.day)
  const saving = useFormSubmit(async () => {
    const common = { enabled, recipients: linesOf(recipients), tags: linesOf(tags), slaTarget: Number(target) }
    const body = { [cadence]: cadence === 'daily' ? common : { ...common, day } }
    await client.patch('/reports/schedules', { body }).catch(withoutCadence(cadence))
    toast({ text: t.saved(t.names[cadence]) })
    await invalidate('reportSchedule')
  })
  const { errors } = saving
  return (
    <form className="stack" noValidate onSubmit={saving.submit}>
      {saving.summary}
      <Switch label={t.on[cadence]} value={enabled} onChange={setEnabled} />
      <TextArea
        label={t.recipients}
        hint={t.recipientsHint}
        rows={2}
        value={recipients}
        error={errors['recipients']}
        onChange={setRecipients}
      />
      {cadence !== 'daily' && <DayField cadence={cadence} day={day ?? 1} error={errors['day']} onChange={setDay} />}
      <TextField label={t.tags} hint={t.tagsHint} value={tags} error={errors['tags']} onChange={setTags} />
      <TextField label={t.target} inputMode="decimal" value={target} error={errors['slaTarget']} onChange={setTarget} />
      <div className="actions">
        <Button type="submit" weight="primary" busy={saving.busy} label={t.save} />
        <SendSample cadence={cadence} />
      </div>
    </form>
  )
}

interface DayFieldProps {
  readonly cadence: 'weekly' | 'monthly'
  readonly day: number
  readonly error: string | undefined
  readonly onChange: (day: number) => void
}

function DayField({ cadence, day, error, onChange }: DayFieldProps) {
  const t = useScheduleMessages()
  const { language } = usePreferences()
  const weekDay = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // The first of January 2024 was a Monday.
  const days = Array.from({ length: cadence === 'weekly' ? weekDays : lastMonthDay }, (_, index) => index + 1)
  const nameOf = (number: number): string =>
    cadence === 'weekly' ? weekDay.format(Date.UTC(2024, 0, number)) : t.dayOfMonth(number)
  return (
    <SelectField
      label={t.day}
      value={day}
      error={error}
      options={days.map((number) => [number, nameOf(number)])}
      onChange={onChange}
    />
  )
}

function SendSample({ cadence }: { cadence: Cadence }) {
  const t = useScheduleMessages()
  const { features } = useSession()
  const [busy, run] = useBusy()
  if (!features.mail) return null
  const send = async (): Promise<void> => {
    const { to } = await client.post('/dashboard/reports/schedules/{cadence}/sample', { params: { cadence } })
    toast({ text: t.sampleSent(to) })
  }
  return <Button icon="mail" busy={busy} label={t.sample} onClick={() => run(send)} />
}
