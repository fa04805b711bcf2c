// Days as bars: one path per state, in relative steps, so that a quiet month compresses well.
import type { BarState } from '../../domain/history/bars.ts'
import type { DayView } from '../../domain/status-page/page-view.ts'
import { type Markup, html, trusted } from '../html.ts'

type BarAppearance = BarState | 'untracked'

/** The height of each kind of bar, of thirty. */
const heights: Record<BarAppearance, number> = {
  up: 16,
  degraded: 23,
  down: 30,
  maintenance: 16,
  unknown: 16,
  untracked: 3,
}
const classes: Record<BarAppearance, string> = {
  up: 'q',
  degraded: 'degraded',
  down: 'down',
  maintenance: 'maintenance',
  unknown: 'n',
  untracked: 'n',
}
const step = 6
const width = 4
const full = 30

/** The last thirty fill a narrow screen; the rest is cut off at the left. */
export function bars(days: readonly DayView[], { label, dim }: { label: string; dim: boolean }): Markup {
  const shown = days.map((day): BarAppearance => (day.tracked || !dim ? day.state : 'untracked'))
  const kinds = [...new Set(shown)]
  const length = days.length * step - (step - width)
  return html`<div class="bs">
    <svg class="b" viewBox="0 0 ${length} ${full}" preserveAspectRatio="none" role="img" aria-label="${label}">
      ${kinds.map((kind) => trusted(`<path class="${classes[kind]}" d="${pathOf(shown, kind)}"/>`))}
    </svg>
  </div>`
}

function pathOf(shown: readonly BarAppearance[], kind: BarAppearance): string {
  const height = heights[kind]
  let path = ''
  let last: number | null = null
  shown.forEach((state, index) => {
    if (state !== kind) return
    path += last === null ? `M${index * step} ${full - height}` : `m${(index - last) * step} 0`
    path += `h${width}v${height}h-${width}z`
    last = index
  })
  return path
}

export const isBad = ({ tracked, state }: DayView): boolean => tracked && (state === 'down' || state === 'degraded')
