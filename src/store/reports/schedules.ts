// Schedules of reports: recipients, and the next due time.
import type { Cadence } from '../../domain/report/schedule.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface ReportSchedule {
  cadence: Cadence
  enabled: boolean
  recipients: string[]
  monitorIds: string[]
  tags: string[]
  day: number | null
  slaTarget: number
  nextAt: Date | null
}

const columns = sql`
  s.cadence, s.enabled, s.recipients, s.monitor_ids as "monitorIds", s.tags, s.day, s.sla_target as "slaTarget",
  s.next_at as "nextAt"`

export async function reportSchedules(db: Database, organizationId: string): Promise<ReportSchedule[]> {
  return db.rows(sql`select ${columns} from report_schedules s where s.organization_id = ${organizationId}`)
}

export async function putSchedule(db: Database, organizationId: string, schedule: ReportSchedule): Promise<void> {
  const { cadence, enabled, recipients, monitorIds, tags, day, slaTarget, nextAt } = schedule
  await db.run(sql`
    insert into report_schedules (
      organization_id, cadence, enabled, recipients, monitor_ids, tags, day, sla_target, next_at
    )
    values (
      ${organizationId}, ${cadence}, ${enabled}, ${recipients}, ${monitorIds}, ${tags}, ${day}, ${slaTarget}, ${nextAt}
    )
    on conflict (organization_id, cadence) do update
    set enabled = excluded.enabled, recipients = excluded.recipients, monitor_ids = excluded.monitor_ids,
      tags = excluded.tags, day = excluded.day, sla_target = excluded.sla_target, next_at = excluded.next_at`)
}

export interface DueSchedule extends ReportSchedule {
  organizationId: string
  timezone: string
  nextAt: Date
}

/** Locks due schedules until the transaction ends. */
export async function lockDueSchedules(db: Database, { limit, now, only }: DueSelection): Promise<DueSchedule[]> {
  return db.rows(sql`
    select s.organization_id as "organizationId", o.timezone, ${columns}
    from report_schedules s
    join organizations o on o.id = s.organization_id
    where s.next_at <= ${now} and ${queueItems.reportSchedules.isReady({ now, only })}
    order by s.next_at
    limit ${limit}
    for update of s skip locked`)
}

export async function findSchedule(
  db: Database,
  organizationId: string,
  cadence: Cadence,
): Promise<ReportSchedule | undefined> {
  return db.row(sql`
    select ${columns} from report_schedules s where s.organization_id = ${organizationId} and s.cadence = ${cadence}`)
}
