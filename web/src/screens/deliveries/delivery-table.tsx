import type { Notification } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { Tag } from '../../parts/card.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useDeliveryMessages } from './messages.ts'
import { Retry } from './retry.tsx'
import { Table, right } from '../../parts/table.tsx'
import { IncidentLink } from '../../parts/links.tsx'

export function DeliveryTable({ deliveries, mayWrite }: { deliveries: readonly Notification[]; mayWrite: boolean }) {
  const t = useDeliveryMessages()
  return (
    <Table
      columns={[
        t.result,
        t.what,
        t.channel,
        right(t.took),
        t.when,
        mayWrite && { label: t.actionsHead, isHidden: true },
      ]}
      stacked
    >
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} mayWrite={mayWrite} />
      ))}
    </Table>
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
        <AlertName delivery={delivery} />
      </td>
      <td>
        <span className="name">{channel.name ?? channel.type}</span>
        <span className="sub">{delivery.recipient ?? channel.type}</span>
      </td>
      <td className="right num">{latencyMs === null ? '' : format.response(latencyMs)}</td>
      <td className="nowrap">
        <RelativeTime at={at} />
      </td>
      {mayWrite && <td className="right">{status === 'failed' && <Retry delivery={delivery} />}</td>}
    </tr>
  )
}

function Explanation({ delivery }: { delivery: Notification }) {
  const t = useDeliveryMessages()
  const { status, attempt, error, http_status: answer, silenced_reason: reason, retry_of: retryOf } = delivery
  const parts = [
    reason && t.reasons[reason],
    status === 'failed' && error,
    status === 'sent' && answer !== null && t.answered(answer),
    attempt > 1 && t.attempt(attempt),
    retryOf !== null && t.retryOf(retryOf),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? <span className="sub break-words">{parts.join(' · ')}</span> : null
}

function AlertName({ delivery: { event, incident, monitor, oncall_page: isPage } }: { delivery: Notification }) {
  const t = useDeliveryMessages()
  const isTest = incident.id === 0
  return (
    <>
      <span className="row">
        {isTest ? <Tag>{t.test}</Tag> : t[event]}
        {isPage && <Tag>{t.page}</Tag>}
      </span>
      <span className="sub">
        {monitor && <>{monitor.name} · </>}
        {isTest ? t.testMessage : <IncidentLink number={incident.id} text={t.incident(incident.id)} />}
      </span>
    </>
  )
}
