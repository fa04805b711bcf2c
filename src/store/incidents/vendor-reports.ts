// Adds what vendors report to the open incidents of monitors that depend on them.
import { type FreshVendor, type VendorReport, updateReports, vendorName } from '../../domain/alerting/vendor-reports.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import { every, json, sql } from '../database/sql.ts'
import { addEvents } from './incident-events.ts'

/** Vendors are polled once a minute; a status that is older than this is not claimed. */
const freshFor = sql`interval '5 minutes'`

interface VendorIncident {
  readonly incidentId: number
  readonly organizationId: string
  readonly known: readonly VendorReport[]
  readonly fresh: readonly FreshVendor[]
}

/** Updates all open incidents that are ready or only these, and returns the reports of each that has some. */
export async function noteVendorReports(
  db: Database,
  { incidentIds, ...due }: Pick<DueSelection, 'now' | 'only'> & { incidentIds?: readonly number[] },
): Promise<ReadonlyMap<number, readonly VendorReport[]>> {
  const { now } = due
  const rows = await db.rows<VendorIncident>(sql`
    select i.id as "incidentId", i.organization_id as "organizationId", i.vendor_reports as known, (
      select coalesce(jsonb_agg(jsonb_build_object('vendor', s.slug, 'incidents', s.incidents) order by s.slug), '[]')
      from third_party_services s
      where s.slug = any (m.vendor_slugs) and s.said_at > ${now}::timestamptz - ${freshFor}
    ) as fresh
    from incidents i
    join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    where ${every([
      sql`i.status <> 'resolved'`,
      sql`m.vendor_slugs <> '{}'`,
      incidentIds === undefined ? queueItems.vendorReports.isReady(due) : sql`i.id = any (${incidentIds}::bigint[])`,
    ])}
    order by i.id`)
  const reports = new Map<number, readonly VendorReport[]>()
  for (const row of rows) {
    const update = updateReports(row.known, row.fresh, now)
    if (update.reports.length > 0) reports.set(row.incidentId, update.reports)
    if (update.begun.length + update.ended.length > 0) await save(db, row, { update, now })
  }
  return reports
}

async function save(
  db: Database,
  { incidentId, organizationId }: VendorIncident,
  { update, now }: { update: ReturnType<typeof updateReports>; now: Date },
): Promise<void> {
  const { reports, begun, ended } = update
  const events = [
    ...begun.map((report) => ({ type: 'vendor_reported', report })),
    ...ended.map((report) => ({ type: 'vendor_recovered', report })),
  ].map(({ type, report: { vendor, title, url, startedAt } }) => ({
    type,
    data: { vendor: vendorName(vendor), title, url, started_at: startedAt },
  }))
  await db.run(sql`
    with changed as (
      update incidents
      set vendor_reports = ${json(reports)}::jsonb, updated_at = ${now}
      where organization_id = ${organizationId} and id = ${incidentId} and status <> 'resolved'
      returning organization_id, id
    )
    ${addEvents(sql`
      select c.organization_id, c.id, e.type, null, e.data, ${now}::timestamptz
      from changed c
      cross join jsonb_to_recordset(${json(events)}::jsonb) as e (type text, data jsonb)`)}`)
  db.publish({ incidents: [incidentId] })
}
