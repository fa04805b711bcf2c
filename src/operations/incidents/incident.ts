// Incidents as a resource. The database writes their JSON.
import { lockIncident } from '../../store/incidents/locked-incident.ts'
import { showIncident } from '../../store/incidents/reads.ts'
import { type CallerContext, JsonText } from '../registry/define.ts'
import { defineResource } from '../registry/resource.ts'
import { incident, params } from './schema.ts'

export const incidents = defineResource({
  object: 'incident',
  noun: 'incident',
  tag: 'Incidents',
  path: '/incidents',
  params,
  one: { description: 'The incident', schema: incident },
  find: ({ db, caller }, { id }) => showIncident(db, caller.organization.id, id),
  async lock({ db, caller }, { id }) {
    const incident = await lockIncident(db, caller.organization.id, id)
    return incident && { ...incident, name: incident.message }
  },
  show: ({ json }) => new JsonText(json),
})

export async function incidentText(context: CallerContext, id: number): Promise<JsonText> {
  return new JsonText((await incidents.find(context, { id })).json)
}
