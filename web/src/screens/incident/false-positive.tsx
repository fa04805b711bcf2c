import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Incident } from '../../api-types.ts'
import { queryFor, client } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Switch, TextArea } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { incidentScreenMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { SelectField } from '../../parts/form/select.tsx'

export function FalsePositiveDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useMessages(incidentScreenMessages)
  const locations = useQuery(queryFor('/locations'))
  const [reason, setReason] = useState('')
  const [leaveOut, setLeaveOut] = useState(true)
  const [blamed, setBlamed] = useState('')
  const suspects = locations.data?.data.filter(({ name }) => incident.confirming_locations.includes(name)) ?? []
  const saving = useFormSubmit(async () => {
    const body = { reason, excludeFromSla: leaveOut, ...(blamed && { muteLocationId: blamed }) }
    await client.post('/incidents/{id}/false-positive', { params: { id: incident.id }, body })
    onClose()
    await invalidate('incident')
  })
  return (
    <Dialog title={t.falseTitle(incident.id)} onClose={onClose}>
      <form className="stack" onSubmit={saving.submit}>
        {saving.summary}
        <TextArea label={t.falseReason} value={reason} error={saving.errors['reason']} onChange={setReason} />
        <Switch label={t.leaveOut} hint={t.leaveOutHint} checked={leaveOut} onChange={setLeaveOut} />
        {suspects.length > 0 && (
          <SelectField
            label={t.blame}
            hint={t.blameHint}
            value={blamed}
            error={saving.errors['muteLocationId']}
            onChange={setBlamed}
            none={t.blameNobody}
            options={suspects.map(({ id, name }) => [id, name])}
          />
        )}
        <div className="actions justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button weight="primary" type="submit" busy={saving.busy}>
            {t.falseVerb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
