// What a probe has to know to run a monitor's checks.
import type { Config } from '../domain/monitor.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

export interface JobFacts {
  schedulerId: number
  version: number
  monitorId: string
  type: string
  target: string
  config: Config
  secrets: Buffer | null
  deadlineSeconds: number
  /** Critical rules on the status code: an answer they object to is no success. */
  statusRules: { operator: string; value: string }[]
}

export async function jobFacts(db: Database, schedulerIds: number[]): Promise<JobFacts[]> {
  return db.rows(sql`
    select m.scheduler_id as "schedulerId", m.version, m.id as "monitorId", m.type, m.target, m.config, m.secrets,
      m.deadline_seconds as "deadlineSeconds",
      coalesce(
        (
          select json_agg(json_build_object('operator', r.operator, 'value', r.value))
          from alert_rules r
          where r.organization_id = m.organization_id
            and r.monitor_id = m.id
            and r.enabled
            and r.severity = 'critical'
            and r.operator in ('in_groups', 'not_in_groups')
        ),
        '[]'
      ) as "statusRules"
    from monitors m
    where m.scheduler_id = any (${schedulerIds})`)
}
