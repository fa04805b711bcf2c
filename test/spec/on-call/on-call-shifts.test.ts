import { beforeAll, describe, expect, it } from 'vitest'
import { type Answered, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, expectRefusal } from '../../kit/resources/monitors.ts'
import { type Crew, crew, crewOf, makeSchedule } from '../../kit/people/on-call.ts'
import { activityOf } from '../../kit/people/people.ts'

// It is Sunday, the first of March 2026, at noon.
const app = sharedLapwing({ provision: crew })
let shown: Crew['shown'], daily: Crew['daily'], ada: string, ben: string, cleo: string
beforeAll(async () => {
  ;({ shown, daily, ada, ben, cleo } = await crewOf(app()))
})

const make = (...layers: Fields[]): Promise<any> => makeSchedule(app(), { layers })
const shiftsOf = async (id: number, from: string, until: string): Promise<any[]> => {
  const { status, body, text } = await app().get(`/on-call-schedules/${id}/shifts?from=${from}&until=${until}`)
  expect(status, text).toBe(200)
  return body.data
}
const described = (shifts: any[]): string[] =>
  shifts.map(({ user, starts_at, ends_at }) => `${user.name} ${starts_at.slice(0, 16)} ${ends_at.slice(0, 16)}`)

describe('shifts', () => {
  it('are listed in order, cut to the period, with their layer', async () => {
    const { id, layers } = await make(daily())
    const shifts = await shiftsOf(id, '2026-03-01T00:00:00Z', '2026-03-02T12:00:00Z')
    expect(shifts).toEqual(
      [
        ['ben', '2026-03-01T00:00:00.000Z', '2026-03-01T09:00:00.000Z'],
        ['cleo', '2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z'],
        ['ada', '2026-03-02T09:00:00.000Z', '2026-03-02T12:00:00.000Z'],
      ].map(([name, starts_at, ends_at]) => ({
        object: 'oncall_shift',
        user: shown(name!),
        layer_id: layers[0].id,
        starts_at,
        ends_at,
        is_override: false,
      })),
    )
  })

  it('hand over at the same local time after daylight saving changes', async () => {
    const { id } = await makeSchedule(app(), {
      timezone: 'Europe/Berlin',
      layers: [daily({ startsAt: '2026-03-27T08:00:00Z' })],
    })
    expect(described(await shiftsOf(id, '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z'))).toEqual([
      'Ada 2026-03-28T00:00 2026-03-28T08:00',
      'Ben 2026-03-28T08:00 2026-03-29T07:00',
      'Cleo 2026-03-29T07:00 2026-03-30T00:00',
    ])
  })

  it('are those of the last layer with someone on call', async () => {
    const { id } = await make(
      daily({ userIds: [ada] }),
      daily({ name: 'Nights', userIds: [ben], restrictions: [{ days: [0, 1], from: '22:00', to: '06:00' }] }),
    )
    expect(described(await shiftsOf(id, '2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z'))).toEqual([
      'Ada 2026-03-01T12:00 2026-03-01T22:00',
      'Ben 2026-03-01T22:00 2026-03-02T06:00',
      'Ada 2026-03-02T06:00 2026-03-02T12:00',
    ])
  })

  it('are those of the next seven days by default', async () => {
    const { id } = await make(daily({ userIds: [ada] }))
    const { body } = await app().get(`/on-call-schedules/${id}/shifts`)
    const now = app().clock.now()
    expect(body).toMatchObject({ object: 'list', has_more: false })
    expect(body.data).toMatchObject([
      { starts_at: now.toISOString(), ends_at: new Date(now.getTime() + 7 * 86_400_000).toISOString() },
    ])
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
  it('is available for now and for any time', async () => {
    const { id, layers } = await make(daily())
    const now = {
      object: 'oncall',
      schedule_id: id,
      at: app().clock.now().toISOString(),
      user: shown('cleo'),
      layer_id: layers[0].id,
      is_override: false,
    }
    expect((await app().get(`/on-call-schedules/${id}/on-call`)).body).toEqual(now)
    const before = (await app().get(`/on-call-schedules/${id}/on-call?at=2026-03-01T09:59:59%2B01:00`)).body
    expect(before).toMatchObject({ at: '2026-03-01T08:59:59.000Z', user: shown('ben') })
  })

  it('is null if nobody is on call', async () => {
    const { id } = await make(daily())
    const { body } = await app().get(`/on-call-schedules/${id}/on-call?at=2026-02-27T08:59:59Z`)
    expect(body).toMatchObject({ user: null, layer_id: null, is_override: false })
    expectRefusal(
      await app().get(`/on-call-schedules/${id}/on-call?at=noon`),
      400,
      'at: must be a valid ISO 8601 datetime',
    )
  })
})

describe('an override', () => {
  const post = (id: number, fields: Fields = {}): Promise<Answered> => {
    app().clock.advance(1)
    return app().post(`/on-call-schedules/${id}/overrides`, {
      userId: ben,
      startsAt: '2026-03-02T00:00:00Z',
      endsAt: '2026-03-02T12:00:00Z',
      ...fields,
    })
  }

  it('replaces the layers only during its time', async () => {
    const { id } = await make(daily({ userIds: [ada] }))
    const { status, body } = await post(id, { reason: 'Wedding' })
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'oncall_override',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      schedule_id: id,
      user: shown('ben'),
      starts_at: '2026-03-02T00:00:00.000Z',
      ends_at: '2026-03-02T12:00:00.000Z',
      reason: 'Wedding',
      created_at: app().clock.now().toISOString(),
    })
    const shifts = await shiftsOf(id, '2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z')
    expect(described(shifts)).toEqual([
      'Ada 2026-03-01T00:00 2026-03-02T00:00',
      'Ben 2026-03-02T00:00 2026-03-02T12:00',
      'Ada 2026-03-02T12:00 2026-03-03T00:00',
    ])
    expect(shifts[1]).toMatchObject({ is_override: true, layer_id: null })
    expect((await app().get(`/on-call-schedules/${id}/on-call?at=2026-03-02T00:00:00Z`)).body).toMatchObject({
      user: shown('ben'),
      is_override: true,
    })
    expect((await app().get(`/on-call-schedules/${id}`)).body.next_on_call).toEqual({
      ...shown('ben'),
      starts_at: '2026-03-02T00:00:00.000Z',
    })
  })

  it('is 409 if it overlaps with another one, and not if it is adjacent', async () => {
    const [{ id }, other] = [await make(daily()), await make(daily())]
    expect((await post(id)).status).toBe(201)
    for (const span of [
      { startsAt: '2026-03-02T11:59:59Z', endsAt: '2026-03-03T00:00:00Z' },
      { startsAt: '2026-03-01T00:00:00Z' },
      { userId: cleo },
    ])
      expectRefusal(
        await post(id, span),
        409,
        /^The override overlaps with override [0-9a-f-]{36} from 2026-03-02T00:00:00.000Z to 2026-03-02T12:00:00.000Z$/,
      )
    expect((await post(id, { startsAt: '2026-03-02T12:00:00Z', endsAt: '2026-03-03T00:00:00Z' })).status).toBe(201)
    expect((await post(other.id)).status).toBe(201)
  })

  it('is created once by two concurrent requests', async () => {
    const { id } = await make(daily())
    const answers = await Promise.all([post(id), post(id), post(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it.each<[string, Fields, string | RegExp]>([
    ['an end before its start', { endsAt: '2026-03-01T00:00:00Z' }, 'endsAt: must be after startsAt'],
    ['more than a year', { endsAt: '2027-03-04T00:00:00Z' }, 'endsAt: must be at most 366 days after startsAt'],
    [
      'an unknown agent',
      { userId: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718' },
      'userId: unknown user id(s) in this organization: 0198c5a2-8a00-7e55-a1b2-c3d4e5f60718',
    ],
    ['no person', { userId: undefined }, 'userId: Required'],
  ])('is refused with %s', async (_case, fields, message) => {
    const { id } = await make(daily())
    expectRefusal(await post(id, fields), 400, message)
  })

  it('is listed newest first until it is deleted', async () => {
    const { id } = await make(daily({ userIds: [ada] }))
    const first = (await post(id)).body
    const second = (await post(id, { startsAt: '2026-03-05T00:00:00Z', endsAt: '2026-03-06T00:00:00Z' })).body
    expect((await app().get(`/on-call-schedules/${id}/overrides`)).body).toEqual({
      object: 'list',
      data: [second, first],
      has_more: false,
      next_cursor: null,
    })
    expect((await app().get(`/on-call-schedules/${id}/overrides?limit=1`)).body).toMatchObject({
      data: [second],
      has_more: true,
    })
    const gone = await app().ask('DELETE', `/on-call-schedules/${id}/overrides/${first.id}`)
    expect([gone.status, gone.body]).toEqual([200, { object: 'deleted', id: first.id, deleted: true }])
    expect((await app().ask('DELETE', `/on-call-schedules/${id}/overrides/${first.id}`)).status).toBe(404)
    expect(described(await shiftsOf(id, '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'))).toEqual([
      'Ada 2026-03-02T00:00 2026-03-03T00:00',
    ])
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
      action: 'on_call.override_created',
      entity_type: 'on_call_schedule',
      entity_name: 'Primary',
      changes: { override: { id: made.id, user: shown('ben'), reason: 'Wedding' } },
    })
  })
})
