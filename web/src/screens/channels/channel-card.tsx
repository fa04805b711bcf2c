import { Link } from '@tanstack/react-router'
import type { ChannelHealth, NotificationChannel } from '../../api-types.ts'
import { ApiError, client } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { toast, toastError } from '../../toast.ts'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Tag } from '../../parts/card.tsx'
import { Switch } from '../../parts/form/field.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { useChannelListMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useBusy } from '../../parts/use-busy.ts'

interface ChannelCardProps {
  readonly channel: NotificationChannel
  readonly kind: string
  readonly health: ChannelHealth | undefined
  readonly fallback: string | undefined
}

export function ChannelCard({ channel, kind, health, fallback }: ChannelCardProps) {
  const t = useChannelListMessages()
  const mayWrite = useCan()('member')
  const { id, name, enabled } = channel
  return (
    <article className="card">
      <header>
        <h2 className="min-w-0">
          <Link to="/channels/$id" params={{ id: String(id) }}>
            {name}
          </Link>
        </h2>
        <span className="end row">
          <Tag>{kind}</Tag>
          {!enabled && <Tag>{t.off}</Tag>}
        </span>
      </header>
      <div className="body stack">
        <p className="muted">
          <RoutingSummary channel={channel} />
          {fallback && <> {t.fallback(fallback)}.</>}
        </p>
        <LastDelivery health={health} />
        {mayWrite && (
          <div className="row between">
            <Switch
              label={<span className="sr">{t.toggle(name)}</span>}
              value={enabled}
              onChange={(on) => void turn(on)}
            />
            <SendTest channel={channel} />
          </div>
        )}
      </div>
    </article>
  )

  async function turn(on: boolean, undone = false): Promise<void> {
    try {
      await client.patch('/dashboard/notification-channels/{id}', { params: { id }, body: { enabled: on } })
      const text = on ? t.switchOn(name) : t.switchOff(name)
      toast(undone ? { text } : { text, undo: () => turn(!on, true) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toastError(error)
    }
    await invalidate('channel')
  }
}

function RoutingSummary({ channel }: { channel: NotificationChannel }) {
  const t = useChannelListMessages()
  const { language } = usePreferences()
  const { severity_filter: severities, is_default: isDefault, routes } = channel
  const [only] = severities
  const what = severities.length === 1 && only ? t.only(t[only]) : t.everything
  const groups = routes.map((route) => route.contact_group.name)
  const whose = isDefault ? t.everyGroup : groups.length > 0 ? t.ofGroups(listOf(language, groups)) : t.ofNobody
  return (
    <>
      {t.takes(what)} {whose}.
    </>
  )
}

function LastDelivery({ health }: { health: ChannelHealth | undefined }) {
  const t = useChannelListMessages()
  const format = useFormat()
  const now = useNow(10)
  if (!health?.last) return <p className="faint">{t.neverUsed}</p>
  const { status, error, latency_ms: latencyMs, created_at: at } = health.last
  const ago = format.relative(at, now)
  const text =
    status === 'failed' ? t.failedLast(ago, error ?? t.noReason) : t.sentLast(ago, format.response(latencyMs))
  return (
    <div>
      <p className={`st ${status === 'failed' ? 'down' : 'up'}`}>
        <StatusMark status={status} />
        <span className="min-w-0 whitespace-normal break-words">{text}</span>
      </p>
      <p className="sub num">{t.day(health.sent, health.failed)}</p>
      {health.waiting && (
        <p className="sub num">{t.waiting(health.waiting.count, format.relative(health.waiting.since, now))}</p>
      )}
    </div>
  )
}

function SendTest({ channel: { id, name } }: { channel: NotificationChannel }) {
  const t = useChannelListMessages()
  const [busy, run] = useBusy('delivery')
  const send = async (): Promise<void> => {
    const { channels } = await client.post('/notification-channels/{id}/test', { params: { id } })
    const why = channels[0]?.silenced_reason
    toast({ text: why ? t.testSilent(name, why) : t.testSent(name) })
  }
  return <Button small icon="send" busy={busy} label={t.test} onClick={() => run(send)} />
}
