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

interface ChartRange {
  readonly from: string
  readonly to: string
}

const secondsOf = (time: string): number => Date.parse(time) / 1000

/** One value per time and series over the whole range; longer silence than `gapSeconds` becomes a gap. */
export function chartPoints(series: readonly MetricSeries[], gapSeconds: number, { from, to }: ChartRange) {
  const measured = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at!)))].toSorted((a, b) => a - b)
  const inside = measured.flatMap((at, index) => {
    const before = measured[index - 1]
    return before !== undefined && at - before > gapSeconds ? [(before + at) / 2, at] : [at]
  })
  // A step may begin before the range.
  const [begin, end] = [Math.min(secondsOf(from), (inside[0] ?? Infinity) - 1), secondsOf(to)]
  const times = [begin, ...inside, Math.max(end, (inside.at(-1) ?? 0) + 1)]
  return {
    times: times.map((at) => new Date(at * 1000).toISOString()),
    values: series.map(({ points }) => {
      const known = new Map(points.map(([at, value]) => [at!, value!]))
      return times.map((at) => known.get(at) ?? null)
    }),
  }
}
