// The dashboard's list of incidents, and the context of an incident.
import { beforeAll, expect, it } from 'vitest'
import { acknowledgeIncident } from '../../../src/operations/incidents/act.ts'
import { getIncidentContext } from '../../../src/operations/incidents/context.ts'
import { listIncidentRows } from '../../../src/operations/incidents/incident-rows.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { endedIncident, fail, openWarning } from '../../kit/resources/incidents.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, locationsOf, make, patch } from '../../kit/resources/monitors.ts'
import { signedIn } from '../../kit/people/signed-in.ts'
import { logged } from '../../kit/resources/notifications.ts'
import { critical } from '../../kit/resources/alerts.ts'

const app = sharedLapwing()
let dashboard: Dashboard
let down: any
let warned: any
let ended: any

const minute = 60_000
const evidence = (status: number) => JSON.stringify({ status, server: 'nginx' })

/** An old resolved incident, a warning, and a critical one with evidence from before and after. */
beforeAll(async () => {
  dashboard = dashboardOf(app())
  ended = await endedIncident(app(), { name: 'Old' })
  app().clock.advance(60 * minute)
  warned = await openWarning(app(), { name: 'Slow', tags: ['shop'] })
  app().clock.advance(2 * minute)
  const shop = await make(app(), { name: 'Shop', tags: ['shop'], locations: await locationsOf(app()) })
  for (let n = 0; n < 2; n++) {
    await checked(app(), shop.id, { evidence: evidence(200) })
    app().clock.advance(2 * minute)
  }
  down = await fail(app(), shop.id, { ...refused, evidence: evidence(503) })
  await patch(app(), shop.id, { description: 'Sells' })
  const alert = { ...critical, incident: { ...critical.incident, id: down.id } }
  await logged(app(), { alert })
  await logged(app(), { alert, status: 'failed', error: 'no answer' })
})

const rows = async (query: Record<string, string> = {}, key?: string): Promise<any> => {
  const { status, body } = await dashboard.ask(listIncidentRows, { query, key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const ids = async (query: Record<string, string>) => (await rows(query)).data.map(({ id }: any) => id)

it('lists open incidents with locations and notified people', async () => {
  const { data, total, firing, acknowledged } = await rows()
  expect(data.map(({ id }: any) => id)).toEqual([down.id, warned.id])
  expect({ total, firing, acknowledged }).toEqual({ total: 2, firing: 2, acknowledged: 0 })
  expect(data[0]).toMatchObject({
    ...down,
    seen_from: ['Frankfurt', 'New York'],
    locations: 2,
    deliveries: { total: 2, sent: 1, failed: 1 },
    fold: null,
  })
})

it('filters', async () => {
  expect(await ids({ status: 'all' })).toEqual([down.id, warned.id, ended.id])
  expect(await ids({ status: 'resolved' })).toEqual([ended.id])
  expect(await ids({ severity: 'warning' })).toEqual([warned.id])
  expect(await ids({ tag: 'shop', cause: 'connect' })).toEqual([down.id])
  expect(await ids({ monitor: ended.monitor.id, status: 'all' })).toEqual([ended.id])
  expect(await ids({ q: 'SLOW' })).toEqual([warned.id])
  expect(await ids({ q: `#${ended.id}`, status: 'all' })).toEqual([ended.id])
  expect(await ids({ status: 'all', until: warned.started_at })).toEqual([ended.id])
  expect(await ids({ status: 'all', limit: '1' })).toEqual([down.id])
})

it('filters my incidents', async () => {
  expect(await ids({ mine: '1' })).toEqual([])
  const { id } = await make(app(), { name: 'Mine' })
  app().clock.advance(20 * minute)
  const { id: number } = await fail(app(), id)
  expect((await dashboard.ask(acknowledgeIncident, { id: number })).status).toBe(200)
  expect(await ids({ mine: '1' })).toEqual([number])
})

it('assigns an incident to a member, and to nobody', async () => {
  const [{ user: me }, { user: other }] = [await signedIn(app()), await signedIn(app(), { role: 'member' })]
  const assign = (userId: string | null) => app().post(`/incidents/${warned.id}/assign`, { userId })
  expect((await assign(me.id)).body).toMatchObject({ assignee: { id: me.id, name: me.name }, status: 'firing' })
  expect(await ids({ mine: '1' })).toContain(warned.id)
  expect((await app().get(`/incidents?assignee_id=${me.id}`)).body).toMatchObject({
    data: [{ id: warned.id }],
    total: 1,
  })
  await dashboard.ask(acknowledgeIncident, { id: warned.id })
  await assign(other.id)
  expect(await ids({ mine: '1' }), 'somebody else took it').not.toContain(warned.id)
  expect((await assign(null)).body.assignee).toBe(null)
  expect((await assign(null)).status, 'again').toBe(200)
  const { data } = (await app().get(`/incidents/${warned.id}/timeline`)).body
  expect(data.filter(({ type }: any) => type === 'assigned').map((event: any) => event.data.user)).toEqual([
    { id: me.id, name: me.name },
    { id: other.id, name: other.name },
    null,
  ])
  expect((await app().get(`/activity?entity_id=${warned.id}&action=incident.assigned`)).body.data).toHaveLength(3)
  const { user: stranger } = await signedIn(app(), { key: keys.other })
  expectRefusal(await assign(stranger.id), 400, `userId: unknown user id(s) in this organization: ${stranger.id}`)
})

it('shows what changed since the last good check, and other events', async () => {
  await app().post('/status-pages', { name: 'Side', slug: 'side' })
  const { body } = await dashboard.ask(getIncidentContext, { id: down.id })
  expect(body.diffs.map(({ location }: any) => location).sort()).toEqual(['Frankfurt', 'New York'])
  const [diff] = body.diffs
  expect(
    body.diffs.map(({ at }: any) => at),
    'dated from the first failed check',
  ).toContain(down.failing_since)
  expect(diff).toMatchObject({ last_good_at: expect.any(String), evidence_from: { location: expect.any(String) } })
  expect(diff.rows.find(({ key }: any) => key === 'status')).toMatchObject({
    before: '200',
    after: '503',
    changed: true,
  })
  expect(diff.rows.find(({ key }: any) => key === 'Status code')).toMatchObject({ before: '200', after: null })
  expect(diff.rows.at(-1)).toMatchObject({ key: 'server', changed: false })
  expect(body.latest.map(({ success }: any) => success)).toEqual([false, false])
  expect(body.neighbours.map(({ id }: any) => id)).toEqual([warned.id])
  const actions = body.changes.map(({ action }: any) => action)
  expect(actions).toContain('monitor.updated')
  expect(actions).not.toContain('user.login')
  expect(actions, 'which cannot explain a failure').not.toContain('status_page.created')
  expect(body).toMatchObject({ last_page: null, next_pages: [], deliveries: { total: 2, sent: 1, failed: 1 } })
})

it('shows an incident whose monitor was deleted', async () => {
  await app().ask('DELETE', `/monitors/${ended.monitor.id}`)
  const { status, body } = await dashboard.ask(getIncidentContext, { id: ended.id })
  expect([status, body.incident_id]).toEqual([200, ended.id])
})

it('shows another organization nothing', async () => {
  expect(await rows({ status: 'all' }, keys.other)).toMatchObject({ data: [], total: 0 })
  expect((await dashboard.ask(getIncidentContext, { id: down.id, key: keys.other })).status).toBe(404)
})
