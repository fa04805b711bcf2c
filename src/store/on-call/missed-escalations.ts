import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { AnnouncedOutage } from './escalations.ts'

/**
 * Outages that were announced to groups of the policy, that nobody has acknowledged, and that it does not escalate:
 * they began before the groups had it, or it has come to its end.
 */
export async function outagesWithoutEscalation(
  db: Database,
  organizationId: string,
  policyId: string,
): Promise<AnnouncedOutage[]> {
  return db.rows(sql`
    select i.organization_id as "organizationId", coalesce(i.part_of, i.id) as "incidentId",
      array_agg(distinct g.id) as "groupIds"
    from incidents i
    join incidents first on first.organization_id = i.organization_id and first.id = coalesce(i.part_of, i.id)
    join contact_groups g on g.organization_id = i.organization_id and g.escalation_policy_id = ${policyId}
      and g.id = any (first.told_groups || i.told_groups)
    where i.organization_id = ${organizationId}
      and i.status = 'firing'
      and i.resolve_requested_at is null
      and i.affected_by is null
      and not first.silenced
      and not exists (
        select from escalations e
        where e.organization_id = i.organization_id and e.incident_id = coalesce(i.part_of, i.id)
          and e.policy_id = ${policyId}
      )
    group by 1, 2
    order by 2`)
}
