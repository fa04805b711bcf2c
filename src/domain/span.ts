/** A stretch of time: from its first moment up to, and without, its last. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

/** In order, without overlaps; spans that touch become one, empty ones go. */
export function mergeSpans(spans: readonly Span[]): Span[] {
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

/** Of spans that do not overlap. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0)
}

/** What these spans have in common with one. */
export function clipSpans(spans: readonly Span[], { from, to }: Span): Span[] {
  return mergeSpans(
    spans.map((span) => ({ from: span.from < from ? from : span.from, to: span.to > to ? to : span.to })),
  )
}

/** What is left of these spans without others. */
export function subtractSpans(spans: readonly Span[], others: readonly Span[]): Span[] {
  const taken = mergeSpans(others)
  return mergeSpans(spans).flatMap((span) => {
    const inside = clipSpans(taken, span)
    const starts = [span.from, ...inside.map(({ to }) => to)]
    const ends = [...inside.map(({ from }) => from), span.to]
    return mergeSpans(starts.map((from, index) => ({ from, to: ends[index]! })))
  })
}
