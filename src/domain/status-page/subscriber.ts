// Who wants to hear of a page: how they are reached, and what they want to hear.
import type { AnnouncementType } from './announcement.ts'
import type { PageLanguage } from './page.ts'

/** The ways in which subscribers are told, with what their addresses are. */
export const addressKinds = { email: 'mailbox', slack: 'hook', webhook: 'hook' } as const
export type SubscriberChannel = keyof typeof addressKinds
export const subscriberChannels = Object.keys(addressKinds) as SubscriberChannel[]

export const isMailbox = (channel: SubscriberChannel): boolean => addressKinds[channel] === 'mailbox'

/** `waiting` has not confirmed yet; `retired` could not be reached and is told no more. */
export const subscriberStates = ['confirmed', 'waiting', 'retired'] as const
export type SubscriberState = (typeof subscriberStates)[number]

export interface Wishes {
  /** None stand for all. */
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

/** What only the key opens: where messages go, and what the links in them carry. */
export interface SubscriberSecrets {
  readonly address: string
  readonly token: string
}

export const subscriberContext = (id: string): string => `status page subscriber ${id}`

/** Somebody who does not confirm for so long is forgotten. */
export const confirmWithinMs = 24 * 3_600_000

/** After so many notices in a row that could not be brought, nothing more is sent. */
export const maxFailures = 3
