// Which monitors depend on which. A monitor names parents by id or by tag; a tag stands for all monitors that have it.
import type { Dependencies } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

/** The ids of the named parents that still exist, in the order of the monitor. */
export const knownParents = (monitor: Statement): Statement => sql`
  select named.id
  from unnest(${monitor}.parent_ids) with ordinality as named (id, n)
  where exists (
    select from monitors p where p.organization_id = ${monitor}.organization_id and p.id = named.id
  )
  order by named.n`

/** SQL condition: `parent` is a parent of `child`. */
export const isParentOf = (parent: Statement, child: Statement): Statement => sql`(
  ${parent}.organization_id = ${child}.organization_id
  and ${parent}.id <> ${child}.id
  and (${parent}.id = any (${child}.parent_ids) or ${parent}.tags && ${child}.parent_tags)
)`

/** A chain of monitors, each the parent of the next, has at most this many. */
export const maxLevels = 5

export interface Ancestry {
  readonly organizationId: string
  readonly id: string
  readonly tags: readonly string[]
  readonly dependsOn: Dependencies
}

export interface FoundChains {
  /** Whether the monitor would depend on itself. */
  readonly hasCycle: boolean
  /** The length of the longest chain through the monitor, in monitors. */
  readonly levels: number
}

/** SQL: the monitors that a walk through `known` reaches, with their levels. `isNext` compares `next` with `here`. */
const walkFrom = (id: string, walk: Statement, isNext: Statement): Statement => sql`
  select ${id}::uuid as id, 1 as level
  union
  select next.id, ${walk}.level + 1
  from ${walk}
  join known here on here.id = ${walk}.id
  join known next on ${isNext}
  where ${walk}.level <= ${maxLevels}`

/** The chains through a monitor as if it had these tags and parents. */
export async function chainsThrough(
  db: Database,
  { organizationId, id, tags, dependsOn }: Ancestry,
): Promise<FoundChains> {
  const row = await db.row<FoundChains>(sql`
    with recursive known as (
      select organization_id, id, tags, parent_ids, parent_tags
      from monitors
      where organization_id = ${organizationId} and id <> ${id}
      union all
      select ${organizationId}::uuid, ${id}::uuid, ${tags}::text[], ${dependsOn.monitors}::uuid[],
        ${dependsOn.tags}::text[]
    ),
    up as (${walkFrom(id, sql`up`, isParentOf(sql`next`, sql`here`))}),
    down as (${walkFrom(id, sql`down`, isParentOf(sql`here`, sql`next`))})
    select exists (select from up where id = ${id} and level > 1) as "hasCycle",
      (select max(level) from up) + (select max(level) from down) - 1 as levels`)
  return row!
}

/** Whether one of the monitors depends on something, or something depends on it, by id or by one of these tags. */
export async function isInvolved(
  db: Database,
  organizationId: string,
  monitors: readonly Pick<Ancestry, 'id' | 'tags'>[],
): Promise<boolean> {
  const [ids, tags] = [monitors.map(({ id }) => id), [...new Set(monitors.flatMap((monitor) => monitor.tags))]]
  const row = await db.row<{ isInvolved: boolean }>(sql`
    select exists (
      select from monitors
      where organization_id = ${organizationId}
        and (id = any (${ids}) and (parent_ids <> '{}' or parent_tags <> '{}')
          or parent_ids <> '{}' and parent_ids && ${ids}::uuid[]
          or parent_tags <> '{}' and parent_tags && ${tags}::text[])
    ) as "isInvolved"`)
  return row!.isInvolved
}

/** Whether a monitor depends on those with one of these tags. */
export async function isParentTag(db: Database, organizationId: string, tags: readonly string[]): Promise<boolean> {
  if (tags.length === 0) return false
  const found = await db.row(sql`
    select from monitors
    where organization_id = ${organizationId} and parent_tags <> '{}' and parent_tags && ${tags}::text[]
    limit 1`)
  return found !== undefined
}

/** A monitor whose incidents an incident of the parent explains, also through monitors between them. */
export interface DependentMonitor {
  readonly id: string
  readonly name: string
  readonly parentId: string
}

export async function dependentMonitors(
  db: Database,
  organizationId: string,
  parentIds: readonly string[],
): Promise<DependentMonitor[]> {
  if (parentIds.length === 0) return []
  return db.rows(sql`
    with recursive below as (
      select id, id as parent_id, 1 as level
      from monitors
      where organization_id = ${organizationId} and id = any (${parentIds}::uuid[])
      union
      select child.id, below.parent_id, below.level + 1
      from below
      join monitors here on here.organization_id = ${organizationId} and here.id = below.id
      join monitors child on child.organization_id = ${organizationId}
        and (child.parent_ids <> '{}' or child.parent_tags <> '{}')
        and ${isParentOf(sql`here`, sql`child`)}
      where below.level < ${maxLevels}
    )
    select distinct m.id, m.name, below.parent_id as "parentId"
    from below
    join monitors m on m.organization_id = ${organizationId} and m.id = below.id
    where below.level > 1
    order by m.name, m.id`)
}
