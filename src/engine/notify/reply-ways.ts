// How people can reply to an alert: the links and tokens that its channel puts into the message.
import type { ReplyWays } from '../../channels/define.ts'
import type { Clock } from '../../domain/clock.ts'
import { type ReplyToken, callbackUrlOf, newReplyToken, replyExpiry } from '../../domain/notifying/reply.ts'
import type { Vault } from '../../domain/vault.ts'
import type { Delivery } from '../../store/notifications/deliveries.ts'

interface ReplyParts {
  readonly clock: Clock
  readonly vault: Vault
  readonly origin: () => string | null
}

export function replyWays(
  { clock, vault, origin }: ReplyParts,
  { alert, channel }: Pick<Delivery, 'alert' | 'channel'>,
): ReplyWays | null {
  const base = origin()
  if (base === null || alert.test !== null || alert.kind === 'resolved') return null
  const about = { incidentId: alert.incident.id, channelId: channel.id }
  const expiresAt = replyExpiry(alert.at, clock.now())
  const sign = (token: Pick<ReplyToken, 'use' | 'action' | 'person'>): string =>
    newReplyToken(vault, { ...token, ...about, expiresAt }, alert)
  return {
    link: (action, person) => `${base}/reply/${sign({ use: 'link', action, person: person?.email ?? null })}`,
    token: (action) => sign({ use: 'button', action, person: null }),
    callbackUrl: callbackUrlOf(base, channel.id),
  }
}
