import { newId } from '../../src/domain/id.ts'
import type { Strategy } from '../../src/domain/monitor.ts'
import type { Store } from '../../src/store/database.ts'
import { putLocation } from '../../src/store/locations.ts'
import { addMonitor, schedulerOf } from '../../src/store/monitors.ts'
import { putOrganization } from '../../src/store/organizations.ts'
import { sql } from '../../src/store/sql.ts'
import { renewTurns } from '../../src/store/turns.ts'

interface Watched {
  organizationId: string
  id: string
  schedulerId: number
  /** The numbers of its locations, in its order. */
  locations: number[]
}

/** A monitor that is checked every minute, with its turns. */
export async function watchedMonitor(
  store: Store,
  { strategy = 'roundrobin', places, now }: { strategy?: Strategy; places: number; now: Date },
): Promise<Watched> {
  const { id: organizationId } = await putOrganization(
    store,
    { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} },
    now,
  )
  for (let n = 0; n < places; n++)
    await putLocation(
      store,
      { slug: `l${n}`, name: `L${n}`, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true },
      now,
    )
  const rows = await store.rows<{ id: string; number: number }>(sql`select id, number from locations order by slug`)
  const id = newId(now)
  const locationIds = rows.map((row) => row.id)
  await addMonitor(
    store,
    organizationId,
    {
      id,
      name: 'Shop',
      type: 'http',
      target: 'https://example.com',
      pingToken: null,
      description: null,
      intervalSeconds: 60,
      strategy,
      locationIds,
      tags: [],
      config: {},
      secrets: null,
      slugs: [],
      deadlineSeconds: 10,
      state: 'unknown',
    },
    now,
  )
  await renewTurns(store, { organizationId, monitorIds: [id], now })
  const { schedulerId } = (await schedulerOf(store, organizationId, id))!
  return { organizationId, id, schedulerId, locations: rows.map((row) => row.number) }
}
