// Maintenance windows: the resource and its endpoints. Their effect on uptime is in maintenance-uptime.test.ts.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Answered, type Ask, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, expectRefusal, make } from '../../kit/resources/monitors.ts'

const limited = (name: string, limit: number): string =>
  `  - { name: ${name}, limits: { maintenance_windows: ${limit} }, apiKeys: [{ name: rw, scope: write, key: lw_test_limited_${name} }] }`

const app = sharedLapwing({
  provision: `
organizations:
  - name: Acme
    apiKeys: [{ name: rw, scope: write, key: ${keys.write} }, { name: ro, scope: read, key: ${keys.read} }]
  - { name: Other, apiKeys: [{ name: rw, scope: write, key: ${keys.other} }] }
${limited('two', 2)}
${limited('race', 2)}
${limited('replay', 1)}
${limited('none', 0)}
locations:
  - { slug: fra, name: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
`,
})

const least = { name: 'Upgrade', startsAt: '2026-03-02T01:00:00Z', durationMinutes: 90 }
const path = '/maintenance-windows'
const of = (name: string): Ask => ({ key: `lw_test_limited_${name}` })

/** Creates a window, each a millisecond after the previous one. */
function plan(fields: Fields = {}, ask: Ask = {}): Promise<Answered> {
  app().clock.advance(1)
  return app().post(path, { ...least, ...fields }, ask)
}

async function planned(fields: Fields = {}, ask: Ask = {}): Promise<any> {
  const answer = await plan(fields, ask)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

function change(id: string, body: unknown, ask: Ask = {}): Promise<Answered> {
  app().clock.advance(1)
  return app().ask('PATCH', `${path}/${id}`, { ...ask, body })
}

const activity = async (id: string): Promise<any[]> =>
  (await app().get(`/activity?entity_type=maintenance_window&entity_id=${id}`)).body.data

describe('creating a window', () => {
  it('returns 201 with the window and defaults for omitted fields', async () => {
    const { status, body } = await plan()
    const now = app().clock.now().toISOString()
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'maintenance_window',
      managed: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Upgrade',
      description: null,
      monitor_ids: [],
      monitor_tags: [],
      starts_at: '2026-03-02T01:00:00.000Z',
      duration_minutes: 90,
      timezone: 'UTC',
      recurrence: 'once',
      recurrence_until: null,
      suppress_alerts: true,
      exclude_from_sla: true,
      enabled: true,
      incident_id: null,
      created_at: now,
      updated_at: now,
    })
    expect((await app().get(`${path}/${body.id}`, { key: keys.read })).body).toEqual(body)
  })

  it('accepts all fields', async () => {
    const monitors = [(await make(app())).id, (await make(app())).id]
    const body = await planned({
      description: 'Read-only meanwhile',
      monitorIds: monitors,
      monitorTags: ['env:prod', 'team-1'],
      startsAt: '2026-03-02T02:00+01:00',
      timezone: 'Europe/Berlin',
      recurrence: 'monthly',
      recurrenceUntil: '2026-12-31T23:59:59.5+01:00',
      suppressAlerts: false,
      excludeFromSla: false,
    })
    expect(body).toMatchObject({
      description: 'Read-only meanwhile',
      monitor_ids: monitors,
      monitor_tags: ['env:prod', 'team-1'],
      starts_at: '2026-03-02T01:00:00.000Z',
      timezone: 'Europe/Berlin',
      recurrence: 'monthly',
      recurrence_until: '2026-12-31T22:59:59.500Z',
      suppress_alerts: false,
      exclude_from_sla: false,
    })
  })

  it.each(['name', 'startsAt', 'durationMinutes'])('needs %s', async (field) => {
    expectRefusal(await plan({ [field]: undefined }), 400, `${field}: Required`)
  })

  it.each(['once', 'daily', 'weekly', 'monthly'])('can recur %s', async (recurrence) => {
    expect(await planned({ recurrence })).toMatchObject({ recurrence })
  })

  it.each([5, 43_200])('can last %i minutes', async (durationMinutes) => {
    expect(await planned({ durationMinutes })).toMatchObject({ duration_minutes: durationMinutes })
  })

  it.each(
    (
      [
        [{ name: '' }, /^name: /],
        [{ name: ' ' }, /^name: /],
        [{ name: 'x'.repeat(201) }, 'name: String must contain at most 200 character(s)'],
        [{ description: 'x'.repeat(2001) }, 'description: String must contain at most 2000 character(s)'],
        [{ durationMinutes: 4 }, 'durationMinutes: Number must be greater than or equal to 5'],
        [{ durationMinutes: 43_201 }, 'durationMinutes: Number must be less than or equal to 43200'],
        [{ durationMinutes: 7.5 }, 'durationMinutes: Expected integer, received float'],
        [{ durationMinutes: '90' }, 'durationMinutes: Expected number, received string'],
        [{ startsAt: 'tomorrow' }, 'startsAt: must be a valid ISO 8601 datetime'],
        [{ startsAt: '2026-03-02' }, 'startsAt: must be a valid ISO 8601 datetime'],
        [{ startsAt: '2026-02-30T00:00:00Z' }, 'startsAt: must be a valid ISO 8601 datetime'],
        [{ startsAt: '2026-03-02T01:00:00' }, 'startsAt: must have a UTC offset, such as Z or +01:00'],
        [{ startsAt: 1_772_413_200 }, 'startsAt: Expected string, received number'],
        [{ startsAt: '1969-12-31T23:59:59Z' }, 'startsAt: must be in the years 1970 to 2999'],
        [{ startsAt: '3000-01-01T00:00:00Z' }, 'startsAt: must be in the years 1970 to 2999'],
        [
          { durationMinutes: 4, startsAt: 'x' },
          'startsAt: must be a valid ISO 8601 datetime; durationMinutes: Number must be greater than or equal to 5',
        ],
        [{ timezone: 'Mars/Olympus' }, 'timezone: must be a time zone such as UTC or Europe/Berlin'],
        [{ timezone: '+01:00' }, /^timezone: /],
        [{ timezone: null }, /^timezone: /],
        [{ recurrence: 'yearly' }, 'recurrence: Invalid value. Allowed values: once, daily, weekly, monthly'],
        [{ recurrenceUntil: 'never' }, 'recurrenceUntil: must be a valid ISO 8601 datetime'],
        [{ recurrence: 'daily', recurrenceUntil: '2026-03-02T01:00:00Z' }, 'recurrenceUntil: must be after startsAt'],
        [{ recurrence: 'daily', recurrenceUntil: '2026-03-01T00:00:00Z' }, 'recurrenceUntil: must be after startsAt'],
        [{ suppressAlerts: 'yes' }, 'suppressAlerts: Expected boolean, received string'],
        [{ excludeFromSla: null }, 'excludeFromSla: Expected boolean, received null'],
        [{ monitorIds: ['shop'] }, 'monitorIds[0]: must be a valid UUID'],
        [
          { monitorIds: Array.from({ length: 501 }, () => randomUUID()) },
          'monitorIds: Array must contain at most 500 element(s)',
        ],
        [
          { monitorTags: Array.from({ length: 51 }, (_, n) => `t${n}`) },
          'monitorTags: Array must contain at most 50 element(s)',
        ],
        [{ monitorTags: ['Prod'] }, 'monitorTags[0]: must be 1 to 32 characters of a-z, 0-9, - and :'],
        [{ monitorTags: ['x'.repeat(33)] }, 'monitorTags[0]: must be 1 to 32 characters of a-z, 0-9, - and :'],
        [{ monitorTags: [''] }, 'monitorTags[0]: must be 1 to 32 characters of a-z, 0-9, - and :'],
        [{ enabled: true }, 'enabled: unsupported field'],
        [{ starts_at: '2026-03-02T01:00:00Z' }, 'starts_at: unsupported field'],
      ] as [Fields, string | RegExp][]
    ).map(([fields, message]) => [JSON.stringify(fields).slice(0, 60), fields, message] as const),
  )('refuses %s', async (_name, fields, message) => {
    const answer = await plan(fields)
    expectRefusal(answer, 400, message)
    expect(answer.body.error.code).toBe('invalid_request')
  })

  it('accepts up to 500 monitors and 50 tags, without duplicates', async () => {
    const { id } = await make(app())
    const monitorTags = Array.from({ length: 50 }, (_, n) => `t${n}`)
    expect(await planned({ monitorTags })).toMatchObject({ monitor_tags: monitorTags })
    const repeated = await planned({
      monitorIds: Array.from({ length: 500 }, (_, n) => (n % 2 ? id : id.toUpperCase())),
      monitorTags: ['a', 'b', 'a'],
    })
    expect(repeated).toMatchObject({ monitor_ids: [id], monitor_tags: ['a', 'b'] })
  })

  it("refuses monitors that are not the organization's, and lists them", async () => {
    const { id: mine } = await make(app())
    const { id: theirs } = await make(app(), {}, { key: keys.other })
    const nobodys = randomUUID()
    const message = `monitorIds: unknown monitor id(s) in this organization: ${theirs}, ${nobodys}`
    expectRefusal(await plan({ monitorIds: [mine, theirs, nobodys] }), 400, message)
    const window = await planned({ monitorIds: [mine] })
    expectRefusal(await change(window.id, { monitorIds: [theirs, mine, nobodys] }), 400, message)
    expect((await app().get(`${path}/${window.id}`)).body.monitor_ids).toEqual([mine])
  })

  it('runs once for one Idempotency-Key', async () => {
    const ask = { headers: { 'idempotency-key': 'window-1' } }
    const first = await plan({ name: 'Only once' }, ask)
    const again = await plan({ name: 'Only once' }, ask)
    expect([again.status, again.text, again.headers.get('idempotency-replay')]).toEqual([201, first.text, 'true'])
    expectRefusal(await plan({ name: 'Another' }, ask), 409, /different request/)
    const { data } = (await app().get(`${path}?limit=100`)).body
    expect(data.filter(({ name }: any) => name === 'Only once')).toHaveLength(1)
  })

  it('releases the Idempotency-Key of a request that failed', async () => {
    const ask = { headers: { 'idempotency-key': 'window-2' } }
    expectRefusal(await plan({ durationMinutes: 1 }, ask), 400, /^durationMinutes: /)
    expect((await plan({ durationMinutes: 10 }, ask)).status).toBe(201)
  })

  it('is recorded', async () => {
    const { id } = await planned({ recurrence: 'daily' })
    expect(await activity(id)).toMatchObject([
      {
        action: 'maintenance_window.created',
        entity_name: 'Upgrade',
        changes: {
          recurrence: { from: null, to: 'daily' },
          starts_at: { from: null, to: '2026-03-02T01:00:00.000Z' },
          via: 'api',
        },
      },
    ])
  })
})

describe('the number of windows a plan has', () => {
  it('is never exceeded: 403 with the limit, until one is deleted', async () => {
    const [first] = [await planned({}, of('two')), await planned({}, of('two'))]
    const refused = await plan({}, of('two'))
    expectRefusal(refused, 403, /limit maintenance_windows is 2/)
    expect(refused.body.error.code).toBe('forbidden')
    expect((await app().get('/plan', of('two'))).body).toMatchObject({
      limits: { maintenance_windows: 2 },
      usage: { maintenance_windows: 2 },
    })
    expectRefusal(await plan({ name: '' }, of('two')), 400, /^name: /)
    expect((await change(first.id, { name: 'Still mine' }, of('two'))).status).toBe(200)
    await app().ask('DELETE', `${path}/${first.id}`, of('two'))
    await planned({}, of('two'))
  })

  it('applies to concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => plan({}, of('race'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array.from({ length: 6 }, () => 403)])
  })

  it('does not block the replay of a successful request, and releases the key of a refused one', async () => {
    const ask = (key: string): Ask => ({ ...of('replay'), headers: { 'idempotency-key': key } })
    const first = await plan({}, ask('a'))
    expectRefusal(await plan({}, ask('b')), 403, /limit maintenance_windows is 1/)
    expect((await plan({}, ask('a'))).text).toBe(first.text)
    await app().ask('DELETE', `${path}/${first.body.id}`, of('replay'))
    expect((await plan({}, ask('b'))).status).toBe(201)
  })

  it('can be 0', async () => {
    expectRefusal(await plan({}, of('none')), 403, /limit maintenance_windows is 0/)
  })
})

describe('listing windows', () => {
  it('lists them newest first, page by page; a cursor whose window was deleted is invalid', async () => {
    const ask = { key: keys.other }
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) await planned({ name }, ask)
    const first = (await app().get(`${path}?limit=2`, ask)).body
    const second = (await app().get(`${path}?limit=2&cursor=${first.next_cursor}`, ask)).body
    const third = (await app().get(`${path}?limit=2&cursor=${second.next_cursor}`, ask)).body
    expect([first, second, third].map(({ object, has_more }) => [object, has_more])).toEqual([
      ['list', true],
      ['list', true],
      ['list', false],
    ])
    expect([...first.data, ...second.data, ...third.data].map(({ name }: any) => name)).toEqual(names.toReversed())
    expect(third.next_cursor).toBeNull()
    expect(first.data[0]).toEqual((await app().get(`${path}/${first.data[0].id}`, ask)).body)
    await app().ask('DELETE', `${path}/${first.data[1].id}`, ask)
    const gone = await app().get(`${path}?cursor=${first.next_cursor}`, ask)
    expectRefusal(gone, 400, 'cursor: cursor no longer valid, restart from the first page')
    for (const query of ['limit=0', 'limit=101', 'sort=name'])
      expectRefusal(await app().get(`${path}?${query}`, ask), 400, /^(limit|sort): /)
  })
})

describe('changing a window', () => {
  it('changes only the sent fields', async () => {
    const window = await planned({
      description: 'Long',
      monitorTags: ['a'],
      recurrence: 'daily',
      recurrenceUntil: '2026-04-01T00:00:00Z',
    })
    const { status, body } = await change(window.id, { durationMinutes: 30, timezone: 'Asia/Tokyo' })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...window,
      duration_minutes: 30,
      timezone: 'Asia/Tokyo',
      updated_at: app().clock.now().toISOString(),
    })
    const cleared = await change(window.id, {
      description: null,
      recurrenceUntil: null,
      monitorTags: [],
      name: ' New ',
    })
    expect(cleared.body).toMatchObject({
      description: null,
      recurrence_until: null,
      monitor_tags: [],
      name: 'New',
      duration_minutes: 30,
    })
    expect((await app().get(`${path}/${window.id}`)).body).toEqual(cleared.body)
  })

  it('disables it with enabled: false, and enables it again', async () => {
    const { id } = await planned()
    expect((await change(id, { enabled: false })).body).toMatchObject({ enabled: false, name: 'Upgrade' })
    expect((await change(id, { name: 'Later' })).body).toMatchObject({ enabled: false })
    expect((await change(id, { enabled: true })).body).toMatchObject({ enabled: true, name: 'Later' })
  })

  it.each([
    [{ durationMinutes: 1 }, 'durationMinutes: Number must be greater than or equal to 5'],
    [{ name: null }, 'name: Expected string, received null'],
    [{ startsAt: null }, 'startsAt: Expected string, received null'],
    [{ startsAt: '2026-05-01T00:00:00Z' }, 'recurrenceUntil: must be after startsAt'],
    [{ recurrenceUntil: '2026-03-01T00:00:00Z' }, 'recurrenceUntil: must be after startsAt'],
    [{ timezone: 'Nowhere' }, /^timezone: /],
    [{ enabled: 1 }, 'enabled: Expected boolean, received number'],
    [{ id: randomUUID() }, 'id: unsupported field'],
  ] as [Fields, string | RegExp][])('refuses %j and changes nothing', async (body, message) => {
    const window = await planned({ recurrence: 'daily', recurrenceUntil: '2026-04-01T00:00:00Z' })
    expectRefusal(await change(window.id, body), 400, message)
    expect((await app().get(`${path}/${window.id}`)).body).toEqual(window)
  })

  it('without changes records nothing', async () => {
    const window = await planned({ monitorTags: ['a'] })
    for (const body of [
      {},
      { name: 'Upgrade', enabled: true, monitorTags: ['a', 'a'], startsAt: '2026-03-02T02:00:00+01:00' },
    ])
      expect((await change(window.id, body)).body).toEqual(window)
    expect(await activity(window.id)).toHaveLength(1)
  })

  it('is recorded with both values', async () => {
    const { id } = await planned()
    await change(id, { name: 'Downgrade', enabled: false })
    expect((await activity(id))[0]).toMatchObject({
      action: 'maintenance_window.updated',
      entity_name: 'Downgrade',
      changes: { name: { from: 'Upgrade', to: 'Downgrade' }, enabled: { from: true, to: false } },
    })
  })

  it('accepts the id of a monitor that was deleted in the meantime', async () => {
    const [kept, gone] = [(await make(app())).id, (await make(app())).id]
    const window = await planned({ monitorIds: [kept, gone] })
    await app().ask('DELETE', `/monitors/${gone}`)
    expect((await change(window.id, { name: 'Same', monitorIds: window.monitor_ids })).status).toBe(200)
  })
})

describe('deleting a window', () => {
  it('returns 204, then 404, and is recorded', async () => {
    const { id } = await planned()
    app().clock.advance(1)
    expect(await app().ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 204, text: '' })
    for (const method of ['GET', 'DELETE'])
      expectRefusal(await app().ask(method, `${path}/${id}`), 404, 'Maintenance window not found')
    expectRefusal(await change(id, { name: 'x' }), 404, 'Maintenance window not found')
    const [event] = await activity(id)
    expect(event).toMatchObject({ action: 'maintenance_window.deleted', entity_name: 'Upgrade' })
    expect(event.changes).toEqual({ via: 'api', ip: expect.any(String) })
  })
})

describe('access', () => {
  it.each([['GET'], ['PATCH', { enabled: false }], ['DELETE']])(
    '%s of a window of another organization is 404 like a missing one',
    async (method, body?: Fields) => {
      const { id } = await planned()
      expectRefusal(
        await app().ask(method, `${path}/${id}`, { key: keys.other, body }),
        404,
        'Maintenance window not found',
      )
      expectRefusal(await app().ask(method, `${path}/1`, { body }), 400, 'id: must be a valid UUID')
      expect((await app().get(`${path}/${id}`)).body).toMatchObject({ enabled: true })
    },
  )

  it('read keys can read but not create, update or delete', async () => {
    const { id } = await planned()
    const ask = { key: keys.read }
    expect((await app().get(path, ask)).status).toBe(200)
    expectRefusal(await plan({}, ask), 403, /write scope/)
    expectRefusal(await change(id, {}, ask), 403, /write scope/)
    expectRefusal(await app().ask('DELETE', `${path}/${id}`, ask), 403, /write scope/)
  })
})
