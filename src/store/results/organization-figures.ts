// Totals of all monitors of an organization.
import type { Coverage } from '../../domain/maintenance.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql, unprepared } from '../database/sql.ts'
import { multirange } from './exclusions.ts'
import type { ResultFigures } from './figures.ts'
import { touchedHours } from './final-figures.ts'

/** Excluded time of the monitors that a window covers. */
export interface ExcludedWindows extends Coverage {
  readonly spans: readonly Span[]
}

type Sums = Pick<ResultFigures, 'checks' | 'failures'>

interface OrganizationFiguresQuery extends Span {
  readonly organizationId: string
  readonly excluded: readonly ExcludedWindows[]
}

/** Totals of the hours that begin in the span, which ends now; partly excluded hours are excluded completely. */
export async function organizationFigures(db: Database, query: OrganizationFiguresQuery): Promise<Sums> {
  const { organizationId, from, to, excluded } = query
  const ours = sql`monitor_number in (select monitor_number from monitors where organization_id = ${organizationId})`
  const { wholeDays, added, taken } = partsOf({ from, to })
  const hours = ({ from, to }: Span, sign: number): Statement => sql`
    union all
    select checks, failures, ${sign}::int as sign
    from rollups
    where hour >= ${from} and hour < ${to} and ${ours}`
  const row = await db.row<Sums>(
    unprepared(sql`
    select coalesce(sum(checks * sign), 0)::int as checks, coalesce(sum(failures * sign), 0)::int as failures
    from (
      select checks, failures, 1 as sign
      from daily_rollups
      where day >= ${dateOf(wholeDays.from)}::date and day < ${dateOf(wholeDays.to)}::date and ${ours}
      ${added ? hours(added, 1) : sql``}
      ${taken ? hours(taken, -1) : sql``}
      ${excluded.length > 0 ? excludedHours(query) : sql``}
    ) parts`),
  )
  return row!
}

const hour = 3_600_000
const day = 24 * hour
const dateOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The days that begin in the span and the hours before them: added, or subtracted from the whole day. */
function partsOf({ from, to }: Span): { wholeDays: Span; added?: Span; taken?: Span } {
  const firstHour = new Date(Math.ceil(from.getTime() / hour) * hour)
  const dayBefore = new Date(Math.floor(firstHour.getTime() / day) * day)
  const dayAfter = new Date(dayBefore.getTime() + day)
  const end = new Date(Math.ceil(to.getTime() / day) * day)
  if (firstHour.getTime() - dayBefore.getTime() <= day / 2)
    return { wholeDays: { from: dayBefore, to: end }, taken: { from: dayBefore, to: firstHour } }
  return { wholeDays: { from: dayAfter, to: end }, added: { from: firstHour, to: dayAfter } }
}

const excludedHours = ({ organizationId, excluded, from, to }: OrganizationFiguresQuery): Statement => sql`
  union all
  select u.checks, u.failures, -1
  from monitors m
  join rollups u on u.monitor_number = m.monitor_number
  where m.organization_id = ${organizationId}
    and u.hour >= ${from}
    and u.hour < ${to}
    and (${anyOf(excluded.map(isExcluded))})`

const anyOf = (conditions: readonly Statement[]): Statement =>
  conditions.slice(1).reduce((all, condition) => sql`${all} or ${condition}`, conditions[0]!)

function isExcluded({ monitorIds, monitorTags, spans }: ExcludedWindows): Statement {
  const covered =
    monitorIds.length === 0 && monitorTags.length === 0
      ? sql`true`
      : sql`(m.id = any (${monitorIds}::uuid[]) or m.tags && ${monitorTags}::text[])`
  return sql`(${covered} and ${multirange(touchedHours(spans))}::tstzmultirange @> u.hour)`
}
