import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { bodyOf, create, expectRefusal, locationsOf, make, patch } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuids = (count: number): string[] => Array.from({ length: count }, () => randomUUID())
const activityOf = async (id: string): Promise<any[]> => (await app().get(`/activity?entity_id=${id}`)).body.data

describe('creating a monitor', () => {
  it('returns 201 with the monitor and all its fields', async () => {
    const [location] = await locationsOf(app())
    const body = { description: 'Front page', interval: 120, tags: ['env:prod', 'team-1'], config: { method: 'HEAD' } }
    const { status, body: made } = await create(app(), { ...body, schedulingStrategy: 'parallel' })
    const now = app().clock.now().toISOString()
    expect(status).toBe(201)
    expect(made).toEqual({
      object: 'monitor',
      id: expect.stringMatching(uuid),
      name: 'Shop',
      type: 'http',
      target: 'https://example.com/',
      description: 'Front page',
      interval_seconds: 120,
      status: 'unknown',
      state: 'unknown',
      active: true,
      scheduling_strategy: 'parallel',
      locations: [location],
      muted_locations: [],
      tags: ['env:prod', 'team-1'],
      shadow: false,
      depends_on: { monitors: [], tags: [], vendors: [] },
      managed: null,
      config: { method: 'HEAD' },
      created_at: now,
      updated_at: now,
    })
  })

  it('has defaults for optional fields', async () => {
    const made = await make(app())
    expect(made).toMatchObject({
      description: null,
      scheduling_strategy: 'roundrobin',
      tags: [],
      config: {},
      active: true,
    })
  })

  it.each(['name', 'type', 'target', 'interval', 'locations'])('needs %s', async (field) => {
    const { [field]: _, ...body } = await bodyOf(app())
    expectRefusal(await app().post('/monitors', body), 400, new RegExp(`^${field}: Required`))
  })

  it('reports all errors at once, joined with semicolons', async () => {
    const answer = await create(app(), { name: '', interval: 0, tags: ['Loud'] })
    expectRefusal(answer, 400, /^name: .*; interval: .*; tags\[0\]: /)
    const later = await create(app(), { target: 'nowhere', locations: uuids(1), config: { method: 'FETCH' } })
    expectRefusal(later, 400, /^target: .*; locations: .*; config\.method: Invalid value\. Allowed values: GET, /)
  })

  it.each(['id', 'status', 'interval_seconds', 'isActive', 'scheduling_strategy'])(
    'refuses the unsupported field %s',
    async (field) => {
      expectRefusal(await create(app(), { [field]: 'x' }), 400, `${field}: unsupported field`)
    },
  )

  it.each([
    ['', 400],
    ['   ', 400],
    ['x', 201],
    ['x'.repeat(50), 201],
    [` ${'x'.repeat(50)} `, 201],
    ['x'.repeat(51), 400],
    [7, 400],
    [null, 400],
  ])('accepts names of 1 to 50 characters: %j', async (name, status) => {
    const answer = await create(app(), { name })
    expect(answer.status).toBe(status)
    if (status === 201) expect(answer.body.name).toBe(String(name).trim())
    else expect(answer.body.error.message).toMatch(/^name: /)
  })

  const probed = 'locations: Required; send at least one id of GET /locations'
  it.each([
    [{}, `name: Required; type: Required; interval: Required; target: Required; ${probed}`],
    [{ type: 'http' }, `name: Required; interval: Required; target: Required; ${probed}`],
    [{ type: 'heartbeat' }, 'name: Required; interval: Required'],
    [
      { type: 'http', name: 'x', interval: 60, config: { luck: 1 } },
      `target: Required; ${probed}; config.luck: unsupported field`,
    ],
    [{ type: 'host', name: 'x', interval: 60 }, 'type: host monitors cannot be created here; use POST /hosts'],
    [{ type: 'http', name: 'x', interval: 0 }, /^interval: .*; target: Required; locations: Required/],
    [[], 'body: Expected object, received array'],
  ])('lists all missing fields at once: %j', async (body, message) => {
    expectRefusal(await app().post('/monitors', body), 400, message)
  })

  it('allows two monitors with the same name and target', async () => {
    expect((await make(app())).id).not.toBe((await make(app())).id)
  })

  it('lists the valid types for an unknown type', async () => {
    expectRefusal(
      await create(app(), { type: 'gopher', target: 'x' }),
      400,
      /^type: Invalid value\. Allowed values: http, api, dns, /,
    )
    expectRefusal(await create(app(), { type: 'constructor', target: 'x' }), 400, /^type: Invalid value/)
  })

  it('accepts page_integrity for integrity', async () => {
    expect(await make(app(), { type: 'page_integrity', target: 'https://example.com/' })).toMatchObject({
      type: 'integrity',
    })
  })

  it('describes the target format of the type', async () => {
    expectRefusal(await create(app(), { target: 'example.com' }), 400, 'target: must be a https:// or http:// URL')
    expectRefusal(await create(app(), { type: 'tcp', target: 'example.com' }), 400, 'target: must be host:port')
    expectRefusal(await create(app(), { target: '' }), 400, 'target: must be a https:// or http:// URL')
    expectRefusal(
      await create(app(), { target: `https://example.com/${'x'.repeat(2048)}` }),
      400,
      /^target: String must contain at most 2048/,
    )
  })

  it('validates a config that depends on the target even with an invalid target', async () => {
    const pages = ['https://example.com/a']
    const answer = await create(app(), { type: 'integrity', target: 'nonsense', config: { pages } })
    expectRefusal(answer, 400, 'target: must be a https:// or http:// URL')
  })

  it('normalizes the target for its type', async () => {
    expect(await make(app(), { type: 'rdap', target: 'https://www.example.co.uk/shop' })).toMatchObject({
      target: 'example.co.uk',
    })
    expect(await make(app(), { type: 'breach', target: 'https://Www.Example.com/login' })).toMatchObject({
      target: 'www.example.com',
    })
    expect(await make(app(), { target: ' http://Example.com/A?b#c ' })).toMatchObject({
      target: 'http://Example.com/A?b#c',
    })
  })

  it.each([
    ['roundrobin', 201],
    ['random', 201],
    ['parallel', 201],
    ['sequential', 400],
    ['', 400],
  ])('accepts the scheduling strategy %j: %i', async (schedulingStrategy, status) => {
    const answer = await create(app(), { schedulingStrategy })
    expect(answer.status).toBe(status)
    if (status === 400)
      expect(answer.body.error.message).toBe(
        'schedulingStrategy: Invalid value. Allowed values: roundrobin, random, parallel',
      )
  })

  it.each([
    [['a'], 201],
    [['x'.repeat(32)], 201],
    [['env:prod', '0-9'], 201],
    [Array.from({ length: 10 }, (_, i) => `t${i}`), 201],
    [Array.from({ length: 11 }, (_, i) => `t${i}`), 400],
    [[''], 400],
    [['x'.repeat(33)], 400],
    [['Prod'], 400],
    [['a b'], 400],
    [['a_b'], 400],
    [['ü'], 400],
    [['a\n'], 400],
    ['prod', 400],
    [[7], 400],
  ])('accepts up to 10 tags of 1 to 32 characters a-z, 0-9, - and :: %j', async (tags, status) => {
    const answer = await create(app(), { tags })
    expect(answer.status, answer.text).toBe(status)
    if (status === 201) expect(answer.body.tags).toEqual(tags)
    else expect(answer.body.error.message).toMatch(/^tags/)
  })

  it('removes duplicate tags', async () => {
    expect(await make(app(), { tags: ['b', 'a', 'b'] })).toMatchObject({ tags: ['b', 'a'] })
  })

  it('accepts a description of up to 2000 characters, or null', async () => {
    expect(await make(app(), { description: null })).toMatchObject({ description: null })
    expect(await make(app(), { description: 'x'.repeat(2000) })).toMatchObject({ description: 'x'.repeat(2000) })
    expectRefusal(await create(app(), { description: 'x'.repeat(2001) }), 400, /^description: /)
  })

  it('starts paused with isPaused, unknown otherwise', async () => {
    expect(await make(app(), { isPaused: true })).toMatchObject({ status: 'paused', state: 'paused', active: false })
    expect(await make(app(), { isPaused: false })).toMatchObject({ status: 'unknown', state: 'unknown', active: true })
    expectRefusal(await create(app(), { isPaused: 'yes' }), 400, 'isPaused: Expected boolean, received string')
  })

  it('stores nothing if it is refused', async () => {
    const count = async (): Promise<number> => (await app().get('/plan')).body.usage.monitors
    const before = await count()
    await create(app(), { name: '' })
    await create(app(), { config: { notificationGroupIds: uuids(1) } })
    expect(await count()).toBe(before)
    await make(app())
    expect(await count()).toBe(before + 1)
  })

  it('is recorded, with the key as the actor', async () => {
    const { id } = await make(app(), { name: 'Recorded' })
    const [event, ...more] = await activityOf(id)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      entity_type: 'monitor',
      entity_id: id,
      entity_name: 'Recorded',
      action: 'monitor.created',
      actor: { name: 'rw' },
    })
    expect(event.changes).toMatchObject({
      name: { from: null, to: 'Recorded' },
      interval_seconds: { from: null, to: 3600 },
      via: 'api',
    })
  })

  it('needs the write scope', async () => {
    expectRefusal(await app().post('/monitors', {}, { key: keys.read }), 403, /write scope/)
  })
})

describe('the locations of a monitor', () => {
  it('are required and must be a list of ids', async () => {
    expectRefusal(
      await create(app(), { locations: [] }),
      400,
      /^locations: Required; send at least one id of GET \/locations/,
    )
    expectRefusal(await create(app(), { locations: 'fra' }), 400, 'locations: Expected array, received string')
    expectRefusal(await create(app(), { locations: ['fra'] }), 400, 'locations[0]: must be a valid UUID')
  })

  it('must be known; the response lists the others', async () => {
    const [unknown] = uuids(1)
    const answer = await create(app(), { locations: [...(await locationsOf(app())), unknown] })
    expectRefusal(answer, 400, `locations: unknown location id(s): ${unknown}`)
  })

  it('are at most 200 ids', async () => {
    expectRefusal(
      await create(app(), { locations: uuids(201) }),
      400,
      'locations: Array must contain at most 200 element(s)',
    )
    expectRefusal(await create(app(), { locations: uuids(200) }), 400, /^locations: unknown location id/)
  })

  it('have no duplicates, ignoring case', async () => {
    const [fra = '', nyc = ''] = await locationsOf(app())
    const made = await make(app(), { locations: [nyc, fra, fra, nyc.toUpperCase()] })
    expect(made.locations).toEqual([nyc, fra])
  })

  it('are not stored for heartbeat monitors', async () => {
    expect(await make(app(), { type: 'heartbeat' })).toMatchObject({ locations: [] })
    expect(await make(app(), { type: 'heartbeat', locations: [] })).toMatchObject({ locations: [] })
    const given = await make(app(), { type: 'heartbeat', locations: await locationsOf(app()) })
    expect(given.locations, 'nothing checks it').toEqual([])
  })
})

describe('a heartbeat monitor', () => {
  const token = /^http:\/\/[^/]+\/ping\/([A-Za-z0-9_-]{32,})$/

  it('has a check-in address with a random token as its target', async () => {
    const targets = []
    for (const target of [undefined, '', 'nightly-backup'])
      targets.push((await make(app(), { type: 'heartbeat', ...(target === undefined ? {} : { target }) })).target)
    for (const target of targets) expect(target).toMatch(token)
    expect(new Set(targets).size).toBe(3)
  })

  it('always shows the same address, below the public address', async () => {
    const { id, target } = await make(app(), { type: 'heartbeat' })
    expect(target.startsWith(`${app().origin}/ping/`)).toBe(true)
    expect((await app().get(`/monitors/${id}`)).body.target).toBe(target)
    expect((await patch(app(), id, { name: 'Renamed', target: 'another label' })).body.target).toBe(target)
  })

  it('can be sent back unchanged', async () => {
    const { id, target } = await make(app(), { type: 'heartbeat', target: 'payroll' })
    expect((await patch(app(), id, { name: 'Pays', target })).body).toMatchObject({ name: 'Pays', target })
    expect((await app().get('/monitors?q=payroll')).body.data).toEqual([expect.objectContaining({ id })])
  })

  it('keeps its address out of the activity log', async () => {
    const { id, target } = await make(app(), { type: 'heartbeat', target: 'quiet' })
    await patch(app(), id, { target, name: 'Changed' })
    await app().ask('DELETE', `/monitors/${id}`)
    expect(await activityOf(id)).toHaveLength(3)
    expect(JSON.stringify(await activityOf(id))).not.toContain(token.exec(target)?.[1])
  })
})

describe('reading a monitor', () => {
  it('returns the same as its creation, with the metrics available to rules', async () => {
    const made = await make(app())
    const { status, body } = await app().get(`/monitors/${made.id}`, { key: keys.read })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...made,
      available_metrics: expect.arrayContaining(['success', 'status_code', 'response_time', 'ssl_expiry']),
      in_maintenance: false,
    })
  })

  it('shows whether it is in maintenance', async () => {
    const [one, other] = [await make(app()), await make(app())]
    const startsAt = new Date(app().clock.now().getTime() + 60_000).toISOString()
    const window = { name: 'Upgrade', monitorIds: [one.id], startsAt, durationMinutes: 10 }
    expect((await app().post('/maintenance-windows', window)).status).toBe(201)
    const inMaintenance = async ({ id }: { id: string }): Promise<boolean> =>
      (await app().get(`/monitors/${id}`)).body.in_maintenance
    expect(await inMaintenance(one)).toBe(false)
    app().clock.advance(120_000)
    expect([await inMaintenance(one), await inMaintenance(other)]).toEqual([true, false])
    app().clock.advance(600_000)
    expect(await inMaintenance(one)).toBe(false)
  })

  it('finds it by its id in capitals', async () => {
    const { id } = await make(app())
    expect((await app().get(`/monitors/${id.toUpperCase()}`)).body.id).toBe(id)
  })
})

const requests: [method: string, path: string, body?: unknown][] = [
  ['GET', ''],
  ['PATCH', '', { name: 'Mine' }],
  ['DELETE', ''],
  ['POST', '/pause'],
  ['POST', '/resume'],
  ['GET', '/alert-rules'],
  ['POST', '/alert-rules', { name: 'Slow', metric: 'response_time', operator: '>', value: '1' }],
]

describe('an unknown monitor', () => {
  it.each(requests)('is 404, like one of another organization: %s %s', async (method, path, body) => {
    const { id } = await make(app(), {}, { key: keys.other })
    const missing = await app().ask(method, `/monitors/${randomUUID()}${path}`, { body })
    const foreign = await app().ask(method, `/monitors/${id}${path}`, { body })
    expect([missing.status, foreign.status]).toEqual([404, 404])
    expect(foreign.body).toEqual({ error: { code: 'not_found', message: 'Monitor not found' } })
    expect(missing.body).toEqual(foreign.body)
    expect((await app().get(`/monitors/${id}`, { key: keys.other })).body).toMatchObject({
      name: 'Shop',
      status: 'unknown',
    })
  })

  it.each(requests)('is 400 if its id is malformed: %s %s', async (method, path, body) => {
    expectRefusal(await app().ask(method, `/monitors/17${path}`, { body }), 400, 'id: must be a valid UUID')
  })
})
