// Incidents as checks bring them about, at the time the test's clock shows.
import { expect } from 'vitest'
import type { ReportedOutcome } from '../../../src/domain/outcome.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { slow } from './alert-rules.ts'
import { checked, refused } from './checked.ts'
import type { TestLapwing } from '../lapwing/lapwing.ts'
import { type Fields, make } from './monitors.ts'
import { waitUntil } from '../wait-until.ts'

/** How many failed checks in a row confirm that a monitor is down, unless its config says otherwise. */
const confirmingChecks = 3

/** Has a monitor fail until an incident opens; answers the incident. */
export async function fail(
  app: TestLapwing,
  monitorId: string,
  outcome: Partial<ReportedOutcome> = refused,
): Promise<any> {
  for (let n = 0; n < confirmingChecks; n++) {
    app.clock.advance(1000)
    await checked(app, monitorId, outcome)
  }
  return newestOf(app, monitorId)
}

export async function recover(app: TestLapwing, monitorId: string): Promise<void> {
  app.clock.advance(1000)
  await checked(app, monitorId)
}

/** A monitor with an open critical incident; answers the incident. */
export async function openIncident(app: TestLapwing, fields: Fields = {}): Promise<any> {
  const { id } = await make(app, fields)
  return fail(app, id)
}

/** A monitor with an incident that checks have ended; answers the incident. */
export async function endedIncident(app: TestLapwing, fields: Fields = {}): Promise<any> {
  const { monitor } = await openIncident(app, fields)
  await recover(app, monitor.id)
  return newestOf(app, monitor.id)
}

/** A monitor with an open warning, because it responds with HTTP slowly; answers the incident. */
export async function openWarning(app: TestLapwing, fields: Fields = {}): Promise<any> {
  const { id } = await make(app, fields)
  const rule = await app.post(`/monitors/${id}/alert-rules`, { ...slow, severity: 'warning' })
  expect(rule.status, rule.text).toBe(201)
  app.clock.advance(1000)
  await checked(app, id, { durationMs: 5000, metrics: { 'http.response_time_ms': 5000 } })
  return newestOf(app, id)
}

export async function newestOf(app: TestLapwing, monitorId: string): Promise<any> {
  const { body } = await app.get(`/incidents?monitor_id=${monitorId}&limit=1`)
  expect(body.data, 'no incident opened').toHaveLength(1)
  return body.data[0]
}

/** Lets time go on until the incident is as wanted; what is to happen by itself happens while it does. */
export async function until(app: TestLapwing, id: number, isAsWanted: (incident: any) => boolean): Promise<any> {
  const look = async (): Promise<any> => {
    app.clock.advance(500)
    const { body } = await app.get(`/incidents/${id}`)
    return isAsWanted(body) && body
  }
  return waitUntil(look)
}

/** Waits for the end that somebody has asked for. */
export function closed(app: TestLapwing, id: number): Promise<any> {
  return until(app, id, ({ status }) => status === 'resolved')
}

export interface IncidentRow {
  monitor: { id: string; monitorNumber: number; name: string; type: string }
  severity: 'critical' | 'warning'
  startedAt: Date
  acknowledgedAt?: Date | null
  resolvedAt?: Date | null
  flapping?: boolean
  falsePositive?: object | null
}

/** An incident of the past, as it is stored, for tests of what many of them add up to. */
export async function addIncident(store: Store, organizationId: string, row: IncidentRow): Promise<number> {
  const {
    monitor,
    severity,
    startedAt,
    acknowledgedAt = null,
    resolvedAt = null,
    flapping = false,
    falsePositive = null,
  } = row
  const status = resolvedAt ? 'resolved' : acknowledgedAt ? 'acknowledged' : 'firing'
  const made = await store.row<{ id: number }>(sql`
    insert into incidents (
      organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target, alert_rule_id, rule_id, rule_name,
      rule_expression, rule_version, status, severity, message, started_at, failing_since, acknowledged_at, resolved_at, last_fired_at,
      flapping, root_cause, diagnosis, expected, detected_value, confirming_locations, false_positive, updated_at
    )
    select ${organizationId}, ${monitor.id}, ${monitor.monitorNumber}, ${monitor.name}, ${monitor.type}, 'https://example.com/',
      gen_random_uuid(), coalesce(max(rule_id), 0) + 1, 'Availability Check', 'success == false', 1, ${status}, ${severity}, 'down',
      ${startedAt}, ${startedAt}, ${acknowledgedAt}, ${resolvedAt}, ${startedAt}, ${flapping}, 'connect', 'down', 'up', 'down', '{}',
      ${falsePositive && JSON.stringify(falsePositive)}::jsonb, ${startedAt}
    from incidents
    returning id`)
  return made!.id
}
