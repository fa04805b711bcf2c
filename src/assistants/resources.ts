// Incidents and monitors by address, for clients that attach them to a conversation.
import { Fault } from '../domain/fault.ts'
import type { AssistantSession } from './session.ts'
import { explainIncident } from './tools/explain-incident.ts'
import { getMonitor } from './tools/get-monitor.ts'
import { type ApiIncident, openIncidents } from './tools/incident.ts'
import type { ApiPage } from './tools/page.ts'

const maxCompletions = 20

export const resourceTemplates = [
  {
    uriTemplate: 'lapwing://incidents/{id}',
    name: 'incident',
    title: 'Incident',
    description: 'The same as explain_incident',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'lapwing://monitors/{id}',
    name: 'monitor',
    title: 'Monitor',
    description: 'The same as get_monitor',
    mimeType: 'application/json',
  },
]

/** The open incidents. */
export async function listResources(session: AssistantSession) {
  const incidents = await openIncidents(session)
  return incidents.map(({ id, severity, monitor }: ApiIncident) => ({
    uri: `lapwing://incidents/${id}`,
    name: `incident-${id}`,
    title: `${monitor?.name ?? 'Incident'}: incident ${id}`,
    description: `Open ${severity} incident`,
    mimeType: 'application/json',
  }))
}

/** The JSON of a resource; null for an address that is none. */
export async function readResource(uri: string, session: AssistantSession): Promise<string | null> {
  const [, kind, id = ''] = /^lapwing:\/\/(incidents|monitors)\/([\w-]{1,40})$/.exec(uri) ?? []
  if (kind === undefined) return null
  try {
    if (kind === 'monitors') return JSON.stringify(await getMonitor.run({ monitor_id: id }, session))
    return JSON.stringify(await explainIncident.run({ incident_id: id }, session))
  } catch (error) {
    if (error instanceof Fault && ['not_found', 'invalid_request'].includes(error.code)) return null
    throw error
  }
}

/** Ids of open incidents that begin with the text, or of monitors whose name or target contains it. */
export async function completeId(kind: 'incident' | 'monitor', text: string, session: AssistantSession) {
  if (kind === 'incident')
    return (await openIncidents(session)).map(({ id }) => String(id)).filter((id) => id.startsWith(text))
  const query = { limit: String(maxCompletions), ...(text !== '' && { q: text.slice(0, 200) }) }
  const { data } = await session.call<ApiPage<{ id: string }>>('listMonitors', { query })
  return data.map(({ id }) => id)
}
