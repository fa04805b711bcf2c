// Series of a host as chart data.
interface MetricSeries {
  readonly metric: string
  readonly unit: string
  /** Seconds since 1970 and the value. */
  readonly points: readonly (readonly number[])[]
}

const steps = [60, 300, 3600] as const
const maxPoints = 1500

/** The shortest step that fits into one response. */
export const stepFor = (spanSeconds: number): (typeof steps)[number] =>
  steps.find((step) => spanSeconds / step <= maxPoints) ?? 3600

/** One value per time and series; longer silence than `gapSeconds` becomes a gap. */
export function chartPoints(series: readonly MetricSeries[], gapSeconds: number) {
  const measured = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at!)))].toSorted((a, b) => a - b)
  const times = measured.flatMap((at, index) => {
    const before = measured[index - 1]
    return before !== undefined && at - before > gapSeconds ? [(before + at) / 2, at] : [at]
  })
  return {
    times: times.map((at) => new Date(at * 1000).toISOString()),
    values: series.map(({ points }) => {
      const known = new Map(points.map(([at, value]) => [at!, value!]))
      return times.map((at) => known.get(at) ?? null)
    }),
  }
}
