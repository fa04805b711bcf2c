// What differs from the usual, and for how long that is news. A change has to be told by several checks, or no alarm
// would ever be confirmed; and not for ever, or nobody would read it.
import type { CheckMemory } from '../domain/outcome.ts'

/** By name, each in one spelling, so that what is equal reads equal. */
export type NamedFacts = Readonly<Record<string, string>>

export interface FactComparison {
  /** What is usual, or what is seen now when that is no news; null when nothing was seen before. */
  readonly before: NamedFacts | null
  /** When the change was seen first; null when there is none. */
  readonly since: string | null
  /** Undefined when it is known already. */
  readonly remember: CheckMemory | undefined
}

/** For what is looked at once an hour: the next check in its rhythm finds that nothing has changed again. */
export const maxPerHour = 55 * 60_000

interface FactComparisonOptions {
  /** What the memory is about: another one has nothing to do with it. */
  readonly subject: string
  readonly now: Date
  /** How long a change is told at least. */
  readonly changeMs: number
  /** Of the monitor. As many checks as its alarms want tell it at least. */
  readonly config: object
}

/**
 * A change is told while it is news. Then it is the usual; what goes back to the usual before that is no change any
 * more.
 */
export function compare(
  known: CheckMemory | undefined,
  current: NamedFacts,
  comparing: FactComparisonOptions,
): FactComparison {
  const { subject, now, changeMs } = comparing
  if (known?.['subject'] !== subject)
    return { before: null, since: null, remember: written({ subject, usual: current }) }
  // What is seen for the first time is no change, and what could not be found out this time is what it was.
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
  /** Checks that have told it. */
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
