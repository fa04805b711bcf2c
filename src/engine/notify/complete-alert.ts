import type { PendingAlert } from '../../store/incidents/outbox.ts'

/** What is told later than this was held up by something of ours. */
const lateMs = 120_000

/** With the link to its incident, and whether it is told late. */
export function completeAlert(pending: PendingAlert, origin: string | null, now: Date): PendingAlert {
  const { alert, incidentId, dueAt } = pending
  const url = origin === null ? null : `${origin}/incidents/${incidentId}`
  const late = now.getTime() - dueAt.getTime() > lateMs
  return { ...pending, alert: { ...alert, late, incident: { ...alert.incident, url } } }
}
