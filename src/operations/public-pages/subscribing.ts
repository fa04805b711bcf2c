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
import { addQuestion } from '../../store/status-pages/letters.ts'
import { addSubscriber, dropSubscriber, keepWishes, subscriberOfToken } from '../../store/status-pages/subscribers.ts'
import type { Services } from '../registry/services.ts'

export interface Asked {
  readonly channel: SubscriberChannel
  readonly address: string
  readonly language: PageLanguage
}

/** Whoever types the same address again and again gets one letter in this time. */
const askAgainMs = 10 * 60_000

const mailAddress = z.email().max(254)

/** What is wrong with what was typed; null when nothing is. */
export function problemWith({ channel, address }: Asked, services: Services): 'invalidEmail' | 'invalidHook' | null {
  if (isMailbox(channel)) return mailAddress.safeParse(address).success ? null : 'invalidEmail'
  // Strangers choose the address, so that it never leads into a private network, whatever monitors may reach.
  const reach = { allowPrivate: false, origin: services.origin() }
  const isHook = address.length <= 2000 && addressProblems({ url: address }, reach).length === 0
  return isHook ? null : 'invalidHook'
}

/** Does the same for addresses that are known and for those that are not. */
export async function askToSubscribe(services: Services, pageId: string, { channel, address, language }: Asked) {
  const now = services.clock.now()
  const id = newId(now)
  const token = newToken()
  const canonical = isMailbox(channel) ? address.trim().toLowerCase() : address
  const subscriber = {
    id,
    pageId,
    channel,
    language,
    shown: isMailbox(channel) ? address.trim() : new URL(address).host,
    addressHash: fingerprint(`${channel} ${canonical}`),
    tokenHash: fingerprint(token),
    sealed: services.vault.seal(JSON.stringify({ address: address.trim(), token }), subscriberContext(id)),
    confirmBy: new Date(now.getTime() + confirmWithinMs),
  }
  await services.store.transaction(async (tx) => {
    const asked = await addSubscriber(tx, subscriber, { askedBefore: new Date(now.getTime() - askAgainMs), now })
    if (asked) await addQuestion(tx, asked.id, now)
  })
}

export function subscriptionOf(services: Services, pageId: string, token: string): Promise<Subscriber | undefined> {
  return subscriberOfToken(services.store, pageId, { tokenHash: fingerprint(token), now: services.clock.now() })
}

/** Components that the page does not have are left out. */
export async function saveWishes(
  services: Services,
  { id }: Subscriber,
  view: PageView,
  wishes: Wishes,
): Promise<void> {
  const known = new Set(view.components.map((component) => component.id))
  const componentIds = wishes.componentIds.filter((one) => known.has(one))
  const kinds = wishes.kinds.length > 0 ? wishes.kinds : (['incident', 'maintenance'] as const)
  await keepWishes(services.store, id, { componentIds, kinds, now: services.clock.now() })
}

export async function endSubscription(services: Services, { id }: Subscriber): Promise<void> {
  await dropSubscriber(services.store, id)
}
