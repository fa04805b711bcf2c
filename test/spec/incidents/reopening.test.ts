// Taking back an acknowledgement or a resolve.
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { makePolicy } from '../../kit/people/on-call.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { closed, endedIncident, fail, newestOf, openIncident, recover } from '../../kit/resources/incidents.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { hook, lapwingWithChannels, passUntil, received } from '../../kit/resources/notifying.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'

const app = sharedLapwing()
const post = (id: number, act: string) => app().post(`/incidents/${id}/${act}`)
const get = async (path: string) => (await app().get(path)).body
const lastEventOf = async (id: number) => (await get(`/incidents/${id}/timeline`)).data.at(-1)

async function resolved(): Promise<any> {
  const incident = await openIncident(app())
  await post(incident.id, 'resolve')
  return closed(app(), incident.id)
}

describe('reopening', () => {
  it('takes an acknowledgement back', async () => {
    const { id } = await openIncident(app())
    await post(id, 'acknowledge')
    const { status, body } = await post(id, 'reopen')
    expect([status, body]).toMatchObject([200, { status: 'firing', acknowledged_at: null, acknowledged_by: null }])
    expect(await lastEventOf(id)).toMatchObject({ type: 'unacknowledged', actor: 'rw' })
    const { data } = await get(`/activity?entity_type=incident&entity_id=${id}&action=incident.reopened`)
    expect(data).toMatchObject([{ changes: { status: { from: 'acknowledged', to: 'firing' } }, actor: { name: 'rw' } }])
    expect((await post(id, 'acknowledge')).body).toMatchObject({ status: 'acknowledged' })
  })

  it('does not change a firing incident', async () => {
    const before = await openIncident(app())
    const { status, body } = await post(before.id, 'reopen')
    expect([status, body]).toEqual([200, before])
  })

  it('withdraws a resolve that is not carried out yet', async () => {
    const own = await lapwing({ env: { LAPWING_ROLES: 'server' } })
    const { id } = await openIncident(own)
    await own.post(`/incidents/${id}/acknowledge`)
    await own.post(`/incidents/${id}/resolve`)
    const { body } = await own.post(`/incidents/${id}/reopen`)
    expect(body).toMatchObject({ status: 'acknowledged', resolve_requested_at: null })
  })

  it('opens a resolved incident again, which goes on until checks recover', async () => {
    const { id, monitor } = await resolved()
    const { status, body } = await post(id, 'reopen')
    expect([status, body]).toMatchObject([
      200,
      { status: 'firing', resolved_at: null, resolve_reason: null, resolved_by: null, resolve_requested_at: null },
    ])
    expect(await lastEventOf(id)).toMatchObject({ type: 'reopened', actor: 'rw' })
    expect(await get(`/monitors/${monitor.id}`)).toMatchObject({ state: 'down' })
    app().clock.advance(1000)
    await checked(app(), monitor.id, refused)
    expect(await newestOf(app(), monitor.id)).toMatchObject({ id, status: 'firing' })
    await recover(app(), monitor.id)
    expect(await get(`/incidents/${id}`)).toMatchObject({ status: 'resolved', resolve_reason: null })
    expect((await fail(app(), monitor.id)).id).toBeGreaterThan(id)
  })

  it('restores the acknowledgement of an incident that was acknowledged before it was resolved', async () => {
    const { id } = await openIncident(app())
    await post(id, 'acknowledge')
    await post(id, 'resolve')
    await closed(app(), id)
    expect((await post(id, 'reopen')).body).toMatchObject({ status: 'acknowledged', acknowledged_by: 'rw' })
  })

  it.each([
    ['recovered', () => endedIncident(app())],
    [
      'was resolved more than an hour ago',
      async () => {
        const incident = await resolved()
        app().clock.advance(3_600_001)
        return incident
      },
    ],
    [
      'belongs to a paused monitor',
      async () => {
        const incident = await resolved()
        await app().post(`/monitors/${incident.monitor.id}/pause`)
        return incident
      },
    ],
    [
      'was followed by another one',
      async () => {
        const incident = await resolved()
        await fail(app(), incident.monitor.id)
        return incident
      },
    ],
  ])('is refused if the incident %s', async (_why, incidentThat) => {
    const { id } = await incidentThat()
    expectRefusal(await post(id, 'reopen'), 409, /^Only an incident that a person resolved within the last hour/)
    expect(await get(`/incidents/${id}`)).toMatchObject({ status: 'resolved' })
  })
})

it('everyone notified is reminded, hears of the end once more, and is paged again', async () => {
  const receiver = await startReceiver()
  const own = await lapwingWithChannels({ channels: [hook(receiver)] })
  const channel = (await own.get('/notification-channels')).body.data[0]
  const group = (await own.get('/contact-groups')).body.data[0]
  const steps = [{ delayMinutes: 5, targets: [{ type: 'channel', id: channel.id }] }]
  const policy = await makePolicy(own, { steps })
  await own.ask('PATCH', `/contact-groups/${group.id}`, { body: { escalationPolicyId: policy.id } })
  const { id, monitor } = await openIncident(own)
  const escalations = () => inDatabase(own, sql`select step from escalations where incident_id = ${id}`)
  const eventsOf = async (count: number) => (await received(own, receiver, count)).map(({ event }) => event)

  expect(await eventsOf(1)).toEqual(['incident.firing'])
  expect(await escalations()).toHaveLength(1)
  await own.post(`/incidents/${id}/acknowledge`)
  own.clock.advance(5 * 60_000)
  await passUntil(own, async () => (await escalations()).length === 0)
  await own.post(`/incidents/${id}/reopen`)
  expect(await eventsOf(2)).toEqual(['incident.firing', 'incident.firing'])
  expect(receiver.requests[1]!.json()).toMatchObject({ incident: { id, fire_count: 2, status: 'firing' } })
  expect(await escalations()).toEqual([{ step: 0 }])

  await own.post(`/incidents/${id}/resolve`)
  expect((await eventsOf(3)).at(-1)).toBe('incident.resolved')
  await own.post(`/incidents/${id}/reopen`)
  expect((await eventsOf(4)).at(-1)).toBe('incident.firing')
  await recover(own, monitor.id)
  expect((await eventsOf(5)).at(-1)).toBe('incident.resolved')
})
