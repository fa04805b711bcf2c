// One group of the flock: pointed at or walked through with the arrow keys, it says who is who; Enter opens.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { ask } from '../../../api.ts'
import { useMessages } from '../../../messages.ts'
import { type State, stateOf, statusWords } from '../../../parts/states.ts'
import type { Grouping } from './flock.tsx'
import { type Drawing, type Grid, cellAfter, cellAt, drawingOf, gridFor, mostElements } from './layout.ts'
import { flockWords } from './messages.ts'
import { Painted } from './painted.tsx'
import { useWidth } from './use-width.ts'

interface FlockGroupProps {
  readonly group: string
  readonly name: string
  readonly cells: string
  /** Of all groups. */
  readonly total: number
  readonly asked: { readonly by: Grouping; readonly tag?: string }
}

const ungrouped = '~'
const spansAll = 400

export function FlockGroup({ group, name, cells, total, asked }: FlockGroupProps) {
  const say = useMessages(flockWords)
  const shown = group === ungrouped ? say.without[asked.by] : name
  return (
    <div className={cells.length > spansAll ? 'fl all' : 'fl'}>
      <span className="fn">
        {group === ungrouped ? (
          <span className="faint">{shown}</span>
        ) : (
          <Link className="mono cut" to="/monitors" search={{ [asked.by]: group }}>
            {shown}
          </Link>
        )}
        <span className="faint num">{cells.length}</span>
      </span>
      <Cells group={group} name={shown} cells={cells} total={total} asked={asked} />
    </div>
  )
}

function Cells({ group, name, cells, total, asked }: FlockGroupProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const grid = useMemo(() => gridFor(width, total), [width, total])
  const drawing = useMemo(() => drawingOf(cells, grid), [cells, grid])
  const [at, setAt] = useState<number | null>(null)
  const who = useMember({ group, at, asked, cells })
  const say = useMessages(flockWords)
  const navigate = useNavigate()
  const open = (): void => void (who.id && navigate({ to: '/monitors/$id', params: { id: who.id } }))
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') return open()
    const next = cellAfter(event.key, at ?? 0, { count: cells.length, columns: grid.columns })
    if (next === null) return
    event.preventDefault()
    setAt(next)
  }
  const point = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const { left, top } = currentTarget.getBoundingClientRect()
    setAt(cellAt({ x: clientX - left, y: clientY - top }, cells.length, grid))
  }
  const trouble = [...cells].filter((letter) => letter === 'd' || letter === 'g').length
  return (
    <div
      ref={box}
      className="cells"
      role="slider"
      tabIndex={0}
      aria-label={say.group(name, cells.length, trouble)}
      aria-valuemin={1}
      aria-valuemax={cells.length}
      aria-valuenow={(at ?? 0) + 1}
      aria-valuetext={at === null ? undefined : who.text}
      onKeyDown={press}
      onPointerMove={point}
      onPointerLeave={() => setAt(null)}
      onFocus={() => setAt((before) => before ?? 0)}
      onBlur={() => setAt(null)}
      onClick={open}
    >
      {width > 0 && (total > mostElements ? <Painted drawing={drawing} /> : <Drawn drawing={drawing} />)}
      {at !== null && <Pointed at={at} grid={grid} text={who.text} />}
    </div>
  )
}

const kinds: Record<State | 'halo', string> = {
  halo: 'flock-halo',
  up: 'f-quiet',
  degraded: 'f-degraded',
  down: 'f-down',
  maintenance: 'f-maintenance',
  paused: 'f-idle',
  unknown: 'flock-unknown',
}
const order = Object.keys(kinds) as (keyof typeof kinds)[]

function Drawn({ drawing: { paths, width, height } }: { drawing: Drawing }) {
  return (
    <svg width={width} height={height} aria-hidden="true">
      {order.map((kind) => paths.has(kind) && <path key={kind} className={kinds[kind]} d={paths.get(kind)} />)}
    </svg>
  )
}

function Pointed({ at, grid: { columns, pitch }, text }: { at: number; grid: Grid; text: string }) {
  const column = at % columns
  const place = { insetInlineStart: column * pitch - 2, insetBlockStart: Math.floor(at / columns) * pitch - 2 }
  const size = { width: pitch + 2, height: pitch + 2 }
  return (
    <>
      <span className="flock-at" style={{ ...place, ...size }} />
      <span className="flock-tip" style={place} data-side={column > columns / 2 ? 'end' : 'start'}>
        {text}
      </span>
    </>
  )
}

const chunk = 100

interface Asked extends Pick<FlockGroupProps, 'group' | 'cells' | 'asked'> {
  readonly at: number | null
}

/** Names come a hundred at a time, once somebody points there. */
function useMember({ group, at, asked, cells }: Asked): { id: string | null; text: string } {
  const say = useMessages(flockWords)
  const words = useMessages(statusWords)
  const from = at === null ? 0 : Math.floor(at / chunk) * chunk
  const { data } = useQuery({
    ...ask('/dashboard/flock/{group}', { params: { group }, query: { ...asked, from, count: chunk } }),
    enabled: at !== null,
  })
  if (at === null) return { id: null, text: '' }
  const member = data?.data[at - from]
  const state = words[stateOf[cells[at] ?? 'n'] ?? 'unknown']
  return { id: member?.id ?? null, text: member ? say.member(member.name, state) : state }
}
