import { type RoutedAlert, deliveriesOf, silencesOf } from '../../domain/notifying/delivery.ts'
import type { Database } from '../../store/database/database.ts'
import { membersOf } from '../../store/notifications/contact-groups.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { logDeliveries } from '../../store/notifications/log.ts'

/** Those who are told get a delivery, and of those who are not the log says why. */
export async function queueAlerts(db: Database, routed: readonly RoutedAlert[], now: Date): Promise<void> {
  const groupIds = routed.flatMap(({ routes }) => routes.flatMap((route) => route.groupIds))
  const members = await membersOf(db, [...new Set(groupIds)])
  await addDeliveries(
    db,
    routed.flatMap((one) => deliveriesOf(one, members)),
    now,
  )
  await logDeliveries(
    db,
    routed.flatMap((one) => silencesOf(one, now)),
  )
}
