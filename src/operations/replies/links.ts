// Links in alerts: what one would do, and doing it.
import { type ReplyAction, type ReplyResult, type ReplyToken, readReplyToken } from '../../domain/notifying/reply.ts'
import { fingerprint } from '../../domain/secret.ts'
import { incidentGoingOn } from '../../store/incidents/locked-incident.ts'
import { type ReplyChannel, findReplyChannel } from '../../store/notifications/reply-channels.ts'
import { isReplyUsed } from '../../store/notifications/used-replies.ts'
import type { Services } from '../registry/services.ts'
import { refusalOf, resolveAuthor } from './author.ts'
import { carryOut, incidentUrl, standingOf, throughOf } from './carry-out.ts'
import { resultOf } from './sentences.ts'

/** What a link would do, before anyone confirms it. */
export interface LinkOffer {
  readonly action: ReplyAction
  /** The person that the link was sent to; null for links that a group of people received. */
  readonly person: string | null
  /** The kind of the channel in a sentence, and its name. */
  readonly through: string
  readonly channelName: string
  readonly message: string
  readonly incidentUrl: string
}

interface OpenedLink {
  readonly token: ReplyToken
  readonly channel: ReplyChannel
}

/** Returns what the link offers, or why it no longer does anything. Changes nothing. */
export async function readLink(services: Services, text: string): Promise<LinkOffer | ReplyResult> {
  const { store } = services
  const opened = await openLink(services, text)
  if ('outcome' in opened) return opened
  const { token, channel } = opened
  const { action, incidentId } = token
  const through = throughOf(channel)
  const incident = await incidentGoingOn(store, channel.organizationId, incidentId)
  if (!incident) return nothing(action, 'unknown')
  const url = incidentUrl(services, incident.id)
  const standing = standingOf(action, incident)
  if (standing) return resultOf({ action, through, incidentUrl: url, ...standing })
  if (await isReplyUsed(store, fingerprint(text)))
    return resultOf({ action, through, incidentUrl: url, outcome: 'replayed', by: null })
  const author = token.person === null ? null : await resolveAuthor(store, channel, { name: null, email: token.person })
  const reason = author && refusalOf(author)
  if (reason) return resultOf({ action, through, incidentUrl: url, outcome: 'forbidden', by: author.name, reason })
  return {
    action,
    person: author?.name ?? null,
    through,
    channelName: channel.name,
    message: incident.message,
    incidentUrl: url!,
  }
}

export async function followLink(services: Services, text: string, ip: string): Promise<ReplyResult> {
  const opened = await openLink(services, text)
  if ('outcome' in opened) return opened
  const { token, channel } = opened
  const { action, incidentId, person, expiresAt } = token
  return carryOut(services, channel, {
    action,
    incidentId,
    author: { name: null, email: person },
    keys: [fingerprint(text)],
    rememberUntil: expiresAt,
    ip,
  })
}

async function openLink({ vault, clock, store }: Services, text: string): Promise<OpenedLink | ReplyResult> {
  const token = readReplyToken(vault, text)
  if (token?.use !== 'link') return nothing('acknowledge', 'unknown')
  if (token.expiresAt <= clock.now()) return nothing(token.action, 'expired')
  const channel = await findReplyChannel(store, token.channelId)
  return channel ? { token, channel } : nothing(token.action, 'unknown')
}

const nothing = (action: ReplyAction, outcome: 'unknown' | 'expired'): ReplyResult =>
  resultOf({ action, outcome, through: '', by: null, incidentUrl: null })
