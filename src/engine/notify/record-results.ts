import type { Store } from '../../store/database/database.ts'
import { type DeliveryResult, finishDeliveries } from '../../store/notifications/deliveries.ts'
import { disableMethods } from '../../store/on-call/contact-methods.ts'
import { type MissedPage, missPages } from '../../store/on-call/missed-pages.ts'

/**
 * Stores results of deliveries in one transaction. A page that failed is a missed page, and the next person is paged. A
 * personal channel whose receiver is gone is disabled.
 */
export async function recordResults(store: Store, results: readonly DeliveryResult[], now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    await finishDeliveries(tx, results, now)
    await disableMethods(
      tx,
      results.filter(({ isGone }) => isGone).map(({ channelId }) => channelId),
      now,
    )
    await missPages(tx, results.flatMap(missedPagesOf), now)
  })
}

/** Only the first failure counts as a missed page; retries do not. */
function missedPagesOf({ entries }: DeliveryResult): MissedPage[] {
  return entries
    .filter(({ status, oncallPage, alert, retryOf }) => {
      return status === 'failed' && oncallPage && alert.kind === 'firing' && alert.test === null && !retryOf
    })
    .map(({ organizationId, alert, people, error }) => {
      const person = people[0]?.name ?? ''
      const sentence = `${person} was not paged: ${error}`
      return { organizationId, incidentId: alert.incident.id, person, sentence, since: alert.at }
    })
}
