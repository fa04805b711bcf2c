// Private locations with their probes and tokens.
import { useState } from 'react'
import type { PrivateLocation } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { EditLocationDialog } from './location-form.tsx'
import { useLocationMessages } from './messages.ts'
import { NewTokenDialog } from './probe-command.tsx'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'

export function PrivateLocations() {
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
