// Private locations with their probes and tokens.
import { useQuery } from '@tanstack/react-query'
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
import { locationMessages } from './messages.ts'

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

function LocationCard({ location: { id, name, probes, tokens } }: { location: PrivateLocation }) {
  const t = useMessages(locationMessages)
  const revoke = async (tokenId: string, token: string): Promise<void> => {
    if (!(await confirm({ title: t.revokeTitle(token), text: t.revokeText, verb: t.revoke }))) return
    await client
      .delete('/dashboard/private-locations/{id}/tokens/{tokenId}', { params: { id, tokenId } })
      .catch((error: Error) => toast({ text: errorText(error), tone: 'error' }))
    await invalidate('location')
  }
  return (
    <Card title={name} flush>
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
                <Button small aria-label={t.revokeTitle(token.name)} onClick={() => void revoke(token.id, token.name)}>
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
