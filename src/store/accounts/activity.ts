import { newId } from '../../domain/id.ts'
import { attemptAll } from '../database/attempt-all.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { organizationsKeeping } from './organizations.ts'
import { every, json, sql } from '../database/sql.ts'

export interface ActivityDraft {
  entityType: string
  entityId: string | null
  entityName: string | null
  action: string
  changes: Record<string, unknown>
}

interface Actor {
  name: string | null
  email: string | null
}

export interface ActivityEvent {
  id: string
  entity_type: string
  entity_id: string | null
  entity_name: string | null
  action: string
  changes: Record<string, unknown>
  actor_name: string | null
  actor_email: string | null
  created_at: Date
}

export async function addActivity(
  db: Database,
  {
    organizationId,
    actor,
    events,
    now,
  }: { organizationId: string; actor: Actor | null; events: ActivityDraft[]; now: Date },
): Promise<void> {
  const rows = events.map((event) => ({
    id: newId(now),
    entity_type: event.entityType,
    entity_id: event.entityId,
    entity_name: event.entityName,
    action: event.action,
    changes: event.changes,
  }))
  await db.run(sql`
    insert into activity (organization_id, id, entity_type, entity_id, entity_name, action, changes, actor_name,
      actor_email, created_at)
    select ${organizationId}, id, entity_type, entity_id, entity_name, action, changes, ${actor?.name ?? null},
      ${actor?.email ?? null}, ${now}
    from jsonb_to_recordset(${json(rows)})
      as rows (id uuid, entity_type text, entity_id text, entity_name text, action text, changes jsonb)`)
  db.publish({ events: [{ organizationId, name: 'activity', data: {} }] })
}

interface PersonEvent {
  readonly email: string
  readonly action: string
  readonly changes: object
  /** The id of the only organization that learns of it. */
  readonly only?: string | null
}

/** Records an event of a person in each of their organizations, or in one; does nothing if no user has the address. */
export async function addActivityOfPerson(
  db: Database,
  { email, action, changes, only = null }: PersonEvent,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into activity (organization_id, id, entity_type, entity_id, entity_name, action, changes, actor_name,
      actor_email, created_at)
    select m.organization_id, ${newId(now)}, 'user', u.id, u.name, ${action}, ${json(changes)}, u.name,
      u.email, ${now}
    from users u
    join members m on m.user_id = u.id
    where ${every([sql`u.email = ${email.toLowerCase()}`, only !== null && sql`m.organization_id = ${only}`])}`)
}

/** Records a change of a monitor that no user caused. */
export async function addActivityOfMonitor(
  db: Database,
  { monitorId, action }: { monitorId: string; action: string },
  now: Date,
): Promise<void> {
  const added = await db.row<{ organizationId: string }>(sql`
    insert into activity (organization_id, id, entity_type, entity_id, entity_name, action, changes, created_at)
    select organization_id, ${newId(now)}, 'monitor', id, name, ${action}, '{}', ${now}
    from monitors
    where id = ${monitorId}
    returning organization_id as "organizationId"`)
  if (added) db.publish({ events: [{ ...added, name: 'activity', data: {} }] })
}

export interface ActivityFilter {
  entityType?: string
  entityId?: string
  action?: string
  actor?: string
  since?: Date
  until?: Date
  /** Excludes sign-ins and failed attempts. */
  onlyChanges?: boolean
  /** Only changes that may explain why this monitor fails: of itself, its rules and what checks depend on. */
  explains?: string | null
}

/**
 * Newest first. Each entity has the name in its latest event: the current name, or the last one before its deletion.
 */
export async function listActivity(
  db: Database,
  organizationId: string,
  { filter, ...page }: NewestPage & { filter: ActivityFilter },
): Promise<ActivityEvent[]> {
  const { entityType, entityId, action, actor, since, until, onlyChanges = false, explains } = filter
  return db.rows(sql`
    select a.id, a.entity_type, a.entity_id, latest.entity_name, a.action, a.changes, a.actor_name, a.actor_email,
      a.created_at
    from activity a
    cross join lateral (
      select coalesce(max(entity_name), a.entity_name) as entity_name
      from (
        select entity_name
        from activity
        where organization_id = a.organization_id
          and entity_type = a.entity_type
          and entity_id = a.entity_id
        order by created_at desc, id desc
        limit 1
      ) newest
    ) latest
    ${newestFirst(sql`a`, page, [
      sql`a.organization_id = ${organizationId}`,
      entityType !== undefined && sql`a.entity_type = ${entityType}`,
      entityId !== undefined && sql`a.entity_id = ${entityId}`,
      action !== undefined && sql`a.action = ${action}`,
      actor !== undefined && sql`lower(a.actor_email) = lower(${actor})`,
      since !== undefined && sql`a.created_at >= ${since}`,
      until !== undefined && sql`a.created_at < ${until}`,
      onlyChanges && sql`a.action not in ('user.login', 'user.login_failed')`,
      explains !== undefined &&
        sql`(
          a.entity_type <> all(${unrelatedTypes})
          or (a.entity_type = 'monitor' and a.entity_id = ${explains} and a.action <> all(${harmlessActions}))
          or (a.entity_type = 'alert_rule' and a.entity_id in (
            select id::text
            from alert_rules
            where organization_id = ${organizationId} and monitor_id = ${explains}::uuid
          ))
        )`,
    ])}`)
}

/** Checks depend on none of them, or on one only, which is read by its id. */
const unrelatedTypes = [
  'monitor alert_rule incident user notification confirmation contact contact_group contact_method',
  'notification_channel on_call_schedule escalation_policy status_page slo report_schedule api_key oauth_client',
  'single_sign_on deployment_webhook backup',
].flatMap((types) => types.split(' '))

/** Requests about an object that leave it as it is. */
const harmlessActions = [
  'monitor.check_requested',
  'monitor.notification_tested',
  'monitor.quarantined',
  'monitor.dependency_dismissed',
  'incident.commented',
  'incident.report_updated',
  'incident.paged',
  'incident.muted',
]

export interface ObjectEvent {
  readonly id: string
  readonly objectId: string
  readonly action: string
  readonly actor: string | null
  /** The change of an assistant that it belongs to. */
  readonly changeId: string | null
  readonly at: Date
}

/** Changes of objects since then, oldest first. Changes of its alert rules count for a monitor. */
export async function eventsOfObjects(
  db: Database,
  organizationId: string,
  {
    objects,
    since,
  }: { objects: readonly { readonly object_type: string; readonly object_id: string | null }[]; since: Date },
): Promise<ObjectEvent[]> {
  return db.rows(sql`
    select a.id, o.object_id as "objectId", a.action, a.actor_name as actor, a.changes ->> 'change_id' as "changeId",
      a.created_at as at
    from jsonb_to_recordset(${json(objects)}) as o (object_type text, object_id text)
    join activity a on a.organization_id = ${organizationId}
      and a.created_at >= ${since}
      and a.action <> all (${harmlessActions})
      and (
        (a.entity_type = o.object_type and a.entity_id = o.object_id)
        or a.changes -> o.object_type ->> 'id' = o.object_id
        or (o.object_type = 'monitor' and a.entity_type = 'alert_rule' and exists (
          select from alert_rules r
          where r.organization_id = a.organization_id and r.id::text = a.entity_id and r.monitor_id::text = o.object_id
        ))
      )
    order by a.created_at, a.id`)
}

export interface OutsideChange {
  readonly at: Date
  readonly actor: string | null
  readonly via: string | null
}

/** The latest change of one of these entities that no configuration made. */
export async function latestOutsideChange(
  db: Database,
  organizationId: string,
  { ids, since }: { ids: readonly string[]; since: Date },
): Promise<OutsideChange | undefined> {
  return db.row(sql`
    select created_at as at, coalesce(actor_name, actor_email) as actor, changes ->> 'via' as via
    from activity
    where organization_id = ${organizationId} and entity_id = any (${ids}::text[]) and created_at >= ${since}
      and changes ->> 'via' is distinct from 'config'
    order by created_at desc, id desc
    limit 1`)
}

export async function whenRecorded(db: Database, organizationId: string, id: string): Promise<Date | undefined> {
  const event = await db.row<{ created_at: Date }>(sql`
    select created_at from activity where organization_id = ${organizationId} and id = ${id}`)
  return event?.created_at
}

/**
 * Masks lists under these config keys that an earlier version recorded since then; returns the number of changed
 * events.
 */
export async function maskRecordedConfigs(
  db: Database,
  { keys, since }: { keys: readonly string[]; since: Date },
): Promise<number> {
  return db.run(sql`
    update activity a
    set changes = a.changes || jsonb_build_object('config', jsonb_build_object(
      'from', masked_lists(a.changes #> '{config,from}', ${keys}::text[]),
      'to', masked_lists(a.changes #> '{config,to}', ${keys}::text[])
    ))
    from organizations o
    where a.organization_id = o.id
      and a.created_at >= ${since}
      and a.entity_type = 'monitor'
      and a.changes ? 'config'
      and exists (
        select from unnest(${keys}::text[]) as key
        where jsonb_typeof(a.changes #> array['config', 'from', key]) = 'array'
          or jsonb_typeof(a.changes #> array['config', 'to', key]) = 'array'
      )`)
}

/** Deletes events older than the retention of their organization. */
export async function dropExpiredActivity(db: Database, now: Date): Promise<void> {
  const organizations = await organizationsKeeping(db)
  await attemptAll(
    organizations.flatMap(({ id, activityDays }) => {
      if (activityDays === null) return []
      const before = new Date(now.getTime() - activityDays * 86_400_000)
      return [() => db.run(sql`delete from activity where organization_id = ${id} and created_at < ${before}`)]
    }),
  )
}
