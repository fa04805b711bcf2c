// What a check of pages is told, and what it hands back: a few facts about each page, as JSON.
import type { CheckMemory } from '../../../domain/outcome.ts'
import type { Baseline } from './baseline.ts'
import type { PageChange } from './changes.ts'
import type { PageSnapshot } from './inspect-page.ts'

export interface DatedChange extends PageChange {
  readonly first_seen_at: string
}

export interface KnownPage {
  readonly baseline: Baseline | null
  /** Of the baseline, 0 when there is none. */
  readonly version: number
  readonly made_at: string | null
  /** By this location; null when it has not looked yet. */
  readonly changes: readonly DatedChange[] | null
  readonly digest: string | null
}

/** One page to be kept as this location saw it. */
export interface PageUpdate {
  readonly page: string
  /** Of the baseline it was compared with. What was compared with an older one is not kept. */
  readonly version: number
  /** The next one, when it has changed. */
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
