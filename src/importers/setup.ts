// What an importer reads from another tool: monitors and channels in our terms, and what does not fit.
import { Fault } from '../domain/fault.ts'

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

export interface SkippedItem extends SourceItem {
  readonly kind: 'monitor' | 'channel'
  readonly reason: string
  /** A type of ours that comes close. */
  readonly nearest: string | null
}

export interface ImportedSetup {
  readonly monitors: readonly ImportedMonitor[]
  readonly channels: readonly ImportedChannel[]
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

export type ImportedItem = ImportedMonitor | ImportedChannel | SkippedItem

const isSkipped = (item: ImportedItem): item is SkippedItem => 'reason' in item
const isChannel = (item: ImportedItem): item is ImportedChannel => !isSkipped(item) && 'kind' in item

const maxMonitors = 2000
const maxItems = 10_000

/** Throws a fault if there are more than one import may have. */
export function setupOf(items: readonly ImportedItem[]): ImportedSetup {
  const setup = {
    monitors: items.filter((item): item is ImportedMonitor => !isSkipped(item) && !isChannel(item)),
    channels: items.filter(isChannel),
    skipped: items.filter(isSkipped),
  }
  const count = setup.monitors.length
  if (count > maxMonitors) throw tooLarge(`has ${count} monitors; import at most ${maxMonitors} at once`)
  if (items.length > maxItems) throw tooLarge(`has more than ${maxItems} items; import them in parts`)
  return setup
}

const tooLarge = (problem: string): Fault => new Fault('payload_too_large', `document: ${problem}`)
