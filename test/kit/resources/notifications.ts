// Entries of the delivery log, as a messenger writes them, at the time the test's clock shows.
import type { LogEntry } from '../../../src/domain/notifying/delivery.ts'
import { logDeliveries } from '../../../src/store/notifications/log.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { critical } from './alerts.ts'
import type { TestLapwing } from '../lapwing/lapwing.ts'

/** Answers the id. The organization is Acme unless its slug is given. */
export async function logged(app: TestLapwing, fields: Partial<LogEntry> = {}, slug = 'acme'): Promise<number> {
  const { store, clock } = app
  clock.advance(1)
  const organization = await store.row<{ id: string }>(sql`select id from organizations where slug = ${slug}`)
  await logDeliveries(store, [{ ...sent, at: clock.now(), ...fields, organizationId: organization!.id }])
  return (await store.row<{ id: number }>(sql`select max(id) as id from notifications`))!.id
}

const sent: Omit<LogEntry, 'organizationId' | 'at'> = {
  status: 'sent',
  alert: critical,
  channel: { id: 987, type: 'webhook', name: 'Hook' },
  oncallPage: false,
  people: [],
  attempt: 1,
  error: null,
  httpStatus: 200,
  latencyMs: 12,
  recipient: null,
  silence: null,
}
