// Name, time zone and retention of the organization, and what assistants may do in it.
import { useState } from 'react'
import { type AnswerOf, client } from '../../api.ts'
import { toast } from '../../toast.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { useCan } from '../../session.ts'
import { organizationFormMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'

type Organization = AnswerOf<'/dashboard/organization', 'get'>
type RetentionSetting = Organization['retention']['incidents']

const textOf = ({ chosen_days: days }: RetentionSetting): string => (days === null ? '' : String(days))
const daysIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

export function OrganizationForm({ organization }: { organization: Organization }) {
  const t = useMessages(organizationFormMessages)
  const { retention } = organization
  const [name, setName] = useState(organization.name)
  const [timezone, setTimezone] = useState(organization.timezone)
  const [incidents, setIncidents] = useState(textOf(retention.incidents))
  const [activity, setActivity] = useState(textOf(retention.activity))
  const [limit, setLimit] = useState(String(organization.assistant_limit))
  const isOwner = useCan()('owner')
  const retained = { incidentDays: daysIn(incidents), activityDays: daysIn(activity) }
  const body = { name, timezone, ...retained, assistantLimit: Number(limit) }
  const [before, setBefore] = useState(body)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    await client.patch('/dashboard/organization', { body: changedFields(body, before) })
    setBefore(body)
    toast({ text: t.saved })
    await invalidate('organization')
  })
  return (
    <form className="stack" onSubmit={submit}>
      {summary}
      <TextField label={t.name} value={name} error={errors['name']} required maxLength={100} onChange={setName} />
      <ZoneField label={t.zone} value={timezone} onChange={setTimezone} />
      <Days
        label={t.incidents}
        kept={retention.incidents}
        error={errors['incidentDays']}
        {...fieldProps(incidents, setIncidents)}
      />
      <Days
        label={t.activity}
        kept={retention.activity}
        error={errors['activityDays']}
        {...fieldProps(activity, setActivity)}
      />
      <p className="hint">{t.alike(retention.check_days, retention.figure_days)}</p>
      {isOwner && <AssistantLimit error={errors['assistantLimit']} {...fieldProps(limit, setLimit)} />}
      <div className="actions">
        <Button type="submit" weight="primary" busy={busy}>
          {t.save}
        </Button>
      </div>
    </form>
  )
}

const fieldProps = (value: string, onChange: (text: string) => void) => ({ value, onChange })

interface DaysProps {
  readonly label: string
  readonly kept: RetentionSetting
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

function Days({ label, kept, value, error, onChange }: DaysProps) {
  const t = useMessages(organizationFormMessages)
  return (
    <TextField
      label={label}
      hint={t.most(kept.most_days)}
      type="number"
      min={1}
      max={kept.most_days ?? undefined}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

function AssistantLimit({ value, error, onChange }: Pick<DaysProps, 'value' | 'error' | 'onChange'>) {
  const t = useMessages(organizationFormMessages)
  return (
    <TextField
      label={t.assistants}
      hint={t.assistantsHint}
      type="number"
      min={0}
      max={1000}
      required
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
