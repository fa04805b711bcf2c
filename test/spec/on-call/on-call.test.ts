import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { type Answered, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import {
  type Crew,
  atOnce,
  createSchedule,
  crew,
  crewOf,
  limitedKey,
  makePolicy,
  makeSchedule,
  peopleOf,
} from '../../kit/people/on-call.ts'
import { activityOf } from '../../kit/people/people.ts'

// It is Sunday, the first of March 2026, at noon.
const app = sharedLapwing({ provision: crew })
let shown: Crew['shown'], daily: Crew['daily'], ada: string, ben: string, cleo: string
beforeAll(async () => {
  ;({ shown, daily, ada, ben, cleo } = await crewOf(app()))
})

const make = (...layers: Fields[]): Promise<any> => makeSchedule(app(), { layers })
const read = async (id: number): Promise<any> => (await app().get(`/on-call-schedules/${id}`)).body
const change = (id: number, body: Fields): Promise<Answered> => {
  app().clock.advance(1)
  return app().ask('PATCH', `/on-call-schedules/${id}`, { body })
}

describe('an on-call schedule', () => {
  it('is created from a name, with nobody on call', async () => {
    const made = await makeSchedule(app(), { name: ' Backup ' })
    expect(made).toEqual({
      object: 'oncall_schedule',
      managed: null,
      id: expect.any(Number),
      name: 'Backup',
      timezone: 'UTC',
      enabled: true,
      layer_count: 0,
      current_on_call: null,
      created_at: app().clock.now().toISOString(),
      updated_at: app().clock.now().toISOString(),
      layers: [],
      next_on_call: null,
      gaps_7d: 1,
      calendar_url: expect.stringMatching(/^http.*\/calendar\/on-call\/[0-9a-f]{32}\.ics$/),
    })
    expect(await read(made.id)).toEqual(made)
  })

  it('shows its layers, who is on call, who is next, and how many gaps the week has', async () => {
    const hours = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }]
    const made = await make(
      daily(),
      daily({
        name: 'Office',
        rotation: 'weekly',
        startsAt: '2026-02-23T00:00:00Z',
        restrictions: hours,
        userIds: [cleo],
      }),
    )
    expect(made).toMatchObject({ layer_count: 2, current_on_call: shown('cleo'), gaps_7d: 0 })
    expect(made.next_on_call).toEqual({ ...shown('ada'), starts_at: '2026-03-02T17:00:00.000Z' })
    expect(made.layers).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Days',
        position: 0,
        rotation: 'daily',
        shift_length_seconds: 86_400,
        handoff_at: '09:00',
        starts_at: '2026-02-27T09:00:00.000Z',
        ends_at: null,
        restrictions: [],
        users: [shown('ada'), shown('ben'), shown('cleo')],
      },
      {
        id: expect.any(String),
        name: 'Office',
        position: 1,
        rotation: 'weekly',
        shift_length_seconds: 604_800,
        handoff_at: '09:00',
        starts_at: '2026-02-23T00:00:00.000Z',
        ends_at: null,
        restrictions: hours,
        users: [shown('cleo')],
      },
    ])
  })

  it('starts a layer now, with handovers at this time of day, by default', async () => {
    const made = await makeSchedule(app(), {
      timezone: 'Europe/Berlin',
      layers: [{ name: 'Days', rotation: 'daily', userIds: [ada, ben] }],
    })
    expect(made.layers[0]).toMatchObject({ starts_at: app().clock.now().toISOString(), handoff_at: '13:00' })
    expect(made).toMatchObject({
      current_on_call: shown('ada'),
      next_on_call: { ...shown('ben'), starts_at: '2026-03-02T12:00:00.000Z' },
    })
  })

  it('counts the gaps of the next seven days', async () => {
    const made = await make(daily({ restrictions: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' }] }))
    expect(made).toMatchObject({ current_on_call: null, gaps_7d: 6 })
  })

  it('has nobody on call while it is disabled', async () => {
    const { id } = await make(daily())
    expect((await change(id, { enabled: false })).body).toMatchObject({
      enabled: false,
      current_on_call: null,
      next_on_call: null,
      gaps_7d: 1,
    })
    expect((await change(id, { enabled: true })).body).toMatchObject({ current_on_call: shown('cleo') })
  })

  it('is listed newest first, page by page, with who is on call and without layers', async () => {
    const own = await lapwing({ provision: crew })
    const user = (await peopleOf(own))['ada']!
    const layers = [{ name: 'Always', rotation: 'weekly', userIds: [user.id] }]
    const made = [
      await makeSchedule(own, { name: 'A', layers }),
      await makeSchedule(own, { name: 'B' }),
      await makeSchedule(own, { name: 'C' }),
    ]
    const first = (await own.get('/on-call-schedules?limit=2')).body
    expect(first).toMatchObject({ object: 'list', has_more: true, next_cursor: expect.any(String) })
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['C', 'B'])
    await own.ask('DELETE', `/on-call-schedules/${made[1].id}`)
    const { layers: _layers, next_on_call: _next, gaps_7d: _gaps, calendar_url: _url, ...listed } = made[0]
    expect((await own.get(`/on-call-schedules?limit=2&cursor=${first.next_cursor}`)).body).toEqual({
      object: 'list',
      data: [listed],
      has_more: false,
      next_cursor: null,
    })
    expect(listed.current_on_call).toEqual({ user_id: user.id, name: 'Ada', email: 'ada@example.com' })
    expect((await own.get('/on-call-schedules', { key: keys.other })).body.data).toEqual([])
  })

  it('shows the address of its calendar only to write keys, and can replace it', async () => {
    const { id, calendar_url } = await make(daily())
    expect((await app().get(`/on-call-schedules/${id}`, { key: keys.read })).body.calendar_url).toBeNull()
    const renewed = (await app().post(`/on-call-schedules/${id}/renew-calendar`)).body
    expect(renewed.calendar_url).toMatch(/\.ics$/)
    expect(renewed.calendar_url).not.toBe(calendar_url)
    expect([(await fetch(calendar_url)).status, (await fetch(renewed.calendar_url)).status]).toEqual([404, 200])
  })

  it.each([
    ['a name of nothing', { name: ' ' }, 'name: String must contain at least 1 character(s)'],
    ['an unknown zone', { timezone: 'Mars/Base' }, 'timezone: must be a time zone such as UTC or Europe/Berlin'],
  ])('is refused with %s', async (_case, fields, message) => {
    expectRefusal(await createSchedule(app(), fields), 400, message)
  })

  it.each<[string, Fields, string]>([
    ['nobody', { userIds: [] }, 'layers[0].userIds: Array must contain at least 1 element(s)'],
    ['a time that is none', { handoffAt: '24:00' }, 'layers[0].handoffAt: must be a time of day such as 09:00'],
    [
      'a day and a half',
      { shiftLengthSeconds: 129_600 },
      'layers[0].shiftLengthSeconds: must be a multiple of 86400 (whole days) for a daily rotation',
    ],
    [
      'a week and a day',
      { rotation: 'weekly', shiftLengthSeconds: 691_200 },
      'layers[0].shiftLengthSeconds: must be a multiple of 604800 (whole weeks) for a weekly rotation',
    ],
    [
      'no length of a custom one',
      { rotation: 'custom' },
      'layers[0].shiftLengthSeconds: is required for a custom rotation',
    ],
    [
      'less than an hour',
      { rotation: 'custom', shiftLengthSeconds: 60 },
      'layers[0].shiftLengthSeconds: Number must be greater than or equal to 3600',
    ],
    ['an end before its start', { endsAt: '2026-02-01T00:00:00Z' }, 'layers[0].endsAt: must be after startsAt'],
    [
      'an end before now',
      { startsAt: undefined, endsAt: '2026-02-01T00:00:00Z' },
      'layers[0].endsAt: must be after startsAt',
    ],
    [
      'a day that no week has',
      { restrictions: [{ days: [7], from: '09:00', to: '17:00' }] },
      'layers[0].restrictions[0].days[0]: Number must be less than or equal to 6',
    ],
    [
      'no days',
      { restrictions: [{ days: [], from: '09:00', to: '17:00' }] },
      'layers[0].restrictions[0].days: Array must contain at least 1 element(s)',
    ],
    [
      'an unknown layer id',
      { id: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718' },
      'layers[0].id: must be a layer of this schedule and appear once; omit it for a new layer',
    ],
    ['a key that is none', { colour: 'red' }, 'layers[0].colour: unsupported field'],
  ])('is refused when a layer has %s', async (_case, fields, message) => {
    expectRefusal(await createSchedule(app(), { layers: [daily(fields)] }), 400, message)
  })

  it('has at most 20 layers', async () => {
    const layers = Array.from({ length: 21 }, () => daily())
    expectRefusal(await createSchedule(app(), { layers }), 400, 'layers: Array must contain at most 20 element(s)')
  })

  it('accepts only users of the organization, and lists the others', async () => {
    const oscar = (await peopleOf(app(), { key: keys.other }))['oscar']!.id
    const nobody = '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'
    const answer = await createSchedule(app(), {
      layers: [daily({ userIds: [ada, oscar] }), daily({ userIds: [nobody, oscar] })],
    })
    expectRefusal(answer, 400, `userIds: unknown user id(s) in this organization: ${oscar}, ${nobody}`)
  })

  it('keeps omitted fields, and layers sent with their id', async () => {
    const made = await make(daily(), daily({ name: 'Nights' }))
    expect((await change(made.id, { name: 'First line' })).body).toMatchObject({
      name: 'First line',
      layers: made.layers,
    })
    const [, nights] = made.layers
    const { body } = await change(made.id, {
      layers: [{ id: nights.id, name: 'Nights', rotation: 'weekly', userIds: [ben] }, daily({ name: 'New' })],
    })
    expect(body.layers.map(({ name, id }: any) => [name, id === nights.id])).toEqual([
      ['Nights', true],
      ['New', false],
    ])
    expect(body.layers[0]).toMatchObject({
      position: 0,
      starts_at: nights.starts_at,
      handoff_at: '09:00',
      shift_length_seconds: 604_800,
    })
  })

  it('does not change with an empty update', async () => {
    const { id, updated_at } = await make(daily())
    expect((await change(id, { name: 'Primary' })).body.updated_at).toBe(updated_at)
  })

  it('records its changes in the activity log', async () => {
    const { id } = await make(daily())
    await change(id, { name: 'First line' })
    app().clock.advance(1)
    await app().ask('DELETE', `/on-call-schedules/${id}`)
    const events = await activityOf(app(), id)
    expect(events.map(({ action, entity_type }) => [action, entity_type])).toEqual([
      ['on_call_schedule.deleted', 'on_call_schedule'],
      ['on_call_schedule.updated', 'on_call_schedule'],
      ['on_call_schedule.created', 'on_call_schedule'],
    ])
    expect(events[1].changes).toMatchObject({ name: { from: 'Primary', to: 'First line' } })
  })

  it('is deleted once, unless a policy uses it', async () => {
    const { id } = await make(daily())
    const policy = await makePolicy(app(), { steps: atOnce({ type: 'schedule', id }) })
    expectRefusal(
      await app().ask('DELETE', `/on-call-schedules/${id}`),
      409,
      'Primary is used by Production; remove it there first',
    )
    await app().ask('DELETE', `/escalation-policies/${policy.id}`)
    expect((await app().ask('DELETE', `/on-call-schedules/${id}`)).body).toEqual({
      object: 'deleted',
      id: String(id),
      deleted: true,
    })
    expect((await app().ask('DELETE', `/on-call-schedules/${id}`)).status).toBe(404)
  })

  it('skips people who have left, and can still be updated', async () => {
    const own = await lapwing({ provision: crew })
    const they = await peopleOf(own)
    const layer = { name: 'Days', rotation: 'daily', userIds: [they['ben']!.id, they['ada']!.id] }
    const { id } = await makeSchedule(own, { layers: [layer] })
    await inDatabase(own, sql`delete from members where user_id = ${they['ben']!.id}`)
    const { layers, current_on_call } = (await own.get(`/on-call-schedules/${id}`)).body
    expect([layers[0].users.map(({ name }: any) => name), current_on_call.name]).toEqual([['Ada'], 'Ada'])
    expect((await own.ask('PATCH', `/on-call-schedules/${id}`, { body: { layers: [layer] } })).status).toBe(200)
  })

  it('is limited by the plan, which counts it', async () => {
    const key = limitedKey
    await makeSchedule(app(), {}, { key })
    expectRefusal(await createSchedule(app(), {}, { key }), 403, /on_call_schedules is 1/)
    expect((await app().get('/plan', { key })).body).toMatchObject({
      limits: { on_call_schedules: 1 },
      usage: { on_call_schedules: 1 },
    })
  })

  it.each(['0', '-1', '1.5', 'abc'])('is 400 when the id is %s', async (id) => {
    expectRefusal(await app().get(`/on-call-schedules/${id}`), 400, 'id: must be a positive integer')
  })
})
