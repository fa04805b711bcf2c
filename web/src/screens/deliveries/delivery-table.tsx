import { Link } from '@tanstack/react-router'
import type { Notification } from '../../../../sdk/api.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../messages.ts'
import { Tag } from '../../parts/card.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { Ago } from '../../parts/time.tsx'
import { words } from './messages.ts'
import { Retry } from './retry.tsx'

export function DeliveryTable({ deliveries, mayWrite }: { deliveries: readonly Notification[]; mayWrite: boolean }) {
  const say = useMessages(words)
  return (
    <table className="table stacked">
      <thead>
        <tr>
          <th scope="col">{say.result}</th>
          <th scope="col">{say.what}</th>
          <th scope="col">{say.channel}</th>
          <th scope="col" className="right">
            {say.took}
          </th>
          <th scope="col">{say.when}</th>
          {mayWrite && (
            <th scope="col">
              <span className="sr">{say.actionsHead}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} mayWrite={mayWrite} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ delivery, mayWrite }: { delivery: Notification; mayWrite: boolean }) {
  const format = useFormat()
  const { status, channel, latency_ms: latencyMs, created_at: at } = delivery
  return (
    <tr>
      <td>
        <StatusWord status={status} />
        <Explanation delivery={delivery} />
      </td>
      <td>
        <What delivery={delivery} />
      </td>
      <td>
        <span className="name">{channel.name ?? channel.type}</span>
        <span className="sub">{delivery.recipient ?? channel.type}</span>
      </td>
      <td className="right num">{latencyMs === null ? '' : format.response(latencyMs)}</td>
      <td className="nowrap">
        <Ago at={at} />
      </td>
      {mayWrite && <td className="right">{status === 'failed' && <Retry delivery={delivery} />}</td>}
    </tr>
  )
}

function Explanation({ delivery }: { delivery: Notification }) {
  const say = useMessages(words)
  const { status, attempt, error, http_status: answer, silenced_reason: reason, retry_of: retryOf } = delivery
  const parts = [
    reason && say.reasons[reason],
    status === 'failed' && error,
    status === 'sent' && answer !== null && say.answered(answer),
    attempt > 1 && say.attempt(attempt),
    retryOf !== null && say.retryOf(retryOf),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? <span className="sub break-words">{parts.join(' · ')}</span> : null
}

function What({ delivery: { event, incident, monitor, oncall_page: isPage } }: { delivery: Notification }) {
  const say = useMessages(words)
  return (
    <>
      <span className="row">
        {say[event]}
        {isPage && <Tag>{say.page}</Tag>}
      </span>
      <span className="sub">
        {monitor && <>{monitor.name} · </>}
        <Link to="/incidents/$number" params={{ number: String(incident.id) }}>
          {say.incident(incident.id)}
        </Link>
      </span>
    </>
  )
}
