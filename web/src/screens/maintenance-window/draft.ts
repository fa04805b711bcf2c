// What the form of a maintenance window holds, and what is sent.
import type { MaintenanceWindow } from '../../api-types.ts'
import { fieldOf, instantOfField } from '../../parts/calendar/zone-days.ts'

export const units = { minutes: 1, hours: 60, days: 1440 } as const
export type DurationUnit = keyof typeof units

export interface WindowDraft {
  readonly name: string
  readonly description: string
  readonly everything: boolean
  readonly monitorIds: readonly string[]
  readonly tags: readonly string[]
  /** As a date-and-time field has it, in the time zone of the window. */
  readonly starts: string
  readonly length: string
  readonly unit: DurationUnit
  readonly timezone: string
  readonly recurrence: MaintenanceWindow['recurrence']
  /** The last day, or empty. */
  readonly until: string
  readonly suppressAlerts: boolean
  readonly excludeFromSla: boolean
}

interface NewWindow {
  readonly monitorIds: readonly string[]
  readonly tags: readonly string[]
  readonly zone: string
  readonly nowMs: number
}

const quarterMs = 900_000

/** Starts at the next quarter of an hour and lasts one hour. */
export function newDraft({ monitorIds, tags, zone, nowMs }: NewWindow): WindowDraft {
  return {
    name: '',
    description: '',
    everything: false,
    monitorIds,
    tags,
    starts: fieldOf(Math.ceil(nowMs / quarterMs) * quarterMs, zone),
    length: '1',
    unit: 'hours',
    timezone: zone,
    recurrence: 'once',
    until: '',
    suppressAlerts: true,
    excludeFromSla: true,
  }
}

export function draftOf(window: MaintenanceWindow): WindowDraft {
  const { monitor_ids: monitorIds, monitor_tags: tags, timezone, duration_minutes: minutes } = window
  const unit = minutes % units.days === 0 ? 'days' : minutes % units.hours === 0 ? 'hours' : 'minutes'
  return {
    name: window.name,
    description: window.description ?? '',
    everything: monitorIds.length === 0 && tags.length === 0,
    monitorIds,
    tags,
    starts: fieldOf(Date.parse(window.starts_at), timezone),
    length: String(minutes / units[unit]),
    unit,
    timezone,
    recurrence: window.recurrence,
    until: window.recurrence_until ? fieldOf(Date.parse(window.recurrence_until) - 1, timezone).slice(0, 10) : '',
    suppressAlerts: window.suppress_alerts,
    excludeFromSla: window.exclude_from_sla,
  }
}

/** Null until something is chosen and a time is filled in: the API takes nothing chosen for everything. */
export function planOf(draft: WindowDraft) {
  const starts = instantOfField(draft.starts, draft.timezone)
  const minutes = Math.round(Number(draft.length) * units[draft.unit])
  const isChosen = draft.everything || draft.monitorIds.length + draft.tags.length > 0
  if (!isChosen || Number.isNaN(starts) || !(minutes > 0)) return null
  const until = draft.recurrence === 'once' || !draft.until ? null : `${draft.until}T23:59`
  return {
    monitorIds: draft.everything ? [] : [...draft.monitorIds],
    monitorTags: draft.everything ? [] : [...draft.tags],
    startsAt: new Date(starts).toISOString(),
    durationMinutes: minutes,
    timezone: draft.timezone,
    recurrence: draft.recurrence,
    recurrenceUntil: until && new Date(instantOfField(until, draft.timezone) + 60_000).toISOString(),
  }
}

export type MaintenancePlan = NonNullable<ReturnType<typeof planOf>>

export function bodyOf(draft: WindowDraft, plan: MaintenancePlan) {
  return {
    ...plan,
    name: draft.name,
    description: draft.description || null,
    suppressAlerts: draft.suppressAlerts,
    excludeFromSla: draft.excludeFromSla,
  }
}
