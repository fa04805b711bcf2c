// The description of GET /events. It is a stream, so api/events/public-events serves it instead of the registry.
import type { OperationDescription } from '../registry/define.ts'

export const eventStream: OperationDescription = {
  id: 'streamEvents',
  method: 'GET',
  path: '/events',
  access: 'read',
  tag: 'Overview',
  summary: 'Stream changes as they happen',
  description:
    'Server-sent events: `monitor`, `monitors.many`, `incident`, `delivery`, `activity`, `summary` and `resync`. An ' +
    'event says what changed; request it for the details. After an interruption, send the last id as `Last-Event-ID`: ' +
    'events of the last five minutes are repeated, and `resync` says that some are lost.',
  responses: { 200: { description: 'The stream', types: ['text/event-stream'] } },
  audience: 'public',
  role: 'viewer',
  creating: false,
  faults: [],
}
