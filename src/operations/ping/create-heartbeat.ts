// Creates a heartbeat on its first check-in.
import type { Organization } from '../../domain/caller.ts'
import { type ActivityDraft, addActivity } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { createBody } from '../monitors/schema.ts'
import { makeMonitor } from '../monitors/create.ts'
import type { Services } from '../registry/services.ts'

// A day and an hour of grace suit most jobs until a user changes them.
const usual = { type: 'heartbeat', interval: 86_400 }
const graceSeconds = 3600
const maxName = 50

/** With the same rules and limits as other monitors. */
export async function makeHeartbeat(
  { services, tx, now }: { services: Services; tx: Database; now: Date },
  { organization, slug, ip }: { organization: Organization; slug: string; ip: string },
): Promise<void> {
  const events: ActivityDraft[] = []
  const record = (event: ActivityDraft): unknown => events.push(event)
  const draft = createBody.parse({ ...usual, name: slug.slice(0, maxName), config: { slug, graceSeconds } })
  await makeMonitor({ db: tx, now, services, caller: { organization }, record }, draft)
  await noteActivity(tx, { organizationId: organization.id, events, ip, now })
}

/** Changes by check-ins have no actor. */
export async function noteActivity(
  tx: Database,
  { organizationId, events, ip, now }: { organizationId: string; events: ActivityDraft[]; ip: string; now: Date },
): Promise<void> {
  const marked = events.map((event) => ({ ...event, changes: { ...event.changes, via: 'ping', ip } }))
  await addActivity(tx, { organizationId, actor: null, events: marked, now })
}
