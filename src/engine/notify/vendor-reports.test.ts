import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { critical } from '../../../test/kit/resources/alerts.ts'
import { addIncident } from '../../../test/kit/resources/incidents.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { statusSummary } from '../../../test/kit/servers/vendors/status-summary.ts'
import { facts } from '../../channels/shared/alert-facts.ts'
import { independent } from '../../domain/monitor.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { listIncidentEvents } from '../../store/incidents/incident-events.ts'
import type { PendingAlert } from '../../store/incidents/outbox.ts'
import { addMonitor, monitorNumberOf } from '../../store/monitors/monitors.ts'
import { addVendorReports } from './vendor-reports.ts'

const store = sharedStore()
const minute = 60_000

it('an incident says what a vendor reports while its status is fresh', async () => {
  const clock = fakeClock()
  const startedAt = '2026-03-01T11:57:00.000Z'
  const outage = { id: 'x1', name: 'Errors', status: 'investigating', impact: 'major', started_at: startedAt }
  const vendor = await statusSummary(store(), clock)

  const now = clock.now()
  const limits = { name: 'O', slug: 'o', plan: 'enterprise', limits: {} } as const
  const organizationId = (await putOrganization(store(), limits, now)).id
  const monitor = monitorRow(now, { dependsOn: { ...independent, vendors: ['cloudflare'] } })
  await addMonitor(store(), organizationId, monitor, now)
  const { monitorNumber } = (await monitorNumberOf(store(), organizationId, monitor.id))!
  const incidentId = await addIncident(store(), organizationId, {
    monitor: { ...monitor, monitorNumber },
    severity: 'critical',
    startedAt: now,
  })

  const poll = async (next: object | null): Promise<void> => {
    vendor.publish(next ? { body: JSON.stringify(next) } : { status: 503, body: '' })
    clock.advance(minute)
    await vendor.poll()
  }
  const alert = { ...critical, at: clock.now() }
  const pending = { incidentId, alert, subject: { kind: 'monitor', id: monitor.id } } as unknown as PendingAlert
  const said = async (): Promise<string | undefined> => {
    const [one] = await addVendorReports(store(), [pending], clock.now())
    return facts(one!.alert).find(({ label }) => label === 'Vendor')?.value
  }
  const timeline = async () => {
    const events = await listIncidentEvents(store(), { organizationId, incidentId }, { after: undefined, limit: 50 })
    return events.map(({ type, data }) => [type, data['vendor'], data['title']])
  }

  await poll({ status: { indicator: 'none' }, incidents: [] })
  expect(await said()).toBeUndefined()
  await poll({ status: { indicator: 'major' }, incidents: [outage] })
  expect(await timeline()).toEqual([['vendor_reported', 'Cloudflare', 'Errors']])
  expect(await said()).toMatch(/^Cloudflare has reported an incident since \w+ \d+ \w+, 11:57 UTC: Errors$/)
  await poll({ status: { indicator: 'none' }, incidents: [] })
  expect((await timeline()).at(-1)).toEqual(['vendor_recovered', 'Cloudflare', 'Errors'])
  expect(await said()).toBeUndefined()

  const later = { ...outage, id: 'x2', name: 'Later' }
  await poll({ status: { indicator: 'major' }, incidents: [later] })
  await poll(null)
  clock.advance(5 * minute)
  const young = await addIncident(store(), organizationId, {
    monitor: { ...monitor, monitorNumber },
    severity: 'critical',
    startedAt: clock.now(),
  })
  const [unclaimed] = await addVendorReports(store(), [{ ...pending, incidentId: young }], clock.now())
  expect(unclaimed!.alert.vendorReports).toBeUndefined()
})
