// Live diagnostics over HTTP, with simulated probes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createVault } from '../../../src/domain/vault.ts'
import { startTries } from '../../../src/engine/probe/tries.ts'
import { dropTries } from '../../../src/store/checking/tries.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { artifactsNowhere } from '../../kit/resources/artifacts.ts'
import { acme, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sharedKey } from '../../kit/lapwing/start-lapwing.ts'
import { fakeWorkers } from '../../kit/checks/fake-workers.ts'
import { quiet } from '../../kit/log.ts'
import { passUntil } from '../../kit/resources/notifying.ts'

const app = sharedLapwing({
  provision: acme.replace('api_requests_per_minute: 5', 'diagnostics_per_hour: 2, diagnostics_targets_per_hour: 2'),
})
const outcome = {
  success: true,
  durationMs: 84,
  statusCode: 200,
  error: null,
  cause: null,
  metrics: { 'http.response_time_ms': 84 },
  evidence: JSON.stringify({ status: '200 OK' }),
}

/** Results by location, in the order of their slugs; a missing one has no probe. */
const seen = new Map<number, object>()
const worked: object[] = []
let probes: ReturnType<typeof startTries>[]
let locations: { id: string; name: string }[]

beforeAll(async () => {
  locations = (await app().get('/locations')).body.data
  const numbers = await app().store.rows<{ number: number }>(sql`select number from locations order by slug`)
  probes = numbers.map(({ number }, place) =>
    startTries({
      store: app().store,
      clock: app().clock,
      log: quiet,
      vault: createVault([sharedKey]),
      artifacts: artifactsNowhere,
      locations: async () => (seen.has(place) ? [number] : []),
      workers: fakeWorkers(async (order) => {
        worked.push(order)
        return { ...outcome, ...seen.get(place) }
      }),
    }),
  )
})
afterAll(() => Promise.all(probes.map((probe) => probe.stop())))

beforeEach(async () => {
  seen.clear()
  seen.set(0, {})
  await app().store.run(sql`update locations set seen_at = ${app().clock.now()}`)
})

const target = 'https://example.com/'
const ask = (body: object, options: object = {}) =>
  app().post('/diagnostics', { type: 'http', target, ...body }, options)
const look = async (id: string): Promise<any> => (await app().get(`/diagnostics/${id}`)).body

describe('a diagnostic', () => {
  it('runs at several locations at once, and shows the results so far', async () => {
    const { status, headers, body } = await ask({ locations: locations.map(({ id }) => id) })
    expect([status, body.object, body.status]).toEqual([202, 'diagnostic', 'queued'])
    expect(headers.get('location')).toBe(`/v1/diagnostics/${body.id}`)
    await passUntil(app(), async () => (await look(body.id)).results.some(({ status }: any) => status === 'done'))
    expect((await look(body.id)).status).toBe('running')
    seen.set(1, { success: false, statusCode: 503, error: 'the server answered 503', cause: 'http_status' })
    await passUntil(app(), async () => (await look(body.id)).status === 'done')
    const done = await look(body.id)
    expect(done.finished_at).not.toBeNull()
    expect(done.results.map(({ location, success, error }: any) => [location.name, success, error])).toEqual([
      ['Frankfurt', true, null],
      ['New York', false, 'the server answered 503'],
    ])
    expect(done.results[0].data).toMatchObject({ status_code: 200, metrics: [{ metric: 'response_time', value: 84 }] })
  })

  it('is not a check, sends no alerts, and is 404 for others', async () => {
    const { body } = await ask({})
    await passUntil(app(), async () => (await look(body.id)).status === 'done')
    for (const table of [sql`results`, sql`monitors`, sql`incidents`, sql`outbox`])
      expect(await app().store.rows(sql`select from ${table}`)).toEqual([])
    expect((await app().get(`/diagnostics/${body.id}`, { key: keys.other })).status).toBe(404)
    expect((await ask({}, { key: keys.read })).status).toBe(403)
  })

  it('returns its results after waiting for them', async () => {
    let answered = false
    const requested = ask({}, { headers: { prefer: 'respond-async, wait=10' } }).finally(() => (answered = true))
    await passUntil(app(), () => answered, 20)
    const { status, body } = await requested
    expect([status, body.status]).toEqual([200, 'done'])
  })

  it('reports that no probe picked it up', async () => {
    seen.clear()
    const { body } = await ask({ locations: [locations[0]!.id] })
    app().clock.advance(121_000)
    expect(await look(body.id)).toMatchObject({
      status: 'failed',
      results: [{ success: null, error: expect.stringMatching(/^No probe of this location picked it up/) }],
    })
  })

  it('stores its config encrypted, for a day', async () => {
    const { body } = await ask({ config: { authType: 'bearer', bearerToken: 'open sesame' } })
    const kept = await app().store.row<{ config: Buffer }>(sql`select config from tries where id = ${body.id}`)
    expect(kept!.config.toString('latin1')).not.toContain('sesame')
    const all = (): Promise<string[]> =>
      app()
        .get('/diagnostics')
        .then((found) => found.body.data.map(({ id }: any) => id))
    expect(await all()).toContain(body.id)
    const [minutes, day] = [
      new Date(app().clock.now().getTime() + 1),
      new Date(app().clock.now().getTime() - 86_400_000),
    ]
    await dropTries(app().store, { drafts: minutes, diagnostics: day })
    expect(await all()).toContain(body.id)
    app().clock.advance(86_400_001)
    expect(await all()).not.toContain(body.id)
    await dropTries(app().store, { drafts: app().clock.now(), diagnostics: app().clock.now() })
    expect((await app().get(`/diagnostics/${body.id}`)).status).toBe(404)
  })

  it('of DNS propagation runs at all locations', async () => {
    const { body } = await ask({ type: 'dns_propagation', target: 'example.com' })
    expect(body.results).toHaveLength(2)
    expect(worked.at(-1)).not.toBeUndefined()
  })

  it.each([
    [{ type: 'telepathy' }, /^type: /],
    [{ target: 'not a url' }, /^target: /],
    [{ config: { surprise: 1 } }, /^config\.surprise/],
    [{ locations: ['0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'] }, /^locations: unknown location/],
    [{ locations: [] }, /^locations: /],
  ])('refuses %j', async (body, words) => {
    const answer = await ask(body)
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(words)])
  })
})

describe('the limits of a plan', () => {
  const limited = (body: object) => ask({ locations: [locations[0]!.id], ...body }, { key: keys.starter })

  it('apply to each type and to targets per hour', async () => {
    expect((await limited({})).status).toBe(202)
    expect((await limited({})).status).toBe(202)
    const third = await limited({})
    expect([third.status, third.body.error.message]).toEqual([429, expect.stringMatching(/^diagnostics_per_hour is 2/)])
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect((await limited({ type: 'dns', target: 'example.com' })).status).toBe(202)
    const other = await limited({ type: 'dns', target: 'example.org' })
    expect(other.body.error.message).toMatch(/^diagnostics_targets_per_hour is 2/)
    app().clock.advance(3_601_000)
    expect((await limited({ type: 'dns', target: 'example.org' })).status).toBe(202)
  })

  it('are shown with the available types', async () => {
    const { data } = (await app().get('/diagnostics/types')).body
    expect(data).toHaveLength(15)
    const of = (type: string): any => data.find((one: any) => one.type === type)
    expect(of('http')).toMatchObject({ available: true, target_format: { example: expect.any(String) } })
    expect(of('http').params.map(({ key }: any) => key)).not.toContain('confirmationThreshold')
    for (const { type, available } of data.filter(({ available }: any) => !available)) {
      expect(available).toBe(false)
      const refused = await ask({ type, target: 'example.com' })
      expect(refused.body.error.message).toMatch(/cannot run yet/)
    }
  })
})
