// Which icon a site had. A new one counts as changed until it was seen as often as an alarm wants to see it, so that a rule on
// the change can be confirmed, and one odd answer is forgotten.
import type { Memory } from '../../../domain/outcome.ts'

interface Seen {
  readonly target: string
  readonly digest: string
  /** Checks in a row that an alarm takes. */
  readonly confirmations: number
}

export interface Comparison {
  /** Undefined when there was none before. */
  readonly changed: boolean | undefined
  /** The digest of the icon that it had. */
  readonly before: string | undefined
  /** Undefined when nothing is new. */
  readonly remember: Memory | undefined
}

export function compareIcon(known: Memory | undefined, { target, digest, confirmations }: Seen): Comparison {
  if (known?.['target'] !== target) return { changed: undefined, before: undefined, remember: { target, icon: digest } }
  const before = known['icon']!
  if (before === digest)
    return { changed: false, before, remember: known['next'] === undefined ? undefined : { target, icon: digest } }
  const times = known['next'] === digest ? Number(known['times']) + 1 : 1
  const remember: Memory =
    times >= confirmations ? { target, icon: digest } : { target, icon: before, next: digest, times: String(times) }
  return { changed: true, before, remember }
}
