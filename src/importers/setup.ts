// What an importer reads from another tool: monitors, channels, maintenance windows and status pages in our terms, and
// what does not fit.
import { Fault } from '../domain/fault.ts'
import type { Recurrence } from '../domain/maintenance.ts'
import type { StatusPage } from '../domain/status-page/page.ts'
import type { AnnouncementSeverity, AnnouncementStatus } from '../domain/status-page/announcement.ts'

export interface ImportedRule {
  /** The name of a default rule to change; otherwise the rule is added. */
  readonly defaultRule?: string
  readonly name?: string
  readonly metric?: string
  readonly operator?: string
  readonly value?: string
  readonly severity?: 'critical' | 'warning'
  readonly enabled?: boolean
}

/** A difference between the monitor of the other tool and ours. */
export interface ImportChange {
  readonly field: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

/** The tool's own words: its number or name of a thing, and the type it gives it. */
export interface SourceItem {
  /** Stable between imports, such as `kuma-12`. */
  readonly key: string
  readonly name: string
  readonly sourceType: string
}

export interface ImportedMonitor extends SourceItem {
  readonly type: string
  /** Null for heartbeats. */
  readonly target: string | null
  readonly intervalSeconds: number
  readonly tags: readonly string[]
  readonly description: string | null
  readonly isPaused: boolean
  readonly config: Readonly<Record<string, unknown>>
  readonly rules: readonly ImportedRule[]
  /** The check-in token of a heartbeat, which keeps working. */
  readonly token: string | null
  /** The keys of the channels that it notifies. */
  readonly channels: readonly string[]
  readonly changes: readonly ImportChange[]
}

export interface ImportedPerson {
  readonly name: string
  readonly email: string
}

/** Becomes a channel in a contact group of its own, which monitors name. */
export interface ImportedChannel extends SourceItem {
  readonly kind: 'channel'
  /** A channel type of ours. */
  readonly type: string
  /** Lacks what the other tool does not give away. Holds secrets. */
  readonly config: Readonly<Record<string, unknown>>
  /** Members of the contact group. */
  readonly people: readonly ImportedPerson[]
  readonly isEnabled: boolean
  /** Without secrets: they are reported. */
  readonly changes: readonly ImportChange[]
}

export interface ImportedWindow extends SourceItem {
  readonly kind: 'maintenance_window'
  readonly description: string | null
  /** The keys of the monitors that it covers. */
  readonly monitors: readonly string[]
  readonly startsAt: Date
  readonly durationMinutes: number
  readonly timezone: string
  readonly recurrence: Recurrence
  readonly recurrenceUntil: Date | null
  readonly isEnabled: boolean
  readonly changes: readonly ImportChange[]
}

export interface ImportedComponent {
  readonly name: string
  readonly description: string | null
  /** The keys of its monitors. */
  readonly monitors: readonly string[]
}

export interface ImportedAnnouncement {
  readonly title: string
  readonly severity: AnnouncementSeverity
  /** Positions of the components that it affects. */
  readonly components: readonly number[]
  /** Oldest first, at least one. */
  readonly updates: readonly { readonly body: string; readonly status: AnnouncementStatus; readonly at: Date }[]
}

export interface ImportedPage extends SourceItem, Pick<StatusPage, 'description' | 'theme' | 'isPublic' | 'footer'> {
  readonly kind: 'status_page'
  /** What the other tool has; ours may differ. */
  readonly slug: string
  readonly components: readonly ImportedComponent[]
  readonly announcements: readonly ImportedAnnouncement[]
  readonly hosts: readonly string[]
  /** Email addresses. */
  readonly subscribers: readonly string[]
  readonly changes: readonly ImportChange[]
}

export interface SkippedItem extends SourceItem {
  readonly kind: 'monitor' | 'channel' | 'maintenance_window' | 'status_page'
  readonly reason: string
  /** A type of ours that comes close. */
  readonly nearest: string | null
}

export interface ImportedSetup {
  readonly monitors: readonly ImportedMonitor[]
  readonly channels: readonly ImportedChannel[]
  readonly windows: readonly ImportedWindow[]
  readonly pages: readonly ImportedPage[]
  readonly skipped: readonly SkippedItem[]
}

/** An outage in the log of the other tool. */
export interface ImportedOutage {
  readonly key: string
  readonly startedAt: Date
  /** Null while it lasts. */
  readonly endedAt: Date | null
  readonly message: string
}

export type ImportedItem = ImportedMonitor | ImportedChannel | ImportedWindow | ImportedPage | SkippedItem

const isSkipped = (item: ImportedItem): item is SkippedItem => 'reason' in item
const isMonitor = (item: ImportedItem): item is ImportedMonitor => !('kind' in item)
const isKind =
  <Kind extends 'channel' | 'maintenance_window' | 'status_page'>(kind: Kind) =>
  (item: ImportedItem): item is Exclude<Extract<ImportedItem, { kind: Kind }>, SkippedItem> =>
    !isSkipped(item) && !isMonitor(item) && item.kind === kind

const maxMonitors = 2000
const maxItems = 10_000

/** Throws a fault if there are more than one import may have. */
export function setupOf(items: readonly ImportedItem[]): ImportedSetup {
  const setup = {
    monitors: items.filter(isMonitor),
    channels: items.filter(isKind('channel')),
    windows: items.filter(isKind('maintenance_window')),
    pages: items.filter(isKind('status_page')),
    skipped: items.filter(isSkipped),
  }
  const count = setup.monitors.length
  if (count > maxMonitors) throw tooLarge(`has ${count} monitors; import at most ${maxMonitors} at once`)
  if (items.length > maxItems) throw tooLarge(`has more than ${maxItems} items; import them in parts`)
  return setup
}

const tooLarge = (problem: string): Fault => new Fault('payload_too_large', `document: ${problem}`)
