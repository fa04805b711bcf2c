// Moves monitors when locations leave or enter the provision file, so that none is left without a location.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface MovedMonitor {
  organizationId: string
  id: string
}

/** Moves monitors whose locations are all retired to this one, and remembers their previous locations. */
export async function moveFromRetired(db: Database, locationId: string): Promise<MovedMonitor[]> {
  return db.rows(sql`
    update monitors m
    set moved_from = coalesce(m.moved_from, m.location_ids), location_ids = array[l.id],
      location_numbers = array[l.number],
      muted_location_numbers = '{}', version = m.version + 1
    from locations l
    where l.id = ${locationId}
      and m.location_ids <> '{}'
      and not exists (
        select from locations own where own.id = any (m.location_ids) and own.retired_at is null
      )
    returning m.organization_id as "organizationId", m.id`)
}

/** Moves monitors back that were moved away from one of these, with all their previous locations. */
export async function moveBack(db: Database, locationIds: readonly string[]): Promise<MovedMonitor[]> {
  return db.rows(sql`
    update monitors m
    set location_ids = m.moved_from, moved_from = null, muted_location_numbers = '{}', version = m.version + 1,
      location_numbers = array(
        select l.number
        from unnest(m.moved_from) with ordinality as listed (id, n)
        join locations l on l.id = listed.id
        order by listed.n
      )
    where m.moved_from && ${locationIds}::uuid[]
    returning m.organization_id as "organizationId", m.id`)
}
