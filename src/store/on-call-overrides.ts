import { newId } from '../domain/id.ts'
import type { Span } from '../domain/span.ts'
import type { Database } from './database.ts'
import type { Place } from './monitors.ts'
import { every, sql } from './sql.ts'

export interface KeptOverride {
  readonly id: string
  readonly scheduleId: number
  readonly userId: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly reason: string | null
  readonly created_at: Date
}

const columns = sql`
  id, schedule_id as "scheduleId", user_id as "userId", starts_at as "startsAt", ends_at as "endsAt", reason, created_at`

interface OfSchedule {
  organizationId: string
  scheduleId: number
}

/** Newest first. */
export async function listOverrides(
  db: Database,
  { organizationId, scheduleId }: OfSchedule,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<KeptOverride[]> {
  return db.rows(sql`
    select ${columns}
    from on_call_overrides
    where ${every([
      sql`organization_id = ${organizationId} and schedule_id = ${scheduleId}`,
      after !== undefined && sql`(created_at, id) < (${after.createdAt}, ${after.id})`,
    ])}
    order by created_at desc, id desc
    limit ${limit}`)
}

/** Those of some schedules that cover a part of a span. */
export async function overridesIn(
  db: Database,
  organizationId: string,
  { scheduleIds, span }: { scheduleIds: readonly number[]; span: Span },
): Promise<KeptOverride[]> {
  return db.rows(sql`
    select ${columns}
    from on_call_overrides
    where organization_id = ${organizationId}
      and schedule_id = any (${scheduleIds}::bigint[])
      and ends_at > ${span.from}
      and starts_at < ${span.to}
    order by starts_at`)
}

export async function addOverride(
  db: Database,
  { organizationId, scheduleId }: OfSchedule,
  { draft, now }: { draft: Pick<KeptOverride, 'userId' | 'startsAt' | 'endsAt' | 'reason'>; now: Date },
): Promise<KeptOverride> {
  const row = await db.row<KeptOverride>(sql`
    insert into on_call_overrides (organization_id, id, schedule_id, user_id, starts_at, ends_at, reason, created_at)
    values (
      ${organizationId}, ${newId(now)}, ${scheduleId}, ${draft.userId}, ${draft.startsAt}, ${draft.endsAt}, ${draft.reason}, ${now}
    )
    returning ${columns}`)
  return row!
}

export async function deleteOverride(db: Database, { organizationId, scheduleId }: OfSchedule, id: string): Promise<KeptOverride | undefined> {
  return db.row(sql`
    delete from on_call_overrides
    where organization_id = ${organizationId} and schedule_id = ${scheduleId} and id = ${id}
    returning ${columns}`)
}
