// Days as bars: one path per state, in relative steps, so that a quiet month compresses well.
import type { BarState } from '../../domain/history/bars.ts'
import type { DayView } from '../../domain/status-page/page-view.ts'
import { uptimePercent } from '../../domain/uptime/monitored-time.ts'
import { type Markup, html, trusted } from '../html.ts'
import type { PageText } from '../text/en.ts'

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

interface BarsInput {
  readonly label: string
  readonly dim: boolean
  /** The uptime of a day in words. */
  readonly percent: (uptime: number) => string
}

/** The letter of each state, for the script that names the day under the pointer. */
const lettersByState: Record<BarAppearance, string> = {
  up: 'u',
  degraded: 'g',
  down: 'd',
  maintenance: 'm',
  unknown: 'n',
  untracked: 'n',
}

/** What the letters stand for. */
export function barWords({ up, degraded, down, maintenance, untracked }: PageText['day']): string {
  return JSON.stringify({ u: up, g: degraded, d: down, m: maintenance, n: untracked })
}

/** The last thirty fill a narrow screen; the rest is cut off at the left. */
export function bars(days: readonly DayView[], { label, dim, percent }: BarsInput): Markup {
  const shown = days.map((day): BarAppearance => (day.tracked || !dim ? day.state : 'untracked'))
  const kinds = [...new Set(shown)]
  const length = days.length * step - (step - width)
  const states = days.map((day) => lettersByState[day.tracked ? day.state : 'untracked']).join('')
  return html`<div class="bs" data-d="${states}" data-t="${days.at(-1)!.date}" data-u="${imperfect(days, percent)}">
    <svg class="b" viewBox="0 0 ${length} ${full}" preserveAspectRatio="none" role="img" aria-label="${label}">
      ${kinds.map((kind) => trusted(`<path class="${classes[kind]}" d="${pathOf(shown, kind)}"/>`))}
    </svg>
  </div>`
}

/** Only of days below a hundred percent, by their place: most days are perfect. */
function imperfect(days: readonly DayView[], percent: BarsInput['percent']): string {
  const known = days.flatMap((day, place) => {
    const uptime = uptimePercent(day)
    return uptime === null || uptime === 100 ? [] : [[place, percent(uptime)] as const]
  })
  return JSON.stringify(Object.fromEntries(known))
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
