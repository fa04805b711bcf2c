// Imports subscribers: each address gets a confirmation email or is refused with a reason.
import type { ListedAddress } from '../../domain/status-page/subscriber-import.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { addQuestions } from '../../store/status-pages/subscriber-emails.ts'
import type { StoredPage } from '../../store/status-pages/pages.ts'
import { addSubscriber, countSubscribers } from '../../store/status-pages/subscribers.ts'
import { newSubscriber, problemWith } from './subscribing.ts'
import type { CallerContext } from '../registry/define.ts'

export const importReasons = ['invalid', 'repeated', 'known', 'limit'] as const
type Reason = (typeof importReasons)[number]

interface RefusedAddress extends ListedAddress {
  readonly reason: Reason
  readonly message: string
}

/** People who already subscribed, in any state, get no further email. */
const neverAgain = new Date(0)

export async function askAll(
  context: CallerContext,
  { id: pageId, language }: Pick<StoredPage, 'id' | 'language'>,
  listed: readonly ListedAddress[],
): Promise<{ asked: number; refused: RefusedAddress[] }> {
  const { db, services, now } = context
  const messages = messagesFor(context)
  const refused: RefusedAddress[] = []
  const asked: string[] = []
  const seen = new Set<string>()
  let places = await placesLeft(context)

  const reasonAgainst = async (address: string): Promise<Reason | null> => {
    const one = { channel: 'email', address, language } as const
    if (problemWith(one, services)) return 'invalid'
    if (seen.has(address.toLowerCase())) return 'repeated'
    seen.add(address.toLowerCase())
    if (places <= 0) return 'limit'
    const subscriber = newSubscriber(services, { pageId, ...one }, now)
    const stored = await addSubscriber(db, subscriber, { confirmedBefore: neverAgain, now })
    if (!stored) return 'known'
    asked.push(stored.id)
    places -= 1
    return null
  }

  for (const { line, address } of listed) {
    const typed = address.trim()
    const reason = await reasonAgainst(typed)
    if (reason) refused.push({ line, address: typed, reason, message: messages[reason] })
  }
  await addQuestions(db, asked, now)
  return { asked: asked.length, refused }
}

function messagesFor({ caller }: CallerContext): Record<Reason, string> {
  const { plan, limits } = caller.organization
  return {
    invalid: 'is not an email address',
    repeated: 'is a duplicate',
    known: 'is already subscribed or invited',
    limit:
      `The ${plan} plan's limit status_page_subscribers is ${limits.status_page_subscribers}: remove some or ` +
      'change the plan',
  }
}

/** Unconfirmed subscribers count too, so that an import never exceeds the limit. */
async function placesLeft({ db, caller: { organization } }: CallerContext): Promise<number> {
  const limit = organization.limits.status_page_subscribers
  if (limit < 0) return Number.POSITIVE_INFINITY
  await lockOrganization(db, organization.id)
  const { confirmed, waiting } = await countSubscribers(db, organization.id)
  return limit - confirmed - waiting
}
