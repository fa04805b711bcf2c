import type { Alert } from '../../domain/notifying/alert.ts'

/** Restores the dates of an alert read from JSON. */
export function storedAlert(alert: Alert): Alert {
  const { incident } = alert
  const resolvedAt = incident.resolvedAt === null ? null : new Date(incident.resolvedAt)
  return {
    ...alert,
    at: new Date(alert.at),
    incident: { ...incident, startedAt: new Date(incident.startedAt), resolvedAt },
    ...(alert.missed ? { missed: alert.missed.map(storedAlert) } : {}),
  }
}
