// A time range in equal buckets: one path per state; worse states are higher.
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type State, stateByLetter } from './states.ts'

const shares: Record<State, number> = {
  up: 0.52,
  maintenance: 0.52,
  degraded: 0.78,
  down: 1,
  paused: 0.1,
  unknown: 0.1,
}
const fills: Record<State, string> = {
  up: 'f-quiet',
  maintenance: 'f-maintenance',
  degraded: 'f-degraded',
  down: 'f-down',
  paused: 'f-untracked',
  unknown: 'f-untracked',
}
const step = 6
const width = 4

interface BarsProps {
  /** One character per bucket, oldest first: u g d m n. */
  readonly bars: string
  /** The strip as text: “90 days: down on 3 days, 52 min in total”. */
  readonly label: string
  readonly height?: number
  /** Describes one bucket. If given, arrow keys move through the strip. */
  readonly describe?: (index: number) => string
  readonly onOpen?: (index: number) => void
}

export function Bars({ bars, label, height = 24, describe, onOpen }: BarsProps) {
  const [at, setAt] = useState<number | null>(null)
  if (!describe) return <BarStrip bars={bars} label={label} height={height} />
  const move = (event: KeyboardEvent): void => {
    const next = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (next !== undefined) setAt((before) => clamp((before ?? bars.length) + next, bars.length))
    else if (event.key === 'Home') setAt(0)
    else if (event.key === 'End') setAt(bars.length - 1)
    else if (event.key === 'Enter' && at !== null) onOpen?.(at)
    else return
    event.preventDefault()
  }
  const point = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width: wide } = currentTarget.getBoundingClientRect()
    setAt(clamp(Math.floor(((clientX - left) / wide) * bars.length), bars.length))
  }
  return (
    <div
      className="bars-walk"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={bars.length - 1}
      aria-valuenow={at ?? bars.length - 1}
      aria-valuetext={describe(at ?? bars.length - 1)}
      onKeyDown={move}
      onPointerMove={point}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onFocus={() => setAt((before) => before ?? bars.length - 1)}
      onClick={() => at !== null && onOpen?.(at)}
    >
      <BarStrip bars={bars} height={height} at={at} />
      {at !== null && <Tip share={(at + 0.5) / bars.length}>{describe(at)}</Tip>}
    </div>
  )
}

const clamp = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1))

interface BarStripProps {
  readonly bars: string
  readonly label?: string
  readonly height: number
  readonly at?: number | null
}

function BarStrip({ bars, label, height, at = null }: BarStripProps) {
  const total = bars.length * step - (step - width)
  const name =
    label === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const)
  return (
    <svg className="bars" style={{ height }} viewBox={`0 0 ${total} 100`} preserveAspectRatio="none" {...name}>
      {at !== null && <rect className="bars-at" x={at * step - 1} y={0} width={step} height={100} />}
      {[...pathsOf(bars)].map(([state, path]) => (
        <path key={state} className={fills[state]} d={path} />
      ))}
    </svg>
  )
}

function pathsOf(bars: string): Map<State, string> {
  const paths = new Map<State, string>()
  for (const [index, letter] of [...bars].entries()) {
    const state = stateByLetter[letter] ?? 'unknown'
    const high = shares[state] * 100
    paths.set(state, `${paths.get(state) ?? ''}M${index * step} ${100 - high}h${width}v${high}h-${width}z`)
  }
  return paths
}

function Tip({ share, children }: { share: number; children: React.ReactNode }) {
  return (
    <span
      className="bars-tip"
      style={{ insetInlineStart: `${share * 100}%` }}
      data-side={share > 0.5 ? 'end' : 'start'}
    >
      {children}
    </span>
  )
}

interface SparklineProps {
  readonly points: readonly (number | null)[]
  readonly label: string
  readonly quiet?: boolean
}

/** One line from zero, without an axis; gaps stay empty. */
export function Sparkline({ points, label, quiet = false }: SparklineProps) {
  const top = Math.max(1, ...points.filter((point) => point !== null))
  const across = 72 / Math.max(1, points.length - 1)
  const path = points
    .map((point, index) => {
      if (point === null) return ''
      const pen = (points[index - 1] ?? null) === null ? 'M' : 'L'
      // A point without neighbours becomes a dot.
      const alone = pen === 'M' && (points[index + 1] ?? null) === null
      return `${pen}${(index * across).toFixed(1)} ${(19 - (point / top) * 17).toFixed(1)}${alone ? 'h0' : ''}`
    })
    .join('')
  return (
    <svg
      className={quiet ? 'spark quiet' : 'spark'}
      width={72}
      height={20}
      viewBox="0 0 72 20"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}
