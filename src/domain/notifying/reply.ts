// Replies to alerts: what people can do where an alert arrives, and the signed tokens of links and buttons.
import { hash } from 'node:crypto'
import type { Vault } from '../vault.ts'
import { type Alert, threadOf } from './alert.ts'

/** `mute` stops alerts of the monitor for an hour; `pass-on` runs the next step of the escalation now. */
export const replyActions = ['acknowledge', 'resolve', 'mute', 'pass-on'] as const
export type ReplyAction = (typeof replyActions)[number]

/** The person who replies, as the vendor names them. */
export interface ReplyAuthor {
  readonly name: string | null
  readonly email?: string | null
  readonly phone?: string | null
  readonly vendorId?: string | null
}

interface PagedNumber {
  readonly latestPageTo: string
  /** The channel has no numbers itself, so this one must be that of a contact. */
  readonly mustBeContact: boolean
}

/** A reply that a vendor's callback carries. */
export interface ChannelReply {
  readonly action: ReplyAction
  /**
   * The token of a button, the key that identifies the incident to the vendor (`SendContext.dedupKey`), or a phone
   * number: the newest open incident that was sent there.
   */
  readonly about: { readonly token: string } | { readonly dedupKey: string } | PagedNumber
  readonly by: ReplyAuthor
  /** Unique to this callback: a second one is a replay. Null only if the vendor has none and the token works once. */
  readonly replayKey: string | null
}

export const replyOutcomes = ['done', 'already', 'resolved', 'expired', 'unknown', 'replayed', 'forbidden'] as const
export type ReplyOutcome = (typeof replyOutcomes)[number]

export interface ReplyResult {
  readonly outcome: ReplyOutcome
  readonly action: ReplyAction
  /** For people, such as "Acknowledged by Ada Lovelace through Slack". */
  readonly sentence: string
  readonly incidentUrl: string | null
  /** Who did it, now or before; null if that is unknown. */
  readonly by: string | null
}

/** Links are for pages, which ask before they act; buttons are for callbacks of the vendor. */
export type TokenUse = 'button' | 'link'

export interface ReplyToken {
  readonly use: TokenUse
  readonly action: ReplyAction
  readonly incidentId: number
  readonly channelId: number
  readonly expiresAt: Date
  /** The address that a link was sent to. */
  readonly person: string | null
}

export const replyTokenMs = 24 * 3_600_000

/** A day after the alert; an alert that is delivered hours late gets a day from then. */
export function replyExpiry(at: Date, now: Date): Date {
  const isLate = now.getTime() - at.getTime() > replyTokenMs / 2
  return new Date((isLate ? now : at).getTime() + replyTokenMs)
}

// A token without a person has 55 characters, because Telegram's buttons carry 64 bytes.
const maxTokenLength = 500

/** Identifies an incident, or the outage that it belongs to, to receivers; unique among installations. */
export const dedupKeyOf = (alert: Pick<Alert, 'organization' | 'outageId' | 'incident'>): string =>
  `lapwing-${alert.organization.id}-${threadOf(alert)}`

/** The incident that a receiver names, if it belongs to the organization. */
export function incidentOfDedupKey(key: string, organizationId: string): number | null {
  const prefix = `lapwing-${organizationId}-`
  const id = key.startsWith(prefix) ? key.slice(prefix.length) : ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}

/** Where a vendor sends callbacks of a channel. */
export const callbackUrlOf = (origin: string, channelId: number | '{id}'): string => `${origin}/callbacks/${channelId}`

const context = 'reply token'
const version = 1
const linkBit = 8
const headBytes = 25
const nonceBytes = 8
const signatureBytes = 16

/**
 * Version, use and action, incident, channel, expiry, nonce, the person's address, and the signature. The nonce comes
 * from the alert, so that a retry of its delivery has the same tokens.
 */
export function newReplyToken(vault: Vault, token: ReplyToken, { kind, at }: Pick<Alert, 'kind' | 'at'>): string {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(version * 16 + (token.use === 'link' ? linkBit : 0) + replyActions.indexOf(token.action), 0)
  head.writeUIntBE(token.incidentId, 1, 6)
  head.writeUIntBE(token.channelId, 7, 6)
  head.writeUInt32BE(Math.ceil(token.expiresAt.getTime() / 1000), 13)
  hash('sha256', `${kind} ${at.getTime()}`, 'buffer').copy(head, 17, 0, nonceBytes)
  return signedToken(vault, Buffer.concat([head, Buffer.from(token.person ?? '')]))
}

const signedToken = (vault: Vault, content: Buffer): string =>
  Buffer.concat([content, vault.sign(content, context).subarray(0, signatureBytes)]).toString('base64url')

/** The token of another reply to the same alert by the same person, from one that was signed here. */
export function replyTokenFor(vault: Vault, text: string, action: ReplyAction): string {
  const content = Buffer.from(text, 'base64url').subarray(0, -signatureBytes)
  content.writeUInt8(content.readUInt8(0) - (content.readUInt8(0) % linkBit) + replyActions.indexOf(action), 0)
  return signedToken(vault, content)
}

/** Returns null if it was not signed here. An expired token is returned too. */
export function readReplyToken(vault: Vault, text: string): ReplyToken | null {
  if (text.length > maxTokenLength || !/^[\w-]+$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  // The last character has unused bits; only one spelling is valid.
  if (bytes.length < headBytes + signatureBytes || bytes.toString('base64url') !== text) return null
  const signed = bytes.subarray(0, -signatureBytes)
  if (!vault.isSignature(bytes.subarray(-signatureBytes), signed, context)) return null
  const kind = signed.readUInt8(0)
  const action = replyActions[kind % linkBit]
  if (Math.floor(kind / 16) !== version || !action) return null
  return {
    use: (kind & linkBit) > 0 ? 'link' : 'button',
    action,
    incidentId: signed.readUIntBE(1, 6),
    channelId: signed.readUIntBE(7, 6),
    expiresAt: new Date(signed.readUInt32BE(13) * 1000),
    person: signed.subarray(headBytes).toString() || null,
  }
}
