import { describe, expect, it } from 'vitest'
import { sandboxEndpoints } from '../../../src/operations/sandbox/samples.ts'
import { eventStream } from '../../../src/operations/overview/event-stream.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { withNotes } from '../../kit/lapwing/operations.ts'

const app = sharedLapwing({ operations: withNotes })

describe('versions', () => {
  it('are in the path: v1 is served, v2 does not exist yet', async () => {
    expect((await app().get('/me')).body.server.api_version).toBe('v1')
    for (const path of ['/v2/me', '/v0/me', '/V1/me']) expect((await fetch(`${app().origin}${path}`)).status).toBe(404)
  })

  it('may gain response fields: no response schema is closed', async () => {
    const { text } = await app().get('/openapi.json')
    const { components } = JSON.parse(text)
    for (const name of ['Me', 'Plan', 'Location', 'ActivityEvent', 'MonitorType', 'Note']) {
      expect(components.schemas[name].additionalProperties, name).toBeUndefined()
    }
  })
})

describe('a deprecated operation', () => {
  it('is marked in the description, with its date and replacement', async () => {
    const { paths } = (await app().get('/openapi.json')).body
    expect(paths['/old-notes'].get).toMatchObject({
      deprecated: true,
      'x-deprecated-since': '2026-01-15T00:00:00.000Z',
      'x-instead': 'listNotes',
    })
    expect(paths['/notes'].get.deprecated).toBeUndefined()
  })

  it.each([
    [200, '/old-notes', keys.write],
    [400, '/old-notes?sort=x', keys.write],
    [401, '/old-notes', null],
  ])('still works, with deprecation and sunset headers on every response: %i', async (expected, path, key) => {
    const { status, headers } = await app().get(path, { key })
    expect(status).toBe(expected)
    expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 0, 15) / 1000}`)
    expect(headers.get('sunset')).toBe('Mon, 01 Jun 2026 00:00:00 GMT')
    expect(headers.get('link')).toBe('</policies/deprecation>; rel="deprecation", </policies/sunset>; rel="sunset"')
  })

  it('is kept at least 90 days after it was announced', () => {
    for (const { id, deprecated } of withNotes) {
      if (!deprecated?.sunset) continue
      expect(deprecated.sunset.getTime() - deprecated.since.getTime(), id).toBeGreaterThanOrEqual(90 * 86_400_000)
    }
  })

  it('is the only one with those headers', async () => {
    const { headers } = await app().get('/notes')
    for (const name of ['deprecation', 'sunset', 'link']) expect(headers.has(name)).toBe(false)
  })
})

describe('the policies', () => {
  it('are linked in the description, and the links work', async () => {
    const { info } = (await app().get('/openapi.json')).body
    for (const [field, words] of [
      ['x-deprecation-policy', /next version/],
      ['x-sunset-policy', /90 days/],
    ] as const) {
      expect(info.description).toContain(info[field])
      const response = await fetch(info[field])
      expect(response.status).toBe(200)
      expect(await response.text()).toMatch(words)
    }
  })
})

describe('the OpenAPI description', () => {
  it('is version 3.1, served without a key', async () => {
    const { status, body } = await app().get('/openapi.json', { key: null })
    expect(status).toBe(200)
    expect(body.openapi).toMatch(/^3\.1\./)
  })

  it('lists exactly the operations that are served', async () => {
    const { paths, servers } = (await app().get('/openapi.json')).body
    expect(servers).toEqual([{ url: `${app().origin}/v1` }])
    const listed = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(
      [...withNotes, ...sandboxEndpoints, eventStream]
        .filter(({ audience }) => audience === 'public')
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    )
    for (const entry of listed) {
      const [method = '', path = ''] = entry.split(' ')
      const { status } = await app().ask(method, path.replace(/\{\w+\}/g, 'x'), { key: keys.free })
      expect([entry, [404, 405].includes(status)]).toEqual([entry, false])
    }
    expect((await app().get('/internal-notes')).status).toBe(404)
  })
})
