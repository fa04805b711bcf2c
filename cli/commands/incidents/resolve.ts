import { actOnIncidents } from './act-on-incidents.ts'

export const command = actOnIncidents({
  path: '/incidents/{id}/resolve',
  example: 'resolve 4711 4712',
  verb: 'Resolved',
})
