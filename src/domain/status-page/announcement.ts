// Announcements of a status page: incidents and maintenance, each with its updates.
export const announcementTypes = ['incident', 'maintenance'] as const
export type AnnouncementType = (typeof announcementTypes)[number]

export const announcementStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]

export const announcementSeverities = ['minor', 'major', 'critical'] as const
export type AnnouncementSeverity = (typeof announcementSeverities)[number]

export interface AnnouncementUpdate {
  readonly id: string
  readonly body: string
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
  { id, body, status }: Pick<AnnouncementUpdate, 'id' | 'body' | 'status'>,
  now: Date,
): Announcement {
  const resolvedAt = status === 'resolved' ? (announcement.resolvedAt ?? now) : null
  const updates = [...announcement.updates, { id, body, status, createdAt: now }]
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
