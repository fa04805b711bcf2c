// Search, the preview of notified people, and upcoming events.
import { beforeAll, expect, it } from 'vitest'
import { createChannel } from '../../../src/operations/channels/write.ts'
import { getReach } from '../../../src/operations/notifications/reach.ts'
import { searchEverything } from '../../../src/operations/overview/search.ts'
import { getUpcoming } from '../../../src/operations/overview/upcoming.ts'
import { checked } from '../../kit/resources/checked.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { fail } from '../../kit/resources/incidents.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'
import { crew, crewOf, makePolicy, makeSchedule } from '../../kit/people/on-call.ts'
import { makeGroup } from '../../kit/people/people.ts'

const app = sharedLapwing({ provision: crew })
let dashboard: Dashboard
beforeAll(() => {
  dashboard = dashboardOf(app())
})

const ask = async (operation: Parameters<Dashboard['ask']>[0], query: Record<string, string> = {}, key?: string) => {
  const { status, body } = await dashboard.ask(operation, { query, key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

it('finds monitors, incidents, people and schedules by a part of their name', async () => {
  const { id } = await make(app(), { name: 'Adapter', target: 'https://adapter.example/' })
  const incident = await fail(app(), id)
  await makeSchedule(app(), { name: 'Radar' })
  const found = async (q: string, key?: string) =>
    (await ask(searchEverything, { q }, key)).data.map((one: any) => [one.kind, one.name, one.state])
  expect(await found('ADA')).toEqual([
    ['monitor', 'Adapter', 'down'],
    ['incident', incident.message, 'firing'],
    ['person', 'Ada', null],
    ['schedule', 'Radar', null],
  ])
  expect(await found(`#${incident.id}`)).toEqual([['incident', incident.message, 'firing']])
  expect(await found('%')).toEqual([])
  expect(await found('adapter', keys.other)).toEqual([])
  expect((await dashboard.ask(searchEverything)).status).toBe(400)
})

it('shows who an incident would notify, and why others are silenced', async () => {
  const people = await crewOf(app())
  const policy = await makePolicy(app(), {
    steps: [
      { delayMinutes: 0, targets: [{ type: 'user', id: people.ben }] },
      { delayMinutes: 10, targets: [{ type: 'user', id: people.cleo }] },
    ],
  })
  const group = await makeGroup(app(), { name: 'Shop', escalationPolicyId: policy.id })
  const monitor = await make(app(), { config: { notificationGroupIds: [group.id] }, tags: ['shop'] })
  const hook = (name: string, config: object, fields: object = {}) =>
    dashboard.ask(createChannel, {
      body: { name, type: 'webhook', config: { url: 'https://hooks.example.com/x', ...config }, ...fields },
    })
  const made = [
    await hook('Shop hook', { contact_group_ids: [group.id] }),
    await hook('Off', { contact_group_ids: [group.id] }, { enabled: false }),
    await hook('Nobody', { contact_group_ids: [] }),
  ]
  for (const { status, body } of made) expect(status, JSON.stringify(body)).toBe(201)
  const reach = await ask(getReach, { monitor_id: monitor.id })
  expect(reach.groups).toEqual([{ id: group.id, name: 'Shop' }])
  expect(reach.channels.map(({ name, silenced_reason }: any) => [name, silenced_reason])).toEqual([
    ['Shop hook', null],
    ['Off', 'disabled'],
  ])
  expect(reach.escalation[0].steps.map(({ after_minutes }: any) => after_minutes)).toEqual([0, 10])
  expect(reach.escalation[0].steps[0].missed[0]).toMatch(/Ben would not be paged/)
  expect(reach.reaches_somebody).toBe(true)
  const startsAt = app().clock.now().toISOString()
  await app().post('/maintenance-windows', { name: 'Move', startsAt, durationMinutes: 30, monitorTags: ['shop'] })
  app().clock.advance(1000)
  expect((await ask(getReach, { monitor_id: monitor.id })).channels[0].silenced_reason).toBe('maintenance')
  expect((await ask(getReach, { group_ids: group.id })).channels[0].silenced_reason).toBeNull()
  expect((await ask(getReach, { group_ids: group.id }, keys.other)).channels).toEqual([])
  expect((await dashboard.ask(getReach, { query: { monitor_id: monitor.id }, key: keys.other })).status).toBe(404)
  expect((await dashboard.ask(getReach)).status, 'for the default group').toBe(200)
})

it('lists windows, expiries and gaps of the next days', async () => {
  app().clock.advance(60 * 60_000)
  const days = async (name: string, type: string, metrics: Record<string, number>) => {
    const { id } = await make(app(), { name, type })
    await checked(app(), id, { metrics })
    app().clock.advance(120_000)
  }
  await days('Soon', 'ssl', { 'ssl.days_until_expiry': 5 })
  await days('Later', 'ssl', { 'ssl.days_until_expiry': 20 })
  const short = (left: number) => ({ 'ssl.lifetime_days': 6, 'ssl.lifetime_left_pct': left })
  await days('Short-lived', 'ssl', { 'ssl.days_until_expiry': 2, ...short(34) })
  await days('Short-lived and late', 'ssl', { 'ssl.days_until_expiry': 1, ...short(24) })
  await days('Domain', 'rdap', { 'rdap.days_until_expiry': 20 })
  const startsAt = new Date(app().clock.now().getTime() + 86_400_000).toISOString()
  await app().post('/maintenance-windows', { name: 'Upgrade', startsAt, durationMinutes: 30 })
  const found = await ask(getUpcoming)
  expect(found.maintenance).toMatchObject([{ name: 'Upgrade', starts_at: startsAt }])
  expect(found.expiring.map(({ monitor, days_left }: any) => [monitor.name, days_left])).toEqual([
    ['Short-lived and late', 1],
    ['Soon', 5],
    ['Domain', 20],
  ])
  expect(found.gaps).toMatchObject([{ schedule: { name: 'Radar' } }])
  expect(await ask(getUpcoming, {}, keys.other)).toMatchObject({ maintenance: [], expiring: [], gaps: [] })
})
