// Announcements of a status page: incidents and maintenance, each with its updates.
import type { ShownCause } from './public-cause.ts'

export const announcementTypes = ['incident', 'maintenance'] as const
export type AnnouncementType = (typeof announcementTypes)[number]

export const announcementStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]

export const announcementSeverities = ['minor', 'major', 'critical'] as const
export type AnnouncementSeverity = (typeof announcementSeverities)[number]

/** What an automatic update says. Its text is written in the language of each reader. */
export type AnnouncementEvent =
  | { readonly what: 'opened'; readonly name: string; readonly cause: ShownCause }
  | { readonly what: 'acknowledged' }
  | { readonly what: 'recovered'; readonly name: string }
  | { readonly what: 'planned' | 'begun'; readonly description: string | null }
  | { readonly what: 'done' | 'calledOff' }
  | { readonly what: 'moved'; readonly start: string | null; readonly end: string | null }

export interface AnnouncementUpdate {
  readonly id: string
  readonly body: string
  /** Null if a person wrote it. */
  readonly event: AnnouncementEvent | null
  readonly status: AnnouncementStatus
  readonly createdAt: Date
}

export interface Announcement {
  readonly id: string
  readonly type: AnnouncementType
  readonly title: string
  /** The first message. */
  readonly body: string
  /** The language of the text; null if unknown. */
  readonly language: string | null
  readonly status: AnnouncementStatus
  readonly severity: AnnouncementSeverity
  readonly affectedComponentIds: readonly string[]
  readonly affectedMonitorIds: readonly string[]
  readonly scheduledStart: Date | null
  readonly scheduledEnd: Date | null
  readonly sourceIncidentId: number | null
  readonly maintenanceWindowId: string | null
  readonly resolvedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Oldest first; the first is the opening message. */
  readonly updates: readonly AnnouncementUpdate[]
}

/** Any status may follow any other. An update after the end reopens the announcement, unless it ends it again. */
export function advance(
  announcement: Announcement,
  update: Omit<AnnouncementUpdate, 'createdAt'>,
  now: Date,
): Announcement {
  const { status } = update
  const resolvedAt = status === 'resolved' ? (announcement.resolvedAt ?? now) : null
  const updates = [...announcement.updates, { ...update, createdAt: now }]
  return { ...announcement, status, resolvedAt, updatedAt: now, updates }
}

export type MaintenancePhase = 'planned' | 'in_progress' | 'over'

/** The phase of a maintenance. */
export function phaseOf(
  { scheduledStart, resolvedAt }: Pick<Announcement, 'scheduledStart' | 'resolvedAt'>,
  now: Date,
): MaintenancePhase {
  if (resolvedAt) return 'over'
  return scheduledStart && scheduledStart > now ? 'planned' : 'in_progress'
}
