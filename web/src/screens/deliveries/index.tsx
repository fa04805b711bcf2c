// Did messages arrive? Every delivery with its answer, newest first.
import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { EmptyState, Loaded } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { useChoices } from '../../url.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { words } from './messages.ts'
import { RetryAll } from './retry.tsx'

const usual = { status: 'all', channel: '', incident: '', since: '' }

export function Screen() {
  const say = useMessages(words)
  const mayWrite = useCan()('member')
  const [{ status, channel, incident, since }, choose] = useChoices(usual)
  const deliveries = useInfiniteQuery(
    askPages('/notifications', {
      query: {
        status: status === 'all' ? undefined : status,
        channel_id: channel,
        incident_id: incident,
        since,
      },
    }),
  )
  const failed = deliveries.data?.filter((one) => one.status === 'failed') ?? []
  const isFiltered = Object.entries(usual).some(
    ([name, value]) => ({ status, channel, incident, since })[name] !== value,
  )
  return (
    <>
      <PageHead
        title={failed.length > 0 ? say.failed(failed.length) : deliveries.data?.length ? say.allArrived : say.log}
        crumbs={[{ label: say.channels, link: { to: '/channels' } }, { label: say.log }]}
        actions={mayWrite && failed.length > 1 && <RetryAll deliveries={failed} />}
      />
      <div className="row wrap mb-4">
        <Segments
          label={say.status}
          value={status}
          onChange={(value) => choose({ status: value })}
          choices={[
            { value: 'all', label: say.all },
            { value: 'sent', label: say.sent },
            { value: 'failed', label: say.failedOnes },
            { value: 'silenced', label: say.silent },
          ]}
        />
        <ChannelFilter channel={channel} onChange={(value) => choose({ channel: value })} />
      </div>
      <Loaded query={deliveries} what={say.couldNotLoad}>
        {(data) =>
          data.length > 0 ? (
            <>
              <Card flush>
                <DeliveryTable deliveries={data} mayWrite={mayWrite} />
              </Card>
              {deliveries.hasNextPage && (
                <Button busy={deliveries.isFetchingNextPage} onClick={() => void deliveries.fetchNextPage()}>
                  {say.more}
                </Button>
              )}
            </>
          ) : isFiltered ? (
            <EmptyState title={say.noMatch} action={<Button onClick={() => choose(usual)}>{say.clear}</Button>} />
          ) : (
            <EmptyState title={say.nothing}>{say.nothingGives}</EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

function ChannelFilter({ channel, onChange }: { channel: string; onChange: (channel: string) => void }) {
  const say = useMessages(words)
  const channels = useInfiniteQuery(askPages('/notification-channels'))
  return (
    <select
      className="input w-auto"
      aria-label={say.channel}
      value={channel}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{say.anyChannel}</option>
      {channels.data?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
