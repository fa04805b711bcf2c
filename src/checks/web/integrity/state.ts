// Input and output of a check of pages, as JSON in the memory of the monitor.
import type { CheckMemory } from '../../../domain/outcome.ts'
import type { Baseline } from './baseline.ts'
import type { PageChange } from './changes.ts'
import type { PageSnapshot } from './inspect-page.ts'

export interface DatedChange extends PageChange {
  readonly first_seen_at: string
}

export interface KnownPage {
  readonly baseline: Baseline | null
  /** Version of the baseline, 0 without one. */
  readonly version: number
  readonly made_at: string | null
  /** Changes that this location has found; null before its first check. */
  readonly changes: readonly DatedChange[] | null
  readonly digest: string | null
}

/** New state of one page at this location. */
export interface PageUpdate {
  readonly page: string
  /** Version of the baseline it was compared with. Results for an older version are discarded. */
  readonly version: number
  /** The new baseline, if it has changed. */
  readonly baseline: Baseline | null
  readonly look: PageSnapshot
  readonly digest: string
  readonly changes: readonly DatedChange[]
}

export interface KnownPages {
  readonly pages: Readonly<Record<string, KnownPage>>
  readonly scriptContent: boolean
}

export function knownPages(memory: CheckMemory | undefined): KnownPages {
  const { pages = '{}', scripts } = memory ?? {}
  return { pages: JSON.parse(pages) as KnownPages['pages'], scriptContent: scripts !== 'off' }
}

/** `forget` are pages that are no longer watched. */
export function asMemory(updates: readonly PageUpdate[], forget: readonly string[]): CheckMemory {
  return { updates: JSON.stringify(updates), forget: JSON.stringify(forget) }
}
