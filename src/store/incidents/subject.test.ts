import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import type { IncidentSubject } from '../../domain/alerting/subject.ts'
import { groupsFor } from '../../domain/notifying/routing.ts'
import { newId } from '../../domain/id.ts'
import { putOrganization } from '../accounts/organizations.ts'
import type { Store } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { addMonitor, monitorNumberOf } from '../monitors/monitors.ts'
import { addGroup } from '../notifications/contact-groups.ts'
import { addObjective } from '../objectives/objectives.ts'
import { closeByHand, markWithheld, requestResolve, requestedResolves } from './incidents.ts'
import { lockIncident } from './locked-incident.ts'
import { type IncidentDraft, openIncidents } from './open-incidents.ts'
import { openNow } from './open-now.ts'
import { lockWithheld, takePendingAlerts } from './outbox.ts'
import { showIncident } from './reads.ts'

const now = new Date('2026-03-01T12:00:00Z')

async function ready() {
  const store = await newStore()
  const organization = { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} } as const
  const { id: organizationId } = await putOrganization(store, organization, now)
  const groupId = await addGroup(store, organizationId, { name: 'shop', description: null }, now)
  const row = monitorRow(now, { name: 'Shop', type: 'http', tags: ['team:shop'] })
  await addMonitor(store, organizationId, row, now)
  const { monitorNumber: number } = (await monitorNumberOf(store, organizationId, row.id))!
  const objective = await addObjective(store, organizationId, {
    id: newId(now),
    name: 'Shop is there',
    monitorIds: [row.id],
    monitorTags: [],
    target: 99.9,
    window: '30d',
    alerts: { fast: 'critical', slow: 'warning' },
    contactGroupIds: [groupId],
    created_at: now,
    updatedAt: now,
  })
  const monitor = { kind: 'monitor', id: row.id, number, name: 'Shop', type: 'http', target: 'https://shop' } as const
  const promised = { kind: 'objective', id: objective.id, name: objective.name, target: '99.9 % over 30d' } as const
  return { store, organizationId, groupId, monitor, objective: promised }
}

const draft = (organizationId: string, subject: IncidentSubject, ruleId: number): IncidentDraft => ({
  organizationId,
  subject,
  alertRuleId: newId(now),
  ruleId,
  ruleName: 'Rule',
  ruleExpression: 'success == false',
  ruleVersion: 1,
  severity: 'critical',
  at: now,
  since: now,
  flapping: false,
  message: 'Something is wrong',
  rootCause: 'other',
  rootCauseDetail: null,
  diagnosis: 'Check it.',
  expected: 'right',
  detectedValue: 'wrong',
  confirming: [],
  location: 0,
  error: null,
  evidence: null,
})

const shown = async (store: Store, organizationId: string, id: number): Promise<any> =>
  JSON.parse((await showIncident(store, organizationId, id))!.json)

it.each(['monitor', 'objective'] as const)('is a %s from the opening of an incident to its end', async (kind) => {
  const { store, organizationId, groupId, ...subjects } = await ready()
  const subject = subjects[kind]
  const [opened, ...others] = await openIncidents(store, [draft(organizationId, subject, 501)], now)
  expect(others).toEqual([])
  expect(opened).toMatchObject({ subject, ruleId: 501 })
  const { incidentId } = opened!

  const [pending] = await takePendingAlerts(store, { limit: 10, now })
  const tags = kind === 'monitor' ? ['team:shop'] : []
  expect(pending!.subject).toEqual({ kind, id: subject.id, tags, shadow: false })
  expect(pending!.alert.monitor).toMatchObject({ id: subject.id, name: subject.name, target: subject.target })
  if (kind === 'objective') expect(groupsFor(pending!)).toEqual([groupId])
  else expect(groupsFor(pending!)).not.toContain(groupId)

  const named = { id: subject.id, name: subject.name }
  const expected = kind === 'monitor' ? { monitor: named, slo: null } : { monitor: null, slo: named }
  expect(await shown(store, organizationId, incidentId)).toMatchObject(expected)
  expect((await openNow(store, organizationId, 10))[0]).toMatchObject(expected)
  expect(await lockIncident(store, organizationId, incidentId)).toMatchObject({ subject })

  await markWithheld(store, [incidentId], true)
  expect(await lockWithheld(store, { limit: 10, now })).toEqual([
    { organizationId, incidentId, subject: pending!.subject },
  ])
  await requestResolve(store, { organizationId, id: incidentId, by: 'Ada', now })
  expect(await requestedResolves(store, { limit: 10, now })).toEqual([{ id: incidentId, subject }])
  const byHand = { reason: 'resolved manually', by: null, now } as const
  expect(await closeByHand(store, { incidentIds: [incidentId] }, byHand)).toMatchObject([{ incidentId, subject }])
})

it('is an objective also for an incident that a replica of the previous release opens', async () => {
  const { store, organizationId, objective } = await ready()
  const [opened] = await openIncidents(store, [draft(organizationId, objective, 502)], now)
  await store.run(sql`
    insert into incidents (
      organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target, alert_rule_id, rule_id,
      rule_name, rule_expression, rule_version, status, severity, message, started_at, failing_since, last_fired_at,
      root_cause, diagnosis, expected, detected_value, confirming_locations, updated_at
    )
    select organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target, alert_rule_id, 503,
      rule_name, rule_expression, rule_version, status, severity, message, started_at, failing_since, last_fired_at,
      root_cause, diagnosis, expected, detected_value, confirming_locations, updated_at
    from incidents
    where id = ${opened!.incidentId}`)
  const older = (await store.row<{ id: number }>(sql`select id from incidents where rule_id = 503`))!
  expect(await lockIncident(store, organizationId, older.id)).toMatchObject({ subject: objective })
  const slo = { id: objective.id, name: objective.name }
  expect(await shown(store, organizationId, older.id)).toMatchObject({ monitor: null, slo })
})

it('still fills the columns that a replica of the previous release reads', async () => {
  const { store, organizationId, objective } = await ready()
  await openIncidents(store, [draft(organizationId, objective, 504)], now)
  expect(await store.row(sql`select monitor_id, monitor_number, monitor_type, objective_id from incidents`)).toEqual({
    monitor_id: objective.id,
    monitor_number: 0,
    monitor_type: 'objective',
    objective_id: objective.id,
  })
})
