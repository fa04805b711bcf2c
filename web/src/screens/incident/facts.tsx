import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Incident } from '../../../../sdk/api.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useMessages } from '../../messages.ts'
import { Card, KeyValue } from '../../parts/card.tsx'
import { Moment } from '../../parts/time.tsx'
import { words } from './messages.ts'

export function Facts({ incident }: { incident: Incident }) {
  const say = useMessages(words)
  const catalog = useTranslation()
  const { monitor, rule, rule_version: version, root_cause: cause, fire_count: told } = incident
  const watched: [string, ReactNode] = [
    say.monitor,
    monitor ? (
      <Link key="monitor" to="/monitors/$id" params={{ id: monitor.id }}>
        {monitor.name}
      </Link>
    ) : (
      say.monitorGone
    ),
  ]
  const about: [string, ReactNode][] = incident.slo
    ? [[say.objective, incident.slo.name]]
    : [watched, [say.rule, rule ? say.ruleVersion(catalog.text(rule.name), version) : say.ruleGone]]
  const rows: [string, ReactNode][] = [...about, [say.cause, say.causes[cause]], [say.told, say.toldTimes(told)]]
  if (incident.root_cause_detail) rows.push([say.detail, incident.root_cause_detail])
  if (incident.acknowledged_at)
    rows.push([
      say.acknowledgedFact,
      <Fragment key="acknowledged">
        {incident.acknowledged_by} <Moment at={incident.acknowledged_at} as="clock" />
      </Fragment>,
    ])
  return (
    <Card title={say.facts}>
      <KeyValue rows={rows} />
    </Card>
  )
}
