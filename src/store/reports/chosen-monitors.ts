// The monitors of reports and objectives, and their maintenance.
import { covers, occurrences } from '../../domain/maintenance.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { every, sql } from '../database/sql.ts'
import { windowsOf } from '../monitors/maintenance-windows.ts'

export interface Choice {
  readonly monitorIds: readonly string[]
  readonly tags: readonly string[]
}

export interface ChosenMonitor {
  readonly id: string
  readonly monitorNumber: number
  readonly name: string
  readonly type: string
  readonly target: string
  readonly tags: readonly string[]
  readonly isProbed: boolean
}

/** Monitors with these ids or tags, or all, without those in shadow mode; by name. */
export async function chosenMonitors(
  db: Database,
  organizationId: string,
  { monitorIds, tags }: Choice,
): Promise<ChosenMonitor[]> {
  const isEverything = monitorIds.length === 0 && tags.length === 0
  return db.rows(sql`
    select id, monitor_number as "monitorNumber", name, type, target, tags, deadline_seconds is not null as "isProbed"
    from monitors
    where ${every([
      sql`organization_id = ${organizationId}`,
      sql`not shadow`,
      !isEverything && sql`(id = any (${monitorIds}::uuid[]) or tags && ${tags}::text[])`,
    ])}
    order by lower(name), id`)
}

/** An occurrence of a maintenance window. */
export interface Occurrence extends Span {
  readonly windowId: string
  readonly name: string
  readonly excludeFromSla: boolean
  readonly monitorIds: readonly string[]
}

/** The occurrences of windows in a span that cover one of these monitors. */
export async function occurrencesOver(
  db: Database,
  organizationId: string,
  monitors: readonly ChosenMonitor[],
  span: Span,
): Promise<Occurrence[]> {
  return (await windowsOf(db, [organizationId], span)).flatMap((window) => {
    const parts = occurrences(window, span)
    const monitorIds = parts.length > 0 ? monitors.filter((one) => covers(window, one)).map(({ id }) => id) : []
    if (monitorIds.length === 0) return []
    const { id: windowId, name, excludeFromSla } = window
    return parts.map((part) => ({ windowId, name, excludeFromSla, monitorIds, ...part }))
  })
}
