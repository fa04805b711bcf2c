import type { Incident } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { Switch, TextArea } from '../../parts/form/field.tsx'
import { useIncidentScreenMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { SelectField } from '../../parts/form/select.tsx'
import { useForm } from '../../parts/form/use-form.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'

export function FalsePositiveDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useIncidentScreenMessages()
  const locations = useResource('/locations')
  const suspects = locations.data?.data.filter(({ name }) => incident.confirming_locations.includes(name)) ?? []
  const initial = { reason: '', excludeFromSla: true, muteLocationId: '' }
  const { draft, set, field, ...saving } = useForm(initial, async ({ muteLocationId, ...rest }) => {
    const body = { ...rest, ...(muteLocationId && { muteLocationId }) }
    await client.post('/incidents/{id}/false-positive', { params: { id: incident.id }, body })
    onClose()
    await invalidate('incident')
  })
  return (
    <DialogForm title={t.falseTitle(incident.id)} saving={saving} action={t.falseVerb} onClose={onClose}>
      <TextArea label={t.falseReason} {...field('reason')} />
      <Switch
        label={t.leaveOut}
        hint={t.leaveOutHint}
        checked={draft.excludeFromSla}
        onChange={(excludeFromSla) => set({ excludeFromSla })}
      />
      {suspects.length > 0 && (
        <SelectField
          label={t.blame}
          hint={t.blameHint}
          {...field('muteLocationId')}
          none={t.blameNobody}
          options={suspects.map(({ id, name }) => [id, name])}
        />
      )}
    </DialogForm>
  )
}
