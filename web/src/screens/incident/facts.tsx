import { Fragment, type ReactNode } from 'react'
import type { Incident } from '../../api-types.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { Card, KeyValue } from '../../parts/card.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useIncidentScreenMessages } from './messages.ts'
import { VendorReports } from './vendor-reports.tsx'
import { MonitorLink, IncidentLink } from '../../parts/links.tsx'

export function Facts({ incident }: { incident: Incident }) {
  const t = useIncidentScreenMessages()
  const catalog = useTranslation()
  const { monitor, rule, rule_version: version, root_cause: cause, fire_count: told } = incident
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
  const rows: [string, ReactNode][] = [...about, [t.cause, t.causes[cause]], [t.told, t.toldTimes(told)]]
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
