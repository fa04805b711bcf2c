import { useState } from 'react'
import { useResource, client } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { SettingsPage } from './settings-page.tsx'
import { useLocationMessages } from './messages.ts'
import type { PrivateLocation } from '../../api-types.ts'
import { RelativeTime } from '../../parts/time.tsx'
import { CommandDialog, NewTokenDialog, type ProbeEnrollment } from './probe-command.tsx'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'
import { invalidate } from '../../invalidation.ts'
import { TextField } from '../../parts/form/field.tsx'
import { toast } from '../../toast.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'

export function Locations() {
  const t = useLocationMessages()
  const query = useResource('/locations', { query: { limit: 100 } })
  const [making, setMaking] = useState(false)
  const can = useCan()
  const add = <Button weight="primary" icon="plus" label={t.add} onClick={() => setMaking(true)} />
  return (
    <SettingsPage section="locations" actions={can('admin') && add}>
      <Card title={t.title} flush>
        <QueryResult query={query}>
          {({ data }) => (
            <ul className="list">
              {data.map(({ id, name, city, country, status }) => (
                <li key={id}>
                  <span className="min-w-0">
                    {name}
                    <span className="sub">{[city, country].filter(Boolean).join(', ')}</span>
                  </span>
                  <span className="at">
                    <StatusWord status={status === 'live' ? 'up' : 'unknown'}>{t[status]}</StatusWord>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryResult>
      </Card>
      {can('admin') && <PrivateLocations />}
      <p className="hint">{t.more}</p>
      {making && <NewLocationDialog onClose={() => setMaking(false)} />}
    </SettingsPage>
  )
}

/** Private locations with their probes and tokens. */
function PrivateLocations() {
  const query = useResource('/dashboard/private-locations')
  return (
    <QueryResult query={query}>
      {({ data }) => (
        <>
          {data.map((one) => (
            <LocationCard key={one.id} location={one} />
          ))}
        </>
      )}
    </QueryResult>
  )
}

function LocationCard({ location }: { location: PrivateLocation }) {
  const { id, name, provisioned, probes, tokens } = location
  const t = useLocationMessages()
  const [dialog, setDialog] = useState<'edit' | 'token' | null>(null)
  const close = (): void => setDialog(null)
  const end = !provisioned && (
    <span className="actions">
      <Button small aria-label={t.editName(name)} label={t.edit} onClick={() => setDialog('edit')} />
      <Button small aria-label={t.addToken(name)} label={t.newToken} onClick={() => setDialog('token')} />
      <DeleteButton
        as="row"
        name={name}
        text={t.deleteText}
        request={() => client.delete('/dashboard/private-locations/{id}', { params: { id } })}
        stale={['location']}
      />
    </span>
  )
  return (
    <Card title={name} end={end} flush>
      {dialog === 'edit' && <EditLocationDialog location={location} onClose={close} />}
      {dialog === 'token' && <NewTokenDialog id={id} location={name} onClose={close} />}
      <ul className="list">
        {probes.map((probe) => (
          <li key={`${probe.token_id} ${probe.id}`}>
            <span className="min-w-0">
              {probe.name}
              <span className="sub">{t.probe(probe.version, probe.clock_offset_ms)}</span>
            </span>
            <span className="at">
              <RelativeTime at={probe.seen_at} />
            </span>
          </li>
        ))}
        {tokens.map((token) => (
          <li key={token.id}>
            <span className="min-w-0">
              {t.token(token.name)} <span className="sub mono">{token.prefix}…</span>
            </span>
            <span className="at">
              {!token.provisioned && (
                <DeleteButton
                  as="row"
                  way="revoke"
                  name={token.name}
                  text={t.revokeText}
                  request={() =>
                    client.delete('/dashboard/private-locations/{id}/tokens/{tokenId}', {
                      params: { id, tokenId: token.id },
                    })
                  }
                  stale={['location']}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The fields of a private location, to create or to edit one. */
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
  const hasPlace = draft.latitude + draft.longitude !== ''
  const coordinate = (name: 'latitude' | 'longitude', max: number) => (
    <TextField
      label={t[name]}
      type="number"
      step="any"
      min={-max}
      max={max}
      // One without the other is no place.
      required={hasPlace}
      note={hasPlace ? undefined : t.optional}
      {...field(name)}
    />
  )
  return (
    <DialogForm title={title} saving={saving} action={verb} held onClose={onClose}>
      <TextField label={t.name} required maxLength={100} {...field('name')} />
      <TextField label={t.city} note={t.optional} maxLength={100} {...field('city')} />
      <TextField label={t.country} required maxLength={100} {...field('country')} />
      <TextField label={t.countryCode} required maxLength={2} {...field('countryCode')} />
      {coordinate('latitude', 90)}
      {coordinate('longitude', 180)}
    </DialogForm>
  )
}

function NewLocationDialog({ onClose }: { onClose: () => void }) {
  const t = useLocationMessages()
  const [made, setMade] = useState<{ name: string; enrollment: ProbeEnrollment } | null>(null)
  const create = async (draft: LocationDraft): Promise<void> => {
    const { name, enrollment } = await client.post('/dashboard/private-locations', { body: bodyOf(draft) })
    setMade({ name, enrollment })
    await invalidate('location')
  }
  if (made) return <CommandDialog title={t.made(made.name)} enrollment={made.enrollment} onClose={onClose} />
  return <LocationForm title={t.add} verb={t.make} initial={emptyDraft} save={create} onClose={onClose} />
}

function EditLocationDialog({ location, onClose }: { location: PrivateLocation; onClose: () => void }) {
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
