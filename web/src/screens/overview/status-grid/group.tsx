// One group of the grid. Pointer and arrow keys show a monitor's name; Enter opens it.
import { Link, useNavigate } from '@tanstack/react-router'
import { type Dispatch, type KeyboardEvent, type PointerEvent, type SetStateAction, memo, useMemo } from 'react'
import type { State } from '../../../parts/states.ts'
import type { CellPosition, Grouping, PointedCell } from './grid-data.ts'
import { type Grid, cellAfter, cellAt, gridFor, maxElements, shapesOf, sizeOf } from './layout.ts'
import { useStatusGridMessages } from './messages.ts'
import { CanvasCells } from './canvas-cells.tsx'

interface GridGroupProps {
  readonly group: string
  readonly name: string
  readonly by: Grouping
  readonly cells: string
  /** In all groups. */
  readonly total: number
  readonly spansAll: boolean
  readonly width: number
  readonly pointed: PointedCell | null
  readonly point: Dispatch<SetStateAction<CellPosition | null>>
}

const ungrouped = '~'

/** Memoized, because there can be many groups. */
export const GridGroup = memo(function GridGroup(props: GridGroupProps) {
  const { group, name, by, cells, spansAll } = props
  const t = useStatusGridMessages()
  const shown = group === ungrouped ? t.without[by] : name
  return (
    <div className={spansAll ? 'fl all' : 'fl'}>
      <span className="fn">
        {group === ungrouped ? (
          <span className="faint">{shown}</span>
        ) : (
          <Link className="mono cut" to="/monitors" search={{ [by]: group }}>
            {shown}
          </Link>
        )}
        <span className="faint num">{cells.length}</span>
      </span>
      <Cells {...props} name={shown} />
    </div>
  )
})

function Cells({ group, name, cells, total, width, pointed, point }: GridGroupProps) {
  const grid = useMemo(() => gridFor(width, total), [width, total])
  const t = useStatusGridMessages()
  const navigate = useNavigate()
  const at = pointed?.at ?? 0
  const open = (): void => void (pointed?.id && navigate({ to: '/monitors/$id', params: { id: pointed.id } }))
  const pointAt = (next: number | null): void => point(next === null ? null : { group, at: next })
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') return open()
    const next = cellAfter(event.key, at, { count: cells.length, columns: grid.columns })
    if (next === null) return
    event.preventDefault()
    pointAt(next)
  }
  const hover = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const { left, top } = currentTarget.getBoundingClientRect()
    pointAt(cellAt({ x: clientX - left, y: clientY - top }, cells.length, grid))
  }
  const leave = (): void => point((before) => (before?.group === group ? null : before))
  const problem = [...cells].filter((letter) => letter === 'd' || letter === 'g').length
  return (
    <div
      className="cells"
      role="slider"
      tabIndex={0}
      aria-label={t.group(name, cells.length, problem)}
      aria-valuemin={1}
      aria-valuemax={cells.length}
      aria-valuenow={at + 1}
      aria-valuetext={pointed?.text}
      onKeyDown={press}
      onPointerMove={hover}
      onPointerLeave={leave}
      onFocus={() => point((before) => (before?.group === group ? before : { group, at: 0 }))}
      onBlur={leave}
      onClick={open}
    >
      {total > maxElements ? <CanvasCells cells={cells} grid={grid} /> : <SvgCells cells={cells} grid={grid} />}
      {pointed && <Tip pointed={pointed} grid={grid} />}
    </div>
  )
}

const kinds: Record<State | 'halo', string> = {
  halo: 'status-grid-halo',
  up: 'f-quiet',
  degraded: 'f-degraded',
  down: 'f-down',
  maintenance: 'f-maintenance',
  paused: 'f-idle',
  unknown: 'status-grid-unknown',
}
const order = Object.keys(kinds) as (keyof typeof kinds)[]

function SvgCells({ cells, grid }: { cells: string; grid: Grid }) {
  const paths = useMemo(() => shapesOf(cells, grid), [cells, grid])
  return (
    <svg {...sizeOf(cells.length, grid)} aria-hidden="true">
      {order.map((kind) => paths.has(kind) && <path key={kind} className={kinds[kind]} d={paths.get(kind)} />)}
    </svg>
  )
}

function Tip({ pointed: { at, text }, grid: { columns, pitch } }: { pointed: PointedCell; grid: Grid }) {
  const column = at % columns
  const place = { insetInlineStart: column * pitch - 2, insetBlockStart: Math.floor(at / columns) * pitch - 2 }
  const size = { width: pitch + 2, height: pitch + 2 }
  return (
    <>
      <span className="status-grid-at" style={{ ...place, ...size }} />
      <span className="status-grid-tip" style={place} data-side={column > columns / 2 ? 'end' : 'start'}>
        {text}
      </span>
    </>
  )
}
