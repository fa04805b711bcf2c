// Monitors with a violation that is not confirmed yet.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { IncidentSeverity } from './reads.ts'

export interface PendingConfirmation {
  monitor: { id: string; name: string }
  rule: { id: string; name: string }
  severity: IncidentSeverity
  /** The number of violating checks in a row, and the number that opens an incident. */
  streak: number
  threshold: number
  since: Date
  /** The names of the locations that detected it. */
  seenFrom: string[]
  nextFrom: string | null
  nextDueAt: Date | null
}

/**
 * One for each monitor, whichever rule is nearest to an incident; oldest first, with the total. Only a degraded monitor
 * can be in this state.
 */
export async function confirming(
  db: Database,
  organizationId: string,
  limit: number,
): Promise<{ shown: PendingConfirmation[]; total: number }> {
  const rows = await db.rows<PendingConfirmation & { id: string; total: number }>(sql`
    select nearest.*, count(*) over () as total
    from (
      select distinct on (m.id) json_build_object('id', m.id, 'name', m.name) as monitor, m.id,
        json_build_object('id', r.id, 'name', r.name) as rule, r.severity,
        (s.state ->> 'streak')::int as streak, r.failure_threshold as threshold,
        to_timestamp((s.state ->> 'since')::float8 / 1000) as since,
        array(select l.name from locations l where s.state -> 'failing' @> to_jsonb(l.number) order by l.name)
          as "seenFrom",
        next.name as "nextFrom", next.due_at as "nextDueAt"
      from monitors m
      join rule_states s on s.monitor_number = m.monitor_number
      join alert_rules r on r.rule_id = s.rule_id
      left join lateral (
        select l.name, t.due_at
        from turns t
        left join locations l on l.number = t.location
        where t.monitor_number = m.monitor_number and t.location <> 0
        order by t.due_at
        limit 1
      ) next on true
      where m.organization_id = ${organizationId}
        and m.state = 'degraded'
        and m.unsettled
        and r.enabled
        and not (s.state ->> 'open')::boolean
        and (s.state ->> 'streak')::int > 0
      order by m.id, r.severity <> 'critical', r.failure_threshold - (s.state ->> 'streak')::int, r.rule_id
    ) nearest
    order by since, id
    limit ${limit}`)
  return { shown: rows.map(({ total: _total, id: _id, ...row }) => row), total: rows[0]?.total ?? 0 }
}
