// The overview's title.
import type { Language } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import type { Overview } from './overview-data.ts'
import { type TitleTexts, type Problem, useTitleMessages } from './title-messages.ts'

type Incident = Pick<Overview['incidents']['shown'][number], 'severity' | 'root_cause' | 'seen_from' | 'locations'> & {
  readonly monitor: { readonly name: string } | null
  readonly message: string
}

export interface Situation {
  readonly monitors: Omit<Overview['monitors'], 'health_score'>
  readonly confirming: {
    readonly total: number
    readonly shown: readonly {
      readonly monitor: { readonly id: string; readonly name: string }
      readonly severity: 'critical' | 'warning'
      readonly seen_from: readonly string[]
      readonly next_from: string | null
    }[]
  }
  readonly incidents: Pick<Overview['incidents'], 'open' | 'began_with'> & { readonly shown: readonly Incident[] }
}

interface TitleContext {
  readonly language: Language
  /** Formats a time, with the date if it is not today. */
  readonly time: (at: string) => string
}

export function titleOf({ monitors, incidents, confirming }: Situation, { language, time }: TitleContext): string {
  const t = useTitleMessages.in(language)
  const { open, shown, began_with: first } = incidents
  if (open === 0) return confirming.total > 0 ? confirmingSentence(confirming, t) : healthySentence(monitors, t)
  if (open <= 2 && shown.length === open) return shown.map((incident) => problemSentence(incident, t)).join(' ')
  const counted = countedSentence(monitors, t) ?? t.open(open)
  return first ? `${counted} ${t.beganWith(first.name, time(first.failing_since))}` : counted
}

function countedSentence({ down, degraded }: Situation['monitors'], t: TitleTexts): string | undefined {
  if (down > 0) return degraded > 0 ? t.downAndDegraded(down, degraded) : t.down(down)
  return degraded > 0 ? t.degraded(degraded) : undefined
}

function confirmingSentence({ shown, total }: Situation['confirming'], t: TitleTexts): string {
  const [first] = shown
  const isOne = first && shown.length === total && shown.every(({ monitor }) => monitor.id === first.monitor.id)
  if (!isOne) return t.confirmingMany(total)
  const { monitor, seen_from: seen, next_from: next } = first
  const isFailing = shown.some(({ severity }) => severity === 'critical')
  const isElsewhere = next !== null && !seen.includes(next)
  return t.confirming[isFailing ? 'failing' : 'degraded'](monitor.name, isElsewhere)
}

function healthySentence({ total, paused, unknown }: Situation['monitors'], t: TitleTexts): string {
  const watched = total - paused - unknown
  if (watched === 0) return unknown > 0 ? t.unchecked : t.paused
  return t.fine(watched)
}

function problemSentence({ monitor, message, locations, seen_from: seen, ...incident }: Incident, t: TitleTexts) {
  if (!monitor) return `${message}.`
  const problem = problemOf(incident)
  const onlyOne = locations > 1 && seen.length === 1
  return onlyOne ? t.isFrom[problem](monitor.name, seen[0]!) : t.is[problem](monitor.name)
}

function problemOf({ severity, root_cause: cause }: Pick<Incident, 'severity' | 'root_cause'>): Problem {
  if (cause === 'performance') return 'slow'
  if (cause === 'certificate') return 'certificate'
  if (cause === 'heartbeat') return 'silent'
  if (severity === 'critical') return 'down'
  return cause === 'content' ? 'content' : 'degraded'
}

/** The line below the title. */
export function restOf({ monitors, incidents }: Situation, language: Language): string {
  const { rest } = useTitleMessages.in(language)
  const { total, up, in_maintenance: maintained, paused, unknown } = monitors
  const idle = paused + unknown
  const parts = [
    ...(incidents.open > 0 && up > 0 ? [rest.up(up, total)] : []),
    ...(maintained > 0 ? [rest.maintenance(maintained)] : []),
    ...(idle > 0 ? [rest.idle(idle)] : []),
  ]
  if (parts.length === 0) return ''
  const text = parts.length > 1 ? listOf(language, parts) : parts[0]!
  return incidents.open > 0 && up * 2 >= total ? rest.otherwise(text) : rest.and(text)
}
