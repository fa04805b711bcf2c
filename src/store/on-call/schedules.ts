import type { Layer, OnCallSchedule } from '../../domain/on-call/schedule.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { overridesIn } from './overrides.ts'
import { every, json, sql } from '../database/sql.ts'
import { type ZonedMember, membersOfOrganization } from '../accounts/users.ts'

export interface KeptSchedule {
  readonly id: number
  readonly name: string
  readonly timezone: string
  readonly enabled: boolean
  /** Lowest first. They may refer to people who have left. */
  readonly layers: readonly Layer[]
  readonly revision: number
  readonly revisedAt: Date
  readonly created_at: Date
  readonly updated_at: Date
}

export type ScheduleDraft = Pick<KeptSchedule, 'name' | 'timezone' | 'enabled' | 'layers'>

const columns = sql`
  id, name, timezone, enabled, layers, revision, revised_at as "revisedAt", created_at, updated_at`

/** Restores the dates, which JSON does not have. */
function revived(row: KeptSchedule): KeptSchedule {
  const layers = row.layers.map((layer) => ({
    ...layer,
    startsAt: new Date(layer.startsAt),
    endsAt: layer.endsAt && new Date(layer.endsAt),
  }))
  return { ...row, layers }
}

/** Newest first. */
export async function listSchedules(db: Database, organizationId: string, page: NewestPage): Promise<KeptSchedule[]> {
  const rows = await db.rows<KeptSchedule>(sql`
    select ${columns}
    from on_call_schedules
    ${newestFirst(sql`on_call_schedules`, page, [sql`organization_id = ${organizationId}`])}`)
  return rows.map(revived)
}

export async function schedulesOf(
  db: Database,
  organizationId: string,
  ids?: readonly number[],
): Promise<KeptSchedule[]> {
  const rows = await db.rows<KeptSchedule>(sql`
    select ${columns}
    from on_call_schedules
    where ${every([sql`organization_id = ${organizationId}`, ids !== undefined && sql`id = any (${ids}::bigint[])`])}
    order by id`)
  return rows.map(revived)
}

export async function findSchedule(
  db: Database,
  organizationId: string,
  id: number,
): Promise<KeptSchedule | undefined> {
  return (await schedulesOf(db, organizationId, [id]))[0]
}

/** Locks a schedule and its overrides until the transaction ends. */
export async function lockSchedule(
  db: Database,
  organizationId: string,
  id: number,
): Promise<KeptSchedule | undefined> {
  const row = await db.row<KeptSchedule>(sql`
    select ${columns} from on_call_schedules where organization_id = ${organizationId} and id = ${id} for update`)
  return row && revived(row)
}

export async function addSchedule(
  db: Database,
  organizationId: string,
  draft: ScheduleDraft,
  now: Date,
): Promise<KeptSchedule> {
  const row = await db.row<KeptSchedule>(sql`
    insert into on_call_schedules (organization_id, name, timezone, enabled, layers, revised_at, created_at, updated_at)
    values (
      ${organizationId}, ${draft.name}, ${draft.timezone}, ${draft.enabled}, ${json(draft.layers)}, ${now},
      ${now}, ${now}
    )
    returning ${columns}`)
  return revived(row!)
}

export async function changeSchedule(
  db: Database,
  organizationId: string,
  { id, draft, now }: { id: number; draft: ScheduleDraft; now: Date },
): Promise<KeptSchedule> {
  const row = await db.row<KeptSchedule>(sql`
    update on_call_schedules
    set name = ${draft.name}, timezone = ${draft.timezone}, enabled = ${draft.enabled},
      layers = ${json(draft.layers)},
      revision = revision + 1, revised_at = ${now}, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id}
    returning ${columns}`)
  return revived(row!)
}

/** Marks a schedule as changed because its shifts changed. */
export async function reviseSchedule(
  db: Database,
  { organizationId, id, now }: { organizationId: string; id: number; now: Date },
): Promise<void> {
  await db.run(sql`
    update on_call_schedules
    set revision = revision + 1, revised_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`)
}

export async function deleteSchedule(db: Database, organizationId: string, id: number): Promise<void> {
  await db.run(sql`delete from on_call_schedules where organization_id = ${organizationId} and id = ${id}`)
}

export interface Roster {
  /** Everyone who may be on call. */
  readonly people: ReadonlyMap<string, ZonedMember>
  readonly of: (id: number) => OnCallSchedule
}

/** Schedules in a span: with their overrides, and without people who have left. */
export async function rosterOf(
  db: Database,
  organizationId: string,
  { schedules, span }: { schedules: readonly KeptSchedule[]; span: Span },
): Promise<Roster> {
  const people = new Map((await membersOfOrganization(db, organizationId)).map((member) => [member.id, member]))
  const overrides = await overridesIn(db, organizationId, { scheduleIds: schedules.map(({ id }) => id), span })
  const inForce = schedules.map(({ id, timezone, enabled, layers }): [number, OnCallSchedule] => [
    id,
    {
      timezone,
      enabled,
      layers: layers.map((layer) => ({ ...layer, userIds: layer.userIds.filter((userId) => people.has(userId)) })),
      overrides: overrides.filter(({ scheduleId, userId }) => scheduleId === id && people.has(userId)),
    },
  ])
  const known = new Map(inForce)
  return { people, of: (id) => known.get(id)! }
}
