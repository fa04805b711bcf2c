import type { PendingAlert } from '../../store/incidents/outbox.ts'

/** Alerts that are later than this were delayed by Lapwing itself. */
const lateMs = 120_000

/** Adds the link to the incident, and whether the alert is late. */
export function completeAlert(pending: PendingAlert, origin: string | null, now: Date): PendingAlert {
  const { alert, incidentId, dueAt } = pending
  const url = origin === null ? null : `${origin}/incidents/${incidentId}`
  const late = now.getTime() - dueAt.getTime() > lateMs
  return { ...pending, alert: { ...alert, late, incident: { ...alert.incident, url } } }
}
