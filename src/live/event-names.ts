/** The names of the events that the dashboard's stream sends. */
export const liveEventNames = [
  'monitor',
  'monitors.many',
  'incident',
  'delivery',
  'activity',
  'confirmation',
  'summary',
  'try',
  'resync',
] as const

export type LiveEventName = (typeof liveEventNames)[number]
