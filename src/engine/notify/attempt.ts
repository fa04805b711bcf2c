// Sends one delivery through its channel, with a second attempt if that may help.
import { hash } from 'node:crypto'
import {
  type ChannelKind,
  DeliveryFailed,
  type MailSubmission,
  type Receipt,
  type SendContext,
} from '../../channels/define.ts'
import { translated } from '../../channels/shared/alert-words.ts'
import { openConfig } from '../../channels/shared/secrets.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import type { LogEntry } from '../../domain/notifying/delivery.ts'
import { dedupKeyOf } from '../../domain/notifying/reply.ts'
import type { Log } from '../../domain/log.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { unreached } from './addresses.ts'
import { nextTry } from '../../domain/notifying/owed.ts'
import type { Vault } from '../../domain/vault.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { Net } from '../../net/index.ts'
import type { KeptConnections } from '../../net/http/kept-connections.ts'
import type { Delivery, DeliveryResult } from '../../store/notifications/deliveries.ts'
import { logEntry } from './process-log.ts'
import { replyWays } from './reply-ways.ts'

export interface SenderParts {
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly net: Net
  readonly kindOf: (type: string) => ChannelKind | undefined
  /** The public address, for links in alerts. */
  readonly origin: () => string | null
  readonly pushIdentity?: SendContext['pushIdentity']
  readonly mail?: MailSubmission | null
  /** Connections to receivers, for their next delivery; a new one for each request when omitted. */
  readonly connections?: KeptConnections
}

const retryMs = 500
const maxWaitMs = 20_000
const maxClaims = 5

interface AttemptResult {
  readonly attempt: number
  readonly receipt?: Receipt
  readonly failure?: DeliveryFailed
  /** Whether the receiver may have it from an earlier try. */
  readonly isUncertain?: boolean
  readonly silence?: 'disabled'
  readonly recipient?: string | null
  readonly latencyMs: number
}

/** Never throws: an error is part of the result. */
export async function deliver(parts: SenderParts, delivery: Delivery): Promise<DeliveryResult> {
  const tried = await tryDelivery(parts, delivery)
  const now = parts.clock.now()
  const owed = owedAfter(delivery, tried.failure, now)
  const alerts = delivery.alert.missed ?? [delivery.alert]
  const entries = alerts.map((alert) => entryOf(delivery, { alert, tried, at: now }))
  for (const entry of entries) logEntry(parts.log, entry, owed?.dueAt)
  return {
    id: delivery.id,
    channelId: delivery.channel.id,
    entries,
    owed,
    fallback: tried.failure ? fallbackOf(parts, delivery) : null,
    isGone: tried.failure?.gone ?? false,
  }
}

/** One attempt for a caller that waits for its result. */
export async function deliverOnce(parts: SenderParts, delivery: Delivery): Promise<LogEntry> {
  const tried = await tryOnce(parts, delivery, 1)
  return entryOf(delivery, { alert: delivery.alert, tried, at: parts.clock.now() })
}

/** Returns when a temporary failure is retried; null for permanent failures and tests. */
function owedAfter(delivery: Delivery, failure: DeliveryFailed | undefined, now: Date): DeliveryResult['owed'] {
  if (!failure || failure.permanent || delivery.alert.test !== null) return null
  const since = delivery.owedSince ?? now
  const dueAt = nextTry({ owedSince: since, now, retryAfterMs: failure.retryAfterMs })
  return dueAt && { since, dueAt }
}

function entryOf(delivery: Delivery, { alert, tried, at }: { alert: Alert; tried: AttemptResult; at: Date }): LogEntry {
  const { organizationId, channel, oncallPage, page = null, people, firstEntryId } = delivery
  const { attempt, receipt, failure, silence = null } = tried
  // A process that ended may have sent it.
  const isUncertain = failure && (failure.uncertain || tried.isUncertain || delivery.claims > 1)
  return {
    organizationId,
    status: silence ? 'silenced' : failure ? 'failed' : 'sent',
    isUncertain,
    alert,
    channel,
    oncallPage,
    page,
    people,
    attempt,
    error: failure?.message ?? null,
    httpStatus: failure ? failure.httpStatus : (receipt?.httpStatus ?? null),
    latencyMs: silence ? null : Math.round(tried.latencyMs),
    recipient: tried.recipient ?? null,
    messageId: receipt?.messageId,
    silence,
    retryOf: firstEntryId,
    at,
  }
}

/** Whether it failed before; what a dead process had claimed has not. */
const isRetry = ({ owedSince, firstEntryId }: Delivery): boolean => owedSince !== null && firstEntryId !== null

/** The fallback channel is notified once, after the first failure. */
function fallbackOf({ kindOf }: SenderParts, delivery: Delivery): DeliveryResult['fallback'] {
  const { organizationId, channel, alert, people, oncallPage, page = null } = delivery
  const failedChannels = [...delivery.failedChannels, channel.id]
  const { fallbackId, fallbackType } = channel
  if (isRetry(delivery) || alert.test !== null) return null
  if (fallbackId === null || failedChannels.includes(fallbackId)) return null
  const kind = kindOf(fallbackType ?? '')
  return {
    organizationId,
    channelId: fallbackId,
    alert: { ...alert, inPlaceOf: alert.inPlaceOf ?? channel.name },
    people,
    oncallPage,
    page,
    failedChannels,
    needsRecipients: kind?.needsRecipients ?? false,
    isForPrograms: kind?.readBy === 'programs',
  }
}

/** A retry is a single attempt: it was tried before and will be again. */
function tryDelivery(parts: SenderParts, delivery: Delivery): Promise<AttemptResult> {
  // The channel was disabled after routing, or it is a fallback, which routing does not check.
  if (!delivery.channel.enabled) return Promise.resolve({ attempt: 0, silence: 'disabled', latencyMs: 0 })
  // Processes may have ended because of this delivery.
  if (delivery.claims > maxClaims)
    return Promise.resolve(setAside(`set aside after ${maxClaims} tries that did not come to an end`))
  return isRetry(delivery) ? tryOnce(parts, delivery, 1) : tryTwice(parts, delivery)
}

/**
 * Tries again half a second later, or when the receiver asks for it. The specification has webhooks tried again after
 * half a second in any case, also after a permanent failure.
 */
async function tryTwice(parts: SenderParts, delivery: Delivery): Promise<AttemptResult> {
  const first = await tryOnce(parts, delivery, 1)
  if (!first.failure) return first
  const { retryAfterMs } = first.failure
  const isWebhook = parts.kindOf(delivery.channel.type)?.isWebhook ?? false
  if (first.failure.permanent && !isWebhook) return first
  await parts.clock.sleep(isWebhook ? retryMs : Math.min(Math.max(retryAfterMs ?? 0, retryMs), maxWaitMs))
  return { ...(await tryOnce(parts, delivery, 2)), isUncertain: first.failure.uncertain }
}

const setAside = (message: string): AttemptResult => ({
  attempt: maxClaims,
  failure: permanent(message),
  latencyMs: 0,
})

async function tryOnce(parts: SenderParts, delivery: Delivery, attempt: number): Promise<AttemptResult> {
  const { clock } = parts
  const { channel, people } = delivery
  const kind = parts.kindOf(channel.type)
  if (!kind) return { attempt, latencyMs: 0, failure: permanent(`this version knows no ${channel.type} channels`) }
  const start = clock.monotonicMs()
  let recipient: string | null = null
  try {
    const opened = openChannel(parts, channel)
    const { net } = opened
    const config = unreached(delivery.reached, opened.config, { kind, vault: parts.vault })
    recipient = kind.recipient(config, people)
    const alert = kind.readBy === 'people' ? await translated(delivery.alert) : delivery.alert
    const receipt = await withTimeLimit({ clock, ms: kind.attemptMs }, (signal) =>
      kind.send(alert, config, { ...contextOf(parts, delivery), net, signal }),
    )
    return { attempt, latencyMs: clock.monotonicMs() - start, recipient, receipt }
  } catch (error) {
    const failure = error instanceof DeliveryFailed ? error : ourFault(parts.log, channel, error)
    return { attempt, latencyMs: clock.monotonicMs() - start, recipient, failure }
  }
}

function contextOf(parts: SenderParts, delivery: Delivery): Omit<SendContext, 'net' | 'signal'> {
  const { clock, pushIdentity, mail } = parts
  const { alert, people, earlierMessages } = delivery
  const reply = replyWays(parts, delivery)
  return { clock, people, dedupKey: dedupKeyOf(alert), reply, earlierMessages, pushIdentity, mail }
}

const permanent = (message: string): DeliveryFailed => new DeliveryFailed(message, { permanent: true })

function ourFault(log: Log, { id, type }: Delivery['channel'], cause: unknown): DeliveryFailed {
  log.error('a delivery failed because of an internal error', { channel: id, type, error: String(cause) })
  return new DeliveryFailed('could not be delivered because of an internal error; see the server log', { cause })
}

interface SendingChannel {
  /** With its secrets. */
  readonly config: MonitorConfig
  readonly net: Net
}

const opened = new WeakMap<Delivery['channel'], SendingChannel>()

/** Deliveries that were claimed together share the channel object, so it is decrypted once. */
function openChannel({ vault, net, connections }: SenderParts, channel: Delivery['channel']): SendingChannel {
  const known = opened.get(channel)
  if (known) return known
  const config = openConfig(vault, channel)
  const fresh = { config, net: connections ? keepingNet(net, connections, channel) : net }
  opened.set(channel, fresh)
  return fresh
}

/** Connections belong to the channel as it is configured: after a change, none of the old ones is used. */
function keepingNet(net: Net, connections: KeptConnections, channel: Delivery['channel']): Net {
  const { id, type, config, secrets, provider } = channel
  const configuration = JSON.stringify([type, config, secrets, provider])
  const keep = { connections, owner: `channel ${id} ${hash('sha256', configuration)}` }
  return { ...net, request: (options) => net.request({ ...options, keep }) }
}
