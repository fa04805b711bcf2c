import { newId } from '../../domain/id.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { sql } from '../database/sql.ts'

export interface KeptOverride {
  readonly id: string
  readonly scheduleId: number
  readonly userId: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly reason: string | null
  readonly created_at: Date
  readonly user: { readonly user_id: string; readonly name: string; readonly email: string }
}

const columns = sql`
  o.id, o.schedule_id as "scheduleId", o.user_id as "userId", o.starts_at as "startsAt", o.ends_at as "endsAt",
  o.reason, o.created_at,
  json_build_object('user_id', u.id, 'name', u.name, 'email', u.email) as user`
const theirUser = sql`join users u on u.id = o.user_id`

interface OfSchedule {
  organizationId: string
  scheduleId: number
}

/** Newest first. */
export async function listOverrides(
  db: Database,
  { organizationId, scheduleId }: OfSchedule,
  page: NewestPage,
): Promise<KeptOverride[]> {
  return db.rows(sql`
    select ${columns}
    from on_call_overrides o
    ${theirUser}
    ${newestFirst(sql`o`, page, [sql`o.organization_id = ${organizationId} and o.schedule_id = ${scheduleId}`])}`)
}

/** Overrides of some schedules that overlap a span. */
export async function overridesIn(
  db: Database,
  organizationId: string,
  { scheduleIds, span }: { scheduleIds: readonly number[]; span: Span },
): Promise<KeptOverride[]> {
  return db.rows(sql`
    select ${columns}
    from on_call_overrides o
    ${theirUser}
    where o.organization_id = ${organizationId}
      and o.schedule_id = any (${scheduleIds}::bigint[])
      and o.ends_at > ${span.from}
      and o.starts_at < ${span.to}
    order by o.starts_at`)
}

export async function addOverride(
  db: Database,
  { organizationId, scheduleId }: OfSchedule,
  { draft, now }: { draft: Pick<KeptOverride, 'userId' | 'startsAt' | 'endsAt' | 'reason'>; now: Date },
): Promise<KeptOverride> {
  const row = await db.row<KeptOverride>(sql`
    with o as (
      insert into on_call_overrides (organization_id, id, schedule_id, user_id, starts_at, ends_at, reason, created_at)
      values (
        ${organizationId}, ${newId(now)}, ${scheduleId}, ${draft.userId}, ${draft.startsAt}, ${draft.endsAt},
        ${draft.reason}, ${now}
      )
      returning *
    )
    select ${columns} from o ${theirUser}`)
  return row!
}

export async function deleteOverride(
  db: Database,
  { organizationId, scheduleId }: OfSchedule,
  id: string,
): Promise<KeptOverride | undefined> {
  return db.row(sql`
    with o as (
      delete from on_call_overrides
      where organization_id = ${organizationId} and schedule_id = ${scheduleId} and id = ${id}
      returning *
    )
    select ${columns} from o ${theirUser}`)
}
