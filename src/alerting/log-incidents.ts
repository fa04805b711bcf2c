// Writes incidents that open and end to the process log, without evidence: not every reader of the log may see it.
import type { Log } from '../domain/log.ts'
import type { ChangedIncident } from '../store/incidents/incidents.ts'
import type { IncidentChanges } from './apply-effects.ts'

export function logIncidents(log: Log, { opened, ended }: IncidentChanges): void {
  for (const incident of opened) log.info('incident opened', fieldsOf(incident))
  for (const incident of ended)
    log.info('incident ended', { ...fieldsOf(incident), reason: incident.reason ?? 'recovered' })
}

function fieldsOf({ incidentId, organizationId, subject: { kind, id, name }, ruleName, severity }: ChangedIncident) {
  return { incident: incidentId, severity, [kind]: name, rule: ruleName, [`${kind}Id`]: id, organizationId }
}
