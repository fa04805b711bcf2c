// The overview's title: whether anything is broken, and what, in a sentence or two.
import type { AnswerOf } from '../../api.ts'
import type { Language } from '../../look.ts'
import { listOf, plural } from '../../messages.ts'

type Overview = AnswerOf<'/dashboard/overview', 'get'>
type Incident = Pick<Overview['incidents']['shown'][number], 'severity' | 'root_cause' | 'seen_from' | 'locations'> & {
  readonly monitor: { readonly name: string } | null
  readonly message: string
}

export interface Situation {
  readonly monitors: Omit<Overview['monitors'], 'health_score'>
  readonly incidents: Pick<Overview['incidents'], 'open' | 'began_with'> & { readonly shown: readonly Incident[] }
}

type Trouble = 'down' | 'slow' | 'certificate' | 'silent' | 'content' | 'degraded'

interface Sentences {
  readonly unchecked: string
  readonly paused: string
  readonly fine: (count: number) => string
  readonly is: Readonly<Record<Trouble, (name: string) => string>>
  readonly isFrom: Readonly<Record<Trouble, (name: string, location: string) => string>>
  readonly many: (down: number, degraded: number) => string
  readonly open: (incidents: number) => string
  readonly beganWith: (name: string, time: string) => string
  readonly rest: {
    readonly otherwise: (parts: string) => string
    readonly and: (parts: string) => string
    readonly up: (up: number, total: number) => string
    readonly maintenance: (count: number) => string
    readonly idle: (count: number) => string
  }
}

const sentences: Record<Language, Sentences> = {
  en: {
    unchecked: 'Nothing has been checked yet.',
    paused: 'Everything is paused.',
    fine: (count) => plural('en', count, { one: 'Your monitor is fine.', other: `All ${count} monitors are fine.` }),
    is: {
      down: (name) => `${name} is down.`,
      slow: (name) => `${name} is slow.`,
      certificate: (name) => `${name} has a certificate problem.`,
      silent: (name) => `${name} has not reported.`,
      content: (name) => `${name} returns the wrong content.`,
      degraded: (name) => `${name} is degraded.`,
    },
    isFrom: {
      down: (name, location) => `${name} is down from ${location}.`,
      slow: (name, location) => `${name} is slow from ${location}.`,
      certificate: (name, location) => `${name} has a certificate problem, seen from ${location}.`,
      silent: (name) => `${name} has not reported.`,
      content: (name, location) => `${name} returns the wrong content, seen from ${location}.`,
      degraded: (name, location) => `${name} is degraded from ${location}.`,
    },
    many(down, degraded) {
      const fallen = plural('en', down, { one: '1 monitor is down', other: `${down} monitors are down` })
      if (degraded === 0) return `${fallen}.`
      if (down > 0) return `${fallen}, ${plural('en', degraded, { one: '1 is', other: `${degraded} are` })} degraded.`
      return plural('en', degraded, { one: '1 monitor is degraded.', other: `${degraded} monitors are degraded.` })
    },
    open: (count) => plural('en', count, { one: '1 incident is open.', other: `${count} incidents are open.` }),
    beganWith: (name, time) => `It started with ${name} at ${time}.`,
    rest: {
      otherwise: (parts) => `Everything else is fine: ${parts}.`,
      and: (parts) => `${parts}.`,
      up: (up, total) =>
        plural('en', up, { one: `1 of ${total} monitors is up`, other: `${up} of ${total} monitors are up` }),
      maintenance: (count) => plural('en', count, { one: '1 is in maintenance', other: `${count} are in maintenance` }),
      idle: (count) =>
        plural('en', count, { one: '1 is paused or has no data', other: `${count} are paused or have no data` }),
    },
  },
  de: {
    unchecked: 'Es wurde noch nichts geprüft.',
    paused: 'Alles ist pausiert.',
    fine: (count) => plural('de', count, { one: 'Dein Monitor läuft.', other: `Alle ${count} Monitore laufen.` }),
    is: {
      down: (name) => `${name} ist ausgefallen.`,
      slow: (name) => `${name} ist langsam.`,
      certificate: (name) => `${name} hat ein Problem mit dem Zertifikat.`,
      silent: (name) => `${name} hat sich nicht gemeldet.`,
      content: (name) => `${name} liefert falschen Inhalt.`,
      degraded: (name) => `${name} ist beeinträchtigt.`,
    },
    isFrom: {
      down: (name, location) => `${name} ist von ${location} aus nicht erreichbar.`,
      slow: (name, location) => `${name} ist von ${location} aus langsam.`,
      certificate: (name, location) => `${name} hat von ${location} aus ein Problem mit dem Zertifikat.`,
      silent: (name) => `${name} hat sich nicht gemeldet.`,
      content: (name, location) => `${name} liefert von ${location} aus falschen Inhalt.`,
      degraded: (name, location) => `${name} ist von ${location} aus beeinträchtigt.`,
    },
    many(down, degraded) {
      const fallen = plural('de', down, {
        one: '1 Monitor ist ausgefallen',
        other: `${down} Monitore sind ausgefallen`,
      })
      if (degraded === 0) return `${fallen}.`
      if (down > 0)
        return `${fallen}, ${plural('de', degraded, { one: '1 ist', other: `${degraded} sind` })} beeinträchtigt.`
      return plural('de', degraded, {
        one: '1 Monitor ist beeinträchtigt.',
        other: `${degraded} Monitore sind beeinträchtigt.`,
      })
    },
    open: (count) => plural('de', count, { one: '1 Vorfall ist offen.', other: `${count} Vorfälle sind offen.` }),
    beganWith: (name, time) => `Es begann mit ${name} um ${time}.`,
    rest: {
      otherwise: (parts) => `Alles andere läuft: ${parts}.`,
      and: (parts) => `${parts}.`,
      up: (up, total) =>
        plural('de', up, { one: `1 von ${total} Monitoren läuft`, other: `${up} von ${total} Monitoren laufen` }),
      maintenance: (count) => plural('de', count, { one: '1 ist in Wartung', other: `${count} sind in Wartung` }),
      idle: (count) =>
        plural('de', count, {
          one: '1 ist pausiert oder ohne Daten',
          other: `${count} sind pausiert oder ohne Daten`,
        }),
    },
  },
}

interface Saying {
  readonly language: Language
  /** A moment as a time of day, or with its day when that is another one. */
  readonly time: (at: string) => string
}

export function titleOf({ monitors, incidents }: Situation, { language, time }: Saying): string {
  const say = sentences[language]
  const { open, shown, began_with: first } = incidents
  if (open === 0) return wellSentence(monitors, say)
  if (open <= 2 && shown.length === open) return shown.map((incident) => troubleSentence(incident, say)).join(' ')
  const { down, degraded } = monitors
  const counted = down + degraded > 0 ? say.many(down, degraded) : say.open(open)
  return first ? `${counted} ${say.beganWith(first.name, time(first.failing_since))}` : counted
}

/** A monitor whose first bad check is being confirmed is fine until it is sure. */
function wellSentence({ total, paused, unknown }: Situation['monitors'], say: Sentences): string {
  const watched = total - paused - unknown
  if (watched === 0) return unknown > 0 ? say.unchecked : say.paused
  return say.fine(watched)
}

function troubleSentence({ monitor, message, locations, seen_from: seen, ...incident }: Incident, say: Sentences) {
  if (!monitor) return `${message}.`
  const trouble = troubleOf(incident)
  const onlyOne = locations > 1 && seen.length === 1
  return onlyOne ? say.isFrom[trouble](monitor.name, seen[0]!) : say.is[trouble](monitor.name)
}

function troubleOf({ severity, root_cause: cause }: Pick<Incident, 'severity' | 'root_cause'>): Trouble {
  if (cause === 'performance') return 'slow'
  if (cause === 'certificate') return 'certificate'
  if (cause === 'heartbeat') return 'silent'
  if (severity === 'critical') return 'down'
  return cause === 'content' ? 'content' : 'degraded'
}

/** The line below: how the rest is. */
export function restOf({ monitors, incidents }: Situation, language: Language): string {
  const { rest } = sentences[language]
  const { total, up, in_maintenance: maintained, paused, unknown } = monitors
  const idle = paused + unknown
  const parts = [
    ...(incidents.open > 0 && up > 0 ? [rest.up(up, total)] : []),
    ...(maintained > 0 ? [rest.maintenance(maintained)] : []),
    ...(idle > 0 ? [rest.idle(idle)] : []),
  ]
  if (parts.length === 0) return ''
  const text = parts.length > 1 ? listOf(language, parts) : parts[0]!
  return incidents.open > 0 && up > 0 ? rest.otherwise(text) : rest.and(text)
}
