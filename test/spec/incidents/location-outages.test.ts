// The silence of the only location of some monitors, over HTTP: alerts, and the incident that is about the location.
import { beforeAll, expect, it } from 'vitest'
import { createChannel } from '../../../src/operations/channels/write.ts'
import { getIncidentContext } from '../../../src/operations/incidents/context.ts'
import { listIncidentRows } from '../../../src/operations/incidents/incident-rows.ts'
import { getOverview } from '../../../src/operations/overview/overview.ts'
import { seeLocations } from '../../../src/store/checking/locations.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, make } from '../../kit/resources/monitors.ts'
import { allDelivered, passUntil } from '../../kit/resources/notifying.ts'
import { type Receiver, startReceiver } from '../../kit/resources/receiver.ts'

const app = sharedLapwing({ env: { LAPWING_ROLES: 'server,housekeeper,notifier' } })
let receiver: Receiver
let location: { id: string; number: number; name: string }

beforeAll(async () => {
  receiver = await startReceiver()
  const body = { name: 'Hook', type: 'webhook', config: { url: receiver.origin }, isDefault: true }
  expect((await dashboardOf(app()).ask(createChannel, { body })).status).toBe(201)
  location = (await app().store.row<typeof location>(sql`select id, number, name from locations limit 1`))!
})

it('is an incident of the location, which tells its beginning and its end', async () => {
  const { store, clock } = app()
  await seeLocations(store, [location.number], clock.now())
  for (const name of ['Shop', 'Till']) await make(app(), { name, interval: 30, locations: [location.id] })
  expect((await app().get('/incidents')).body.data).toEqual([])
  await passUntil(app(), () => receiver.requests.length > 0, 250)
  await allDelivered(app())
  const named = { id: location.id, name: location.name }
  const { data } = (await app().get('/incidents?status=firing')).body
  expect(data).toHaveLength(1)
  const [incident] = data
  expect(incident).toMatchObject({
    status: 'firing',
    severity: 'critical',
    monitor: null,
    slo: null,
    location: named,
    root_cause_detail: 'Not checked: Shop, Till',
  })
  expect(receiver.requests[0]!.json()).toMatchObject({
    event: 'incident.firing',
    incident: { id: incident.id, severity: 'critical', message: incident.message },
    enrichment: { monitor_name: location.name, monitor_type: 'location', rule_name: 'Location is live' },
  })
  await expectEverywhere(incident.id, named)

  await seeLocations(store, [location.number], clock.now())
  await passUntil(app(), () => receiver.requests.length > 1, 250)
  expect(receiver.requests.map((request) => request.json().event)).toEqual(['incident.firing', 'incident.resolved'])
  expect((await app().get(`/incidents/${incident.id}`)).body).toMatchObject({ status: 'resolved', location: named })
  expectRefusal(await app().post(`/incidents/${incident.id}/mark-maintenance`), 409, /An incident of a location/)
})

async function expectEverywhere(id: number, named: object): Promise<void> {
  for (const path of ['', '/timeline', '/evidence', '/report'])
    expect((await app().get(`/incidents/${id}${path}`)).status, path).toBe(200)
  const dashboard = dashboardOf(app())
  const shown = expect.objectContaining({ id, monitor: null, slo: null, location: named })
  expect((await dashboard.ask(listIncidentRows)).body.data).toContainEqual(shown)
  expect((await dashboard.ask(getOverview)).body.incidents.shown).toContainEqual(shown)
  expect((await dashboard.ask(getIncidentContext, { params: { id: String(id) } })).status).toBe(200)
}
