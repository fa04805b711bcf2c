import { describe, expect, it } from 'vitest'
import { checks } from '../../../src/checks/index.ts'
import { limitNames } from '../../../src/domain/plan.ts'
import { noteBrowsers } from '../../../src/store/checking/locations.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { acme, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { withNotes } from '../../kit/lapwing/operations.ts'
import { freePort } from '../../kit/servers/free-port.ts'

const app = sharedLapwing({ operations: withNotes })
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('GET /me', () => {
  it('returns the key and the organization', async () => {
    const own = await lapwing()
    const { status, body } = await own.get('/me', { key: keys.read })
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'me',
      credential: {
        type: 'api_key',
        id: uuid,
        name: 'ro',
        prefix: 'lw_test_',
        scope: 'read',
        created_at: '2026-03-01T12:00:00.000Z',
        last_used_at: null,
        expires_at: null,
        client_id: null,
      },
      user: null,
      organization: {
        id: uuid,
        name: 'Acme',
        slug: 'acme',
        plan: 'Enterprise',
        timezone: 'UTC',
        created_at: '2026-03-01T12:00:00.000Z',
      },
      server: { version: '0.0.0-test', api_version: 'v1' },
    })
  })

  it('never returns the key itself', async () => {
    const { text } = await app().get('/me')
    expect(text).not.toContain(keys.write)
  })

  it('needs a key', async () => {
    expect((await app().get('/me', { key: null })).status).toBe(401)
  })
})

describe('GET /meta/monitor-types', () => {
  it('returns every monitor type without a key', async () => {
    const { status, body } = await app().get('/meta/monitor-types', { key: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'list', has_more: false })
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(checks.map(({ type }) => type))
  })

  it('gives for each: target format, default alert rules, alert metrics, config fields', async () => {
    const { data } = (await app().get('/meta/monitor-types')).body
    for (const entry of data) {
      expect(entry).toMatchObject({ config: expect.any(Array), default_rules: expect.any(Array) })
      expect(entry.object).toBe('monitor_type')
      expect(entry.target).toEqual({
        format: expect.any(String),
        description: expect.any(String),
        example: expect.any(String),
      })
      expect(entry.metrics.length, entry.type).toBeGreaterThan(0)
    }
  })

  it('has no tuples and no patterns with \\0 in its description, which tools do not support', async () => {
    const { text } = await app().get('/openapi.json')
    expect(text).not.toContain('prefixItems')
    expect(text).not.toContain(String.raw`\\0`)
  })

  it('may be cached for a few minutes', async () => {
    for (const path of ['/meta/monitor-types', '/openapi.json'])
      expect((await app().get(path)).headers.get('cache-control')).toBe('public, max-age=300')
    expect((await app().get('/me')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('GET /plan', () => {
  it('returns the name, every limit and its usage', async () => {
    const { status, body } = await app().get('/plan', { key: keys.read })
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'plan', name: 'Enterprise' })
    expect(Object.keys(body.limits).sort()).toEqual([...limitNames].sort())
    expect(body.usage).toMatchObject({
      users: 1,
      period_start: '2026-03-01T00:00:00.000Z',
      period_end: '2026-04-01T00:00:00.000Z',
    })
  })

  it('shows -1 for unlimited; the enterprise plan limits only the interval', async () => {
    const { min_interval_seconds: shortest, ...others } = (await app().get('/plan')).body.limits
    expect(shortest).toBe(5)
    expect(new Set(Object.values(others))).toEqual(new Set([-1]))
  })

  it('shows limits that the provision file overrides', async () => {
    const { body } = await app().get('/plan', { key: keys.starter })
    expect(body).toMatchObject({
      name: 'Starter',
      limits: { api_requests_per_minute: 5, monitors: 50, min_interval_seconds: 60 },
    })
  })

  it('counts calendar months, even across years', async () => {
    const own = await lapwing()
    own.clock.advance(Date.UTC(2026, 11, 31, 23, 59, 59) - own.clock.now().getTime())
    const { usage } = (await own.get('/plan')).body
    expect(usage).toMatchObject({ period_start: '2026-12-01T00:00:00.000Z', period_end: '2027-01-01T00:00:00.000Z' })
  })
})

describe('GET /locations', () => {
  it('lists the locations of checks', async () => {
    const { status, body } = await app().get('/locations', { key: keys.read })
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'list',
      data: [
        {
          object: 'location',
          id: uuid,
          name: 'Frankfurt',
          city: 'Frankfurt',
          region: 'eu',
          country: 'Germany',
          country_code: 'DE',
          latitude: null,
          longitude: null,
          private: false,
          browser: false,
          browser_missing: null,
          status: 'dead',
        },
        {
          object: 'location',
          id: uuid,
          name: 'New York',
          city: null,
          region: 'us',
          country: 'United States',
          country_code: 'US',
          latitude: null,
          longitude: null,
          private: false,
          browser: false,
          browser_missing: null,
          status: 'dead',
        },
      ],
      has_more: false,
      next_cursor: null,
    })
  })

  it('shows which of them can run browsers, and what the others need', async () => {
    const own = await lapwing()
    const lacks = 'this location has no browser: there is no Chromium'
    const numbers = await own.store.rows<{ number: number }>(sql`select number from locations order by slug`)
    const [frankfurt, newYork] = numbers.map(({ number }) => number)
    await noteBrowsers(own.store, [frankfurt!], null)
    await noteBrowsers(own.store, [newYork!], lacks)
    expect((await own.get('/locations')).body.data).toMatchObject([
      { name: 'Frankfurt', browser: true, browser_missing: null },
      { name: 'New York', browser: false, browser_missing: lacks },
    ])
  })

  it('returns one embedded location, "This server", without provisioned ones', async () => {
    const own = await lapwing({ provision: acme.slice(0, acme.indexOf('locations:')) })
    expect((await own.get('/locations')).body.data).toEqual([
      expect.objectContaining({ name: 'This server', city: null }),
    ])
  })

  it('hides a location that is no longer provisioned, and restores its id when it is back', async () => {
    const first = await lapwing()
    const [, newYork] = (await first.get('/locations')).body.data
    const only = { provision: acme.replace(/.*slug: nyc.*\n/, ''), database: first.database, clock: first.clock }
    expect((await (await lapwing(only)).get('/locations')).body.data).toHaveLength(1)
    const back = await lapwing({ ...only, provision: acme })
    expect((await back.get('/locations')).body.data[1].id).toBe(newYork.id)
  })
})

describe('GET /activity', () => {
  it('records a write with the API key as actor, the entry point and the IP address', async () => {
    const own = await lapwing({ operations: withNotes })
    own.clock.advance(1)
    const { id } = (await own.post('/notes', { title: 'Rotate' })).body
    const { data } = (await own.get('/activity?limit=1')).body
    expect(data).toEqual([
      {
        object: 'activity_event',
        id: uuid,
        entity_type: 'note',
        entity_id: id,
        entity_name: 'Rotate',
        action: 'note.created',
        changes: { via: 'api', ip: '127.0.0.1' },
        actor: { name: 'rw', email: null },
        created_at: '2026-03-01T12:00:00.001Z',
      },
    ])
  })

  it('records nothing for reads, errors and replays', async () => {
    const own = await lapwing({ operations: withNotes })
    const headers = { 'idempotency-key': 'once' }
    await own.post('/notes', { title: 'a' }, { headers })
    const before = (await own.get('/activity')).text
    await own.post('/notes', { title: 'a' }, { headers })
    await own.post('/notes', { title: '' })
    await own.post('/notes', { title: 'a' }, { key: keys.read })
    await own.get('/notes')
    expect((await own.get('/activity')).text).toBe(before)
  })

  it('records that the provision file was applied, without an actor', async () => {
    const own = await lapwing()
    const { data } = (await own.get('/activity')).body
    expect(data).toEqual([
      expect.objectContaining({
        action: 'config.applied',
        entity_type: 'organization',
        entity_name: 'Acme',
        actor: null,
        changes: { via: 'config' },
      }),
    ])
  })

  it('supports each of its filters', async () => {
    const own = await lapwing({ operations: withNotes })
    const first = (await own.post('/contact-groups', { name: 'first' })).body
    own.clock.advance(60_000)
    const second = (await own.post('/contact-groups', { name: 'second' })).body
    const found = async (query: string): Promise<string[]> =>
      (await own.get(`/activity?${query}`)).body.data.map((event: any) => event.entity_name)
    expect(await found('entity_type=contact_group')).toEqual(['second', 'first'])
    expect(await found(`entity_id=${first.id}`)).toEqual(['first'])
    expect(await found('action=contact_group.created')).toEqual(['second', 'first'])
    expect(await found('action=contact_group.deleted')).toEqual([])
    expect(await found('actor=ada@example.com')).toEqual([])
    expect(await found(`since=${second.created_at}`)).toEqual(['second'])
    expect(await found(`entity_type=contact_group&until=${second.created_at}`)).toEqual(['first'])
    expect(await found(`entity_type=contact_group&since=${second.created_at}&until=${second.created_at}`)).toEqual([])
  })

  it('keeps the last name of deleted entities', async () => {
    const own = await lapwing({ operations: withNotes })
    const { id } = (await own.post('/notes', { title: 'gone' })).body
    own.clock.advance(1)
    await own.ask('DELETE', `/notes/${id}`)
    const { data } = (await own.get(`/activity?entity_id=${id}`)).body
    expect(data).toEqual([expect.objectContaining({ action: 'note.deleted', entity_name: 'gone' })])
  })
})

describe('beside the API', () => {
  it.each([
    ['/setup?token=x', 'open this address in a browser'],
    ['/incidents/4711', '/v1/incidents/4711/timeline'],
  ])('%s, which alerts link to, explains in plain text how to continue', async (path, words) => {
    const response = await fetch(`${app().origin}${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(await response.text()).toContain(words)
  })

  it('/healthz reports that the process is alive', async () => {
    const response = await fetch(`${app().origin}/healthz`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'alive' }])
  })

  it('/readyz reports that the database is reachable and migrated', async () => {
    const response = await fetch(`${app().origin}/readyz`)
    expect([response.status, await response.json()]).toEqual([
      200,
      { ready: true, database: 'reachable', migrations: 'applied', problems: [] },
    ])
  })

  it('/ returns the address of the API', async () => {
    const response = await fetch(app().origin)
    expect(await response.json()).toMatchObject({
      name: 'Lapwing',
      api: `${app().origin}/v1`,
      openapi: `${app().origin}/v1/openapi.json`,
    })
  })

  it('nothing is served by a housekeeper', async () => {
    const port = String(await freePort())
    const { origin } = await lapwing({ env: { LAPWING_ROLES: 'housekeeper', LAPWING_PORT: port } })
    expect(origin).toBeNull()
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('uses LAPWING_PUBLIC_URL as its own address if set', async () => {
    const own = await lapwing({ env: { LAPWING_PUBLIC_URL: 'https://status.example.com' } })
    expect((await own.get('/openapi.json')).body.servers).toEqual([{ url: 'https://status.example.com/v1' }])
  })
})
