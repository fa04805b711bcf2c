import { actOnIncidents } from './act-on-incidents.ts'

export const command = actOnIncidents({
  path: '/incidents/{id}/acknowledge',
  example: 'ack 4711',
  verb: 'Acknowledged',
})
