import type { Incident } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { Timestamp } from '../../parts/time.tsx'
import { useIncidentScreenMessages } from './messages.ts'

/** What third-party services that the monitor depends on report about themselves. */
export function VendorReports({ reports }: { reports: Incident['vendor_reports'] }) {
  const t = useIncidentScreenMessages()
  const { data } = useResource('/third-party-services')
  const nameOf = (slug: string): string => data?.data.find((one) => one.slug === slug)?.name ?? slug
  return (
    <ul className="grid gap-1">
      {reports.map(({ vendor, title, url, started_at: since, ended_at: end }) => (
        <li key={`${vendor} ${since} ${title}`}>
          {end === null ? t.vendorReports(nameOf(vendor)) : t.vendorReported(nameOf(vendor))}{' '}
          <Timestamp at={since} as="clock" />
          {end !== null && (
            <>
              –<Timestamp at={end} as="clock" />
            </>
          )}
          : {url === null ? title : <a href={url}>{title}</a>}
        </li>
      ))}
    </ul>
  )
}
