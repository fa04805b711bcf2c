// The share of a window without confirmed critical downtime. Excluded time counts neither as up nor as down.
import { type Span, clipSpans, lengthOf, subtractSpans } from '../span.ts'

interface UptimeQuestion {
  readonly down: readonly Span[]
  readonly excluded: readonly Span[]
  /** When the monitor was created. */
  readonly since: Date
  readonly window: Span
}

/** From 0 to 1; null if no time counts. */
export function uptimeRatio({ down, excluded, since, window }: UptimeQuestion): number | null {
  const watched = { from: since > window.from ? since : window.from, to: window.to }
  const counted = subtractSpans([watched], excluded)
  const total = lengthOf(counted)
  if (total <= 0) return null
  const lost = lengthOf(counted.flatMap((span) => clipSpans(down, span)))
  return 1 - lost / total
}
