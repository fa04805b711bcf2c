// Explains incidents by that of a monitor that theirs depends on.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { addEvents } from './incident-events.ts'

export interface ExplainedIncident {
  readonly incidentId: number
  /** The incident that explains it. */
  readonly by: number
}

/** Remembers which incident of a parent explains each of these, and what they explained. Both timelines say so. */
export async function markAffected(db: Database, explained: readonly ExplainedIncident[], now: Date): Promise<void> {
  if (explained.length === 0) return
  await db.run(sql`
    with marked as (
      update incidents i
      set affected_by = e.by, updated_at = ${now}
      from unnest(
        ${explained.map(({ incidentId }) => incidentId)}::bigint[], ${explained.map(({ by }) => by)}::bigint[]
      ) as e (incident_id, by)
      where (i.id = e.incident_id or i.affected_by = e.incident_id)
        and i.status <> 'resolved'
        and i.id <> e.by
        and i.affected_by is distinct from e.by
      returning i.*
    ),
    noted as (
      ${addEvents(sql`
        select m.organization_id, m.id, 'affected', null,
          jsonb_build_object('incident_id', p.id, 'monitor', p.monitor_name), ${now}::timestamptz
        from marked m
        join incidents p on p.organization_id = m.organization_id and p.id = m.affected_by`)}
    )
    ${addEvents(sql`
      select organization_id, affected_by, 'affects', null,
        jsonb_build_object('incident_id', id, 'monitor', monitor_name, 'message', message), ${now}::timestamptz
      from marked`)}`)
  db.publish({ incidents: explained.flatMap(({ incidentId, by }) => [incidentId, by]) })
}

/** From now on each of these stands for itself. */
export async function freeAffected(db: Database, incidentIds: readonly number[], now: Date): Promise<void> {
  if (incidentIds.length === 0) return
  await db.run(sql`
    with freed as (
      update incidents
      set affected_by = null, updated_at = ${now}
      where id = any (${incidentIds}::bigint[]) and affected_by is not null
      returning *
    )
    ${addEvents(sql`select organization_id, id, 'unexplained', null, '{}'::jsonb, ${now}::timestamptz from freed`)}`)
  db.publish({ incidents: [...incidentIds] })
}
