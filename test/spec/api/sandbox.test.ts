// The sandbox: static samples without a key, in the format of production.
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { operations } from '../../../src/operations/index.ts'
import { monitor } from '../../../src/operations/monitors/schema.ts'
import { listOf } from '../../../src/operations/registry/page.ts'
import { sandboxEndpoints } from '../../../src/operations/sandbox/samples.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()

const uuid = '0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a'
const schemaOf = (path: string): z.ZodType | undefined =>
  operations.find((operation) => operation.method === 'GET' && operation.path === path)?.responses[200]!.schema
const slim = { object: true, id: true, name: true, type: true, target: true, status: true, state: true } as const
const slimMonitor = monitor.pick({ ...slim, interval_seconds: true, tags: true })

/** Every path of the sandbox, with the schema of the same response in production. */
const shapes: [path: string, schema: z.ZodType | undefined][] = [
  ['/summary', schemaOf('/summary')],
  ['/monitors', listOf(slimMonitor)],
  ['/monitors/anything', schemaOf('/monitors/{id}')],
  ['/incidents', schemaOf('/incidents')],
  ['/incidents/anything', schemaOf('/incidents/{id}')],
  ['/locations', schemaOf('/locations')],
  ['/monitor-types', schemaOf('/meta/monitor-types')],
  ['/reports', schemaOf('/reports')],
]

/** Locations have short labels here, where production has ids. */
const withIds = (value: unknown): any =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) => (part === 'fra' || part === 'nyc' ? uuid : part))

/** Examples of the description leave out the keys of monitor types. */
const withoutForm = (_key: string, part: any): unknown =>
  part?.object === 'monitor_type' ? { ...part, config: [] } : part

describe.each(shapes)('%s', (path, schema) => {
  it('responds without a key, in the format of production and with sandbox: true', async () => {
    const { status, body } = await app().get(`/sandbox${path}`, { key: null })
    expect(status).toBe(200)
    const { sandbox, ...sample } = withIds(body)
    expect(sandbox).toBe(true)
    expect(schema!.parse(sample)).toEqual(sample)
  })

  it('is the same beside the versioned root', async () => {
    const mirrored = await fetch(`${app().origin}/sandbox${path}`)
    expect(await mirrored.text()).toBe((await app().get(`/sandbox${path}`)).text)
  })
})

it.each(['', '/'])('has an index at /sandbox%s with working links', async (slash) => {
  const { status, body } = await app().get(`/sandbox${slash}`, { key: null })
  expect(status).toBe(200)
  expect(body).toMatchObject({ object: 'sandbox', sandbox: true, paths: expect.any(Array) })
  for (const path of [...body.paths, body.openapi]) expect((await fetch(app().origin + path)).status).toBe(200)
})

it('shows short monitors in the list, a complete one for any id, and locations with labels', async () => {
  const [listed] = (await app().get('/sandbox/monitors')).body.data
  const one = (await app().get('/sandbox/monitors/whatever')).body
  expect(Object.keys(listed).length).toBeLessThan(Object.keys(one).length)
  expect(one).toMatchObject({ ...listed, available_metrics: expect.any(Array) })
  const { data } = (await app().get('/sandbox/locations')).body
  expect(data.map(({ id }: { id: string }) => id)).toEqual(one.locations)
})

it('is described: each path with its schema and its sample, without a key', async () => {
  const { paths } = (await app().get('/openapi.json')).body
  const described = Object.keys(paths).filter((path) => path.startsWith('/sandbox'))
  const served = ['', ...shapes.map(([path]) => path.replace('anything', '{id}'))]
  expect(described.sort()).toEqual(served.map((path) => `/sandbox${path}`).sort())
  for (const path of described) {
    const { security, responses } = paths[path].get
    expect(security).toEqual([])
    const { example } = responses[200].content['application/json']
    const { text } = await app().get(path.replace('{id}', 'anything'), { key: null })
    expect(JSON.parse(text, withoutForm)).toEqual(example)
  }
  for (const { responses, path } of sandboxEndpoints)
    expect(responses[200]!.schema!.parse(responses[200]!.example), path).toEqual(responses[200]!.example)
})

it('has two entries of the catalog', async () => {
  const { data } = (await app().get('/sandbox/monitor-types')).body
  expect(data).toEqual((await app().get('/meta/monitor-types')).body.data.slice(0, 2))
})

it.each(['/nothing', '/monitors/a/b', '/summary/x', '/reports/1'])('%s is 404 with sandbox: true', async (path) => {
  const { status, body } = await app().get(`/sandbox${path}`, { key: null })
  const refused = { error: { code: 'not_found', message: expect.stringContaining(path) }, sandbox: true }
  expect({ status, body }).toEqual({ status: 404, body: refused })
})

it.each(['/monitors?sort=name', '/monitors?limit=0', '/summary?limit=101', '?limit=ten'])(
  '%s is 400, as in production',
  async (path) => {
    const { status, body } = await app().get(`/sandbox${path}`, { key: null })
    expect([status, body.error.code, body.sandbox]).toEqual([400, 'invalid_request', true])
    expect(body.error.details).toHaveLength(1)
    expect((await app().get('/sandbox/monitors?limit=100', { key: null })).status).toBe(200)
  },
)

it('has locations where they are', async () => {
  const { data } = (await app().get('/sandbox/locations')).body
  expect(data.map(({ latitude, longitude }: Record<string, number>) => [latitude, longitude])).toEqual([
    [50.11, 8.68],
    [40.71, -74.01],
  ])
})

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('does not serve %s', async (method) => {
  for (const path of ['/sandbox/monitors', '/sandbox']) {
    const { status, body, headers } = await app().ask(method, path, { key: null, body: { name: 'x' } })
    expect([status, body.error.code, body.sandbox]).toEqual([405, 'method_not_allowed', true])
    expect(headers.get('allow')).toBe('GET, HEAD')
  }
})

it('may be cached publicly for five minutes, and read from any origin', async () => {
  const { headers } = await app().get('/sandbox/summary', { key: null })
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

it('counts against the budget of the address, with the usual headers', async () => {
  const left = async (): Promise<number> =>
    Number((await app().get('/sandbox/summary', { key: null })).headers.get('x-ratelimit-remaining'))
  const before = await left()
  expect(await left()).toBe(before - 1)
  await Promise.all(Array.from({ length: before - 1 }, () => fetch(`${app().origin}/sandbox`)))
  const { status, body, headers } = await app().get('/sandbox', { key: null })
  expect([status, body.error.code, body.sandbox]).toEqual([429, 'rate_limited', true])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(headers.get('cache-control')).toBe('no-store')
  app().clock.advance(61_000)
})
