// The delivery log, newest first.
import { useList } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { useCan } from '../../session.ts'
import { useChoices } from '../../url.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { useDeliveryMessages } from './messages.ts'
import { RetryAll } from './retry.tsx'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'
import { Select } from '../../parts/form/field.tsx'

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
