import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../src/domain/caller.ts'
import { sql } from '../../src/store/sql.ts'
import { type Answered, keys, lapwing, sharedLapwing } from '../kit/lapwing.ts'
import { type Fields, expectRefusal, inDatabase } from '../kit/monitors.ts'
import { atOnce, createSchedule, crew, limitedKey, makePolicy, makeSchedule, peopleOf } from '../kit/on-call.ts'
import { activityOf } from '../kit/people.ts'

// It is Sunday, the first of March 2026, at noon.
const app = sharedLapwing({ provision: crew })
let people: Record<string, User>
let ada: string, ben: string, cleo: string
beforeAll(async () => {
  people = await peopleOf(app())
  ;[ada, ben, cleo] = [people['ada']!.id, people['ben']!.id, people['cleo']!.id]
})

const shown = (name: string) => ({ user_id: people[name]!.id, name: people[name]!.name, email: people[name]!.email })
const daily = (fields: Fields = {}): Fields => ({
  name: 'Days', rotation: 'daily', handoffAt: '09:00', startsAt: '2026-02-27T09:00:00Z', userIds: [ada, ben, cleo], ...fields,
})
const make = (...layers: Fields[]): Promise<any> => makeSchedule(app(), { layers })
const read = async (id: number): Promise<any> => (await app().get(`/on-call-schedules/${id}`)).body
const change = (id: number, body: Fields): Promise<Answered> => {
  app().clock.advance(1)
  return app().ask('PATCH', `/on-call-schedules/${id}`, { body })
}
const shiftsOf = async (id: number, from: string, until: string): Promise<any[]> => {
  const { status, body, text } = await app().get(`/on-call-schedules/${id}/shifts?from=${from}&until=${until}`)
  expect(status, text).toBe(200)
  return body.data
}
const told = (shifts: any[]): string[] => shifts.map(({ user, starts_at, ends_at }) => `${user.name} ${starts_at.slice(0, 16)} ${ends_at.slice(0, 16)}`)

describe('an on-call schedule', () => {
  it('is made from a name, with nobody on call', async () => {
    const made = await makeSchedule(app(), { name: ' Backup ' })
    expect(made).toEqual({
      object: 'oncall_schedule', id: expect.any(Number), name: 'Backup', timezone: 'UTC', enabled: true, layer_count: 0, current_on_call: null,
      created_at: app().clock.now().toISOString(), updated_at: app().clock.now().toISOString(),
      layers: [], next_on_call: null, gaps_7d: 1, calendar_url: expect.stringMatching(/^http.*\/calendar\/on-call\/[0-9a-f]{32}\.ics$/),
    })
    expect(await read(made.id)).toEqual(made)
  })

  it('shows its layers, who is on call, who is next, and how many gaps the week has', async () => {
    const hours = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }]
    const made = await make(daily(), daily({ name: 'Office', rotation: 'weekly', startsAt: '2026-02-23T00:00:00Z', restrictions: hours, userIds: [cleo] }))
    expect(made).toMatchObject({ layer_count: 2, current_on_call: shown('cleo'), gaps_7d: 0 })
    expect(made.next_on_call).toEqual({ ...shown('ada'), starts_at: '2026-03-02T17:00:00.000Z' })
    expect(made.layers).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Days', position: 0, rotation: 'daily', shift_length_seconds: 86_400, handoff_at: '09:00',
        starts_at: '2026-02-27T09:00:00.000Z', ends_at: null, restrictions: [], users: [shown('ada'), shown('ben'), shown('cleo')],
      },
      {
        id: expect.any(String), name: 'Office', position: 1, rotation: 'weekly', shift_length_seconds: 604_800, handoff_at: '09:00',
        starts_at: '2026-02-23T00:00:00.000Z', ends_at: null, restrictions: hours, users: [shown('cleo')],
      },
    ])
  })

  it('begins a layer now, at the time of day that it is, when nothing else is said', async () => {
    const made = await makeSchedule(app(), { timezone: 'Europe/Berlin', layers: [{ name: 'Days', rotation: 'daily', userIds: [ada, ben] }] })
    expect(made.layers[0]).toMatchObject({ starts_at: app().clock.now().toISOString(), handoff_at: '13:00' })
    expect(made).toMatchObject({ current_on_call: shown('ada'), next_on_call: { ...shown('ben'), starts_at: '2026-03-02T12:00:00.000Z' } })
  })

  it('counts the gaps of the next seven days', async () => {
    const made = await make(daily({ restrictions: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' }] }))
    expect(made).toMatchObject({ current_on_call: null, gaps_7d: 6 })
  })

  it('has nobody on call while it is off', async () => {
    const { id } = await make(daily())
    expect((await change(id, { enabled: false })).body).toMatchObject({ enabled: false, current_on_call: null, next_on_call: null, gaps_7d: 1 })
    expect((await change(id, { enabled: true })).body).toMatchObject({ current_on_call: shown('cleo') })
  })

  it('is listed newest first, page by page, with who is on call and without layers', async () => {
    const own = await lapwing({ provision: crew })
    const user = (await peopleOf(own))['ada']!
    const layers = [{ name: 'Always', rotation: 'weekly', userIds: [user.id] }]
    const made = [await makeSchedule(own, { name: 'A', layers }), await makeSchedule(own, { name: 'B' }), await makeSchedule(own, { name: 'C' })]
    const first = (await own.get('/on-call-schedules?limit=2')).body
    expect(first).toMatchObject({ object: 'list', has_more: true, next_cursor: expect.any(String) })
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['C', 'B'])
    await own.ask('DELETE', `/on-call-schedules/${made[1].id}`)
    const { layers: _layers, next_on_call: _next, gaps_7d: _gaps, calendar_url: _url, ...listed } = made[0]
    expect((await own.get(`/on-call-schedules?limit=2&cursor=${first.next_cursor}`)).body).toEqual({
      object: 'list', data: [listed], has_more: false, next_cursor: null,
    })
    expect(listed.current_on_call).toEqual({ user_id: user.id, name: 'Ada', email: 'ada@example.com' })
    expect((await own.get('/on-call-schedules', { key: keys.other })).body.data).toEqual([])
  })

  it('shows the address of its calendar only to those who may change it, and can be given another', async () => {
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
    ['more than 20 layers', { layers: Array.from({ length: 21 }, () => daily()) }, 'layers: Array must contain at most 20 element(s)'],
  ])('is refused with %s', async (_case, fields, message) => {
    expectRefusal(await createSchedule(app(), fields), 400, message)
  })

  it.each<[string, Fields, string]>([
    ['nobody', { userIds: [] }, 'layers[0].userIds: Array must contain at least 1 element(s)'],
    ['a time that is none', { handoffAt: '24:00' }, 'layers[0].handoffAt: must be a time of day such as 09:00'],
    ['a day and a half', { shiftLengthSeconds: 129_600 }, 'layers[0].shiftLengthSeconds: must be whole days (86400) of a daily rotation'],
    ['a week and a day', { rotation: 'weekly', shiftLengthSeconds: 691_200 }, 'layers[0].shiftLengthSeconds: must be whole weeks (604800) of a weekly rotation'],
    ['no length of a custom one', { rotation: 'custom' }, 'layers[0].shiftLengthSeconds: is required of a custom rotation'],
    ['less than an hour', { rotation: 'custom', shiftLengthSeconds: 60 }, 'layers[0].shiftLengthSeconds: Number must be greater than or equal to 3600'],
    ['an end before its start', { endsAt: '2026-02-01T00:00:00Z' }, 'layers[0].endsAt: must be after startsAt'],
    ['an end before now', { startsAt: undefined, endsAt: '2026-02-01T00:00:00Z' }, 'layers[0].endsAt: must be after startsAt'],
    ['a day that no week has', { restrictions: [{ days: [7], from: '09:00', to: '17:00' }] }, 'layers[0].restrictions[0].days[0]: Number must be less than or equal to 6'],
    ['no days', { restrictions: [{ days: [], from: '09:00', to: '17:00' }] }, 'layers[0].restrictions[0].days: Array must contain at least 1 element(s)'],
    ['an unknown layer id', { id: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718' }, 'layers[0].id: must be a layer that the schedule has, once; leave it out for a new one'],
    ['a key that is none', { colour: 'red' }, 'layers[0].colour: unsupported field'],
  ])('is refused when a layer has %s', async (_case, fields, message) => {
    expectRefusal(await createSchedule(app(), { layers: [daily(fields)] }), 400, message)
  })

  it('takes only people of the organization, and lists the others', async () => {
    const oscar = (await peopleOf(app(), { key: keys.other }))['oscar']!.id
    const nobody = '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'
    const answer = await createSchedule(app(), { layers: [daily({ userIds: [ada, oscar] }), daily({ userIds: [nobody, oscar] })] })
    expectRefusal(answer, 400, `userIds: unknown user id(s) in this organization: ${oscar}, ${nobody}`)
  })

  it('keeps what is left out of a change, and a layer that is sent with its id', async () => {
    const made = await make(daily(), daily({ name: 'Nights' }))
    expect((await change(made.id, { name: 'First line' })).body).toMatchObject({ name: 'First line', layers: made.layers })
    const [, nights] = made.layers
    const { body } = await change(made.id, { layers: [{ id: nights.id, name: 'Nights', rotation: 'weekly', userIds: [ben] }, daily({ name: 'New' })] })
    expect(body.layers.map(({ name, id }: any) => [name, id === nights.id])).toEqual([['Nights', true], ['New', false]])
    expect(body.layers[0]).toMatchObject({ position: 0, starts_at: nights.starts_at, handoff_at: '09:00', shift_length_seconds: 604_800 })
  })

  it('is not touched by a change that changes nothing', async () => {
    const { id, updated_at } = await make(daily())
    expect((await change(id, { name: 'Primary' })).body.updated_at).toBe(updated_at)
  })

  it('writes what is done to it into the activity log', async () => {
    const { id } = await make(daily())
    await change(id, { name: 'First line' })
    app().clock.advance(1)
    await app().ask('DELETE', `/on-call-schedules/${id}`)
    const events = await activityOf(app(), id)
    expect(events.map(({ action, entity_type }) => [action, entity_type])).toEqual([
      ['on_call_schedule.deleted', 'on_call_schedule'], ['on_call_schedule.updated', 'on_call_schedule'], ['on_call_schedule.created', 'on_call_schedule'],
    ])
    expect(events[1].changes).toMatchObject({ name: { from: 'Primary', to: 'First line' } })
  })

  it('is deleted once, unless a policy pages it', async () => {
    const { id } = await make(daily())
    const policy = await makePolicy(app(), { steps: atOnce({ type: 'schedule', id }) })
    expectRefusal(await app().ask('DELETE', `/on-call-schedules/${id}`), 409, 'Primary is paged by Production; take it out of there first')
    await app().ask('DELETE', `/escalation-policies/${policy.id}`)
    expect((await app().ask('DELETE', `/on-call-schedules/${id}`)).body).toEqual({ object: 'deleted', id: String(id), deleted: true })
    expect((await app().ask('DELETE', `/on-call-schedules/${id}`)).status).toBe(404)
  })

  it('passes over people who have left, and can be changed still', async () => {
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
    expect((await app().get('/plan', { key })).body).toMatchObject({ limits: { on_call_schedules: 1 }, usage: { on_call_schedules: 1 } })
  })

  it.each(['0', '-1', '1.5', 'abc'])('is 400 when the id is %s', async (id) => {
    expectRefusal(await app().get(`/on-call-schedules/${id}`), 400, 'id: must be a positive integer')
  })
})

describe('shifts', () => {
  it('are told in order, cut to the span, with the layer they come from', async () => {
    const { id, layers } = await make(daily())
    const shifts = await shiftsOf(id, '2026-03-01T00:00:00Z', '2026-03-02T12:00:00Z')
    expect(shifts).toEqual([
      ['ben', '2026-03-01T00:00:00.000Z', '2026-03-01T09:00:00.000Z'],
      ['cleo', '2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z'],
      ['ada', '2026-03-02T09:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    ].map(([name, starts_at, ends_at]) => ({ object: 'oncall_shift', user: shown(name!), layer_id: layers[0].id, starts_at, ends_at, is_override: false })))
  })

  it('hand over at the same time of day when the clocks change', async () => {
    const { id } = await makeSchedule(app(), { timezone: 'Europe/Berlin', layers: [daily({ startsAt: '2026-03-27T08:00:00Z' })] })
    expect(told(await shiftsOf(id, '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z'))).toEqual([
      'Ada 2026-03-28T00:00 2026-03-28T08:00', 'Ben 2026-03-28T08:00 2026-03-29T07:00', 'Cleo 2026-03-29T07:00 2026-03-30T00:00',
    ])
  })

  it('are those of the last layer that has somebody', async () => {
    const { id } = await make(daily({ userIds: [ada] }), daily({ name: 'Nights', userIds: [ben], restrictions: [{ days: [0, 1], from: '22:00', to: '06:00' }] }))
    expect(told(await shiftsOf(id, '2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z'))).toEqual([
      'Ada 2026-03-01T12:00 2026-03-01T22:00', 'Ben 2026-03-01T22:00 2026-03-02T06:00', 'Ada 2026-03-02T06:00 2026-03-02T12:00',
    ])
  })

  it('are those of the next seven days when nothing else is asked for', async () => {
    const { id } = await make(daily({ userIds: [ada] }))
    const { body } = await app().get(`/on-call-schedules/${id}/shifts`)
    const now = app().clock.now()
    expect(body).toMatchObject({ object: 'list', has_more: false })
    expect(body.data).toMatchObject([{ starts_at: now.toISOString(), ends_at: new Date(now.getTime() + 7 * 86_400_000).toISOString() }])
  })

  it.each([
    ['from=2026-03-01T00:00:00Z&until=2026-06-01T00:00:00.001Z', 'until: must be at most 92 days after from'],
    ['from=2026-03-01T00:00:00Z&until=2026-03-01T00:00:00Z', 'until: must be after from'],
    ['from=today', 'from: must be a valid ISO 8601 datetime'],
    ['until=9999-01-01T00:00:00Z', 'until: must be in the years 1970 to 2999'],
  ])('are refused for %s', async (query, message) => {
    const { id } = await make(daily())
    expectRefusal(await app().get(`/on-call-schedules/${id}/shifts?${query}`), 400, message)
  })

  it('may be 92 days', async () => {
    const { id } = await make(daily())
    expect(await shiftsOf(id, '2026-03-01T00:00:00Z', '2026-06-01T00:00:00Z')).toHaveLength(93)
  })
})

describe('who is on call', () => {
  it('is answered for now and for any moment', async () => {
    const { id, layers } = await make(daily())
    const now = { object: 'oncall', schedule_id: id, at: app().clock.now().toISOString(), user: shown('cleo'), layer_id: layers[0].id, is_override: false }
    expect((await app().get(`/on-call-schedules/${id}/on-call`)).body).toEqual(now)
    const before = (await app().get(`/on-call-schedules/${id}/on-call?at=2026-03-01T09:59:59%2B01:00`)).body
    expect(before).toMatchObject({ at: '2026-03-01T08:59:59.000Z', user: shown('ben') })
  })

  it('is nobody when there is nobody', async () => {
    const { id } = await make(daily())
    const { body } = await app().get(`/on-call-schedules/${id}/on-call?at=2026-02-27T08:59:59Z`)
    expect(body).toMatchObject({ user: null, layer_id: null, is_override: false })
    expectRefusal(await app().get(`/on-call-schedules/${id}/on-call?at=noon`), 400, 'at: must be a valid ISO 8601 datetime')
  })
})

describe('an override', () => {
  const post = (id: number, fields: Fields = {}): Promise<Answered> => {
    app().clock.advance(1)
    return app().post(`/on-call-schedules/${id}/overrides`, {
      userId: ben, startsAt: '2026-03-02T00:00:00Z', endsAt: '2026-03-02T12:00:00Z', ...fields,
    })
  }

  it('wins while it lasts, and changes nothing outside', async () => {
    const { id } = await make(daily({ userIds: [ada] }))
    const { status, body } = await post(id, { reason: 'Wedding' })
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'oncall_override', id: expect.stringMatching(/^[0-9a-f-]{36}$/), schedule_id: id, user: shown('ben'),
      starts_at: '2026-03-02T00:00:00.000Z', ends_at: '2026-03-02T12:00:00.000Z', reason: 'Wedding', created_at: app().clock.now().toISOString(),
    })
    const shifts = await shiftsOf(id, '2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z')
    expect(told(shifts)).toEqual(['Ada 2026-03-01T00:00 2026-03-02T00:00', 'Ben 2026-03-02T00:00 2026-03-02T12:00', 'Ada 2026-03-02T12:00 2026-03-03T00:00'])
    expect(shifts[1]).toMatchObject({ is_override: true, layer_id: null })
    expect((await app().get(`/on-call-schedules/${id}/on-call?at=2026-03-02T00:00:00Z`)).body).toMatchObject({ user: shown('ben'), is_override: true })
    expect((await read(id)).next_on_call).toEqual({ ...shown('ben'), starts_at: '2026-03-02T00:00:00.000Z' })
  })

  it('is 409 when it overlaps with another of the schedule, and not when it only touches it', async () => {
    const [{ id }, other] = [await make(daily()), await make(daily())]
    expect((await post(id)).status).toBe(201)
    for (const span of [{ startsAt: '2026-03-02T11:59:59Z', endsAt: '2026-03-03T00:00:00Z' }, { startsAt: '2026-03-01T00:00:00Z' }, { userId: cleo }])
      expectRefusal(await post(id, span), 409, /^It overlaps with the override [0-9a-f-]{36} from 2026-03-02T00:00:00.000Z to 2026-03-02T12:00:00.000Z$/)
    expect((await post(id, { startsAt: '2026-03-02T12:00:00Z', endsAt: '2026-03-03T00:00:00Z' })).status).toBe(201)
    expect((await post(other.id)).status).toBe(201)
  })

  it('is made once when two ask at the same time', async () => {
    const { id } = await make(daily())
    const answers = await Promise.all([post(id), post(id), post(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it.each<[string, Fields, string | RegExp]>([
    ['an end before its start', { endsAt: '2026-03-01T00:00:00Z' }, 'endsAt: must be after startsAt'],
    ['more than a year', { endsAt: '2027-03-04T00:00:00Z' }, 'endsAt: must be at most 366 days after startsAt'],
    ['a stranger', { userId: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718' }, 'userId: unknown user id(s) in this organization: 0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'],
    ['no person', { userId: undefined }, 'userId: Required'],
  ])('is refused with %s', async (_case, fields, message) => {
    const { id } = await make(daily())
    expectRefusal(await post(id, fields), 400, message)
  })

  it('is listed newest first, and gone after it is deleted', async () => {
    const { id } = await make(daily({ userIds: [ada] }))
    const first = (await post(id)).body
    const second = (await post(id, { startsAt: '2026-03-05T00:00:00Z', endsAt: '2026-03-06T00:00:00Z' })).body
    expect((await app().get(`/on-call-schedules/${id}/overrides`)).body).toEqual({ object: 'list', data: [second, first], has_more: false, next_cursor: null })
    expect((await app().get(`/on-call-schedules/${id}/overrides?limit=1`)).body).toMatchObject({ data: [second], has_more: true })
    const gone = await app().ask('DELETE', `/on-call-schedules/${id}/overrides/${first.id}`)
    expect([gone.status, gone.body]).toEqual([200, { object: 'deleted', id: first.id, deleted: true }])
    expect((await app().ask('DELETE', `/on-call-schedules/${id}/overrides/${first.id}`)).status).toBe(404)
    expect(told(await shiftsOf(id, '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'))).toEqual(['Ada 2026-03-02T00:00 2026-03-03T00:00'])
  })

  it('belongs to its schedule', async () => {
    const [{ id }, other] = [await make(daily()), await make(daily())]
    const made = (await post(id)).body
    expect((await app().ask('DELETE', `/on-call-schedules/${other.id}/overrides/${made.id}`)).status).toBe(404)
  })

  it('is in the activity log', async () => {
    const { id } = await make(daily())
    const made = (await post(id, { reason: 'Wedding' })).body
    const [event] = await activityOf(app(), id)
    expect(event).toMatchObject({
      action: 'on_call.override_created', entity_type: 'on_call_schedule', entity_name: 'Primary',
      changes: { override: { id: made.id, user: shown('ben'), reason: 'Wedding' } },
    })
  })
})
