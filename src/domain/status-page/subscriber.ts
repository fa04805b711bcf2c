// Subscribers of a page: how they are reached, and what they subscribed to.
import type { AnnouncementType } from './announcement.ts'
import type { PageLanguage } from './page.ts'

/** The kinds of subscription, and the kind of address each uses. */
export const addressKinds = { email: 'mailbox', slack: 'hook', webhook: 'hook' } as const
export type SubscriberChannel = keyof typeof addressKinds
export const subscriberChannels = Object.keys(addressKinds) as SubscriberChannel[]

export const isMailbox = (channel: SubscriberChannel): boolean => addressKinds[channel] === 'mailbox'

/** `waiting` has not confirmed yet; `retired` could not be reached and gets no more messages. */
export const subscriberStates = ['confirmed', 'waiting', 'retired'] as const
export type SubscriberState = (typeof subscriberStates)[number]

export interface Wishes {
  /** Empty means all. */
  readonly componentIds: readonly string[]
  readonly kinds: readonly AnnouncementType[]
}

export interface Subscriber extends Wishes {
  readonly id: string
  readonly pageId: string
  readonly channel: SubscriberChannel
  readonly language: PageLanguage
  readonly confirmedAt: Date | null
}

/** Encrypted values: the address, and the token in links. */
export interface SubscriberSecrets {
  readonly address: string
  readonly token: string
}

export const subscriberContext = (id: string): string => `status page subscriber ${id}`

/** Unconfirmed subscribers are deleted after this time. */
export const confirmWithinMs = 24 * 3_600_000

/** Stop sending after this many failed notices in a row. */
export const maxFailures = 3
