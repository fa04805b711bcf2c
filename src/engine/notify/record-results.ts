import { threadOf } from '../../domain/notifying/alert.ts'
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
  return entries.flatMap(({ organizationId, status, page, alert, channel, people, error, retryOf }) => {
    if (!page || status !== 'failed' || alert.kind !== 'firing' || retryOf) return []
    const name = page.userId === null ? channel.name : people[0]?.name
    const of = { organizationId, incidentId: alert.incident.id, outageId: threadOf(alert), channelId: channel.id }
    return [{ ...of, page, sentence: `${name} was not paged: ${error}`, since: alert.at }]
  })
}
