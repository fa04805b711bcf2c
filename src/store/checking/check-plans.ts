// The plan of a monitor's checks: everything that a probe needs to run them.
import type { RuleCondition } from '../../domain/alerting/report.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface CheckPlan {
  monitorNumber: number
  version: number
  organizationId: string
  monitorId: string
  type: string
  target: string
  config: MonitorConfig
  /** Encrypted; null if there are none, or if they are in the config already. */
  secrets: Buffer | null
  deadlineSeconds: number
  intervalSeconds: number
  /** How often one of its locations checks it. */
  locationIntervalSeconds: number
  /** The enabled rules, so that a probe recognizes a healthy outcome at once. */
  rules: RuleCondition[]
  /** Why the monitor cannot be checked. */
  problem?: string
}

export async function checkPlans(db: Database, monitorNumbers: number[]): Promise<CheckPlan[]> {
  return db.rows(sql`
    select m.monitor_number as "monitorNumber", m.version, m.organization_id as "organizationId",
      m.id as "monitorId", m.type, m.target, m.config, m.secrets,
      m.deadline_seconds as "deadlineSeconds", m.interval_seconds as "intervalSeconds",
      m.interval_seconds * case when m.scheduling_strategy = 'parallel' then 1
        else greatest(cardinality(m.location_numbers), 1) end as "locationIntervalSeconds",
      coalesce(
        (
          select json_agg(json_build_object('metricKey', r.metric_key, 'operator', r.operator, 'value', r.value,
            'severity', r.severity))
          from alert_rules r
          where r.organization_id = m.organization_id and r.monitor_id = m.id and r.enabled
        ),
        '[]'
      ) as rules
    from monitors m
    where m.monitor_number = any (${monitorNumbers})`)
}
