// Name, time zone and retention of the organization, and what assistants may do in it.
import { useState } from 'react'
import { type AnswerOf, client } from '../../api.ts'
import { toast } from '../../toast.ts'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { SelectField, TextField } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { languageNames } from '../../preferences.ts'
import { useCan } from '../../session.ts'
import { useOrganizationFormMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useForm, type FieldState } from '../../parts/form/use-form.tsx'
import { SaveActions } from '../../parts/form/dialog-form.tsx'

type Organization = AnswerOf<'/dashboard/organization', 'get'>
type RetentionSetting = Organization['retention']['incidents']

const textOf = ({ chosen_days: days }: RetentionSetting): string => (days === null ? '' : String(days))
const daysIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const draftOf = ({ name, timezone, language, retention, assistant_limit: limit }: Organization) => ({
  name,
  timezone,
  language,
  incidentDays: textOf(retention.incidents),
  activityDays: textOf(retention.activity),
  assistantLimit: String(limit),
})

const bodyOf = (draft: ReturnType<typeof draftOf>) => ({
  ...draft,
  incidentDays: daysIn(draft.incidentDays),
  activityDays: daysIn(draft.activityDays),
  assistantLimit: Number(draft.assistantLimit),
})

export function OrganizationForm({ organization }: { organization: Organization }) {
  const t = useOrganizationFormMessages()
  const { retention } = organization
  const isOwner = useCan()('owner')
  const [before, setBefore] = useState(() => draftOf(organization))
  const { busy, summary, submit, field } = useForm(before, async (draft) => {
    await client.patch('/dashboard/organization', { body: changedFields(bodyOf(draft), bodyOf(before)) })
    setBefore(draft)
    toast({ text: t.saved })
    await invalidate('organization')
  })
  return (
    <form className="stack" onSubmit={submit}>
      {summary}
      <TextField label={t.name} {...field('name')} required maxLength={100} />
      <ZoneField label={t.zone} {...field('timezone')} />
      <SelectField label={t.alertLanguage} hint={t.alertLanguageHint} options={languageNames} {...field('language')} />
      <Days label={t.incidents} kept={retention.incidents} {...field('incidentDays')} />
      <Days label={t.activity} kept={retention.activity} {...field('activityDays')} />
      <p className="hint">{t.alike(retention.check_days, retention.figure_days)}</p>
      {isOwner && (
        <TextField
          label={t.assistants}
          hint={t.assistantsHint}
          type="number"
          min={0}
          max={1000}
          required
          {...field('assistantLimit')}
        />
      )}
      <SaveActions saving={{ busy }} action={t.save} />
    </form>
  )
}

interface DaysProps extends FieldState<string> {
  readonly label: string
  readonly kept: RetentionSetting
}

function Days({ kept: { most_days: most }, ...field }: DaysProps) {
  const t = useOrganizationFormMessages()
  return <TextField hint={t.most(most)} type="number" min={1} max={most ?? undefined} {...field} />
}
