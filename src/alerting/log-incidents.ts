// The process log tells of every incident that begins and ends; what exactly was seen is for those who may read it.
import type { Log } from '../domain/log.ts'
import type { ChangedIncident } from '../store/incidents/incidents.ts'
import type { IncidentChanges } from './apply-effects.ts'

export function logIncidents(log: Log, { opened, ended }: IncidentChanges): void {
  for (const incident of opened) log.info('incident opened', fieldsOf(incident))
  for (const incident of ended)
    log.info('incident ended', { ...fieldsOf(incident), reason: incident.reason ?? 'recovered' })
}

function fieldsOf({ incidentId, organizationId, monitorId, monitorName, ruleName, severity }: ChangedIncident) {
  return { incident: incidentId, severity, monitor: monitorName, rule: ruleName, monitorId, organizationId }
}
