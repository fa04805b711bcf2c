// What all monitors of an organization add up to.
import type { Coverage } from '../../domain/maintenance.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { every, sql } from '../database/sql.ts'
import { multirange } from './exclusions.ts'
import type { Figures } from './figures.ts'
import { touchedHours } from './final-figures.ts'

/** Time that does not count for the monitors that a window covers. */
export interface LeftOut extends Coverage {
  readonly spans: readonly Span[]
}

/** Over the hours that begin in the span; an hour that is left out in part is left out as a whole. */
export async function organizationFigures(
  db: Database,
  { organizationId, leftOut, from, to }: Span & { organizationId: string; leftOut: readonly LeftOut[] },
): Promise<Pick<Figures, 'checks' | 'failures'>> {
  const without = leftOut.map(({ monitorIds, monitorTags, spans }) => {
    const covered =
      monitorIds.length === 0 && monitorTags.length === 0
        ? sql`true`
        : sql`(m.id = any (${monitorIds}::uuid[]) or m.tags && ${monitorTags}::text[])`
    return sql`not (${covered} and ${multirange(touchedHours(spans))}::tstzmultirange @> u.hour)`
  })
  const row = await db.row<Pick<Figures, 'checks' | 'failures'>>(sql`
    select coalesce(sum(u.checks), 0)::int as checks, coalesce(sum(u.failures), 0)::int as failures
    from monitors m
    join rollups u on u.monitor_number = m.monitor_number
    where ${every([
      sql`m.organization_id = ${organizationId}`,
      sql`u.hour >= ${from}`,
      sql`u.hour < ${to}`,
      ...without,
    ])}`)
  return row!
}
