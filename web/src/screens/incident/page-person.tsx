// Pages one person by name, independent of the escalation policy.
import { useState } from 'react'
import { client, useResource } from '../../api.ts'
import { toast } from '../../toast.ts'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { usePagingMessages } from './page-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { SelectField } from '../../parts/form/select.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'

export function PagePersonDialog({ incidentId, onClose }: { incidentId: number; onClose: () => void }) {
  const t = usePagingMessages()
  const { language } = usePreferences()
  const people = useResource('/dashboard/pageability').data?.data ?? []
  const [chosen, setChosen] = useState('')
  const userId = chosen || people.find(({ ways }) => ways > 0)?.user_id
  const saving = useFormSubmit(async () => {
    if (!userId) return
    const { whom } = await client.post('/dashboard/incidents/{id}/page', {
      params: { id: incidentId },
      body: { userId },
    })
    toast({
      text: t.paged(
        listOf(
          language,
          whom.map(({ name }) => name),
        ),
      ),
    })
    onClose()
    await invalidate('incident', 'delivery')
  })
  return (
    <DialogForm title={t.title(incidentId)} saving={saving} action={t.verb} disabled={!userId} onClose={onClose}>
      <SelectField
        label={t.whom}
        hint={userId ? t.hint : t.nobody}
        value={userId ?? ''}
        error={saving.errors['userId']}
        options={people.map(({ user_id: id, name, ways }) => [id, t.person(name, ways), ways === 0])}
        onChange={setChosen}
      />
    </DialogForm>
  )
}
