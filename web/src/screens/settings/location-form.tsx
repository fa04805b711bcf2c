// The fields of a private location, to create or to edit one.
import { useState } from 'react'
import type { PrivateLocation } from '../../api-types.ts'
import { client } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { TextField } from '../../parts/form/field.tsx'
import { toast } from '../../toast.ts'
import { useLocationMessages } from './messages.ts'
import { CommandDialog } from './probe-command.tsx'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'

const emptyDraft = { name: '', city: '', country: '', countryCode: '', latitude: '', longitude: '' }
type LocationDraft = typeof emptyDraft

const draftOf = (location: PrivateLocation): LocationDraft => ({
  name: location.name,
  city: location.city ?? '',
  country: location.country,
  countryCode: location.country_code,
  latitude: String(location.latitude ?? ''),
  longitude: String(location.longitude ?? ''),
})

const bodyOf = ({ city, countryCode, latitude, longitude, ...draft }: LocationDraft) => ({
  ...draft,
  city: city.trim() || null,
  countryCode: countryCode.toUpperCase(),
  latitude: latitude === '' ? null : Number(latitude),
  longitude: longitude === '' ? null : Number(longitude),
})

interface LocationFormProps {
  readonly title: string
  readonly verb: string
  readonly initial: LocationDraft
  readonly save: (draft: LocationDraft) => Promise<void>
  readonly onClose: () => void
}

function LocationForm({ title, verb, initial, save, onClose }: LocationFormProps) {
  const t = useLocationMessages()
  const { draft, field, ...saving } = useForm(initial, save)
  const coordinate = (name: 'latitude' | 'longitude', max: number) => (
    <TextField
      label={t[name]}
      type="number"
      step="any"
      min={-max}
      max={max}
      // One without the other is no place.
      required={draft.latitude + draft.longitude !== ''}
      {...field(name)}
    />
  )
  return (
    <DialogForm title={title} saving={saving} action={verb} held onClose={onClose}>
      <TextField label={t.name} required maxLength={100} {...field('name')} />
      <TextField label={t.city} maxLength={100} {...field('city')} />
      <TextField label={t.country} required maxLength={100} {...field('country')} />
      <TextField label={t.countryCode} required maxLength={2} {...field('countryCode')} />
      {coordinate('latitude', 90)}
      {coordinate('longitude', 180)}
    </DialogForm>
  )
}

export function NewLocationDialog({ onClose }: { onClose: () => void }) {
  const t = useLocationMessages()
  const [made, setMade] = useState<{ name: string; command: string } | null>(null)
  const create = async (draft: LocationDraft): Promise<void> => {
    const { name, enrollment } = await client.post('/dashboard/private-locations', { body: bodyOf(draft) })
    setMade({ name, command: enrollment.command })
    await invalidate('location')
  }
  if (made) return <CommandDialog title={t.made(made.name)} command={made.command} onClose={onClose} />
  return <LocationForm title={t.add} verb={t.make} initial={emptyDraft} save={create} onClose={onClose} />
}

export function EditLocationDialog({ location, onClose }: { location: PrivateLocation; onClose: () => void }) {
  const t = useLocationMessages()
  const { id, name } = location
  const update = async (draft: LocationDraft): Promise<void> => {
    await client.patch('/dashboard/private-locations/{id}', { params: { id }, body: bodyOf(draft) })
    await invalidate('location')
    toast({ text: t.saved(draft.name) })
    onClose()
  }
  return (
    <LocationForm title={t.editName(name)} verb={t.save} initial={draftOf(location)} save={update} onClose={onClose} />
  )
}
