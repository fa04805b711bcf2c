// Pages of monitors by position, filtered, sorted and counted in SQL, so that any page of ten thousand costs the same.
import type { Cover } from '../../domain/maintenance.ts'
import type { MonitorState } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { type Statement, contains, every, sql, unprepared } from '../database/sql.ts'
import { type ShownStatus, bySeverity, shownStatus } from './shown-status.ts'

export const monitorOrders = ['trouble', 'name', 'uptime', 'slow', 'new'] as const
export type MonitorOrder = (typeof monitorOrders)[number]

export interface PageFilter {
  q?: string
  status?: readonly ShownStatus[]
  type?: readonly string[]
  tag?: readonly string[]
  location?: readonly string[]
  interval?: readonly number[]
}

export interface PageRequestQuery {
  organizationId: string
  filter: PageFilter
  cover: Cover
}

export interface ListedMonitor {
  id: string
  monitorNumber: number
  name: string
  type: string
  /** Null if it is a check-in address that requires write access. */
  target: string | null
  tags: string[]
  intervalSeconds: number
  state: MonitorState
  status: ShownStatus
  group: string | null
  /** The name of the monitor whose incident explains all open critical incidents of this one. */
  affectedBy: string | null
  createdAt: Date
}

type Facet = Exclude<keyof PageFilter, 'q'>
const facetNames: readonly Facet[] = ['status', 'type', 'tag', 'location', 'interval']

/** Whether a row of `seen` matches one of the filters. */
function passes(facet: Facet, filter: PageFilter): Statement {
  if (filter[facet] === undefined) return sql`true`
  if (facet === 'status') return sql`status = any (${filter.status}::text[])`
  if (facet === 'type') return sql`type = any (${filter.type}::text[])`
  if (facet === 'tag') return sql`tags && ${filter.tag}::text[]`
  if (facet === 'location') return sql`location_ids && ${filter.location}::uuid[]`
  return sql`interval_seconds = any (${filter.interval}::int[])`
}

/** All monitors that match the search text, before other filters. */
const seen = ({ organizationId, filter: { q }, cover }: PageRequestQuery): Statement => sql`
  select m.*, ${shownStatus(cover)} as status
  from monitors m
  where ${every([sql`m.organization_id = ${organizationId}`, q !== undefined && contains(sql`m.search`, q)])}`

const matching = (filter: PageFilter): Statement => every(facetNames.map((facet) => passes(facet, filter)))

/** A monitor appears once, under the first of its requested tags. */
const groupOf = ({ tag }: PageFilter): Statement =>
  tag === undefined
    ? sql`tags[1]`
    : sql`(select t from unnest(tags) with ordinality as own (t, n) where t = any (${tag}::text[]) order by n limit 1)`

interface PageOrder {
  order: MonitorOrder
  grouped: boolean
  offset: number
  limit: number
  now: Date
  /** By id, of the last 30 days, to order by; others were up all the time. */
  uptimes?: ReadonlyMap<string, number | null>
}

export async function monitorPage(db: Database, query: PageRequestQuery, page: PageOrder): Promise<ListedMonitor[]> {
  const { order, grouped, offset, limit } = page
  const group = grouped ? groupOf(query.filter) : sql`null::text`
  return db.rows(
    unprepared(sql`
    with page as (
      select seen.*, ${group} as "group", row_number() over (
        order by ${grouped ? sql`${group} nulls last, ` : sql``}${orderOf(order)} lower(name), id
      ) as position
      from (${seen(query)}) seen
      ${pastOf(query, page)}
      where ${matching(query.filter)}
      order by position
      offset ${offset}
      limit ${limit}
    )
    select id, monitor_number as "monitorNumber", name, type, tags, interval_seconds as "intervalSeconds",
    state, status,
      "group", created_at as "createdAt",
      case when deadline_seconds is null and exists (
        select from address_tokens t where t.organization_id = page.organization_id and t.monitor_id = page.id
      ) then null else target end as target,
      case when state = 'down' then (
        select case when bool_and(i.affected_by is not null) then max(p.monitor_name) end
        from incidents i
        left join incidents p on p.organization_id = i.organization_id and p.id = i.affected_by
        where i.organization_id = page.organization_id and i.monitor_id = page.id and i.status <> 'resolved'
          and i.severity = 'critical'
      ) end as "affectedBy"
    from page
    order by position`),
  )
}

function pastOf({ organizationId }: PageRequestQuery, { order, uptimes = new Map(), now }: PageOrder): Statement {
  if (order === 'uptime')
    return sql`left join unnest(${[...uptimes.keys()]}::uuid[], ${[...uptimes.values()]}::float8[]) as past (id, uptime) using (id)`
  if (order !== 'slow') return sql``
  return sql`
    left join (
      select monitor_number, sum(duration_sum) / nullif(sum(checks - failures), 0) as mean_ms
      from daily_rollups
      where day > (${now}::timestamptz at time zone 'UTC')::date - 2
        and monitor_number in (select monitor_number from monitors where organization_id = ${organizationId})
      group by monitor_number
    ) past using (monitor_number)`
}

function orderOf(order: MonitorOrder): Statement {
  if (order === 'trouble') return sql`${bySeverity(sql`status`)},`
  if (order === 'new') return sql`created_at desc,`
  if (order === 'uptime') return sql`past.uptime nulls last,`
  if (order === 'slow') return sql`past.mean_ms desc nulls last,`
  return sql``
}

export interface FacetCount {
  facet: Facet | 'total'
  value: string | null
  count: number
}

const valuesOf: Record<Facet, Statement> = {
  status: sql`(select status as value) as own`,
  type: sql`(select type as value) as own`,
  tag: sql`unnest(tags) as own (value)`,
  location: sql`unnest(location_ids) as own (value)`,
  interval: sql`(select interval_seconds as value) as own`,
}

/** The total, and how many monitors each filter value would match together with the other filters. */
export async function facetCounts(db: Database, query: PageRequestQuery, facets: boolean): Promise<FacetCount[]> {
  const { filter } = query
  const others = (facet: Facet): Statement =>
    every(facetNames.filter((name) => name !== facet).map((name) => passes(name, filter)))
  const counts = facetNames.map(
    (facet) => sql`
    union all
    select ${facet}::text, own.value::text, count(*)
    from seen
    cross join lateral ${valuesOf[facet]}
    where ${others(facet)}
    group by own.value`,
  )
  return db.rows(
    unprepared(sql`
    with seen as materialized (${seen(query)})
    select 'total' as facet, null as value, count(*) as count
    from seen
    where ${matching(filter)}
    ${facets ? joined(counts) : sql``}
    order by facet, count desc, value`),
  )
}

const joined = (statements: readonly Statement[]): Statement =>
  statements.reduce((all, statement) => sql`${all}${statement}`, sql``)

export interface GroupCounts {
  tag: string | null
  total: number
  statuses: Partial<Record<ShownStatus, number>>
}

/** In the order of the page. */
export async function groupCounts(db: Database, query: PageRequestQuery): Promise<GroupCounts[]> {
  return db.rows(
    unprepared(sql`
    select tag, sum(count)::int as total, json_object_agg(status, count) as statuses
    from (
      select ${groupOf(query.filter)} as tag, status, count(*) as count
      from (${seen(query)}) seen
      where ${matching(query.filter)}
      group by 1, 2
    ) counted
    group by tag
    order by tag nulls last`),
  )
}
