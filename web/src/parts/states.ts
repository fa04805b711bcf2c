// The states that things are in, with the word and the look of each.
import { defineMessages } from '../messages.ts'

export const states = ['up', 'degraded', 'down', 'maintenance', 'paused', 'unknown'] as const
export type State = (typeof states)[number]

/** What draws it: a shape of the monitor states, and a tone. */
export type Tone = 'up' | 'degraded' | 'down' | 'maintenance' | 'idle'

export interface Kind {
  readonly shape: State
  readonly tone: Tone
}

export const kinds = {
  up: { shape: 'up', tone: 'up' },
  degraded: { shape: 'degraded', tone: 'degraded' },
  down: { shape: 'down', tone: 'down' },
  maintenance: { shape: 'maintenance', tone: 'maintenance' },
  paused: { shape: 'paused', tone: 'idle' },
  unknown: { shape: 'unknown', tone: 'idle' },
  firing: { shape: 'down', tone: 'down' },
  acknowledged: { shape: 'degraded', tone: 'degraded' },
  resolved: { shape: 'up', tone: 'up' },
  sent: { shape: 'up', tone: 'up' },
  failed: { shape: 'down', tone: 'down' },
  silenced: { shape: 'paused', tone: 'idle' },
  critical: { shape: 'down', tone: 'down' },
  warning: { shape: 'degraded', tone: 'degraded' },
} as const satisfies Record<string, Kind>

export type Status = keyof typeof kinds

export const statusWords = defineMessages({
  en: {
    up: 'Up',
    degraded: 'Degraded',
    down: 'Down',
    maintenance: 'Maintenance',
    paused: 'Paused',
    unknown: 'No data yet',
    firing: 'Firing',
    acknowledged: 'Acknowledged',
    resolved: 'Resolved',
    sent: 'Sent',
    failed: 'Failed',
    silenced: 'Suppressed',
    critical: 'Critical',
    warning: 'Warning',
  },
  de: {
    up: 'Läuft',
    degraded: 'Beeinträchtigt',
    down: 'Ausgefallen',
    maintenance: 'Wartung',
    paused: 'Pausiert',
    unknown: 'Noch keine Daten',
    firing: 'Alarm',
    acknowledged: 'Bestätigt',
    resolved: 'Behoben',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
    silenced: 'Unterdrückt',
    critical: 'Kritisch',
    warning: 'Warnung',
  },
})

/** One character per monitor or bucket, as the server writes them. */
export const stateOf: Readonly<Record<string, State>> = {
  u: 'up',
  g: 'degraded',
  d: 'down',
  m: 'maintenance',
  p: 'paused',
  n: 'unknown',
}
