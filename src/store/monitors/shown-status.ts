// The displayed status of a monitor: its state, or maintenance if a window is active.
import type { Cover } from '../../domain/maintenance.ts'
import { type Statement, sql } from '../database/sql.ts'

export const shownStatuses = ['down', 'degraded', 'unknown', 'maintenance', 'up', 'paused'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** SQL condition: an active maintenance window covers monitor m. */
export const isCovered = ({ everything, monitorIds, tags }: Cover): Statement => sql`
  (${everything}::boolean or m.id = any (${monitorIds}::uuid[]) or m.tags && ${tags}::text[])`

/** The status of monitor m. */
export const shownStatus = (cover: Cover): Statement => sql`
  case when m.state <> 'paused' and ${isCovered(cover)} then 'maintenance' else m.state end`

/** Problems first. */
export const bySeverity = (status: Statement): Statement => sql`
  array_position(${shownStatuses}::text[], ${status})`
