// Bars for days: up all day, some downtime, more downtime than the target allows, or not monitored.
import type { ReportedDay } from './report.ts'

export const barKinds = ['full', 'kept', 'missed', 'none'] as const
export type BarKind = (typeof barKinds)[number]

function barOf(uptime: number | null, target: number): BarKind {
  if (uptime === null) return 'none'
  if (uptime >= 100) return 'full'
  return uptime >= target ? 'kept' : 'missed'
}

interface DrawnBox {
  readonly width: number
  readonly height: number
}

export interface DrawnBar extends DrawnBox {
  readonly kind: BarKind
  readonly x: number
  readonly y: number
}

/** Side by side from the left: days with downtime are high, days without monitoring are flat. */
export function barsOf(
  daily: readonly Pick<ReportedDay, 'uptime'>[],
  target: number,
  { width, height }: DrawnBox,
): DrawnBar[] {
  const step = width / Math.max(daily.length, 1)
  const gap = Math.min(1, step / 4)
  return daily.map(({ uptime }, index) => {
    const kind = barOf(uptime, target)
    const tall = kind === 'none' ? 1 : height
    return { kind, x: index * step, y: height - tall, width: step - gap, height: tall }
  })
}
