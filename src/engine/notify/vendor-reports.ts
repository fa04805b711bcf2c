// Alerts say what vendors report at the moment. A vendor explains an incident; it silences nothing.
import { vendorName } from '../../domain/alerting/vendor-reports.ts'
import type { Database } from '../../store/database/database.ts'
import type { PendingAlert } from '../../store/incidents/outbox.ts'
import { noteVendorReports } from '../../store/incidents/vendor-reports.ts'

export async function addVendorReports(
  db: Database,
  pending: readonly PendingAlert[],
  now: Date,
): Promise<PendingAlert[]> {
  const firing = pending.filter(({ alert, subject }) => alert.kind === 'firing' && subject.kind === 'monitor')
  if (firing.length === 0) return [...pending]
  const reports = await noteVendorReports(db, { incidentIds: firing.map(({ incidentId }) => incidentId), now })
  return pending.map((one) => {
    const open = (reports.get(one.incidentId) ?? []).filter(({ endedAt }) => endedAt === null)
    if (one.alert.kind !== 'firing' || open.length === 0) return one
    const vendorReports = open.map(({ vendor, title, startedAt }) => ({ name: vendorName(vendor), title, startedAt }))
    return { ...one, alert: { ...one.alert, vendorReports } }
  })
}
