// The delivery log, newest first.
import { useList, client } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card, Tag } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { useCan } from '../../session.ts'
import { useChoices } from '../../url.ts'
import { useDeliveryMessages } from './messages.ts'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'
import { Select } from '../../parts/form/field.tsx'
import type { Notification } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { StatusWord } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { Table, right } from '../../parts/table.tsx'
import { IncidentLink } from '../../parts/links.tsx'
import { toast } from '../../toast.ts'
import { useBusy } from '../../parts/use-busy.ts'

const defaultFilters = { status: 'all', channel: '', incident: '', since: '' }

export function Screen() {
  const t = useDeliveryMessages()
  const mayWrite = useCan()('member')
  const [{ status, channel, incident, since }, choose] = useChoices(defaultFilters)
  const deliveries = useList('/notifications', {
    query: {
      status: status === 'all' ? undefined : status,
      channel_id: channel,
      incident_id: incident,
      since,
    },
  })
  const failed = deliveries.data?.filter((one) => one.status === 'failed') ?? []
  const isFiltered = Object.entries(defaultFilters).some(
    ([name, value]) => ({ status, channel, incident, since })[name] !== value,
  )
  return (
    <>
      <PageHead
        title={failed.length > 0 ? t.failed(failed.length) : deliveries.data?.length ? t.allArrived : t.log}
        crumbs={[{ label: t.channels, link: { to: '/channels' } }, { label: t.log }]}
        actions={mayWrite && failed.length > 1 && <RetryAll deliveries={failed} />}
      />
      <div className="row wrap mb-4">
        <StatusFilter status={status} onChange={(value) => choose({ status: value })} />
        <ChannelFilter channel={channel} onChange={(value) => choose({ channel: value })} />
      </div>
      <PagedResult
        query={deliveries}
        what={t.couldNotLoad}
        empty={
          isFiltered ? (
            <EmptyState title={t.noMatch} action={<Button label={t.clear} onClick={() => choose(defaultFilters)} />} />
          ) : (
            <EmptyState
              title={t.nothing}
              text={t.nothingGives}
              action={<ButtonLink weight="primary" label={t.openChannels} to="/channels" />}
            />
          )
        }
      >
        {(data) => (
          <Card flush>
            <DeliveryTable deliveries={data} mayWrite={mayWrite} />
          </Card>
        )}
      </PagedResult>
    </>
  )
}

function StatusFilter({ status, onChange }: { status: string; onChange: (status: string) => void }) {
  const t = useDeliveryMessages()
  return (
    <Segments
      label={t.status}
      value={status}
      onChange={onChange}
      choices={[
        { value: 'all', label: t.all },
        { value: 'sent', label: t.sent },
        { value: 'failed', label: t.failedOnes },
        { value: 'silenced', label: t.silent },
      ]}
    />
  )
}

function ChannelFilter({ channel, onChange }: { channel: string; onChange: (channel: string) => void }) {
  const t = useDeliveryMessages()
  const channels = useList('/notification-channels')
  return (
    <Select
      className="input w-auto"
      aria-label={t.channel}
      value={channel}
      none={t.anyChannel}
      options={(channels.data ?? []).map(({ id, name }) => [String(id), name])}
      onChange={onChange}
    />
  )
}

function DeliveryTable({ deliveries, mayWrite }: { deliveries: readonly Notification[]; mayWrite: boolean }) {
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

const send = (id: number): Promise<unknown> => client.post('/notifications/{id}/retry', { params: { id } })

function Retry({ delivery }: { delivery: Notification }) {
  const t = useDeliveryMessages()
  const [busy, run] = useBusy('delivery')
  const retry = async (): Promise<void> => {
    await send(delivery.id)
    toast({ text: t.retried })
  }
  return <Button small icon="refresh" busy={busy} label={t.retry} onClick={() => run(retry)} />
}

function RetryAll({ deliveries }: { deliveries: readonly Notification[] }) {
  const t = useDeliveryMessages()
  const [busy, run] = useBusy('delivery')
  const retry = async (): Promise<void> => {
    for (const { id } of deliveries) await send(id)
    toast({ text: t.retriedMany(deliveries.length) })
  }
  return <Button icon="refresh" busy={busy} label={t.retryAll(deliveries.length)} onClick={() => run(retry)} />
}
