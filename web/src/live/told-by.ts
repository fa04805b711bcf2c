// Which questions have another answer once an event was told. Paths stand for all that begins with them.
export interface LiveEvent {
  readonly type: 'monitor' | 'monitors.many' | 'incident' | 'delivery' | 'activity' | 'summary' | 'try' | 'resync'
  readonly data: unknown
}

const told: Record<LiveEvent['type'], readonly string[]> = {
  monitor: ['/summary', '/dashboard/overview', '/dashboard/flock', '/dashboard/monitors', '/monitors'],
  'monitors.many': ['/summary', '/dashboard/overview', '/dashboard/flock', '/dashboard/monitors', '/monitors'],
  incident: [
    '/summary',
    '/dashboard/overview',
    '/dashboard/incidents',
    '/dashboard/notices',
    '/incidents',
    '/dashboard/monitors',
    '/monitors',
  ],
  delivery: [
    '/dashboard/notices',
    '/dashboard/overview',
    '/dashboard/incidents',
    '/notifications',
    '/notification-channels',
  ],
  activity: ['/dashboard/notices', '/dashboard/overview', '/activity'],
  summary: ['/summary', '/dashboard/overview'],
  try: ['/dashboard/monitors/try'],
  resync: ['/'],
}

export const pathsToldBy = ({ type }: LiveEvent): readonly string[] => told[type]
