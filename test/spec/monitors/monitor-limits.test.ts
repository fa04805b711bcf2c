import { describe, expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { bodyOf, create, expectRefusal, locationsOf, make, patch } from '../../kit/resources/monitors.ts'

const limited = {
  three: 'monitors: 3',
  race: 'monitors: 3',
  replay: 'monitors: 1',
  none: 'monitors: 0',
  patient: 'min_interval_seconds: 60',
  near: 'locations_per_monitor: 1',
  pages: 'integrity_pages: 2, integrity_render_pages: 1',
  rules: 'alert_rules_per_monitor: 2',
} as const

const keyOf = (name: string): { key: string } => ({ key: `lw_test_limited_${name}` })

const organizations = Object.entries(limited).map(([name, limits]) => {
  const keys = `[{ name: rw, scope: write, key: ${keyOf(name).key} }]`
  return `  - { name: ${name}, limits: { ${limits} }, apiKeys: ${keys} }`
})

const provision = `
organizations:
${organizations.join('\n')}
  - { name: Unlimited, apiKeys: [{ name: rw, scope: write, key: lw_test_unlimited_0 }] }
locations:
  - { slug: fra, name: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
  - { slug: nyc, name: New York, region: us, country: United States, countryCode: US }
`

const app = sharedLapwing({ provision })
const unlimited = { key: 'lw_test_unlimited_0' }

describe('the number of monitors a plan has', () => {
  it('is never exceeded, and the response names the limit', async () => {
    const ask = keyOf('three')
    const { id } = await make(app(), {}, ask)
    await make(app(), { isPaused: true }, ask)
    await make(app(), { type: 'heartbeat' }, ask)
    const refused = await create(app(), {}, ask)
    expectRefusal(refused, 403, /limit monitors is 3/)
    expect(refused.body.error.code).toBe('forbidden')
    expect((await app().get('/plan', ask)).body).toMatchObject({ limits: { monitors: 3 }, usage: { monitors: 3 } })
    expectRefusal(await create(app(), { name: '' }, ask), 400, /^name: /)
    expect((await patch(app(), id, { name: 'Still mine' }, ask)).status).toBe(200)
    await app().ask('DELETE', `/monitors/${id}`, ask)
    await make(app(), {}, ask)
    expect((await create(app(), {}, ask)).status).toBe(403)
  })

  it('applies to concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(app(), {}, keyOf('race'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array.from({ length: 9 }, () => 403)])
    expect((await app().get('/monitors', keyOf('race'))).body.data).toHaveLength(3)
  })

  it('applies to concurrent requests with the same Idempotency-Key', async () => {
    const ask = { ...unlimited, headers: { 'idempotency-key': 'stampede' } }
    const body = await bodyOf(app(), { name: 'Stampede' }, unlimited)
    const answers = await Promise.all(Array.from({ length: 6 }, () => app().post('/monitors', body, ask)))
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect((await app().get('/monitors?q=stampede', unlimited)).body.data).toHaveLength(1)
  })

  it('does not block the replay of a successful request', async () => {
    const ask = { ...keyOf('replay'), headers: { 'idempotency-key': 'only-one' } }
    const body = await bodyOf(app(), { config: { authType: 'bearer', bearerToken: 'hunter2' } }, ask)
    const first = await app().post('/monitors', body, ask)
    expectRefusal(await create(app(), {}, keyOf('replay')), 403, /limit monitors is 1/)
    const again = await app().post('/monitors', body, ask)
    expect(again.headers.get('idempotency-replay')).toBe('true')
    expect([again.status, again.text]).toEqual([201, first.text])
    expectRefusal(await app().post('/monitors', { ...body, name: 'Other' }, ask), 409, /different request/)
  })

  it('releases the Idempotency-Key of a request it refused', async () => {
    const ask = { ...keyOf('none'), headers: { 'idempotency-key': 'again' } }
    expectRefusal(await create(app(), {}, ask), 403, /limit monitors is 0/)
    expectRefusal(await create(app(), { name: 'Corrected' }, ask), 403, /limit monitors is 0/)
  })
})

describe('the interval', () => {
  it.each([0, -60, 86_401, 1.5, '60', null, true])(
    'is a whole number of seconds from 1 to 86400: %j is 400',
    async (interval) => {
      expectRefusal(await create(app(), { interval }, unlimited), 400, /^interval: /)
    },
  )

  it('can be anything from the minimum of the plan to a day', async () => {
    for (const interval of [60, 61, 86_400])
      expect((await make(app(), { interval }, keyOf('patient'))).interval_seconds).toBe(interval)
  })

  it('below the minimum of the plan is 403 with the limit', async () => {
    for (const interval of [59, 1])
      expectRefusal(await create(app(), { interval }, keyOf('patient')), 403, /limit min_interval_seconds is 60/)
    const { id } = await make(app(), {}, keyOf('patient'))
    expectRefusal(await patch(app(), id, { interval: 59 }, keyOf('patient')), 403, /limit min_interval_seconds is 60/)
    expectRefusal(await create(app(), { interval: 4 }, unlimited), 403, /limit min_interval_seconds is 5/)
  })

  it.each([
    ['rdap', 3600],
    ['breach', 3600],
    ['blacklist', 3600],
    ['email_policy', 3600],
    ['browser', 3600],
    ['integrity', 300],
    ['sitemap', 300],
    ['playwright', 300],
  ])('of %s monitors has a minimum of %i seconds, else 400', async (type, floor) => {
    expectRefusal(
      await create(app(), { type, interval: floor - 1 }, unlimited),
      400,
      `interval: must be at least ${floor} seconds for ${type} monitors`,
    )
    const { id } = await make(app(), { type, interval: floor }, unlimited)
    expectRefusal(await patch(app(), id, { interval: floor - 1 }, unlimited), 400, /^interval: must be at least/)
  })

  it('is validated before the plan is checked', async () => {
    expectRefusal(
      await create(app(), { type: 'rdap', interval: 30 }, keyOf('patient')),
      400,
      /^interval: must be at least 3600/,
    )
  })
})

describe('LAPWING_INTERVAL_FLOOR', () => {
  const low = sharedLapwing({ env: { LAPWING_INTERVAL_FLOOR: '10' } })
  const middle = sharedLapwing({ env: { LAPWING_INTERVAL_FLOOR: '600' } })

  it('lowers the minimum of expensive types and raises none', async () => {
    for (const type of ['rdap', 'integrity']) {
      expect((await make(low(), { type, interval: 10 })).interval_seconds).toBe(10)
      expectRefusal(await create(low(), { type, interval: 9 }), 400, /^interval: must be at least 10 seconds/)
    }
    expect((await make(low(), { interval: 5 })).interval_seconds).toBe(5)
    expect((await make(middle(), { type: 'integrity', interval: 300 })).interval_seconds).toBe(300)
    expectRefusal(
      await create(middle(), { type: 'rdap', interval: 599 }),
      400,
      /^interval: must be at least 600 seconds/,
    )
  })

  it('is visible in the catalog', async () => {
    const floors = async (of: typeof low) =>
      Object.fromEntries(
        (await of().get('/meta/monitor-types')).body.data.map((entry: any) => [entry.type, entry.min_interval_seconds]),
      )
    expect(await floors(low)).toMatchObject({ http: 1, integrity: 10, rdap: 10 })
    expect(await floors(middle)).toMatchObject({ http: 1, integrity: 300, rdap: 600 })
  })
})

describe('other limits of a plan', () => {
  it('decide how many locations one monitor may use', async () => {
    const ask = keyOf('near')
    const locations = await locationsOf(app(), ask)
    expectRefusal(await create(app(), { locations }, ask), 403, /limit locations_per_monitor is 1: this monitor has 2/)
    const { id } = await make(app(), { locations: [locations[0], locations[0]] }, ask)
    expectRefusal(await patch(app(), id, { locations }, ask), 403, /limit locations_per_monitor is 1/)
    expect((await patch(app(), id, { name: 'Near' }, ask)).status).toBe(200)
  })

  it('decide how many pages an integrity monitor may compare and render', async () => {
    const ask = keyOf('pages')
    const pages = ['a', 'b', 'c'].map((page) => `https://example.com/${page}`)
    expectRefusal(
      await create(app(), { type: 'integrity', config: { pages } }, ask),
      403,
      /limit integrity_pages is 2: this monitor has 3/,
    )
    const { id } = await make(app(), { type: 'integrity', config: { pages: pages.slice(1) } }, ask)
    expectRefusal(await patch(app(), id, { config: { pages } }, ask), 403, /limit integrity_pages is 2/)
    expectRefusal(
      await patch(app(), id, { config: { render: true } }, ask),
      403,
      /limit integrity_render_pages is 1: this monitor has 2/,
    )
    expect((await patch(app(), id, { config: { render: true, pages: null } }, ask)).body.config).toEqual({
      render: true,
    })
  })

  it('decide how many rules of its own a monitor may have, default rules not counted', async () => {
    const ask = keyOf('rules')
    const { id } = await make(app(), {}, ask)
    const add = (severity: string) =>
      app().post(
        `/monitors/${id}/alert-rules`,
        { name: severity, metric: 'response_time', operator: '>', value: '1', severity },
        ask,
      )
    const [first] = [(await add('info')).body, (await add('warning')).body]
    expectRefusal(await add('critical'), 403, /limit alert_rules_per_monitor is 2/)
    expect(
      (await app().ask('PATCH', `/monitors/${id}/alert-rules/${first.id}`, { ...ask, body: { value: '2' } })).status,
    ).toBe(200)
    await app().ask('DELETE', `/monitors/${id}/alert-rules/${first.id}`, ask)
    expect((await add('critical')).status).toBe(201)
  })

  it('are not exceeded by rules that are created at the same time', async () => {
    const ask = keyOf('rules')
    const { id } = await make(app(), {}, ask)
    const bodies = ['info', 'warning', 'critical'].flatMap((severity) =>
      ['response_time', 'ssl_expiry'].map((metric) => ({
        name: severity,
        metric,
        operator: '>',
        value: '1',
        severity,
      })),
    )
    const answers = await Promise.all(bodies.map((body) => app().post(`/monitors/${id}/alert-rules`, body, ask)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403, 403])
  })
})
