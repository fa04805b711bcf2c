// uPlot options: colours from the tokens, incident spans behind the lines, ticks at the foot.
import type uPlot from 'uplot'
import { type ChartProps, seriesStyle } from './chart-data.ts'

interface ChartContext {
  readonly props: () => ChartProps
  readonly element: HTMLElement
  readonly height: number
  /** Formats an axis label; the format depends on the shown range. */
  readonly time: (at: Date, shownSeconds: number) => string
  readonly onPoint: (pointed: { index: number; left: number } | null) => void
}

export function chartOptions({ props, element, height, time, onPoint }: ChartContext): uPlot.Options {
  const colour = colourReader(element)
  const { series, stacked = false, together } = props()
  const faint = colour('--text-faint')
  const font = `11px ${getComputedStyle(element).fontFamily}`
  const axis = { stroke: faint, font, grid: { stroke: colour('--grid'), width: 1 }, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: {
      ...(together && { sync: { key: together } }),
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
      y: false,
      // uPlot's own double-click zoom does not know our selection.
      bind: { dblclick: () => () => (props().onReset?.(), null) },
    },
    scales: { y: { range: (_plot, _least, most) => [0, Math.max(most * 1.08, 1)] } },
    axes: [
      { ...axis, ...timeAxis(time) },
      { ...axis, ...valueAxis((value) => props().format(value)) },
    ],
    series: [
      {},
      ...lines({ series, stacked, colour }),
      ...(hasBand(series)
        ? [
            { stroke: undefined, points: { show: false } },
            { stroke: undefined, points: { show: false } },
          ]
        : []),
    ],
    ...(hasBand(series) && {
      bands: [{ series: [2, 3] as [number, number], fill: withAlpha(colour('--series-1'), 0.14) }],
    }),
    hooks: {
      drawClear: [(plot) => drawSpans(plot, props(), colour)],
      draw: [(plot) => drawTicks(plot, props(), faint)],
      setCursor: [
        ({ cursor: { idx, left } }) =>
          onPoint(idx === null || idx === undefined || left === undefined || left < 0 ? null : { index: idx, left }),
      ],
      setSelect: [(plot) => select(plot, props())],
    },
  }
}

const timeAxis = (time: ChartContext['time']): uPlot.Axis => ({
  grid: { show: false },
  space: (_plot, _axis, from, to) => 16 + charWidth * time(new Date(to * 1000), to - from).length,
  // Keeps the first label clear of the lowest value.
  gap: 10,
  values({ scales: { x } }, values) {
    const shown = (x?.max ?? 0) - (x?.min ?? 0)
    return values.map((value) => time(new Date(value * 1000), shown))
  },
})

const valueAxis = (format: ChartProps['format']): uPlot.Axis => ({
  size: widthOf,
  space: 40,
  incrs: axisSteps,
  values: (_plot, values) => distinct(values.map(format)),
})

/** 1, 2 and 5 times a power of ten: steps such as 2.5 would be rounded to 0, 3, 5, 8. */
const axisSteps = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** (power - 3))).flat()

/** Leaves out labels that rounding has made equal to the one before. */
const distinct = (labels: readonly string[]): string[] =>
  labels.map((label, index) => (label === labels[index - 1] ? '' : label))

type Colour = (token: string) => string

const charWidth = 7

/** Fits the longest label; uPlot passes null at first. */
const widthOf = (_plot: uPlot, labels: readonly string[] | null): number =>
  Math.max(56, ...(labels ?? []).map(({ length }) => 18 + charWidth * length))

const hasBand = (series: ChartProps['series']): boolean => series.length === 1 && series[0]?.low !== undefined

/** A canvas needs resolved colours: it knows neither custom properties nor `light-dark()`. */
function colourReader(element: HTMLElement): Colour {
  return (token) => {
    element.style.color = `var(${token})`
    const { color } = getComputedStyle(element)
    element.style.color = ''
    return color
  }
}

const withAlpha = (colour: string, alpha: number): string =>
  `color-mix(in srgb, ${colour} ${alpha * 100}%, transparent)`

function lines({
  series,
  stacked,
  colour,
}: {
  series: ChartProps['series']
  stacked: boolean
  colour: Colour
}): uPlot.Series[] {
  const made = series.map(({ label }, index) => {
    const { colour: token, dash } = seriesStyle(index)
    const stroke = stacked ? colour(`--phase-${(index % 5) + 1}`) : colour(token)
    return {
      label,
      stroke,
      width: 1.5,
      dash: stacked ? [] : [...dash],
      spanGaps: false,
      points: { size: 4, filter: stacked ? () => [] : lonePoints },
      ...(stacked && { fill: stroke }),
    }
  })
  // Draw the highest first, so that lower ones stay visible.
  return stacked ? made.toReversed() : made
}

/** A single value between gaps has no line, so it needs a point. */
function lonePoints({ data }: uPlot, index: number): number[] {
  const values = data[index] ?? []
  const has = (at: number): boolean => (values[at] ?? null) !== null
  return [...values.keys()].filter((at) => has(at) && !has(at - 1) && !has(at + 1))
}

function drawSpans(plot: uPlot, { spans = [] }: ChartProps, colour: Colour): void {
  const { ctx, bbox } = plot
  for (const { from, until, tone } of spans) {
    const x = (time: number): number =>
      Math.max(bbox.left, Math.min(plot.valToPos(time / 1000, 'x', true), bbox.left + bbox.width))
    const left = x(Date.parse(from))
    const right = until === null ? bbox.left + bbox.width : x(Date.parse(until))
    if (right <= left) continue
    const fill = colour(`--${tone}-fill`)
    ctx.fillStyle = withAlpha(fill, tone === 'maintenance' ? 0.1 : 0.12)
    ctx.fillRect(left, bbox.top, right - left, bbox.height)
    ctx.fillStyle = fill
    ctx.fillRect(left, bbox.top, 1.5 * devicePixelRatio, bbox.height)
  }
}

function drawTicks(plot: uPlot, { ticks = [] }: ChartProps, colour: string): void {
  const { ctx, bbox } = plot
  ctx.fillStyle = colour
  for (const { at } of ticks) {
    const x = plot.valToPos(Date.parse(at) / 1000, 'x', true)
    if (x >= bbox.left && x <= bbox.left + bbox.width)
      ctx.fillRect(x, bbox.top + bbox.height - 8 * devicePixelRatio, 2 * devicePixelRatio, 8 * devicePixelRatio)
  }
}

function select(plot: uPlot, { onSelect }: ChartProps): void {
  const { left, width } = plot.select
  if (width < 8) return
  const at = (x: number): Date => new Date(plot.posToVal(x, 'x') * 1000)
  onSelect?.(at(left), at(left + width))
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
}
