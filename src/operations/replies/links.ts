// Links in alerts: what one would do, and doing it.
import {
  type ReplyAction,
  type ReplyResult,
  type ReplyToken,
  readReplyToken,
  replyTokenFor,
} from '../../domain/notifying/reply.ts'
import { fingerprint } from '../../domain/secret.ts'
import { type LockedIncident, incidentGoingOn } from '../../store/incidents/locked-incident.ts'
import { type ReplyChannel, findReplyChannel } from '../../store/notifications/reply-channels.ts'
import { isReplyUsed } from '../../store/notifications/used-replies.ts'
import type { Services } from '../registry/services.ts'
import { refusalOf, resolveAuthor } from './author.ts'
import { type IncidentBrief, briefOf } from './brief.ts'
import { carryOut, incidentUrl, standingOf, throughOf } from './carry-out.ts'
import { resultOf } from './sentences.ts'

export interface LinkView {
  readonly action: ReplyAction
  /** Why the link does nothing any more; null if it waits for a click. */
  readonly result: ReplyResult | null
  /** Null if the link may show nothing. */
  readonly incident: LinkedIncident | null
}

export interface LinkedIncident extends IncidentBrief {
  readonly url: string
  /** The person that the link was sent to; null for links that a group of people received. */
  readonly person: string | null
  /** The kind of the channel in a sentence, and its name. */
  readonly through: string
  readonly channelName: string
  /** What can be done now, with the tokens of the same alert. */
  readonly replies: readonly { readonly action: ReplyAction; readonly token: string }[]
}

interface OpenedLink {
  readonly token: ReplyToken
  readonly channel: ReplyChannel
}

/** Returns what the link offers, or why it no longer does anything. Changes nothing. */
export async function readLink(services: Services, text: string): Promise<LinkView> {
  const { store, clock } = services
  const opened = await openLink(services, text)
  if ('outcome' in opened) return { action: opened.action, result: opened, incident: null }
  const { token, channel } = opened
  const { action, incidentId, person } = token
  const { organizationId } = channel
  const incident = await incidentGoingOn(store, organizationId, incidentId)
  if (!incident) return { action, result: nothing(action, 'unknown'), incident: null }
  const about = { action, through: throughOf(channel), incidentUrl: incidentUrl(services, incident.id) }
  const author = person === null ? null : await resolveAuthor(store, channel, { name: null, email: person })
  const reason = author && refusalOf(author)
  if (reason)
    return { action, result: resultOf({ ...about, outcome: 'forbidden', by: author.name, reason }), incident: null }
  const standing = standingOf(action, incident)
  const isUsed = await isReplyUsed(store, fingerprint(text))
  const used = isUsed ? ({ outcome: 'replayed', by: null } as const) : null
  const ended = standing ?? used
  return {
    action,
    result: ended && resultOf({ ...about, ...ended }),
    incident: {
      ...(await briefOf(store, organizationId, { incident, now: clock.now() })),
      url: about.incidentUrl!,
      person: author?.name ?? null,
      through: about.through,
      channelName: channel.name,
      replies: await repliesTo(services, incident, { text, action }),
    },
  }
}

/** The reply of the link and those beside it that still do something. */
async function repliesTo(
  { store, vault }: Services,
  incident: LockedIncident,
  { text, action }: { text: string; action: ReplyAction },
): Promise<LinkedIncident['replies']> {
  const actions = new Set<ReplyAction>([action, 'acknowledge', 'resolve', 'mute'])
  const left: { action: ReplyAction; token: string }[] = []
  for (const each of actions) {
    const token = replyTokenFor(vault, text, each)
    const isPossible = each !== 'mute' || incident.subject.kind === 'monitor'
    const isOver = incident.resolveRequestedAt !== null || standingOf(each, incident) !== null
    if (isPossible && !isOver && !(await isReplyUsed(store, fingerprint(token)))) left.push({ action: each, token })
  }
  return left
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
