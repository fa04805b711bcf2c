// Links with which people reply to an alert, for channels that cannot do more.
import type { Alert } from '../../domain/notifying/alert.ts'
import type { Recipient } from '../../domain/notifying/delivery.ts'
import type { ReplyAction } from '../../domain/notifying/reply.ts'
import { type AlertWord, say } from './alert-words.ts'
import type { ReplyWays, SendContext } from '../define.ts'

export interface ReplyLink {
  readonly action: ReplyAction
  readonly label: string
  readonly url: string
}

export const actionLabels: Readonly<Record<ReplyAction, AlertWord>> = {
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  mute: 'Mute for 1 h',
  'pass-on': 'Pass on',
}

/** The links of an alert that nobody has acknowledged; none for other alerts. */
export function replyLinks(
  alert: Alert,
  { reply }: Pick<SendContext, 'reply'>,
  { actions = ['acknowledge', 'resolve', 'mute'], person }: { actions?: ReplyAction[]; person?: Recipient } = {},
): ReplyLink[] {
  if (!takesReply(alert, reply)) return []
  return actions.map((action) => ({ action, label: say(alert, actionLabels[action]), url: reply.link(action, person) }))
}

/** The link to acknowledge as Markdown; an empty list if there is none. */
export function markdownReply(alert: Alert, context: Pick<SendContext, 'reply'>): string[] {
  return replyLinks(alert, context, { actions: ['acknowledge'] }).map(({ label, url }) => `[${label}](${url})`)
}

/** A text with the link to acknowledge below it. The link is never cut; the text leaves room for it. */
export function withAcknowledgeLink(
  alert: Alert,
  context: Pick<SendContext, 'reply'>,
  { limit, text }: { limit: number; text(limit: number): string },
): string {
  const [link] = replyLinks(alert, context, { actions: ['acknowledge'] })
  const line = link ? `\n${link.label}: ${link.url}` : ''
  return line.length < limit / 2 ? text(limit - line.length) + line : text(limit)
}

function takesReply({ kind, missed }: Alert, reply: ReplyWays | null): reply is ReplyWays {
  return reply !== null && kind === 'firing' && missed === undefined
}
