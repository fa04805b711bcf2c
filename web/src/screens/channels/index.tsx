// The channels with their latest delivery.
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChannelHealth, NotificationChannel } from '../../api-types.ts'
import { useResource, useList } from '../../api.ts'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useCommands } from '../../frame/commands.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { useCan } from '../../session.ts'
import { ChannelCard } from './channel-card.tsx'
import { useChannelListMessages } from './messages.ts'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'

export function Screen(): ReactNode {
  const t = useChannelListMessages()
  const navigate = useNavigate()
  const mayWrite = useCan()('member')
  const channels = useList('/notification-channels')
  const health = useResource('/dashboard/channel-health')
  useCommands(
    mayWrite ? [{ label: t.add, keys: 'c', icon: 'plus', run: () => void navigate({ to: '/channels/new' }) }] : [],
  )
  const healthOf = new Map(health.data?.data.map((one) => [one.channel_id, one]))
  const failing = channels.data?.filter(({ id, enabled }) => enabled && hasFailed(healthOf.get(id))) ?? []
  const addButton = <ButtonLink weight="primary" icon="plus" label={t.add} to="/channels/new" />
  return (
    <>
      <PageHead
        title={titleOf()}
        actions={
          <>
            <ButtonLink label={t.log} to="/channels/log" />
            {mayWrite && addButton}
          </>
        }
      />
      <PagedResult
        query={channels}
        what={t.couldNotLoad}
        empty={<EmptyState title={t.empty} text={t.emptyGives} action={mayWrite && addButton} docs="channels" />}
      >
        {(data) => <ChannelCards channels={data} healthOf={healthOf} />}
      </PagedResult>
    </>
  )

  function titleOf(): string {
    if (!channels.data || !health.data || channels.data.length === 0) return t.title
    const [first] = failing
    if (!first) return t.working(channels.data.length)
    return failing.length === 1 ? t.failing(first.name) : t.failingMany(failing.length)
  }
}

interface ChannelCardsProps {
  readonly channels: readonly NotificationChannel[]
  readonly healthOf: ReadonlyMap<number, ChannelHealth>
}

function ChannelCards({ channels, healthOf }: ChannelCardsProps) {
  const kinds = useChannelKinds()
  const kindNames = new Map(kinds.data?.map(({ type, name }) => [type, name]))
  return (
    <div className="card-grid">
      {channels.map((channel) => (
        <ChannelCard
          key={channel.id}
          channel={channel}
          kind={kindNames.get(channel.type) ?? channel.type}
          health={healthOf.get(channel.id)}
          fallback={channels.find(({ id }) => id === channel.fallback_channel_id)?.name}
        />
      ))}
    </div>
  )
}

const hasFailed = (health: ChannelHealth | undefined): boolean => health?.last?.status === 'failed'
