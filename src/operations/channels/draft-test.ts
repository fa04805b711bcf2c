import type { Alert } from '../../domain/notifying/alert.ts'
import { type DeliveryDraft, deliveriesOf } from '../../domain/notifying/delivery.ts'
import type { RoutedChannel } from '../../domain/notifying/routing.ts'
import { testAlert } from '../../domain/notifying/test-alert.ts'
import type { Database } from '../../store/database/database.ts'
import { membersOf } from '../../store/notifications/contact-groups.ts'
import { defaultGroupId } from '../../store/notifications/tests.ts'

/** A test message to every contact that the channel can notify. */
export async function draftTest(
  db: Database,
  { organization, channel }: { organization: Alert['organization']; channel: RoutedChannel },
  now: Date,
): Promise<DeliveryDraft> {
  const everybody = channel.isDefault ? await defaultGroupId(db, organization.id) : null
  const groupIds = everybody === null ? channel.groupIds : [...channel.groupIds, everybody]
  const alert = testAlert({ organization, monitor: null }, now)
  const routes = [{ channel, groupIds, silence: null }]
  const [draft] = deliveriesOf({ organizationId: organization.id, alert, routes }, await membersOf(db, groupIds))
  return draft!
}
