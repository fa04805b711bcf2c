// Its name, its zone, and how long it keeps what is over.
import { useState } from 'react'
import { type AnswerOf, client, refresh } from '../../api.ts'
import { toast } from '../../frame/toasts.tsx'
import { defineMessages, plural, useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { TextField } from '../../parts/form/field.tsx'
import { useSaving } from '../../parts/form/saving.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'

type Organization = AnswerOf<'/dashboard/organization', 'get'>
type Kept = Organization['retention']['incidents']

const words = defineMessages({
  en: {
    name: 'Name',
    zone: 'Time zone',
    incidents: 'Keep incidents and deliveries (days)',
    activity: 'Keep activity log (days)',
    most: (days: number | null) =>
      days === null
        ? 'Leave empty to keep forever.'
        : plural('en', days, {
            one: 'Leave empty for the maximum of 1 day.',
            other: `Leave empty for the maximum of ${days} days.`,
          }),
    alike: (checks: number, figures: number) =>
      `Individual checks are kept for ${checks} days and hourly statistics for ${figures} days. You cannot change this here.`,
    save: 'Save',
    saved: 'Organization saved',
  },
  de: {
    name: 'Name',
    zone: 'Zeitzone',
    incidents: 'Vorfälle und Zustellungen aufbewahren (Tage)',
    activity: 'Aktivität aufbewahren (Tage)',
    most: (days) =>
      days === null
        ? 'Leer lassen, um unbegrenzt aufzubewahren.'
        : plural('de', days, {
            one: 'Leer lassen für das Maximum von 1 Tag.',
            other: `Leer lassen für das Maximum von ${days} Tagen.`,
          }),
    alike: (checks, figures) =>
      `Einzelne Prüfungen werden ${checks} Tage und stündliche Statistiken ${figures} Tage aufbewahrt. Das lässt sich hier nicht ändern.`,
    save: 'Speichern',
    saved: 'Organisation gespeichert',
  },
})

const textOf = ({ chosen_days: days }: Kept): string => (days === null ? '' : String(days))
const daysIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

export function OrganizationForm({ organization }: { organization: Organization }) {
  const say = useMessages(words)
  const { retention } = organization
  const [name, setName] = useState(organization.name)
  const [timezone, setTimezone] = useState(organization.timezone)
  const [incidents, setIncidents] = useState(textOf(retention.incidents))
  const [activity, setActivity] = useState(textOf(retention.activity))
  const body = { name, timezone, incidentDays: daysIn(incidents), activityDays: daysIn(activity) }
  const [before, setBefore] = useState(body)
  const { busy, errors, summary, submit } = useSaving(async () => {
    await client.patch('/dashboard/organization', { body: changedFields(body, before) })
    setBefore(body)
    toast({ text: say.saved })
    await refresh('/dashboard/organization', '/dashboard/session')
  })
  return (
    <form className="stack" onSubmit={submit}>
      {summary}
      <TextField
        label={say.name}
        value={name}
        error={errors['name']}
        required
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
      />
      <ZoneField label={say.zone} value={timezone} onChange={setTimezone} />
      <Days
        label={say.incidents}
        kept={retention.incidents}
        error={errors['incidentDays']}
        {...bound(incidents, setIncidents)}
      />
      <Days
        label={say.activity}
        kept={retention.activity}
        error={errors['activityDays']}
        {...bound(activity, setActivity)}
      />
      <p className="hint">{say.alike(retention.check_days, retention.figure_days)}</p>
      <div className="actions">
        <Button type="submit" weight="primary" busy={busy}>
          {say.save}
        </Button>
      </div>
    </form>
  )
}

const bound = (value: string, onChange: (text: string) => void) => ({ value, onChange })

interface DaysProps {
  readonly label: string
  readonly kept: Kept
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

function Days({ label, kept, value, error, onChange }: DaysProps) {
  const say = useMessages(words)
  return (
    <TextField
      label={label}
      hint={say.most(kept.most_days)}
      type="number"
      min={1}
      max={kept.most_days ?? undefined}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
