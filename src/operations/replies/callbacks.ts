// Callbacks of vendors: people pressed a button, or answered, where an alert arrived.
import {
  CallbackRefused,
  type CallbackRequest,
  type CallbackResponse,
  type CallbackResult,
  type ChannelKind,
} from '../../channels/define.ts'
import { channelKind } from '../../channels/index.ts'
import { masked } from '../../channels/shared/mask.ts'
import { openConfig } from '../../channels/shared/secrets.ts'
import { Fault, type FaultCode } from '../../domain/fault.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import {
  type ChannelReply,
  type ReplyResult,
  callbackUrlOf,
  incidentOfDedupKey,
  readReplyToken,
  replyTokenMs,
} from '../../domain/notifying/reply.ts'
import { fingerprint } from '../../domain/secret.ts'
import { contactOfPhone } from '../../store/notifications/contacts.ts'
import {
  type ReplyChannel,
  findReplyChannel,
  latestIncidentSentTo,
  replyMethodsThrough,
} from '../../store/notifications/reply-channels.ts'
import type { Services } from '../registry/services.ts'
import { carryOut } from './carry-out.ts'
import { resultOf } from './sentences.ts'
import { recordUnreached } from './unreached.ts'

const callbackMs = 10_000
const maxReplies = 50

/** Throws a fault if there is no such channel, or if the vendor did not send it. */
export async function receiveCallback(
  services: Services,
  { channelId, request, ip }: { channelId: number; request: CallbackRequest; ip: string },
): Promise<CallbackResponse> {
  const channel = await findReplyChannel(services.store, channelId)
  const kind = channel && channelKind(channel.type)
  if (!channel || !kind?.receive) throw new Fault('not_found', 'Nothing receives callbacks at this address')
  const { replies, unreached = [], respond } = await read(services, { channel, receive: kind.receive, request })
  const results: ReplyResult[] = []
  for (const reply of replies.slice(0, maxReplies)) results.push(await take(services, channel, { reply, ip }))
  for (const page of unreached.slice(0, maxReplies)) await recordUnreached(services, channel, page)
  return respond ? respond(results) : { status: 204 }
}

interface ReceivedCallback {
  readonly channel: ReplyChannel
  readonly receive: NonNullable<ChannelKind['receive']>
  readonly request: CallbackRequest
}

const refusals: Readonly<Record<CallbackRefused['status'], FaultCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
}

async function read(
  { vault, clock, log, callbackNet: net, origin }: Services,
  { channel, receive, request }: ReceivedCallback,
): Promise<CallbackResult> {
  const config = openConfig(vault, channel)
  const callbackUrl = callbackUrlOf(origin(), channel.id)
  try {
    return await withTimeLimit({ clock, ms: callbackMs }, (signal) =>
      receive(request, config, { net, clock, signal, callbackUrl }),
    )
  } catch (error) {
    if (!(error instanceof CallbackRefused)) throw error
    log.info('a callback was refused', { channel: channel.id, reason: error.message })
    throw new Fault(refusals[error.status], error.message)
  }
}

/** The contact method with this number that the channel sends for. */
async function methodOfPhone(
  { store, vault }: Services,
  channel: ReplyChannel,
  phone: string,
): Promise<ReplyChannel | undefined> {
  const key = channelKind(channel.type)?.inbox?.key
  if (key === undefined) return undefined
  const methods = await replyMethodsThrough(store, channel)
  return methods.find((method) => [openConfig(vault, method)[key]].flat().includes(phone))
}

async function take(
  services: Services,
  channel: ReplyChannel,
  { reply: { action, about, by, replayKey }, ip }: { reply: ChannelReply; ip: string },
): Promise<ReplyResult> {
  const now = services.clock.now()
  const replay = replayKey === null ? [] : [fingerprint(`callback ${channel.id} ${replayKey}`)]
  const request = { action, author: by, ip, rememberUntil: new Date(now.getTime() + replyTokenMs) }
  if ('dedupKey' in about) {
    const incidentId = incidentOfDedupKey(about.dedupKey, channel.organizationId)
    return carryOut(services, channel, { ...request, incidentId, keys: replay })
  }
  if ('latestPageTo' in about) {
    const { latestPageTo: phone, mustBeContact } = about
    const method = await methodOfPhone(services, channel, phone)
    const isKnown =
      method || !mustBeContact || (await contactOfPhone(services.store, channel.organizationId, phone)) !== undefined
    const through = method ?? channel
    const incidentId = isKnown ? await latestIncidentSentTo(services.store, through, masked(phone)) : undefined
    return carryOut(services, through, { ...request, incidentId: incidentId ?? null, keys: replay })
  }
  const token = readReplyToken(services.vault, about.token)
  const refuse = (outcome: 'unknown' | 'expired'): ReplyResult =>
    resultOf({ action, outcome, through: '', by: null, incidentUrl: null })
  if (token?.use !== 'button' || token.channelId !== channel.id || token.action !== action) return refuse('unknown')
  if (token.expiresAt <= now) return refuse('expired')
  return carryOut(services, channel, {
    ...request,
    incidentId: token.incidentId,
    keys: [...replay, fingerprint(about.token)],
  })
}
