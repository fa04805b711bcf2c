// Detects changes of facts between checks. A change is reported by several checks, so that an alert can be confirmed,
// and then becomes the new normal.
import type { CheckMemory } from '../domain/outcome.ts'

/** Values are normalized, so that equal facts are equal strings. */
export type NamedFacts = Readonly<Record<string, string>>

export interface FactComparison {
  /** The usual facts, or the current ones if they are not a recent change; null on the first check. */
  readonly before: NamedFacts | null
  /** When the change was first seen; null without a change. */
  readonly since: string | null
  /** Undefined if the memory stays the same. */
  readonly remember: CheckMemory | undefined
}

/** For facts that are read once an hour: the next regular check compares them again. */
export const maxPerHour = 55 * 60_000

interface FactComparisonOptions {
  /** Subject of the memory: memory of another subject is ignored. */
  readonly subject: string
  readonly now: Date
  /** Minimum time for which a change is reported. */
  readonly changeMs: number
  /** Config of the monitor. At least `confirmationThreshold` checks report a change. */
  readonly config: object
}

/**
 * Reports a change while it is recent; then the change is the usual. A change that is undone before that is dropped.
 */
export function compare(
  known: CheckMemory | undefined,
  current: NamedFacts,
  comparing: FactComparisonOptions,
): FactComparison {
  const { subject, now, changeMs } = comparing
  if (known?.['subject'] !== subject)
    return { before: null, since: null, remember: written({ subject, usual: current }) }
  // A fact that is new is no change, and a fact that could not be read now keeps its value.
  const usual = { ...current, ...read(known['usual']) }
  const [next, latest] = [read(known['next']), { ...usual, ...read(known['next']), ...current }]
  const learned = (state: ComparisonState): CheckMemory | undefined => unlessKnown(known, written(state))
  if (isEqual(usual, latest)) return { before: usual, since: null, remember: learned({ subject, usual }) }
  const { confirmationThreshold: confirmations = 1 } = comparing.config as { confirmationThreshold?: number }
  const goesOn = known['next'] !== undefined && isEqual(next, latest)
  const since = (goesOn && known['since']) || now.toISOString()
  const times = goesOn ? Math.min(Number(known['times']), confirmations) + 1 : 1
  const isRecent = times <= confirmations || Math.abs(now.getTime() - Date.parse(since)) < changeMs
  return isRecent
    ? { before: usual, since, remember: learned({ subject, usual, next: latest, since, times }) }
    : { before: latest, since: null, remember: learned({ subject, usual: latest }) }
}

interface ComparisonState {
  readonly subject: string
  readonly usual: NamedFacts
  readonly next?: NamedFacts
  readonly since?: string
  /** Checks that have reported the change. */
  readonly times?: number
}

function written({ subject, usual, next, since, times }: ComparisonState): CheckMemory {
  const memory = { subject, usual: JSON.stringify(usual) }
  return next && since ? { ...memory, next: JSON.stringify(next), since, times: String(times) } : memory
}

function unlessKnown(known: CheckMemory, memory: CheckMemory): CheckMemory | undefined {
  const names = new Set([...Object.keys(known), ...Object.keys(memory)])
  return [...names].every((name) => known[name] === memory[name]) ? undefined : memory
}

function read(text: string | undefined): NamedFacts {
  return JSON.parse(text ?? '{}') as NamedFacts
}

function isEqual(one: NamedFacts, other: NamedFacts): boolean {
  return Object.keys(one).every((name) => one[name] === other[name])
}
