// Access to the results of a monitor.
import type { Span } from '../../domain/span.ts'
import { type MeasuredMonitor, monitorNumberOf } from '../../store/monitors/monitors.ts'
import { excludedSpans } from '../../store/results/exclusions.ts'
import type { CallerContext } from '../registry/define.ts'
import { monitors } from './monitor.ts'

export interface MonitorMeasurements extends MeasuredMonitor {
  readonly id: string
}

export async function measured({ db, caller }: CallerContext, id: string): Promise<MonitorMeasurements> {
  const known = await monitorNumberOf(db, caller.organization.id, id)
  if (!known) throw monitors.notFound()
  return { id: id.toLowerCase(), ...known }
}

/** The excluded time since a given time. */
export function excludedFrom(
  { db, caller, now }: CallerContext,
  { id, tags }: Pick<MonitorMeasurements, 'id' | 'tags'>,
  from: Date,
): Promise<Span[]> {
  return excludedSpans(db, { organizationId: caller.organization.id, monitorId: id, tags, from, to: now })
}
