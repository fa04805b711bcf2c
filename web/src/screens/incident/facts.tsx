import { Fragment, type ReactNode } from 'react'
import type { Incident } from '../../api-types.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { Card, KeyValue } from '../../parts/card.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useIncidentScreenMessages } from './messages.ts'
import { MonitorLink, IncidentLink } from '../../parts/links.tsx'
import { useResource } from '../../api.ts'

export function Facts({ incident }: { incident: Incident }) {
  const t = useIncidentScreenMessages()
  const catalog = useTranslation()
  const { monitor, rule, rule_version: version, root_cause: cause, fire_count: fires } = incident
  const watched: [string, ReactNode] = [
    t.monitor,
    monitor ? <MonitorLink key="monitor" id={monitor.id} name={monitor.name} /> : t.monitorGone,
  ]
  const { slo, location } = incident
  const about: [string, ReactNode][] = slo
    ? [[t.objective, slo.name]]
    : location
      ? [[t.location, location.name]]
      : [watched, [t.rule, rule ? t.ruleVersion(catalog.text(rule.name), version) : t.ruleGone]]
  const rows: [string, ReactNode][] = [
    ...about,
    [t.cause, t.causes[cause]],
    ...(fires > 1 ? [[t.reminders, String(fires - 1)] as [string, ReactNode]] : []),
  ]
  const { affected_by: parent, affected_monitors: affected } = incident
  if (parent)
    rows.push([
      t.affectedBy,
      <IncidentLink
        key="parent"
        number={parent.incident_id}
        text={`${parent.monitor?.name ?? t.monitorGone} (#${parent.incident_id})`}
      />,
    ])
  if (affected > 0) rows.push([t.affects, t.affectedMonitors(affected)])
  if (incident.vendor_reports.length > 0)
    rows.push([t.vendors, <VendorReports key="vendors" reports={incident.vendor_reports} />])
  if (incident.root_cause_detail) rows.push([t.detail, incident.root_cause_detail])
  if (incident.assignee) rows.push([t.assigned, incident.assignee.name])
  if (incident.acknowledged_at)
    rows.push([
      t.acknowledgedFact,
      <Fragment key="acknowledged">
        {incident.acknowledged_by} <Timestamp at={incident.acknowledged_at} as="clock" />
      </Fragment>,
    ])
  return (
    <Card title={t.facts}>
      <KeyValue rows={rows} />
    </Card>
  )
}

/** What third-party services that the monitor depends on report about themselves. */
function VendorReports({ reports }: { reports: Incident['vendor_reports'] }) {
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
