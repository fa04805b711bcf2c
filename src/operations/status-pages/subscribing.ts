// How somebody comes to hear of a page: they ask, prove that the address is theirs, choose, and stop when they like.
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
  isTold,
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
const askAgainMs = 10 * 60_000

const mailAddress = z.email().max(254)

/** What is wrong with what was typed; null when nothing is. */
export function problemWith(
  { channel, address }: SubscriptionRequest,
  services: Services,
): 'invalidEmail' | 'invalidHook' | null {
  if (isMailbox(channel)) return mailAddress.safeParse(address).success ? null : 'invalidEmail'
  // Strangers choose the address, so that it never leads into a private network, whatever monitors may reach.
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

/**
 * Does the same for addresses that are known and for those that are not; nobody learns that a page tells enough
 * already.
 */
export async function askToSubscribe(services: Services, pageId: string, asked: SubscriptionRequest): Promise<void> {
  const now = services.clock.now()
  const subscriber = newSubscriber(services, { pageId, ...asked }, now)
  const askedBefore = new Date(now.getTime() - askAgainMs)
  await services.store.transaction(async (tx) => {
    if (!(await isTold(tx, subscriber)) && !(await hasRoom(tx, pageId))) return
    const kept = await addSubscriber(tx, subscriber, { askedBefore, now })
    if (kept) await addQuestions(tx, [kept.id], now)
  })
}

export function subscriptionOf(services: Services, pageId: string, token: string): Promise<Subscriber | undefined> {
  return subscriberOfToken(services.store, pageId, { tokenHash: fingerprint(token), now: services.clock.now() })
}

/** Components that the page does not have are left out. False when somebody else took the last place meanwhile. */
export async function saveWishes(
  { store, clock }: Services,
  { id, pageId, confirmedAt }: Subscriber,
  view: PageView,
  wishes: Wishes,
): Promise<boolean> {
  const known = new Set(view.components.map((component) => component.id))
  const componentIds = wishes.componentIds.filter((one) => known.has(one))
  const kinds = wishes.kinds.length > 0 ? wishes.kinds : (['incident', 'maintenance'] as const)
  return store.transaction(async (tx) => {
    if (confirmedAt === null && !(await hasRoom(tx, pageId))) return false
    await storeWishes(tx, id, { componentIds, kinds, now: clock.now() })
    return true
  })
}

export async function endSubscription(services: Services, { id }: Subscriber): Promise<void> {
  await dropSubscriber(services.store, id)
}
