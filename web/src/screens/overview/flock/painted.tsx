// Thousands of shapes on a canvas: the same paths and colours as on a small flock, without an element for them.
import { useEffect, useRef } from 'react'
import { useLook } from '../../../look.ts'
import type { State } from '../../../parts/states.ts'
import type { Drawing } from './layout.ts'

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

export function Painted({ drawing }: { drawing: Drawing }) {
  const { theme } = useLook()
  // Another theme is another picture.
  return <Canvas key={theme} drawing={drawing} />
}

function Canvas({ drawing }: { drawing: Drawing }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const again = (): void => paint(canvas.current!, drawing)
    again()
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', again)
    return () => dark.removeEventListener('change', again)
  }, [drawing])
  return <canvas ref={canvas} style={{ width: drawing.width, height: drawing.height }} aria-hidden="true" />
}

function paint(canvas: HTMLCanvasElement, { paths, width, height }: Drawing): void {
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  const pen = canvas.getContext('2d')
  if (!pen) return
  const inks = inksAt(canvas)
  pen.scale(devicePixelRatio, devicePixelRatio)
  for (const kind of kinds) {
    const path = paths.get(kind)
    if (path === undefined) continue
    pen.fillStyle = pen.strokeStyle = inks[kind]
    if (kind === 'unknown') pen.stroke(new Path2D(path))
    else pen.fill(new Path2D(path))
  }
}

let known: Record<Kind, string> | undefined

/** Looked up once for all groups that are painted now: the next time there may be another theme. */
function inksAt(canvas: HTMLElement): Record<Kind, string> {
  if (!known) setTimeout(() => (known = undefined))
  known ??= Object.fromEntries(kinds.map((kind) => [kind, resolved(canvas, colours[kind])])) as Record<Kind, string>
  return known
}

/** The colour that a role has at this element, in this theme. */
function resolved(element: HTMLElement, role: string): string {
  element.style.color = role
  return getComputedStyle(element).color
}
