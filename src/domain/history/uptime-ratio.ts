// The share of a window that was no confirmed critical downtime. Time that does not count is left out of both.
import { type Span, clipSpans, lengthOf, subtractSpans } from '../span.ts'

interface UptimeQuestion {
  readonly down: readonly Span[]
  readonly excluded: readonly Span[]
  /** Nothing is known of a monitor before it was made. */
  readonly since: Date
  readonly window: Span
}

/** From 0 to 1; null when no time counts. */
export function uptimeRatio({ down, excluded, since, window }: UptimeQuestion): number | null {
  const watched = { from: since > window.from ? since : window.from, to: window.to }
  const counted = subtractSpans([watched], excluded)
  const total = lengthOf(counted)
  if (total <= 0) return null
  const lost = lengthOf(counted.flatMap((span) => clipSpans(down, span)))
  return 1 - lost / total
}
