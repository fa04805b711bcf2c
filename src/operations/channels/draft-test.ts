import { needsRecipients } from '../../channels/index.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import { type DeliveryDraft, deliveriesOf } from '../../domain/notifying/delivery.ts'
import type { RoutedChannel } from '../../domain/notifying/routing.ts'
import type { User } from '../../domain/caller.ts'
import { testAlert } from '../../domain/notifying/test-alert.ts'
import type { Database } from '../../store/database/database.ts'
import { contactOfEmail } from '../../store/notifications/contacts.ts'
import { membersOf } from '../../store/notifications/contact-groups.ts'
import { defaultGroupId } from '../../store/notifications/tests.ts'

/** A test message to the user, or to everyone whom the channel writes to if a program asks. */
export async function draftTest(
  db: Database,
  { organization, channel, me }: { organization: Alert['organization']; channel: RoutedChannel; me?: User | null },
  now: Date,
): Promise<DeliveryDraft> {
  const alert = testAlert({ organization, monitor: null }, now)
  const phone = me ? await phoneOf(db, organization.id, me) : null
  if (me && (needsRecipients(channel.type) || phone !== null)) {
    const people = [{ name: me.name, email: me.email, phone }]
    return { organizationId: organization.id, channelId: channel.id, alert, people }
  }
  const everybody = channel.isDefault ? await defaultGroupId(db, organization.id) : null
  const groupIds = everybody === null ? channel.groupIds : [...channel.groupIds, everybody]
  const routes = [{ channel, groupIds, silence: null }]
  const [draft] = deliveriesOf({ organizationId: organization.id, alert, routes }, await membersOf(db, groupIds))
  return draft!
}

/** Of the contact with the address of the user. */
const phoneOf = async (db: Database, organizationId: string, { email }: User): Promise<string | null> =>
  (await contactOfEmail(db, organizationId, email))?.phone ?? null
