// Thousands of shapes on a canvas: the same paths and colours as on a small flock, without an element for them.
import { useEffect, useRef } from 'react'
import { useLook } from '../../../look.ts'
import type { State } from '../../../parts/states.ts'
import type { Drawing } from './layout.ts'

const colours: Record<State | 'halo', string> = {
  halo: 'var(--down-soft)',
  up: 'var(--up-quiet)',
  degraded: 'var(--degraded-fill)',
  down: 'var(--down-fill)',
  maintenance: 'var(--maintenance-fill)',
  paused: 'var(--idle-fill)',
  unknown: 'var(--idle-fill)',
}

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
  pen.scale(devicePixelRatio, devicePixelRatio)
  for (const kind of Object.keys(colours) as (keyof typeof colours)[]) {
    const path = paths.get(kind)
    if (path === undefined) continue
    pen.fillStyle = pen.strokeStyle = resolved(canvas, colours[kind])
    if (kind === 'unknown') pen.stroke(new Path2D(path))
    else pen.fill(new Path2D(path))
  }
}

/** The colour that a role has at this element, in this theme. */
function resolved(element: HTMLElement, role: string): string {
  element.style.color = role
  return getComputedStyle(element).color
}
