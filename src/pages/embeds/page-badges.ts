import type { ComponentView, PageView } from '../../domain/status-page/page-view.ts'
import { type ShapeTone, toneOf } from '../parts/shapes.ts'
import { uptimeOfDays } from '../parts/uptime.ts'
import { type PageVisit, wordsFor } from '../visit.ts'
import type { BadgeText } from './badge.ts'

const tones: Record<PageView['overallStatus'], ShapeTone> = {
  operational: 'up',
  degraded: 'degraded',
  major_outage: 'down',
  maintenance: 'maintenance',
}
const wordOf = { operational: 'up', degraded: 'degraded', major_outage: 'down', maintenance: 'maintenance' } as const
const maxLabel = 60

const componentNamed = ({ components }: PageView, which: string): ComponentView | undefined =>
  components.find(({ id, name }) => id === which || name === which)

interface BadgeRequest {
  readonly label: string | null
  /** By id or name; null for the whole page. */
  readonly component: string | null
}

/** Returns undefined if the component does not exist. */
export function statusBadge(
  view: PageView,
  visit: PageVisit,
  { label, component }: BadgeRequest,
): BadgeText | undefined {
  const words = wordsFor(visit)
  if (component === null)
    return {
      label: cut(label ?? view.name),
      word: words.status[wordOf[view.overallStatus]],
      tone: visit.stale ? 'idle' : tones[view.overallStatus],
    }
  const found = componentNamed(view, component)
  return (
    found && {
      label: cut(label ?? found.name),
      word: words.status[found.status],
      tone: visit.stale ? 'idle' : toneOf(found.status),
    }
  )
}

export const badgePeriods = { '7d': 7, '30d': 30, '90d': 90 } as const

export function uptimeBadge(
  view: PageView,
  visit: PageVisit,
  { label, component, days }: BadgeRequest & { days: number },
): BadgeText | undefined {
  const found =
    component === null ? view.components : [componentNamed(view, component)].filter((one) => one !== undefined)
  if (component !== null && found.length === 0) return undefined
  const name = cut(label ?? `${component === null ? view.name : found[0]!.name}, ${days} d`)
  const uptime = uptimeOfDays(found, days, visit)
  if (uptime === null) return { label: name, word: wordsFor(visit).notTracked, tone: 'idle' }
  return { label: name, word: uptime.text, tone: uptime.isTooEarly ? 'idle' : toneOfUptime(uptime.percent) }
}

const toneOfUptime = (uptime: number): ShapeTone => (uptime >= 99.9 ? 'up' : uptime >= 99 ? 'degraded' : 'down')
const cut = (label: string): string => [...label].slice(0, maxLabel).join('')
