import { type LogEntry, type RoutedAlert, deliveriesOf, silencesOf } from '../../domain/notifying/delivery.ts'
import type { Log } from '../../domain/log.ts'
import type { Database } from '../../store/database/database.ts'
import { membersOf } from '../../store/notifications/contact-groups.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { logDeliveries } from '../../store/notifications/log.ts'
import { logEntry } from './process-log.ts'

/** Adds a delivery for each channel that is notified, and a log entry for each that is not. */
export async function queueAlerts(
  db: Database,
  routed: readonly RoutedAlert[],
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  const groupIds = routed.flatMap(({ routes }) => routes.flatMap((route) => route.groupIds))
  const members = await membersOf(db, [...new Set(groupIds)])
  await addDeliveries(
    db,
    routed.flatMap((one) => deliveriesOf(one, members)),
    now,
  )
  await logUnsent(
    db,
    routed.flatMap((one) => silencesOf(one, now)),
    log,
  )
}

/** Writes to the delivery log and to the log of the process. */
export async function logUnsent(db: Database, entries: readonly LogEntry[], log: Log): Promise<void> {
  await logDeliveries(db, entries)
  db.afterCommit(() => {
    for (const entry of entries) logEntry(log, entry)
  })
}
