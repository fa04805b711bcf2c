/** A period of time that includes its start and excludes its end. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

/** Sorts spans and merges those that overlap or touch; drops empty ones. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  // Most lists have at most one span, and lists of ten thousand monitors are computed at once.
  if (spans.length < 2) return spans.filter(({ from, to }) => from < to)
  const merged: Span[] = []
  for (const span of spans
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = merged.at(-1)
    if (!last || last.to < span.from) merged.push(span)
    else if (last.to < span.to) merged[merged.length - 1] = { from: last.from, to: span.to }
  }
  return merged
}

/** For spans that do not overlap. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0)
}

/** The parts of the spans within another. */
export function clipSpans(spans: readonly Span[], { from, to }: Span): Span[] {
  if (spans.length === 0) return []
  return mergeSpans(
    spans.map((span) => ({ from: span.from < from ? from : span.from, to: span.to > to ? to : span.to })),
  )
}

/** The parts of the spans outside the others. */
export function subtractSpans(spans: readonly Span[], others: readonly Span[]): Span[] {
  const taken = mergeSpans(others)
  if (taken.length === 0) return mergeSpans(spans)
  return mergeSpans(spans).flatMap((span) => {
    const inside = clipSpans(taken, span)
    const starts = [span.from, ...inside.map(({ to }) => to)]
    const ends = [...inside.map(({ from }) => from), span.to]
    return mergeSpans(starts.map((from, index) => ({ from, to: ends[index]! })))
  })
}
