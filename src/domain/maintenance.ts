// Maintenance windows: when they are active, and which monitors they cover.
import { nextInstant, offsetAt } from './schedule/zone.ts'
import { type Span, clipSpans, mergeSpans } from './span.ts'

export const recurrences = ['once', 'daily', 'weekly', 'monthly'] as const
export type Recurrence = (typeof recurrences)[number]

export interface WindowTiming {
  readonly startsAt: Date
  /** Elapsed time, regardless of clock changes. */
  readonly durationMinutes: number
  readonly timezone: string
  readonly recurrence: Recurrence
  /** The last time at which an occurrence may begin. */
  readonly recurrenceUntil: Date | null
  readonly enabled: boolean
  /** When people ended an occurrence that was on. */
  readonly endedEarlyAt: readonly Date[]
}

export interface Coverage {
  readonly monitorIds: readonly string[]
  readonly monitorTags: readonly string[]
}

export interface MaintenanceWindow extends WindowTiming, Coverage {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly suppressAlerts: boolean
  readonly excludeFromSla: boolean
  /** The incident for which the window was created afterwards, or whose alerts it mutes. Status pages ignore it. */
  readonly incidentId: number | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const minute = 60_000
const day = 86_400_000
const periods = { daily: day, weekly: 7 * day }

/** The parts of a span in which the window is active. Occurrences that overlap or touch are merged. */
export function occurrences(window: WindowTiming, span: Span): Span[] {
  return clipSpans(wholeOccurrences(window, span), span)
}

/** The occurrences that a span touches, from their start to their end. Those that overlap or touch are merged. */
export function wholeOccurrences(window: WindowTiming, { from, to }: Span): Span[] {
  if (!window.enabled) return []
  const durationMs = window.durationMinutes * minute
  const parts: Span[] = []
  let start = startAfter(window, from.getTime() - durationMs)
  while (start !== null && start < to.getTime()) {
    parts.push({ from: new Date(start), to: endOf(window, start) })
    start = startAfter(window, start)
  }
  return mergeSpans(parts).filter((part) => part.to > from)
}

/** The next occurrences that begin at a moment or later. */
export function nextOccurrences(window: WindowTiming, after: Date, count: number): Span[] {
  const found: Span[] = []
  let start = window.enabled ? startAfter(window, after.getTime() - 1) : null
  while (start !== null && found.length < count) {
    found.push({ from: new Date(start), to: endOf(window, start) })
    start = startAfter(window, start)
  }
  return found
}

function endOf({ durationMinutes, endedEarlyAt }: WindowTiming, start: number): Date {
  const planned = start + durationMinutes * minute
  return new Date(Math.min(planned, ...endedEarlyAt.map(Number).filter((at) => at > start)))
}

export function activeAt(window: WindowTiming, now: Date): boolean {
  return occurrences(window, { from: now, to: new Date(now.getTime() + 1) }).length > 0
}

/** When the current occurrence ends; null if the window is inactive. */
export function activeUntil(window: WindowTiming, now: Date): Date | null {
  const maxLength = new Date(now.getTime() + window.durationMinutes * minute)
  const [current] = occurrences(window, { from: now, to: maxLength })
  return current && current.from <= now ? current.to : null
}

interface CoveredMonitor {
  readonly id: string
  readonly tags: readonly string[]
}

/** A window without monitors and tags covers the whole organization. */
export function covers({ monitorIds, monitorTags }: Coverage, monitor: CoveredMonitor): boolean {
  if (monitorIds.length === 0 && monitorTags.length === 0) return true
  return monitorIds.includes(monitor.id) || monitor.tags.some((tag) => monitorTags.includes(tag))
}

/** Whether one of the windows, which may belong to several organizations, covers the monitor. */
export function isCovered(
  { organizationId, monitor }: { organizationId: string; monitor: CoveredMonitor },
  windows: readonly (Coverage & { readonly organizationId: string })[],
): boolean {
  return windows.some((window) => window.organizationId === organizationId && covers(window, monitor))
}

/** The combined coverage of several windows. */
export interface Cover {
  readonly everything: boolean
  readonly monitorIds: readonly string[]
  readonly tags: readonly string[]
}

export function coverOf(windows: readonly Coverage[]): Cover {
  return {
    everything: windows.some(({ monitorIds, monitorTags }) => monitorIds.length === 0 && monitorTags.length === 0),
    monitorIds: [...new Set(windows.flatMap(({ monitorIds }) => monitorIds))],
    tags: [...new Set(windows.flatMap(({ monitorTags }) => monitorTags))],
  }
}

/**
 * The next start. Windows recur by the clocks of their zone: a start that a clock change skips is at the change, and
 * one that it repeats is the first of the two.
 */
function startAfter({ startsAt, timezone, recurrence, recurrenceUntil }: WindowTiming, after: number): number | null {
  const first = startsAt.getTime()
  if (after < first) return first
  if (recurrence === 'once') return null
  const firstWall = first + offsetAt(first, timezone)
  const nextSlot = recurrence === 'monthly' ? nextMonthly(firstWall) : nextPeriodic(firstWall, periods[recurrence])
  const start = nextInstant(after, { timeZone: timezone, skipped: 'at the change', repeated: 'once', nextSlot })
  return start === null || (recurrenceUntil && start > recurrenceUntil.getTime()) ? null : start
}

function nextPeriodic(first: number, period: number): (wall: number) => number {
  return (wall) => first + (Math.floor((wall - first) / period) + 1) * period
}

/** Uses the same day of each month, or the last day of a shorter one. */
function nextMonthly(first: number): (wall: number) => number {
  const date = new Date(first).getUTCDate()
  const time = first - Math.floor(first / day) * day
  const inMonth = (year: number, month: number): number => {
    const lastDate = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    return Date.UTC(year, month, Math.min(date, lastDate)) + time
  }
  return (wall) => {
    const read = new Date(wall)
    const [year, month] = [read.getUTCFullYear(), read.getUTCMonth()]
    const slot = inMonth(year, month)
    return slot > wall ? slot : inMonth(year, month + 1)
  }
}
