// What people see of a monitor at a glance: its state, with maintenance drawn over it.
import type { Cover } from '../../domain/maintenance.ts'
import { type Statement, sql } from '../database/sql.ts'

export const shownStatuses = ['down', 'degraded', 'unknown', 'maintenance', 'up', 'paused'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** Says of a monitor m that maintenance which is on covers it. */
export const isCovered = ({ everything, monitorIds, tags }: Cover): Statement => sql`
  (${everything}::boolean or m.id = any (${monitorIds}::uuid[]) or m.tags && ${tags}::text[])`

/** Of a monitor m. */
export const shownStatus = (cover: Cover): Statement => sql`
  case when m.state <> 'paused' and ${isCovered(cover)} then 'maintenance' else m.state end`

/** Trouble first. */
export const bySeverity = (status: Statement): Statement => sql`
  array_position(${shownStatuses}::text[], ${status})`
