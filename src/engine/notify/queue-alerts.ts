import {
  type DeliveryDraft,
  type LogEntry,
  type RoutedAlert,
  deliveriesOf,
  silencesOf,
} from '../../domain/notifying/delivery.ts'
import type { Log } from '../../domain/log.ts'
import type { Vault } from '../../domain/vault.ts'
import type { Database } from '../../store/database/database.ts'
import { membersOf } from '../../store/notifications/contact-groups.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { logDeliveries } from '../../store/notifications/log.ts'
import { reduceEvents } from './addresses.ts'
import { logEntry } from './process-log.ts'

/** All through which people and programs get one alert. */
export interface AlertMessages {
  readonly routed: readonly RoutedAlert[]
  readonly direct: readonly DeliveryDraft[]
}

/**
 * Adds a delivery for each channel that is notified, and a log entry for each that is not. Nobody gets an alert twice
 * at one address.
 */
export async function queueAlerts(
  db: Database,
  alerts: readonly AlertMessages[],
  { now, log, vault }: { now: Date; log: Log; vault: Vault },
): Promise<void> {
  const routed = alerts.flatMap((one) => one.routed)
  const groupIds = routed.flatMap(({ routes }) => routes.flatMap((route) => route.groupIds))
  const members = await membersOf(db, [...new Set(groupIds)])
  const events = alerts.map((one) => [...one.direct, ...one.routed.flatMap((each) => deliveriesOf(each, members))])
  const { deliveries, repeated } = await reduceEvents(db, events, { vault, now })
  await addDeliveries(db, deliveries, now)
  await logUnsent(db, [...routed.flatMap((one) => silencesOf(one, now)), ...repeated], log)
}

/** Writes to the delivery log and to the log of the process. */
export async function logUnsent(db: Database, entries: readonly LogEntry[], log: Log): Promise<void> {
  await logDeliveries(db, entries)
  db.afterCommit(() => {
    for (const entry of entries) logEntry(log, entry)
  })
}
