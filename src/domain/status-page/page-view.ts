// What visitors may see of a status page, and nothing that they may not: whatever is rendered is made of this.
import type { BarState } from '../history/bars.ts'
import type { AnnouncementSeverity, AnnouncementStatus, AnnouncementType, MaintenancePhase } from './announcement.ts'
import type { DisplayMode, PageLanguage, Theme } from './page.ts'
import type { ShownCause } from './public-cause.ts'
import type { ComponentStatus, OverallStatus } from './status.ts'

export interface PageView {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly footer: string | null
  readonly logo: LogoView | null
  readonly theme: Theme
  /** For visitors whose languages are not known, and of announcements that do not say theirs. */
  readonly language: PageLanguage
  readonly isPublic: boolean
  readonly passwordProtected: boolean
  readonly dimUntrackedDays: boolean
  readonly daysShown: number
  /** When all this was read. */
  readonly asOf: Date
  /** When something on it was checked last. */
  readonly lastCheckedAt: Date | null
  readonly overallStatus: OverallStatus
  /** In the order in which they are shown. */
  readonly components: readonly ComponentView[]
  /** Incidents that are not over, newest first. */
  readonly active: readonly AnnouncementView[]
  /** Planned work that is on or to come, by its start. */
  readonly planned: readonly AnnouncementView[]
  /** What ended in the last ninety days, newest first. */
  readonly history: readonly AnnouncementView[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A picture of our own making; the hash says which. */
export interface LogoView {
  readonly hash: string
  readonly width: number
  readonly height: number
}

export interface ComponentView {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly displayMode: DisplayMode
  readonly status: ComponentStatus
  /** What is wrong, while one of its incidents is open. */
  readonly cause: ShownCause | null
  /** Over the days that are shown, in percent; null when nothing was measured. */
  readonly uptime: number | null
  /** As many as are shown, oldest first; none of a service of somebody else. */
  readonly days: readonly DayView[]
  /** By name, where every monitor is listed or inside a group that can be opened; empty otherwise. */
  readonly monitors: readonly MonitorView[]
  /** A service of somebody else: it never changes how the page does. */
  readonly thirdParty: ThirdPartyView | null
}

export interface MonitorView {
  readonly name: string
  readonly status: ComponentStatus
  readonly uptime: number | null
  /** The mean response time of each of the last 24 hours in milliseconds, oldest first. */
  readonly responseTimes: readonly (number | null)[]
}

export interface ThirdPartyView {
  readonly serviceName: string
  /** Where the service tells of itself. */
  readonly url: string
  /** Those that are meant; none stand for all. */
  readonly components: readonly string[]
  /** When the service last said so. */
  readonly saidAt: Date | null
}

export interface DayView {
  /** A day of UTC, such as 2026-03-01. */
  readonly date: string
  /** The worst of the day. */
  readonly state: BarState
  readonly uptime: number | null
  readonly tracked: boolean
}

export interface AnnouncementView {
  readonly id: string
  readonly type: AnnouncementType
  readonly title: string
  readonly status: AnnouncementStatus
  readonly severity: AnnouncementSeverity
  /** What it is written in. */
  readonly language: string
  readonly affectedComponents: readonly { readonly id: string; readonly name: string }[]
  /** Of planned work; null of incidents. */
  readonly phase: MaintenancePhase | null
  readonly scheduledStart: Date | null
  readonly scheduledEnd: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly resolvedAt: Date | null
  /** Oldest first; the first is how it opened. */
  readonly updates: readonly UpdateView[]
}

export interface UpdateView {
  readonly id: string
  readonly body: string
  readonly status: AnnouncementStatus
  readonly at: Date
}
