// Statuses with their icon and colour.

export const states = ['up', 'degraded', 'down', 'maintenance', 'paused', 'unknown'] as const
export type State = (typeof states)[number]

/** The colour of a status. */
export type Tone = 'up' | 'degraded' | 'down' | 'maintenance' | 'idle'

export interface StatusStyle {
  readonly shape: State
  readonly tone: Tone
}

export const statusStyles = {
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
} as const satisfies Record<string, StatusStyle>

export type Status = keyof typeof statusStyles

/** States by the letter that the API uses. */
export const stateByLetter: Readonly<Record<string, State>> = {
  u: 'up',
  g: 'degraded',
  d: 'down',
  m: 'maintenance',
  p: 'paused',
  n: 'unknown',
}
