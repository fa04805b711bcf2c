import { newId } from '../../../src/domain/id.ts'
import type { Strategy } from '../../../src/domain/monitor.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { monitorRow } from './monitor-row.ts'
import { putLocation } from '../../../src/store/checking/locations.ts'
import { addMonitor, monitorNumberOf } from '../../../src/store/monitors/monitors.ts'
import { putOrganization } from '../../../src/store/accounts/organizations.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { renewTurns } from '../../../src/store/checking/turns.ts'

interface Watched {
  organizationId: string
  id: string
  monitorNumber: number
  /** The numbers of its locations, in its order. */
  locations: number[]
}

/** A monitor that is checked every minute, with its turns. */
export async function watchedMonitor(
  store: Store,
  { strategy = 'roundrobin', locations, now }: { strategy?: Strategy; locations: number; now: Date },
): Promise<Watched> {
  const { id: organizationId } = await putOrganization(
    store,
    { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} },
    now,
  )
  for (let n = 0; n < locations; n++)
    await putLocation(
      store,
      { slug: `l${n}`, name: `L${n}`, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true },
      now,
    )
  const rows = await store.rows<{ id: string; number: number }>(sql`select id, number from locations order by slug`)
  const id = newId(now)
  const locationIds = rows.map((row) => row.id)
  const monitor = monitorRow(now, { id, target: 'https://example.com', strategy, locationIds, deadlineSeconds: 10 })
  await addMonitor(store, organizationId, monitor, now)
  await renewTurns(store, { organizationId, monitorIds: [id], now })
  const { monitorNumber } = (await monitorNumberOf(store, organizationId, id))!
  return { organizationId, id, monitorNumber, locations: rows.map((row) => row.number) }
}
