import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ImportedSetup } from './setup.ts'
import type { SendVendorRequest, VendorRequest } from './source.ts'
import { importSources } from './sources.ts'

const sourceNamed = (name: string) => importSources.find((one) => one.name === name)!
const read = (name: string, document: object | string): ImportedSetup =>
  sourceNamed(name).read(typeof document === 'string' ? document : JSON.stringify(document))

/** Each monitor as type, target and what is set. */
const shown = ({ monitors }: ImportedSetup) => monitors.map(({ type, target, config }) => [type, target, config])
const reasons = ({ skipped }: ImportedSetup) => skipped.map(({ name, reason }) => [name, reason])

/** Answers by path, and remembers what was asked. */
function fakeApi(answers: Record<string, unknown>): { send: SendVendorRequest; requested: VendorRequest[] } {
  const requested: VendorRequest[] = []
  return {
    requested,
    send: async (request) => {
      requested.push(request)
      const { pathname, search } = new URL(request.url)
      return answers[pathname + search] ?? answers[pathname]
    },
  }
}

describe('Gatus', () => {
  it('has an example that is imported', () => {
    const yaml = readFileSync(new URL('../../test/kit/importers/files/gatus.yaml', import.meta.url), 'utf8')
    const setup = read('gatus', yaml)
    expect(setup.skipped).toEqual([])
    expect(setup.monitors.map(({ key, type, intervalSeconds }) => [key, type, intervalSeconds])).toEqual([
      ['gatus-core_front-end', 'api', 300],
      ['gatus-core_back-end', 'http', 300],
      ['gatus-internal_monitoring', 'http', 300],
      ['gatus-internal_nas', 'http', 300],
      ['gatus-_example-dns-query', 'dns', 300],
      ['gatus-_icmp-ping', 'icmp', 60],
      ['gatus-_check-domain-expiration', 'http', 3600],
      ['gatus-domain-example.org', 'rdap', 3600],
    ])
    expect(setup.monitors[0]).toMatchObject({
      tags: ['group:core'],
      config: { assertions: [{ source: 'json_path', property: '$.status', comparison: 'eq', target: 'UP' }] },
      rules: [
        { defaultRule: 'Unexpected Status Code', value: '["200"]' },
        { metric: 'response_time', operator: '>', value: '150' },
      ],
    })
    expect(setup.monitors[1]!.rules).toMatchObject([{}, { metric: 'ssl_expiry', value: '2' }])
    expect(setup.monitors[6]!.changes).toMatchObject([
      { field: 'domain', from: '[DOMAIN_EXPIRATION] > 720h', to: 'the monitor example.org (domain)' },
    ])
    expect(setup.monitors[7]).toMatchObject({
      target: 'example.org',
      rules: [{ defaultRule: 'Domain Expires Soon', value: '30' }],
    })
  })

  it('watches a domain once, and certificates of other protocols', () => {
    const yaml = `endpoints:
  - {name: a, url: 'https://www.example.co.uk/', interval: 30s, conditions: ['[DOMAIN_EXPIRATION] > 48h']}
  - {name: b, url: 'https://api.example.co.uk/', conditions: ['[DOMAIN_EXPIRATION] >= 240h', '[STATUS] == 200']}
  - {name: c, url: 'https://192.0.2.1/', conditions: ['[DOMAIN_EXPIRATION] > 48h']}
  - {name: d, url: 'tls://example.com:993', conditions: ['[CONNECTED] == true', '[CERTIFICATE_EXPIRATION] > 36h']}
  - {name: e, url: 'https://example.com/', conditions: ['[CERTIFICATE_EXPIRATION] > 36h']}
  - {name: f, url: 'starttls://example.com:25', conditions: ['[CERTIFICATE_EXPIRATION] > 36h']}`
    const { monitors } = read('gatus', yaml)
    expect(monitors.map(({ name, type, target }) => [name, type, target])).toEqual([
      ['a', 'http', 'https://www.example.co.uk/'],
      ['b', 'http', 'https://api.example.co.uk/'],
      ['c', 'http', 'https://192.0.2.1/'],
      ['d', 'ssl', 'example.com:993'],
      ['e', 'http', 'https://example.com/'],
      ['f', 'smtp', 'example.com:25'],
      ['example.co.uk (domain)', 'rdap', 'example.co.uk'],
    ])
    expect(monitors.at(-1)).toMatchObject({ intervalSeconds: 3600, rules: [{ value: '10' }] })
    expect(monitors[2]!.changes).toMatchObject([{ field: 'domain', reason: 'the target has no registered domain' }])
    expect(monitors[3]!.rules).toEqual([{ defaultRule: 'SSL Expiry Warning', value: '1.5' }])
    expect(monitors[4]!.rules).toMatchObject([{ metric: 'ssl_expiry', operator: '<', value: '1.5' }])
    expect(monitors[5]!.changes).toMatchObject([{ field: 'conditions', from: '[CERTIFICATE_EXPIRATION] > 36h' }])
  })

  it('says which endpoints it cannot have', () => {
    const yaml = `endpoints:
      - {name: ssh, url: 'ssh://a:22', conditions: ['[CONNECTED] == true']}
      - {name: secret, url: 'https://a/', headers: {Authorization: 'Bearer \${TOKEN}'}, conditions: []}
suites: [{name: flow, endpoints: []}]
external-endpoints: [{name: job, token: t, heartbeat: {interval: 30m}}]`
    const setup = read('gatus', yaml)
    expect(reasons(setup)).toEqual([
      ['ssh', 'Lapwing has no type for ssh endpoints of Gatus'],
      ['secret', 'it uses ${TOKEN}, a variable of Gatus; fill it in and import it again'],
      ['flow', 'suites are not imported; an api monitor with steps does the same'],
    ])
    expect(setup.monitors).toMatchObject([{ type: 'heartbeat', config: { periodSeconds: 1800 }, token: null }])
  })

  it.each([
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]`,
    ],
    ['broken text', 'endpoints: ['],
  ])('with %s is refused', (_what, yaml) => expect(() => read('gatus', yaml)).toThrow(/^document: must be the YAML/))

  it.each([
    ['bytes', `a: ${'x'.repeat(1_100_000)}`, 'document: is larger than 1 MiB (1,048,576 bytes)'],
    ['tokens', '- {a: b}\n'.repeat(40_000), 'document: has more than 300,000 YAML tokens'],
  ])('with too many %s is refused', (_what, yaml, message) => expect(() => read('gatus', yaml)).toThrow(message))
})

describe('blackbox_exporter', () => {
  it('has a monitor for each static target', () => {
    const setup = read(
      'blackbox',
      `modules:
  http_2xx: {prober: http, timeout: 5s, http: {valid_status_codes: [200, 204], fail_if_body_matches_regexp: ['Fatal']}}
  ssh: {prober: tcp, tcp: {query_response: [{expect: '^SSH-2.0-'}]}}
  unix: {prober: unix}
  orders: {prober: grpc, timeout: 3s, grpc: {service: shop.v1.Orders, tls: true, tls_config: {insecure_skip_verify: true}}}
---
global: {scrape_interval: 30s}
scrape_configs:
  - {job_name: web, metrics_path: /probe, params: {module: [http_2xx]}, static_configs: [{targets: ['https://example.com'], labels: {env: prod}}]}
  - {job_name: ssh, metrics_path: /probe, params: {module: [ssh]}, static_configs: [{targets: ['example.com:22']}], dns_sd_configs: [{}]}
  - {job_name: u, metrics_path: /probe, params: {module: [unix]}, static_configs: [{targets: ['a']}]}
  - {job_name: g, metrics_path: /probe, params: {module: [orders]}, static_configs: [{targets: ['grpc.example.com:443']}]}
  - {job_name: node, static_configs: [{targets: ['localhost:9100']}]}`,
    )
    expect(shown(setup)).toEqual([
      ['http', 'https://example.com', { timeoutSeconds: 5, failIfBodyMatchesRegexp: ['Fatal'] }],
      ['tcp', 'example.com:22', { expectMatchRegexp: '^SSH-2.0-' }],
      ['grpc', 'grpcs://grpc.example.com:443', { service: 'shop.v1.Orders', verifyTls: false, timeoutSeconds: 3 }],
    ])
    expect(setup.monitors[0]).toMatchObject({ intervalSeconds: 30, tags: ['job:web', 'env:prod'] })
    expect(reasons(setup).map(([, reason]) => reason)).toEqual([
      'targets of dns_sd_configs are not in the file; only static_configs are imported',
      'Lapwing has no type for the prober unix',
    ])
  })
})

it('watches the domains that Uptime Kuma warns about, each once', () => {
  const monitor = { type: 'http', interval: 60, active: true, domainExpiryNotification: true }
  const { monitors } = read('kuma', {
    monitorList: [
      { ...monitor, id: 1, name: 'Shop', url: 'https://shop.example.com/', notificationIDList: { 4: true } },
      { ...monitor, id: 2, name: 'API', url: 'https://api.example.com/', notificationIDList: { 5: true } },
    ],
  })
  expect(monitors.map(({ key, type, target }) => [key, type, target])).toEqual([
    ['kuma-1', 'http', 'https://shop.example.com/'],
    ['kuma-2', 'http', 'https://api.example.com/'],
    ['kuma-domain-example.com', 'rdap', 'example.com'],
  ])
  expect(monitors[2]).toMatchObject({ channels: ['kuma-notification-4', 'kuma-notification-5'], rules: [] })
  expect(monitors[0]!.changes).toMatchObject([{ field: 'domain', to: 'the monitor example.com (domain)' }])
})

it('names targets of blackbox_exporter that differ only in their scheme or module apart', () => {
  const job = (module: string, ...targets: string[]) =>
    `  - {job_name: ${module}, metrics_path: /probe, params: {module: [${module}]}, static_configs: [{targets: [${targets.join()}]}]}`
  const { monitors } = read(
    'blackbox',
    `modules: {web: {prober: http}, ping: {prober: icmp}}
scrape_configs:
${job('web', 'http://a.example', 'https://a.example', 'https://b.example', 'c.example', 'https://ada:secret@e.example')}
${job('ping', 'c.example', 'd.example')}`,
  )
  expect(monitors.map(({ name }) => name)).toEqual([
    'http://a.example',
    'https://a.example',
    'b.example',
    'c.example (web)',
    'e.example',
    'c.example (ping)',
    'd.example',
  ])
})

describe('Healthchecks', () => {
  const uuid = '5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278'
  const check = {
    name: 'Backup',
    slug: 'backup',
    tags: 'prod db',
    grace: 600,
    timeout: 3600,
    ping_url: `https://hc-ping.com/${uuid}`,
    status: 'up',
    methods: 'POST',
  }
  const cron = {
    ...check,
    name: 'Report',
    schedule: '5 4 * * *',
    tz: 'Europe/Berlin',
    timeout: undefined,
    ping_url: 'https://hc-ping.com/6bf66975-d4c7-4bf5-bcc8-b8d8a82ea278',
  }

  it('is downloaded with its log, from an installation of your own', async () => {
    const flips = [
      { timestamp: '2026-03-01T13:00:00+00:00', up: 1 },
      { timestamp: '2026-03-01T12:00:00+00:00', up: 0 },
    ]
    const { send, requested } = fakeApi({
      '/hc/api/v3/checks/': { checks: [{ ...check, channels: 'c-1,c-2' }] },
      '/hc/api/v3/channels/': {
        channels: [
          { id: 'c-1', name: 'Ops', kind: 'slack' },
          { id: 'c-2', name: 'Script', kind: 'shell' },
        ],
      },
      [`/hc/api/v3/checks/${uuid}/flips/`]: flips,
    })
    const source = sourceNamed('healthchecks')
    const document = await source.download!({ apiKey: 'k', url: 'https://hc.example.com/hc/' }, send)
    expect(requested[0]).toMatchObject({
      url: 'https://hc.example.com/hc/api/v3/checks/',
      headers: { 'x-api-key': 'k' },
    })
    expect(source.outages!(document)).toMatchObject([
      { key: `healthchecks-${uuid}`, endedAt: new Date('2026-03-01T13:00:00Z') },
    ])
    const setup = source.read(document)
    const channels = ['healthchecks-channel-c-1', 'healthchecks-channel-c-2']
    expect(setup.monitors).toMatchObject([{ token: uuid, tags: ['prod', 'db'], channels }])
    expect(setup.channels).toMatchObject([{ key: channels[0], name: 'Ops', type: 'slack', config: {} }])
    expect(reasons(setup)).toEqual([['Script', 'Lapwing has no channel for shell']])
  })

  it('has periods and cron expressions', () => {
    expect(shown(read('healthchecks', { checks: [check, cron] }))).toMatchObject([
      [
        'heartbeat',
        null,
        { scheduleType: 'simple', periodSeconds: 3600, graceSeconds: 600, allowedMethods: 'post', slug: 'backup' },
      ],
      ['heartbeat', null, { scheduleType: 'cron', cronExpression: '5 4 * * *', timezone: 'Europe/Berlin' }],
    ])
  })
})

describe('UptimeRobot', () => {
  const base = { id: 1, friendly_name: 'Shop', url: 'https://example.com/', interval: 300, status: 2 }
  it('is read page by page, with the log', async () => {
    const { send, requested } = fakeApi({
      '/v2/getMonitors': {
        stat: 'ok',
        pagination: { total: 60 },
        monitors: [
          {
            ...base,
            type: 1,
            alert_contacts: [{ id: '7', threshold: 0 }],
            logs: [{ type: 1, datetime: 1_772_366_400, duration: 60, reason: { detail: 'timeout' } }],
          },
        ],
      },
      '/v2/getAlertContacts': {
        total: 1,
        alert_contacts: [{ id: '7', friendly_name: 'Ada', type: 2, status: 2, value: 'ada@example.com' }],
      },
    })
    const source = sourceNamed('uptimerobot')
    const document = await source.download!({ apiKey: 'u1-x' }, send)
    expect(requested.map(({ body }) => new URLSearchParams(body).get('offset'))).toEqual(['0', '50', '0'])
    const { monitors, channels } = source.read(document)
    expect(monitors[0]!.channels).toEqual(['uptimerobot-contact-7'])
    expect(channels).toMatchObject([
      { key: 'uptimerobot-contact-7', type: 'email', people: [{ name: 'ada@example.com', email: 'ada@example.com' }] },
    ])
    expect(source.outages!(document)[0]).toMatchObject({
      startedAt: new Date('2026-03-01T12:00:00Z'),
      endedAt: new Date('2026-03-01T12:01:00Z'),
      message: 'timeout',
    })
  })

  it('maps its five types', () => {
    const token = 'm794656834-0b0c2d6d1e3a8f5c7b9d1e2f3a4b5c6d7e8f9a0b'
    const setup = read('uptimerobot', {
      monitors: [
        { ...base, type: 2, keyword_type: 1, keyword_value: 'Error' },
        { ...base, type: 3, url: '192.0.2.1' },
        { ...base, type: 4, url: 'example.com', sub_type: 4 },
        { ...base, type: 5, url: `https://heartbeat.uptimerobot.com/${token}`, status: 0 },
        { ...base, type: 9 },
      ],
    })
    expect(shown(setup)).toMatchObject([
      ['http', 'https://example.com/', { failIfBodyMatchesRegexp: ['Error'] }],
      ['icmp', '192.0.2.1', {}],
      ['tcp', 'example.com:25', {}],
      ['heartbeat', null, { periodSeconds: 300 }],
    ])
    expect(setup.monitors.at(-1)).toMatchObject({ token, isPaused: true })
    expect(reasons(setup)).toEqual([['Shop', 'Lapwing does not know the type 9']])
  })

  it('is read from CSV', () => {
    const csv =
      'Type,Friendly Name,URL/IP,Keyword Type,Keyword Value,Interval\nKeyword,"Shop, main",https://example.com/,Not Exists,"say ""OK""",60\n'
    expect(read('uptimerobot', csv).monitors).toMatchObject([
      {
        key: 'uptimerobot-Shop, main',
        name: 'Shop, main',
        intervalSeconds: 60,
        config: { failIfBodyNotMatchesRegexp: ['say "OK"'] },
      },
    ])
  })
})

describe('Better Stack', () => {
  it('is read with heartbeats and incidents, and never follows a link to another host', async () => {
    const monitor = {
      id: '9',
      attributes: {
        url: 'https://example.com/',
        pronounceable_name: 'Shop',
        monitor_type: 'expected_status_code',
        expected_status_codes: [200],
        check_frequency: 30,
        regions: ['eu'],
        verify_ssl: false,
        ssl_expiration: 14,
      },
    }
    const heartbeat = {
      id: '4',
      attributes: {
        name: 'Job',
        period: 60,
        grace: 30,
        url: 'https://uptime.betterstack.com/api/v1/heartbeat/abcdefgh12345678',
      },
    }
    const incident = {
      attributes: { started_at: '2026-03-01T12:00:00Z', resolved_at: null, cause: 'Status 500' },
      relationships: { monitor: { data: { id: '9' } } },
    }
    const { send, requested } = fakeApi({
      '/api/v2/monitors': { data: [monitor], pagination: { next: 'https://evil.example.com/api/v2/monitors?page=2' } },
      '/api/v2/heartbeats': { data: [heartbeat], pagination: { next: null } },
      '/api/v3/incidents': { data: [incident] },
    })
    const source = sourceNamed('betterstack')
    const document = await source.download!({ apiKey: 'k' }, send)
    expect(requested.map(({ url }) => new URL(url).host)).toEqual(Array(3).fill('uptime.betterstack.com'))
    expect(shown(source.read(document))).toMatchObject([
      ['api', 'https://example.com/', { verifyTls: false }],
      ['heartbeat', null, { periodSeconds: 60, graceSeconds: 30 }],
    ])
    expect(source.read(document).monitors[1]!.token).toBe('abcdefgh12345678')
    expect(source.outages!(document)).toMatchObject([{ key: 'betterstack-9', endedAt: null, message: 'Status 500' }])
  })
})

describe('Pingdom', () => {
  it('is read with the details of each check', async () => {
    const { send } = fakeApi({
      '/api/3.1/checks?include_tags=true': { checks: [{ id: 1, tags: [{ name: 'prod' }] }, { id: 2 }] },
      '/api/3.1/checks/1': {
        check: {
          id: 1,
          name: 'Shop',
          hostname: 'example.com',
          resolution: 1,
          status: 'up',
          type: { http: { url: '/health', encryption: true, port: 8443, shouldcontain: 'ok' } },
        },
      },
      '/api/3.1/checks/2': { check: { id: 2, name: 'Flow', type: { transaction: {} } } },
      '/api/3.1/summary.outage/1?order=asc': {
        summary: {
          states: [
            { status: 'down', timefrom: 1_772_366_400, timeto: 1_772_366_460 },
            { status: 'up', timefrom: 1_772_366_460, timeto: 1_772_370_000 },
          ],
        },
      },
    })
    const source = sourceNamed('pingdom')
    const document = await source.download!({ apiKey: 'k' }, send)
    const setup = source.read(document)
    expect(shown(setup)).toEqual([['http', 'https://example.com:8443/health', { failIfBodyNotMatchesRegexp: ['ok'] }]])
    expect(setup.monitors[0]).toMatchObject({ tags: ['prod'], intervalSeconds: 60 })
    expect(reasons(setup)).toEqual([['Flow', 'Lapwing has no type for transaction checks of Pingdom']])
    expect(source.outages!(document)).toMatchObject([{ key: 'pingdom-1', endedAt: new Date('2026-03-01T12:01:00Z') }])
  })
})

describe('StatusCake', () => {
  it('is read with tests, heartbeats and periods', async () => {
    const { send } = fakeApi({
      '/v1/uptime?limit=100&page=1': {
        data: [
          { id: '1', name: 'Shop' },
          { id: '2', name: 'Box' },
        ],
        metadata: { page_count: 1 },
      },
      '/v1/uptime/1': {
        data: {
          id: '1',
          test_type: 'HTTP',
          website_url: 'https://example.com/',
          check_rate: 60,
          status_codes: ['404', '500'],
          find_string: 'err',
          do_not_find: true,
        },
      },
      '/v1/uptime/2': { data: { id: '2', test_type: 'SSH', website_url: 'example.com' } },
      '/v1/uptime/1/periods?limit=100': {
        data: [{ status: 'down', created_at: '2026-03-01T12:00:00Z', ended_at: '2026-03-01T12:02:00Z' }],
      },
      '/v1/heartbeat?limit=100&page=1': { data: [{ id: '5', name: 'Job', period: 1800 }] },
    })
    const source = sourceNamed('statuscake')
    const document = await source.download!({ apiKey: 'k' }, send)
    const setup = source.read(document)
    expect(shown(setup)).toMatchObject([
      ['http', 'https://example.com/', { failIfBodyMatchesRegexp: ['err'] }],
      ['heartbeat', null, { periodSeconds: 1800 }],
    ])
    expect(setup.monitors[0]!.rules[0]).toEqual({ defaultRule: 'Unexpected Status Code', value: '["1xx","2xx","3xx"]' })
    expect(setup.monitors[1]!.changes).toMatchObject([{ field: 'token' }])
    expect(reasons(setup)).toEqual([['Box', 'Lapwing has no type for SSH tests of StatusCake']])
    expect(source.outages!(document)).toHaveLength(1)
  })
})

describe('Checkly', () => {
  it('maps checks, assertions, scripts and heartbeats', () => {
    const request = {
      method: 'GET',
      url: 'https://example.com/api',
      queryParameters: [{ key: 'a', value: '1' }],
      assertions: [
        { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' },
        { source: 'JSON_BODY', property: '$.ok', comparison: 'NOT_NULL' },
        { source: 'JSON_BODY', property: '$.ok', comparison: 'HAS_KEY', target: 'a' },
      ],
    }
    const script =
      "import { test } from '@playwright/test'\ntest('a', async ({ page }) => { await page.goto('https://example.com/cart') })"
    const setup = read('checkly', [
      { id: 'a', name: 'API', checkType: 'API', frequency: 5, locations: ['eu-west-1'], request },
      { id: 'b', name: 'Cart', checkType: 'BROWSER', frequency: 60, script },
      {
        id: 'c',
        name: 'Job',
        checkType: 'HEARTBEAT',
        heartbeat: { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours', pingToken: 'abcdefgh12345678' },
      },
      { id: 'd', name: 'Vars', checkType: 'API', request: { url: '{{BASE}}/x' } },
      { id: 'e', name: 'Down', checkType: 'API', shouldFail: true },
    ])
    expect(shown(setup)).toMatchObject([
      [
        'api',
        'https://example.com/api?a=1',
        { assertions: [{ source: 'status_code', comparison: 'eq', target: 200 }, { comparison: 'exists' }] },
      ],
      ['playwright', 'https://example.com/cart', { script }],
      ['heartbeat', null, { periodSeconds: 86_400, graceSeconds: 3600 }],
    ])
    expect(setup.monitors[0]!.changes.map(({ field }) => field)).toEqual(['assertions', 'locations'])
    expect(reasons(setup)).toHaveLength(2)
  })
})

it.each(importSources.map(({ name }) => name))('%s survives documents that nobody would write', (name) => {
  const hostile = [
    '',
    'null',
    '[]',
    '{}',
    '[null, 1, "x", {}]',
    '{"monitorList": [{"type": "__proto__"}, {}]}',
    '{"monitors": [[], {"attributes": 7}], "checks": {"a": 1}}',
    `"${'['.repeat(5000)}`,
  ]
  for (const document of hostile)
    try {
      expect(read(name, document).monitors.length).toBeLessThan(5)
    } catch (error) {
      expect((error as Error).message).toMatch(/^document: must be/)
    }
})

describe('a document', () => {
  const items = (count: number) => ({ monitorList: Array.from({ length: count }, (_, id) => ({ id, type: 'redis' })) })
  const csv = (count: number): string => `type,url\n${'1,2\n'.repeat(count)}`

  it('of 10,000 items is read', () => expect(read('kuma', items(10_000)).skipped).toHaveLength(10_000))

  it.each([
    ['more items', 'kuma', items(10_001), 'document: has more than 10,000 items; import them in parts'],
    ['more lines', 'uptimerobot', csv(10_001), 'document: has more than 10,000 items; import them in parts'],
    ['many columns', 'uptimerobot', ','.repeat(300), 'document: has more than 200 columns'],
    ['many values', 'pingdom', { checks: [Array(1_000_000).fill(0)] }, 'document: has more than 1,000,000 values'],
    [
      'many monitors',
      'kuma',
      { monitorList: Array.from({ length: 2001 }, (_, id) => ({ id, type: 'http', url: 'https://x.example/' })) },
      'document: has 2001 monitors; import at most 2000 at once',
    ],
  ])('with %s is refused', (_what, source, document, message) => expect(() => read(source, document)).toThrow(message))
})
