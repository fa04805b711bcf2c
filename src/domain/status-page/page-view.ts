// The data of a status page that visitors may see. All renderers use only this.
import type { BarState } from '../history/bars.ts'
import type { UptimeSums } from '../uptime/monitored-time.ts'
import type {
  AnnouncementEvent,
  AnnouncementSeverity,
  AnnouncementStatus,
  AnnouncementType,
  MaintenancePhase,
} from './announcement.ts'
import type { DisplayMode, PageLanguage, Theme } from './page.ts'
import type { ShownCause } from './public-cause.ts'
import type { ComponentStatus, OverallStatus } from './status.ts'

export interface PageView {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly footer: string | null
  readonly supportUrl: string | null
  readonly logo: LogoView | null
  readonly theme: Theme
  /** The default for visitors without a supported language, and for announcements without a language. */
  readonly language: PageLanguage
  readonly isPublic: boolean
  readonly passwordProtected: boolean
  readonly dimUntrackedDays: boolean
  readonly daysShown: number
  /** When the data was read. */
  readonly asOf: Date
  /** When one of its monitors was last checked. */
  readonly lastCheckedAt: Date | null
  readonly overallStatus: OverallStatus
  /** In display order. */
  readonly components: readonly ComponentView[]
  /** Open incidents, newest first. */
  readonly active: readonly AnnouncementView[]
  /** Active and planned maintenance, by start. */
  readonly planned: readonly AnnouncementView[]
  /** Announcements that ended within ninety days, newest first. */
  readonly history: readonly AnnouncementView[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A converted image; the hash identifies its version. */
export interface LogoPicture {
  readonly hash: string
  readonly width: number
  readonly height: number
}

export interface LogoView extends LogoPicture {
  /** On which theme it can be seen. */
  readonly fits: 'light' | 'dark' | 'both'
  /** Another one for the dark theme. */
  readonly dark: LogoPicture | null
}

export interface ComponentView {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly displayMode: DisplayMode
  readonly status: ComponentStatus
  /** The cause, while an incident is open. */
  readonly cause: ShownCause | null
  readonly monitorCount: number
  /** The displayed days, oldest first; empty for third-party services. */
  readonly days: readonly DayView[]
  /** By name, if monitors are listed or shown in a group that opens; otherwise empty. */
  readonly monitors: readonly MonitorView[]
  /** Set for a third-party service, which never affects the status of the page. */
  readonly thirdParty: ThirdPartyView | null
}

export interface MonitorView {
  readonly name: string
  readonly status: ComponentStatus
  /** As many as the component has, oldest first. */
  readonly days: readonly DayView[]
  /** The mean response time of each of the last 24 hours in milliseconds, oldest first. */
  readonly responseTimes: readonly (number | null)[]
}

export interface ThirdPartyView {
  readonly serviceName: string
  /** The status page of the service. */
  readonly url: string
  /** The selected components; empty for the whole service. */
  readonly components: readonly string[]
  /** When the service last updated its status. */
  readonly saidAt: Date | null
}

export interface DayView extends UptimeSums {
  /** A UTC day such as 2026-03-01. */
  readonly date: string
  /** The worst state of the day. */
  readonly state: BarState
  readonly tracked: boolean
}

export interface AnnouncementView {
  readonly id: string
  readonly type: AnnouncementType
  readonly title: string
  readonly status: AnnouncementStatus
  readonly severity: AnnouncementSeverity
  /** The language of the title. */
  readonly language: string
  readonly affectedComponents: readonly { readonly id: string; readonly name: string }[]
  /** For maintenance; null for incidents. */
  readonly phase: MaintenancePhase | null
  readonly scheduledStart: Date | null
  readonly scheduledEnd: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly resolvedAt: Date | null
  /** Oldest first; the first is the opening message. */
  readonly updates: readonly UpdateView[]
}

export interface UpdateView {
  readonly id: string
  readonly body: string
  /** The language of the body. */
  readonly language: string
  readonly event: AnnouncementEvent | null
  readonly status: AnnouncementStatus
  readonly at: Date
}
