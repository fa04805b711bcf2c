// What vendors that a monitor depends on report while it has an incident.
import { type ServiceIncident, serviceOf } from '../status-page/third-party.ts'

export interface VendorReport extends ServiceIncident {
  /** The slug of the vendor. */
  readonly vendor: string
  /** When it was seen to be over; null while the vendor reports it. */
  readonly endedAt: string | null
}

/** The status of a vendor that was read a short time ago. */
export interface FreshVendor {
  readonly vendor: string
  readonly incidents: readonly ServiceIncident[]
}

export interface VendorReportUpdate {
  readonly reports: readonly VendorReport[]
  readonly begun: readonly VendorReport[]
  readonly ended: readonly VendorReport[]
}

/** Vendors whose status is old or unknown are not in `fresh`; their reports neither begin nor end. */
export function updateReports(
  known: readonly VendorReport[],
  fresh: readonly FreshVendor[],
  now: Date,
): VendorReportUpdate {
  const current = fresh.flatMap(({ vendor, incidents }) => incidents.map((one) => ({ ...one, vendor, endedAt: null })))
  const isSame = (one: VendorReport) => (other: VendorReport) => other.vendor === one.vendor && other.id === one.id
  const begun = current.filter((one) => !known.some(isSame(one)))
  const isOver = (one: VendorReport): boolean =>
    one.endedAt === null && fresh.some(({ vendor }) => vendor === one.vendor) && !current.some(isSame(one))
  const after = known.map((one) => (isOver(one) ? { ...one, endedAt: now.toISOString() } : one))
  return { reports: [...after, ...begun], begun, ended: after.filter((_, index) => isOver(known[index]!)) }
}

export const vendorName = (slug: string): string => serviceOf(slug)?.name ?? slug
