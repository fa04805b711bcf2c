// Position and shape of each monitor in a group.
import { type State, stateByLetter } from '../../../parts/states.ts'

export interface Grid {
  readonly columns: number
  /** Distance between cells in pixels. */
  readonly pitch: number
}

/** Above this number, shapes become 4-pixel squares. */
const maxShapes = 8000
/** Above this number, a canvas replaces SVG. */
export const maxElements = 1500

const pitches = { shapes: 14, squares: 4 }

export const hasSquares = ({ pitch }: Grid): boolean => pitch === pitches.squares

export function gridFor(width: number, total: number): Grid {
  const pitch = total > maxShapes ? pitches.squares : pitches.shapes
  return { pitch, columns: Math.max(1, Math.floor((width + 2) / pitch)) }
}

export function sizeOf(count: number, { columns, pitch }: Grid): { width: number; height: number } {
  return { width: columns * pitch, height: Math.ceil(count / columns) * pitch }
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

/** One path per state, for SVG and canvas alike. */
export function shapesOf(cells: string, { columns, pitch }: Grid): ReadonlyMap<State | 'halo', string> {
  const paths = new Map<State | 'halo', string>()
  const put = (kind: State | 'halo', path: string): void => void paths.set(kind, (paths.get(kind) ?? '') + path)
  for (let index = 0; index < cells.length; index++) {
    const state = stateAt(cells, index)
    const start = `M${(index % columns) * pitch + 1} ${Math.floor(index / columns) * pitch}`
    put(state, start + shapes[state])
    if (state === 'down') put('halo', start + halo)
  }
  return paths
}

export interface Square {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** Problems are drawn without a gap. */
export function squaresOf(cells: string, { columns, pitch }: Grid): ReadonlyMap<State, readonly Square[]> {
  const squares = Map.groupBy(cells.split('').keys(), (index) => stateAt(cells, index))
  const place = (index: number, size: number): Square => ({
    x: (index % columns) * pitch + 1,
    y: Math.floor(index / columns) * pitch,
    size,
  })
  return new Map(
    [...squares].map(([state, indexes]) => {
      const size = state === 'down' || state === 'degraded' ? pitch : pitch - 1
      return [state, indexes.map((index) => place(index, size))]
    }),
  )
}

const stateAt = (cells: string, index: number): State => stateByLetter[cells[index]!] ?? 'unknown'

/** The cell at a point, or null. */
export function cellAt({ x, y }: { x: number; y: number }, count: number, { columns, pitch }: Grid): number | null {
  const column = Math.floor(x / pitch)
  if (column < 0 || column >= columns || y < 0) return null
  const index = Math.floor(y / pitch) * columns + column
  return index < count ? index : null
}

/** The cell that a key moves to; null for other keys. */
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
