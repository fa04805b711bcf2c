// What a chart is made of, and how its series differ.
export interface ChartSeries {
  readonly label: string
  /** One per time; null where nothing was measured. */
  readonly values: readonly (number | null)[]
  /** Drawn around the line when it is the only one: p5 and p95. */
  readonly low?: readonly (number | null)[]
  readonly high?: readonly (number | null)[]
}

export interface ChartSpan {
  readonly from: string
  /** Null while it lasts. */
  readonly until: string | null
  readonly tone: 'down' | 'degraded' | 'maintenance'
  readonly label: string
}

export interface ChartTick {
  readonly at: string
  readonly label: string
}

export interface ChartProps {
  /** The chart in words, with what matters in it. */
  readonly label: string
  readonly times: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly spans?: readonly ChartSpan[]
  /** Deployments and changes, at the foot. */
  readonly ticks?: readonly ChartTick[]
  readonly format: (value: number) => string
  /** Series on top of each other, as the phases of a check. */
  readonly stacked?: boolean
  /** Charts of a page that share the cross-hair. */
  readonly together?: string
  readonly onSelect?: (from: Date, until: Date) => void
  readonly onReset?: () => void
}

const dashes: readonly (readonly number[])[] = [[], [], [], [4, 3], [1, 3], [8, 3, 2, 3]]

export function seriesStyle(index: number): { colour: string; dash: readonly number[] } {
  return { colour: `--series-${(index % 6) + 1}`, dash: dashes[index % 6]! }
}

/** Each series raised by those below it; a time without any value stays empty. */
export function stack(series: readonly ChartSeries[]): (number | null)[][] {
  const below: number[] = []
  return series.map(({ values }) =>
    values.map((value, index) => {
      if (value === null) return below[index] === undefined ? null : below[index]
      return (below[index] = (below[index] ?? 0) + value)
    }),
  )
}
