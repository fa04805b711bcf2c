// Private locations with their probes and tokens.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PrivateLocation } from '../../api-types.ts'
import { client, queryFor } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { confirm } from '../../frame/confirm.tsx'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { toast } from '../../toast.ts'
import { EditLocationDialog } from './location-form.tsx'
import { locationMessages } from './messages.ts'
import { NewTokenDialog } from './probe-command.tsx'

export function PrivateLocations() {
  const query = useQuery(queryFor('/dashboard/private-locations'))
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

/** Whether it was carried out; a refusal is shown. */
const attempt = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: Error) => {
      toast({ text: errorText(error), tone: 'error' })
      return false
    },
  )

function LocationCard({ location }: { location: PrivateLocation }) {
  const { id, name, provisioned, probes, tokens } = location
  const t = useMessages(locationMessages)
  const [dialog, setDialog] = useState<'edit' | 'token' | null>(null)
  const close = (): void => setDialog(null)
  const revoke = async (tokenId: string, token: string): Promise<void> => {
    if (!(await confirm({ title: t.revokeTitle(token), text: t.revokeText, verb: t.revoke }))) return
    const params = { id, tokenId }
    await attempt(client.delete('/dashboard/private-locations/{id}/tokens/{tokenId}', { params }))
    await invalidate('location')
  }
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t.deleteTitle(name), text: t.deleteText, verb: t.deleteVerb(name) }))) return
    if (await attempt(client.delete('/dashboard/private-locations/{id}', { params: { id } })))
      toast({ text: t.deleted(name) })
    await invalidate('location')
  }
  const end = !provisioned && (
    <span className="actions">
      <Button small aria-label={t.editName(name)} onClick={() => setDialog('edit')}>
        {t.edit}
      </Button>
      <Button small aria-label={t.addToken(name)} onClick={() => setDialog('token')}>
        {t.newToken}
      </Button>
      <Button small aria-label={t.deleteVerb(name)} onClick={() => void remove()}>
        {t.delete}
      </Button>
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
                <Button small aria-label={t.revokeToken(token.name)} onClick={() => void revoke(token.id, token.name)}>
                  {t.revoke}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
