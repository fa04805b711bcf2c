// Subscriptions of visitors: request, confirm, choose components, unsubscribe.
import { z } from 'zod'
import { addressProblems } from '../../channels/shared/address.ts'
import { newId } from '../../domain/id.ts'
import { fingerprint, newToken } from '../../domain/secret.ts'
import type { PageLanguage } from '../../domain/status-page/page.ts'
import type { PageView } from '../../domain/status-page/page-view.ts'
import {
  type Subscriber,
  type SubscriberChannel,
  type Wishes,
  confirmWithinMs,
  isMailbox,
  subscriberContext,
} from '../../domain/status-page/subscriber.ts'
import { addQuestions } from '../../store/status-pages/subscriber-emails.ts'
import {
  type NewSubscriber,
  addSubscriber,
  dropSubscriber,
  hasRoom,
  isSubscribed,
  storeWishes,
  subscriberOfToken,
} from '../../store/status-pages/subscribers.ts'
import type { Services } from '../registry/services.ts'

export interface SubscriptionRequest {
  readonly channel: SubscriberChannel
  readonly address: string
  readonly language: PageLanguage
}

/** Repeated requests for one address send one email within this time. */
const resendAfterMs = 10 * 60_000

const mailAddress = z.email().max(254)

/** The error of the entered address, or null. */
export function problemWith(
  { channel, address }: SubscriptionRequest,
  services: Services,
): 'invalidEmail' | 'invalidHook' | null {
  if (isMailbox(channel)) return mailAddress.safeParse(address).success ? null : 'invalidEmail'
  // Anyone can enter an address, so private networks are never allowed, unlike for monitors.
  const reach = { allowPrivate: false, origin: services.origin() }
  const isHook = address.length <= 2000 && addressProblems({ url: address }, reach).length === 0
  return isHook ? null : 'invalidHook'
}

export function newSubscriber(
  { vault }: Services,
  { pageId, channel, address, language }: SubscriptionRequest & { pageId: string },
  now: Date,
): NewSubscriber {
  const id = newId(now)
  const token = newToken()
  const typed = address.trim()
  return {
    id,
    pageId,
    channel,
    language,
    shown: isMailbox(channel) ? typed : new URL(typed).host,
    addressHash: fingerprint(`${channel} ${isMailbox(channel) ? typed.toLowerCase() : typed}`),
    tokenHash: fingerprint(token),
    sealed: vault.seal(JSON.stringify({ address: typed, token }), subscriberContext(id)),
    confirmBy: new Date(now.getTime() + confirmWithinMs),
  }
}

/** Behaves the same for known and unknown addresses, and does not reveal that the limit of subscribers is reached. */
export async function requestSubscription(
  services: Services,
  pageId: string,
  request: SubscriptionRequest,
): Promise<void> {
  const now = services.clock.now()
  const subscriber = newSubscriber(services, { pageId, ...request }, now)
  const confirmedBefore = new Date(now.getTime() - resendAfterMs)
  await services.store.transaction(async (tx) => {
    if (!(await isSubscribed(tx, subscriber)) && !(await hasRoom(tx, pageId))) return
    const stored = await addSubscriber(tx, subscriber, { confirmedBefore, now })
    if (stored) await addQuestions(tx, [stored.id], now)
  })
}

export function subscriptionOf(services: Services, pageId: string, token: string): Promise<Subscriber | undefined> {
  return subscriberOfToken(services.store, pageId, { tokenHash: fingerprint(token), now: services.clock.now() })
}

/** Unknown components are ignored. False if another subscriber took the last place in the meantime. */
export async function saveChoices(
  { store, clock }: Services,
  { id, pageId, confirmedAt }: Subscriber,
  view: PageView,
  choices: Wishes,
): Promise<boolean> {
  const known = new Set(view.components.map((component) => component.id))
  const componentIds = choices.componentIds.filter((one) => known.has(one))
  const kinds = choices.kinds.length > 0 ? choices.kinds : (['incident', 'maintenance'] as const)
  return store.transaction(async (tx) => {
    if (confirmedAt === null && !(await hasRoom(tx, pageId))) return false
    await storeWishes(tx, id, { componentIds, kinds, now: clock.now() })
    return true
  })
}

export async function endSubscription(services: Services, { id }: Subscriber): Promise<void> {
  await dropSubscriber(services.store, id)
}
