// Where each monitor of a group stands and which shape it has, as one path per state, for SVG and canvas alike.
import { type State, stateOf } from '../../../parts/states.ts'

export interface Grid {
  readonly columns: number
  /** From one cell to the next, in pixels. */
  readonly pitch: number
}

export interface Drawing {
  readonly paths: ReadonlyMap<State | 'halo', string>
  readonly width: number
  readonly height: number
}

/** Beyond this many a shape is a square of 4 pixels. */
const mostShapes = 8000
/** Beyond this many they are painted instead of being elements of the page. */
export const mostElements = 1500

const pitches = { shapes: 14, squares: 4 }

export function gridFor(width: number, total: number): Grid {
  const pitch = total > mostShapes ? pitches.squares : pitches.shapes
  return { pitch, columns: Math.max(1, Math.floor((width + 2) / pitch)) }
}

const shapes: Record<State, string> = {
  up: 'm0 6a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
  degraded: 'm5 0l6 11h-12z',
  down: 'm2 1h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2z',
  maintenance: 'm2.5 1.4h5l2.8 4.6-2.8 4.6h-5l-2.8-4.6z',
  paused: 'm1 1.5h3v9h-3zm5 0h3v9h-3z',
  unknown: 'm.8 6a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z',
}
const halo = 'm-2-1h14v14h-14z'
const square = 'm0 0h3v3h-3z'
const troubled = 'm0 0h4v4h-4z'

export function drawingOf(cells: string, { columns, pitch }: Grid): Drawing {
  const small = pitch === pitches.squares
  const parts = new Map<State | 'halo', string[]>()
  const put = (kind: State | 'halo', path: string): void => void (parts.get(kind) ?? open(parts, kind)).push(path)
  for (let index = 0; index < cells.length; index++) {
    const state = stateOf[cells[index]!] ?? 'unknown'
    const start = `M${(index % columns) * pitch + 1} ${Math.floor(index / columns) * pitch}`
    if (small) put(state, start + (state === 'down' || state === 'degraded' ? troubled : square))
    else put(state, start + shapes[state])
    if (!small && state === 'down') put('halo', start + halo)
  }
  const rows = Math.ceil(cells.length / columns)
  return {
    paths: new Map([...parts].map(([kind, paths]) => [kind, paths.join('')])),
    width: columns * pitch,
    height: rows * pitch,
  }
}

function open(parts: Map<State | 'halo', string[]>, kind: State | 'halo'): string[] {
  const list: string[] = []
  parts.set(kind, list)
  return list
}

/** Which cell is there; null beside all of them. */
export function cellAt({ x, y }: { x: number; y: number }, count: number, { columns, pitch }: Grid): number | null {
  const column = Math.floor(x / pitch)
  if (column < 0 || column >= columns || y < 0) return null
  const index = Math.floor(y / pitch) * columns + column
  return index < count ? index : null
}

/** Where a key leads from a cell; null for one that leads nowhere. */
export function cellAfter(
  key: string,
  at: number,
  { count, columns }: { count: number; columns: number },
): number | null {
  const next = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  }[key]
  return next === undefined ? null : next < 0 || next >= count ? at : next
}
