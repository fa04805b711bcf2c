// Pages that integrity monitors compare: the accepted baseline of each, and what each location saw last.
import type { PlanLimits, PlanName } from '../../domain/plan.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

export interface ComparedPages {
  monitorNumber: number
  location: number
  plan: PlanName
  limits: Partial<PlanLimits>
  /** JSON, by page. */
  pages: string
}

interface At {
  readonly monitorNumber: number
  readonly location: number
}

/** The stored pages of these monitors, for one location each. */
export async function comparedPages(db: Database, turns: readonly At[]): Promise<ComparedPages[]> {
  return db.rows(sql`
    select t.monitor_number as "monitorNumber", t.location, o.plan, o.limits,
      coalesce(
        (
          select jsonb_object_agg(page, jsonb_build_object(
            'baseline', b.baseline, 'version', coalesce(b.version, 0), 'made_at', b.made_at,
            'changes', l.changes, 'digest', l.digest
          ))
          from (select * from integrity_baselines b where b.monitor_number = t.monitor_number) b
          full join (
            select * from integrity_looks l where l.monitor_number = t.monitor_number and l.location = t.location
          ) l using (page)
        ),
        '{}'
      )::text as pages
    from unnest(${turns.map(({ monitorNumber }) => monitorNumber)}::int[],
      ${turns.map(({ location }) => location)}::smallint[]) as t (monitor_number, location)
    join monitors m on m.monitor_number = t.monitor_number
    join organizations o on o.id = m.organization_id`)
}

export interface PageInspection {
  readonly page: string
  /** The version of the baseline it was compared with; 0 for none. */
  readonly version: number
  /** The baseline that replaces it. */
  readonly baseline: object | null
  readonly look: object
  readonly digest: string
  readonly changes: readonly object[]
}

/** Drops comparisons with a baseline that was replaced in the meantime; the next check uses the new one. */
export async function saveInspections(
  db: Database,
  { monitorNumber, location, looks }: At & { looks: readonly PageInspection[] },
  now: Date,
): Promise<void> {
  const sent = sql`
    select m.monitor_number, s.*
    from monitors m, jsonb_to_recordset(${json(looks)}::jsonb) as s (
      page text, version int, baseline jsonb, look jsonb, digest text, changes jsonb
    )
    where m.monitor_number = ${monitorNumber}`
  const made = await db.rows<{ page: string }>(sql`
    insert into integrity_baselines as b (monitor_number, page, baseline, version, made_at)
    select monitor_number, page, baseline, version + 1, ${now}
    from (${sent}) s
    where jsonb_typeof(baseline) = 'object'
    order by page
    on conflict (monitor_number, page) do update
    set baseline = excluded.baseline, version = excluded.version
    where b.version = excluded.version - 1
    returning b.page`)
  await db.run(sql`
    insert into integrity_looks as l (monitor_number, page, location, look, digest, changes, seen_at)
    select s.monitor_number, s.page, ${location}::smallint, s.look, s.digest, s.changes, ${now}
    from (${sent}) s
    left join integrity_baselines b on b.monitor_number = s.monitor_number and b.page = s.page
    where case
        when jsonb_typeof(s.baseline) = 'object' then s.page = any (${made.map(({ page }) => page)})
        else coalesce(b.version, 0) = s.version
      end
    order by s.page
    on conflict (monitor_number, page, location) do update
    set look = excluded.look, digest = excluded.digest, changes = excluded.changes, seen_at = excluded.seen_at
    where l.seen_at <= excluded.seen_at`)
}

export async function forgetPages(db: Database, monitorNumber: number, pages: readonly string[]): Promise<void> {
  const theirs = sql`monitor_number = ${monitorNumber} and page = any (${pages})`
  await db.run(sql`delete from integrity_looks where ${theirs}`)
  await db.run(sql`delete from integrity_baselines where ${theirs}`)
}

export interface SeenInspection<Look> {
  page: string
  look: Look
}

/** Locks what the locations of a monitor last saw of these pages. */
export async function lockInspections<Look>(
  db: Database,
  monitorNumber: number,
  pages: readonly string[],
): Promise<SeenInspection<Look>[]> {
  return db.rows(sql`
    select l.page, l.look
    from integrity_looks l
    join monitors m on m.monitor_number = l.monitor_number and l.location = any (m.location_numbers)
    where l.monitor_number = ${monitorNumber} and l.page = any (${pages})
    order by l.page, l.location
    for update of l`)
}

/** Accepts new baselines and clears the changes. */
export async function acceptBaselines(
  db: Database,
  { monitorNumber, baselines }: { monitorNumber: number; baselines: readonly { page: string; baseline: object }[] },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into integrity_baselines as b (monitor_number, page, baseline, version, made_at)
    select ${monitorNumber}, page, baseline, 1, ${now}
    from jsonb_to_recordset(${json(baselines)}::jsonb) as s (page text, baseline jsonb)
    order by page
    on conflict (monitor_number, page) do update
    set baseline = excluded.baseline, version = b.version + 1, made_at = excluded.made_at`)
  await db.run(sql`
    update integrity_looks
    set changes = '[]'
    where monitor_number = ${monitorNumber} and page = any (${baselines.map(({ page }) => page)})`)
}

export interface ChangePosition {
  readonly firstSeenAt: string
  readonly key: string
}

/** JSON of the changes, newest first, each once for all locations. */
export async function listPageChanges(
  db: Database,
  monitorNumber: number,
  {
    pages,
    security,
    after,
    limit,
  }: {
    pages: readonly string[]
    security: readonly string[]
    after: ChangePosition | undefined
    limit: number
  },
): Promise<{ json: string; firstSeenAt: string; key: string }[]> {
  return db.rows(sql`
    with seen as (
      select l.page, c.kind, c.item, min(c.first_seen_at) as first_seen_at,
        (array_agg(c.before order by l.seen_at desc))[1] as before,
        (array_agg(c.after order by l.seen_at desc))[1] as after,
        json_agg(places.name order by places.name) as locations
      from integrity_looks l
      join monitors m on m.monitor_number = l.monitor_number and l.location = any (m.location_numbers)
      cross join jsonb_to_recordset(l.changes) as c (kind text, item text, before text, after text, first_seen_at text)
      left join locations places on places.number = l.location
      where l.monitor_number = ${monitorNumber} and l.page = any (${pages})
      group by l.page, c.kind, c.item
    ),
    keyed as (select *, page || ' ' || kind || ' ' || item as key from seen)
    select first_seen_at as "firstSeenAt", key, json_build_object(
      'object', 'integrity_change', 'page', page, 'kind', kind, 'security', kind = any (${security}), 'item', item,
      'before', before, 'after', after, 'first_seen_at', first_seen_at, 'locations', locations
    )::text as json
    from keyed
    where ${after === undefined} or (first_seen_at, key) < (${after?.firstSeenAt ?? ''}, ${after?.key ?? ''})
    order by first_seen_at desc, key desc
    limit ${limit}`)
}
