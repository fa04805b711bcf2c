// Time that is excluded from the figures of a monitor.
import { covers, occurrences } from '../../domain/maintenance.ts'
import { type Span, mergeSpans } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { allFalseAlarms, falseAlarms } from './false-alarms.ts'
import { excludingWindows, windowsOf } from '../monitors/maintenance-windows.ts'

interface ExclusionQuery extends Span {
  organizationId: string
  monitorId: string
  tags: readonly string[]
}

/** For one monitor, sorted and without overlaps. */
export async function excludedSpans(
  db: Database,
  { organizationId, monitorId, tags, from, to }: ExclusionQuery,
): Promise<Span[]> {
  const off = await timesOff(db, { organizationId, monitors: [{ id: monitorId, tags }], from, to })
  return excludedOf(off.get(monitorId)!)
}

export interface TimeOff {
  /** All windows, including those whose time counts. */
  readonly maintenance: readonly Span[]
  readonly excludedMaintenance: readonly Span[]
  readonly falseAlarms: readonly Span[]
}

interface TimesOffQuery extends Span {
  organizationId: string
  monitors: readonly { readonly id: string; readonly tags: readonly string[] }[]
  /** Whether they are most of the organization's: then a list of their ids costs more than it saves. */
  areMost?: boolean
}

/** By monitor id. */
export async function timesOff(
  db: Database,
  { organizationId, monitors, areMost = false, from, to }: TimesOffQuery,
): Promise<Map<string, TimeOff>> {
  const monitorIds = areMost ? undefined : monitors.map(({ id }) => id)
  const alarms = Map.groupBy(
    await falseAlarms(db, { organizationId, monitorIds, from, to }),
    ({ monitorId }) => monitorId,
  )
  const windows = (await windowsOf(db, [organizationId], { from, to })).map((window) => ({
    window,
    parts: occurrences(window, { from, to }),
  }))
  const partsOf = (some: typeof windows): Span[] => some.flatMap(({ parts }) => parts)
  return new Map(
    monitors.map((monitor) => {
      const theirs = windows.filter(({ window }) => covers(window, monitor))
      return [
        monitor.id,
        {
          maintenance: partsOf(theirs),
          excludedMaintenance: partsOf(theirs.filter(({ window }) => window.excludeFromSla)),
          falseAlarms: (alarms.get(monitor.id) ?? []).map(({ from, to }) => ({ from, to })),
        },
      ]
    }),
  )
}

export const excludedOf = ({ excludedMaintenance, falseAlarms }: TimeOff): Span[] =>
  mergeSpans([...excludedMaintenance, ...falseAlarms])

/** By monitor number, for all monitors that have any. */
export async function allExcludedSpans(db: Database, span: Span): Promise<Map<number, Span[]>> {
  const found = new Map<number, Span[]>()
  const leaveOut = (monitorNumber: number, parts: readonly Span[]): void =>
    void found.set(monitorNumber, mergeSpans([...(found.get(monitorNumber) ?? []), ...parts]))
  for (const window of await excludingWindows(db, span)) {
    const parts = occurrences(window, span)
    if (parts.length > 0) for (const monitorNumber of window.monitorNumbers) leaveOut(monitorNumber, parts)
  }
  for (const { monitorNumber, from, to } of await allFalseAlarms(db, span)) leaveOut(monitorNumber, [{ from, to }])
  return found
}

/** Formats spans as a tstzmultirange. */
export function multirange(spans: readonly Span[]): string {
  return `{${spans.map(({ from, to }) => `[${from.toISOString()},${to.toISOString()})`).join(',')}}`
}
