// The time of incidents reported as false positives, which figures exclude.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, sql } from '../database/sql.ts'

/** Open incidents last until the end of the requested span. */
const inSpan = ({ from, to }: Span): { part: Statement; chosen: Statement } => ({
  part: sql`greatest(failing_since, ${from}) as "from", least(coalesce(resolved_at, 'infinity'), ${to}) as "to"`,
  chosen: sql`
    false_positive is not null
    and (false_positive ->> 'exclude_from_sla')::boolean
    and failing_since < ${to}
    and coalesce(resolved_at, 'infinity') > ${from}`,
})

export async function falseAlarms(
  db: Database,
  { organizationId, monitorIds, ...span }: Span & { organizationId: string; monitorIds: readonly string[] | undefined },
): Promise<(Span & { monitorId: string })[]> {
  const { part, chosen } = inSpan(span)
  return db.rows(sql`
    select monitor_id as "monitorId", ${part}
    from incidents
    where ${every([
      sql`organization_id = ${organizationId}`,
      monitorIds && sql`monitor_id = any (${monitorIds}::uuid[])`,
      chosen,
    ])}`)
}

/** For all monitors, by monitor number. */
export async function allFalseAlarms(db: Database, span: Span): Promise<(Span & { monitorNumber: number })[]> {
  const { part, chosen } = inSpan(span)
  return db.rows(sql`select monitor_number as "monitorNumber", ${part} from incidents where ${chosen}`)
}
