// The data of a chart and the style of its series.
export interface ChartSeries {
  readonly label: string
  /** One per time; null without a measurement. */
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
  /** A text description of the chart. */
  readonly label: string
  readonly times: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly spans?: readonly ChartSpan[]
  /** Changes, marked at the foot. */
  readonly ticks?: readonly ChartTick[]
  readonly format: (value: number) => string
  /** Stacks the series, such as the phases of a check. */
  readonly stacked?: boolean
  /** Charts with the same key share the cursor. */
  readonly together?: string
  readonly onSelect?: (from: Date, until: Date) => void
  readonly onReset?: () => void
}

const dashes: readonly (readonly number[])[] = [[], [], [], [4, 3], [1, 3], [8, 3, 2, 3]]

export function seriesStyle(index: number): { colour: string; dash: readonly number[] } {
  return { colour: `--series-${(index % 6) + 1}`, dash: dashes[index % 6]! }
}

/** Adds each series to those below it; times without values stay empty. */
export function stack(series: readonly ChartSeries[]): (number | null)[][] {
  const below: number[] = []
  return series.map(({ values }) =>
    values.map((value, index) => {
      if (value === null) return below[index] === undefined ? null : below[index]
      return (below[index] = (below[index] ?? 0) + value)
    }),
  )
}
