import { Link } from '@tanstack/react-router'
import type { Incident, Notification } from '../../api-types.ts'
import { client, useList } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { useIncidentAction } from './incident-action.ts'
import { useIncidentScreenMessages } from './messages.ts'

export function NotifiedCard({ incident }: { incident: Incident }) {
  const t = useIncidentScreenMessages()
  const deliveries = useList('/notifications', { query: { incident_id: incident.id } })
  const tried = deliveries.data?.filter(({ status }) => status !== 'silenced') ?? []
  const arrived = tried.filter(({ status }) => status === 'sent')
  return (
    <Card
      title={t.whoKnows}
      end={
        <Link to="/channels/log" search={{ incident: String(incident.id) }}>
          {tried.length > 0 ? t.arrived(arrived.length, tried.length) : t.log}
        </Link>
      }
      flush
    >
      <QueryResult query={deliveries} what={t.deliveriesFailed}>
        {(data) =>
          data.length === 0 ? (
            <p className="muted p-4">{t.nobodyNotified}</p>
          ) : (
            <ul className="side-list">
              {data.slice(0, 12).map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Card>
  )
}

function Delivery({ delivery }: { delivery: Notification }) {
  const t = useIncidentScreenMessages()
  const format = useFormat()
  const mayWrite = useCan()('member')
  const [busy, act] = useIncidentAction(delivery.incident.id)
  const { id, status, channel, event, error, latency_ms: latencyMs, silenced_reason: reason } = delivery
  const why = status === 'failed' ? error : reason && t.silences[reason]
  return (
    <li>
      <StatusWord status={status}>
        <span className="sr">{t.deliveryStates[status]}</span>
      </StatusWord>
      <span className="min-w-0">
        {channel.name ?? channel.type}
        <span className="sub break-words">{[t.deliveryEvents[event], why].filter(Boolean).join(' · ')}</span>
      </span>
      {status === 'failed' && mayWrite ? (
        <Button
          small
          busy={busy}
          label={t.retry}
          onClick={() => act(() => client.post('/notifications/{id}/retry', { params: { id } }), t.onItsWay)}
        />
      ) : (
        <span className="num faint">{latencyMs === null ? '' : format.response(latencyMs)}</span>
      )}
    </li>
  )
}
