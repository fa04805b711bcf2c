import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import uPlot from 'uplot'
import { useFormat } from '../../format/use-format.ts'
import { usePreferences } from '../../preferences.ts'
import { type ChartProps, stack } from './chart-data.ts'
import { chartOptions } from './chart-options.ts'

const darkness = matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  darkness.addEventListener('change', listener)
  return () => darkness.removeEventListener('change', listener)
}

const twoDays = 172_800

interface PointerPosition {
  readonly index: number
  readonly left: number
}

export function Canvas({ height, ...props }: ChartProps & { height: number }) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [pointed, setPointed] = useState<PointerPosition | null>(null)
  const { theme } = usePreferences()
  const dark = useSyncExternalStore(subscribe, () => darkness.matches)
  const shape = JSON.stringify([
    theme,
    dark,
    props.stacked,
    props.series.map(({ label, low }) => [label, low !== undefined]),
  ])
  useEffect(() => {
    latest.current = props
  })
  const plot = useRef<uPlot>(null)
  const { clock, day } = useFormat()
  useEffect(() => {
    const element = box.current!
    const time = (at: Date, shownSeconds: number): string => (shownSeconds <= twoDays ? clock(at) : day(at))
    const drawn = new uPlot(
      chartOptions({ props: () => latest.current, element, height, time, onPoint: setPointed }),
      dataOf(latest.current),
      element,
    )
    plot.current = drawn
    const fit = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height }))
    fit.observe(element)
    return () => {
      fit.disconnect()
      drawn.destroy()
      plot.current = null
    }
  }, [shape, height, clock, day])
  const { times, series, spans } = props
  useEffect(() => plot.current?.setData(dataOf(latest.current)), [times, series, spans])
  return (
    <div ref={box} className="plot" role="img" aria-label={props.label}>
      {pointed && <Tip props={props} pointed={pointed} />}
    </div>
  )
}

function dataOf({ times, series, stacked = false }: ChartProps): uPlot.AlignedData {
  const seconds = times.map((time) => Date.parse(time) / 1000)
  const lines = stacked ? stack(series).toReversed() : series.map(({ values }) => [...values])
  const [only] = series
  const band = series.length === 1 && only?.low && only.high ? [[...only.high], [...only.low]] : []
  return [seconds, ...lines, ...band]
}

/** Values at the pointer, largest first. */
function Tip({
  props: { times, series, format },
  pointed: { index, left },
}: {
  props: ChartProps
  pointed: PointerPosition
}) {
  const show = useFormat()
  const time = times[index]
  const values = series
    .map(({ label, values: own }) => ({ label, value: own[index] ?? null }))
    .toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1))
  if (!time) return null
  return (
    <div className="plot-tip" style={{ insetInlineStart: left }} aria-hidden="true">
      <strong className="num">{show.moment(time)}</strong>
      {values.map(({ label, value }) => (
        <span key={label}>
          {label} <b className="num">{value === null ? '—' : format(value)}</b>
        </span>
      ))}
    </div>
  )
}
