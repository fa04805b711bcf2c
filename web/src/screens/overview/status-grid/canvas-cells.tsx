// Draws large grids on a canvas, with the same shapes and colours.
import { useEffect, useRef } from 'react'
import { usePreferences } from '../../../preferences.ts'
import type { State } from '../../../parts/states.ts'
import { type Grid, hasSquares, shapesOf, sizeOf, squaresOf } from './layout.ts'

type Kind = State | 'halo'

const colours: Record<Kind, string> = {
  halo: 'var(--down-soft)',
  up: 'var(--up-quiet)',
  degraded: 'var(--degraded-fill)',
  down: 'var(--down-fill)',
  maintenance: 'var(--maintenance-fill)',
  paused: 'var(--idle-fill)',
  unknown: 'var(--idle-fill)',
}
const kinds = Object.keys(colours) as Kind[]

interface CanvasCellsProps {
  readonly cells: string
  readonly grid: Grid
}

export function CanvasCells(props: CanvasCellsProps) {
  const { theme } = usePreferences()
  // Redraw when the theme changes.
  return <Canvas key={theme} {...props} />
}

function Canvas({ cells, grid }: CanvasCellsProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const again = (): void => paint(canvas.current!, { cells, grid })
    // Paint each group in its own task to keep the page responsive.
    const soon = setTimeout(again)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', again)
    return () => {
      clearTimeout(soon)
      dark.removeEventListener('change', again)
    }
  }, [cells, grid])
  return <canvas ref={canvas} style={sizeOf(cells.length, grid)} aria-hidden="true" />
}

function paint(canvas: HTMLCanvasElement, { cells, grid }: CanvasCellsProps): void {
  const { width, height } = sizeOf(cells.length, grid)
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  const pen = canvas.getContext('2d')
  if (!pen) return
  const inks = coloursAt(canvas)
  pen.scale(devicePixelRatio, devicePixelRatio)
  if (hasSquares(grid)) return paintSquares(pen, inks, { cells, grid })
  const paths = shapesOf(cells, grid)
  for (const kind of kinds) {
    const path = paths.get(kind)
    if (path === undefined) continue
    pen.fillStyle = pen.strokeStyle = inks[kind]
    if (kind === 'unknown') pen.stroke(new Path2D(path))
    else pen.fill(new Path2D(path))
  }
}

type Colours = Readonly<Record<Kind, string>>

function paintSquares(pen: CanvasRenderingContext2D, inks: Colours, { cells, grid }: CanvasCellsProps): void {
  for (const [state, squares] of squaresOf(cells, grid)) {
    pen.fillStyle = inks[state]
    pen.beginPath()
    for (const { x, y, size } of squares) pen.rect(x, y, size, size)
    pen.fill()
  }
}

let cachedColours: Colours | undefined

/** Cached for one round of painting, because the theme may change. */
function coloursAt(canvas: HTMLElement): Colours {
  if (!cachedColours) setTimeout(() => (cachedColours = undefined))
  cachedColours ??= Object.fromEntries(kinds.map((kind) => [kind, resolveColour(canvas, colours[kind])])) as Colours
  return cachedColours
}

/** Resolves a CSS colour at this element. */
function resolveColour(element: HTMLElement, role: string): string {
  element.style.color = role
  return getComputedStyle(element).color
}
