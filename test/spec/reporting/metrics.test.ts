// GET /metrics: what Prometheus scrapes.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeHeartbeat, ping } from '../../kit/resources/heartbeats.ts'
import { checked } from '../../kit/resources/checked.ts'
import { openIncident } from '../../kit/resources/incidents.ts'
import { type Answered, type Ask, acme, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'

const scrapers = ['Filters', 'Limited', 'Cached', 'Empty'] as const
const keyOf = (name: (typeof scrapers)[number]): string => `lw_test_${name.toLowerCase()}_0123456789abcdef`
const organizations = scrapers
  .map((name) => `  - { name: ${name}, plan: pro, apiKeys: [ { name: rw, scope: write, key: ${keyOf(name)} } ] }\n`)
  .join('')
const app = sharedLapwing({ provision: acme.replace('locations:', `${organizations}locations:`) })

const certificateEnds = Date.parse('2031-07-09T13:57:11Z')
const scrape = (query = '', options: Ask = {}): Promise<Answered> => app().get(`/metrics${query}`, options)

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

function samplesOf({ text }: Answered): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!
      const pairs = [...labels.matchAll(/(\w+)="((?:\\.|[^"\\])*)"/g)].map(([, key, text]) => [key, text])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })
}

const named = (samples: Sample[], name: string): Sample[] => samples.filter((one) => one.name === name)
const idsIn = (answer: Answered): string[] =>
  named(samplesOf(answer), 'service_monitor_info').map(({ labels }) => labels['monitor_id']!)

describe('an organization with one of each', () => {
  let samples: Sample[]
  let answer: Answered
  let ids: Record<'up' | 'down' | 'paused' | 'beat' | 'ssl', string>

  const valueOf = (name: string, id: string, more: Record<string, string> = {}): number | undefined =>
    samples.find(
      (one) =>
        one.name === name &&
        one.labels['monitor_id'] === id &&
        Object.entries(more).every(([k, v]) => one.labels[k] === v),
    )?.value

  beforeAll(async () => {
    const down = await openIncident(app())
    const up = await make(app(), { name: 'Back\\slash "quoted"', tags: ['env:prod', 'shop'] })
    const paused = await make(app(), { isPaused: true })
    const beat = await makeHeartbeat(app())
    await ping(app(), beat.path)
    const ssl = await make(app(), { type: 'ssl', interval: 3600 })
    const seen = { statusCode: null, durationMs: 250, metrics: { 'ssl.days_until_expiry': 9 } }
    await checked(app(), ssl.id, { ...seen, expiresAt: certificateEnds })
    ids = { down: down.monitor.id, up: up.id, paused: paused.id, beat: beat.id, ssl: ssl.id }
    app().clock.advance(1000)
    answer = await scrape('', { key: keys.read })
    samples = samplesOf(answer)
  })

  it('is text for Prometheus, even with a read key', () => {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
  })

  it('shows the totals of the organization', () => {
    const total = (name: string): object =>
      Object.fromEntries(named(samples, name).map(({ labels, value }) => [Object.values(labels).join(), value]))
    expect(total('service_organization_info')).toEqual({ 'Acme,Enterprise': 1 })
    expect(Object.keys(total('service_monitors'))).toEqual(['up', 'degraded', 'down', 'paused', 'unknown'])
    expect(total('service_incidents_firing')).toEqual({ critical: 1, warning: 0 })
    expect(total('service_incidents_acknowledged')).toEqual({ '': 0 })
    expect(total('service_maintenance_windows_active')).toEqual({ '': 0 })
    expect(total('service_hosts')).toEqual({ online: 0, stale: 0, offline: 0, never_reported: 0 })
    expect(total('service_scrape_generated_timestamp_seconds')).toEqual({ '': app().clock.now().getTime() / 1000 })
    expect(named(samples, 'service_health_score')[0]!.value).toBeLessThanOrEqual(100)
  })

  it('names a monitor only in its info series, and escapes names', () => {
    const info = named(samples, 'service_monitor_info').find(({ labels }) => labels['monitor_id'] === ids.up)!
    expect(info.value).toBe(1)
    expect(info.labels).toMatchObject({
      name: 'Back\\\\slash \\"quoted\\"',
      type: 'http',
      tags: 'env:prod,shop',
      strategy: 'roundrobin',
    })
    const others = samples.filter(
      ({ name }) => /^service_(monitor|ssl|domain|heartbeat)_/.test(name) && name !== 'service_monitor_info',
    )
    for (const { labels } of others)
      expect(Object.keys(labels).filter((label) => !['monitor_id', 'result', 'window'].includes(label))).toEqual([])
  })

  it('leaves the target of a heartbeat empty, and shows when it checked in', () => {
    const info = named(samples, 'service_monitor_info').find(({ labels }) => labels['monitor_id'] === ids.beat)!
    expect(info.labels['target']).toBe('')
    expect(valueOf('service_heartbeat_last_ping_timestamp_seconds', ids.beat)).toBeCloseTo(
      app().clock.now().getTime() / 1000 - 1,
      0,
    )
  })

  it.each([
    ['down', 0, 0, 0, 2],
    ['up', 1, 4, 0, 0],
    ['paused', undefined, 3, 1, 0],
  ] as const)('shows the state of one that is %s', (which, up, state, paused, severity) => {
    const shown = ['up', 'state', 'paused', 'open_incident_severity'].map((name) =>
      valueOf(`service_monitor_${name}`, ids[which]),
    )
    expect(shown).toEqual([up, state, paused, severity])
    expect(valueOf('service_monitor_check_interval_seconds', ids[which])).toBeGreaterThan(0)
  })

  it('counts confirmed critical downtime from its first failed check, as reports do, in three windows', () => {
    for (const window of ['24h', '7d', '30d']) {
      expect(valueOf('service_monitor_uptime_ratio', ids.ssl, { window })).toBe(1)
      // Never checked.
      expect(valueOf('service_monitor_uptime_ratio', ids.up, { window })).toBeUndefined()
      // Created four seconds ago, failing for three of them, confirmed for one.
      expect(valueOf('service_monitor_uptime_ratio', ids.down, { window })).toBeCloseTo(1 / 4)
    }
  })

  it('shows checks if there are any', () => {
    const checks = (result: string): number | undefined => valueOf('service_monitor_checks_24h', ids.beat, { result })
    expect([checks('success'), checks('failure')]).toEqual([1, 0])
    expect(valueOf('service_monitor_last_check_success', ids.beat)).toBe(1)
    expect(valueOf('service_monitor_last_check_timestamp_seconds', ids.beat)).toBeGreaterThan(0)
    expect(valueOf('service_monitor_last_check_success', ids.up)).toBeUndefined()
  })

  it('shows the exact second at which a certificate expires', () => {
    expect(valueOf('service_monitor_last_check_duration_seconds', ids.ssl)).toBe(0.25)
    expect(valueOf('service_monitor_avg_duration_24h_seconds', ids.ssl)).toBe(0.25)
    const shown = valueOf('service_ssl_certificate_expiry_timestamp_seconds', ids.ssl)
    expect(shown).toBe(certificateEnds / 1000)
    expect(named(samples, 'service_domain_expiry_timestamp_seconds')).toEqual([])
  })

  it('counts failed checks in the mean duration, so that a monitor that always fails has one', () => {
    expect(valueOf('service_monitor_checks_24h', ids.down, { result: 'success' })).toBe(0)
    expect(valueOf('service_monitor_avg_duration_24h_seconds', ids.down)).toBeCloseTo(0.02)
  })

  it('has each family once, with help and type', () => {
    const types = answer.text.split('\n').filter((line) => line.startsWith('# TYPE '))
    expect(types).toEqual([...new Set(types)])
    const order = samples.map(({ name }) => name).filter((name, at, all) => name !== all[at - 1])
    expect(order).toEqual([...new Set(order)])
  })

  it.skipIf(!existsSync('/usr/bin/promtool'))('is faultless to promtool', () => {
    const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', ['check', 'metrics'], { input: answer.text })
    expect(`${stdout}${stderr}`).toBe('')
    expect(status).toBe(0)
  })
})

describe('filters', () => {
  const key = keyOf('Filters')
  let [a, b, c] = ['', '', '']
  beforeAll(async () => {
    a = (await make(app(), { tags: ['red'] }, { key })).id
    b = (await make(app(), { tags: ['blue', 'red'] }, { key })).id
    c = (await make(app(), { type: 'dns', target: 'example.com', tags: ['blue'] }, { key })).id
  })

  it('accept several values, repeated or comma-separated: "or" within a filter, "and" between filters', async () => {
    const found = async (query: string): Promise<string[]> => idsIn(await scrape(query, { key })).toSorted()
    expect(await found('')).toEqual([a, b, c].toSorted())
    expect(await found('?tag=red')).toEqual([a, b].toSorted())
    expect(await found('?tag=red,blue')).toEqual([a, b, c].toSorted())
    expect(await found('?tag=red&tag=blue&type=dns')).toEqual([c])
    expect(await found(`?monitor_id=${a}&monitor_id=${c}&tag=blue`)).toEqual([c])
    expect(await found('?include_hosts=false&type=http,api')).toEqual([a, b].toSorted())
  })

  it('do not change the totals of the organization', async () => {
    const total = named(samplesOf(await scrape('?tag=red', { key })), 'service_monitors')
    expect(total.reduce((sum, { value }) => sum + value, 0)).toBe(3)
  })

  it.each(['?type=telepathy', '?tags=red', '?monitor_id=1', '?tag=', '?include_hosts=no'])(
    '%s is 400, as JSON',
    async (query) => {
      const { status, body } = await scrape(query, { key })
      expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    },
  )

  it('find nothing of another organization', async () => {
    expect(idsIn(await scrape(`?monitor_id=${a}`, { key: keyOf('Cached') }))).toEqual([])
  })
})

it('is refreshed once a minute per organization and filter', async () => {
  const key = keyOf('Cached')
  app().clock.advance(120_000)
  const first = await scrape('', { key })
  await make(app(), {}, { key })
  app().clock.advance(59_000)
  expect((await scrape('', { key })).text).toBe(first.text)
  expect(idsIn(await scrape('?type=http', { key }))).toHaveLength(1)
  app().clock.advance(1000)
  expect(idsIn(await scrape('', { key }))).toHaveLength(1)
})

it('responds without monitors, too', async () => {
  const answer = await scrape('', { key: keyOf('Empty') })
  expect(named(samplesOf(answer), 'service_health_score')[0]!.value).toBe(100)
  expect(idsIn(answer)).toEqual([])
})

it.each([
  ['no key', { key: null }, 401, 'unauthorized', /Authorization/],
  ['an unknown key', { key: 'lw_test_nobody_0123456789abcdef' }, 401, 'unauthorized', /Unknown/],
  ['a plan without it', { key: keys.starter }, 403, 'forbidden', /upgrade to Pro, Business or Enterprise/],
])('responds to %s with JSON', async (_words, options, status, code, message) => {
  const answer = await scrape('', options)
  expect(answer).toMatchObject({ status, body: { error: { code, message: expect.stringMatching(message) } } })
})

it('allows 30 requests a minute per organization, across keys and filters', async () => {
  const key = keyOf('Limited')
  app().clock.advance(61_000)
  const statuses = new Set<number>()
  for (let n = 0; n < 30; n++) statuses.add((await scrape(n % 2 ? '?type=http' : '', { key })).status)
  expect([...statuses]).toEqual([200])
  const { status, body, headers } = await scrape('', { key })
  expect([status, body.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await scrape('', { key: keyOf('Empty') })).status).toBe(200)
  app().clock.advance(61_000)
  expect((await scrape('', { key })).status).toBe(200)
})

it('is not allowed in a batch', async () => {
  const { body } = await app().post('/batch', { operations: [{ method: 'GET', path: '/metrics' }] })
  expect(body.data[0]).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
})
