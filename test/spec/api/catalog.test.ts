import { beforeAll, describe, expect, it } from 'vitest'
import { checks } from '../../../src/checks/index.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, make, minimal, patch, rulesOf, script } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const entries: Record<string, any> = {}

// The kit has an example of every type; a new type needs a line there.
const types = Object.keys(minimal)

beforeAll(async () => {
  for (const entry of (await app().get('/meta/monitor-types')).body.data) entries[entry.type] = entry
})

describe('GET /meta/monitor-types', () => {
  it('lists every type without a key', async () => {
    const { status, body } = await app().get('/meta/monitor-types', { key: null })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['object', 'data', 'has_more'])
    expect(body).toMatchObject({ object: 'list', has_more: false })
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(types)
    expect(checks.map(({ type }) => type)).toEqual(types)
  })

  it.each(types)('describes %s completely', (type) => {
    const entry = entries[type]
    expect(Object.keys(entry)).toEqual([
      'object',
      'type',
      'name',
      'category',
      'summary',
      'target',
      'requires_locations',
      'confirmation',
      'confirm_after_seconds',
      'min_interval_seconds',
      'enrolled_with',
      'needs_browser',
      'counted_as',
      'config',
      'metrics',
      'charts',
      'evidence',
      'default_rules',
    ])
    expect(Object.keys(entry.target)).toEqual(['format', 'description', 'example'])
    for (const key of entry.config)
      expect(Object.keys(key)).toEqual([
        'key',
        'type',
        'required',
        'default',
        'secret',
        'enum',
        'choices',
        'min',
        'max',
        'max_items',
        'max_length',
        'description',
        'label',
        'group',
        'advanced',
        'unit',
        'placeholder',
        'sample',
        'shown_when',
        'refers_to',
        'fields',
        'item',
        'items',
      ])
    for (const metric of entry.metrics)
      expect(Object.keys(metric).filter((key) => key !== 'unusual')).toEqual([
        'metric',
        'aliases',
        'label',
        'description',
        'unit',
        'decimals',
        'words',
        'operators',
        'usual_operator',
        'severity',
        'min',
        'max',
      ])
    for (const rule of entry.default_rules)
      expect(Object.keys(rule)).toEqual(['name', 'metric', 'operator', 'value', 'severity', 'when'])
  })

  it.each(types)('gives %s unique names', (type) => {
    const { config, metrics, default_rules } = entries[type]
    for (const names of [
      config.map(({ key }: any) => key),
      metrics.flatMap(({ metric, aliases }: any) => [metric, ...aliases]),
      default_rules.map(({ name }: any) => name),
    ])
      expect(new Set(names).size).toBe(names.length)
  })

  it.each(types)('offers success for %s, true or false', (type) => {
    const success = entries[type].metrics.find(({ metric }: any) => metric === 'success')
    expect(success).toMatchObject({ operators: ['==', '!='], severity: 'critical' })
  })

  it.each(types)('gives every metric of %s the operators of its type, including the usual one', (type) => {
    for (const { metric, unit, operators, usual_operator, min, max } of entries[type].metrics) {
      const expected = { truth: ['==', '!='], status: ['in_groups', 'not_in_groups'] }[unit as string] ?? [
        '>',
        '<',
        '>=',
        '<=',
        '==',
        '!=',
      ]
      expect([metric, operators]).toEqual([metric, expected])
      if (usual_operator !== null) expect(operators).toContain(usual_operator)
      expect(min).toBeLessThan(max)
    }
  })

  it('marks secret keys, which have no defaults', () => {
    const secret = types.flatMap((type) =>
      entries[type].config.filter((key: any) => key.secret).map(({ key }: any) => `${type}.${key}`),
    )
    expect(secret).toEqual([
      'http.authPassword',
      'http.bearerToken',
      'http.requestBody',
      'api.requestBody',
      'api.authPassword',
      'api.bearerToken',
      'api.apiKeyValue',
      'api.oauthClientSecret',
      'api.clientKey',
      'smtp.password',
      'smtp.oauthClientSecret',
      'smtp.oauthRefreshToken',
      'imap.password',
      'imap.oauthClientSecret',
      'imap.oauthRefreshToken',
      'pop3.password',
      'pop3.oauthClientSecret',
      'pop3.oauthRefreshToken',
      'ftp.password',
      'sftp.password',
      'sftp.privateKey',
      'sftp.passphrase',
      'postgres.password',
      'mysql.password',
      'redis.password',
      'amqp.password',
      'mqtt.password',
      'mongodb.password',
      'websocket.authPassword',
      'websocket.bearerToken',
      'prometheus.authPassword',
      'prometheus.bearerToken',
      'grpc.requestBody',
      'grpc.authPassword',
      'grpc.bearerToken',
      'grpc.clientKey',
      'docker.clientKey',
      'browser.authPassword',
      'browser.cookies',
      'mcp.bearerToken',
      'mcp.oauthClientSecret',
      'snmp.community',
      'snmp.authPassword',
      'snmp.privacyPassword',
      'radius.secret',
      'radius.password',
    ])
    for (const type of types) for (const key of entries[type].config) if (key.secret) expect(key.default).toBeNull()
  })

  it('marks types without locations or confirmation', () => {
    expect(types.filter((type) => !entries[type].requires_locations)).toEqual(['heartbeat', 'host'])
    expect(types.filter((type) => entries[type].confirmation === 'none')).toEqual([
      'rdap',
      'breach',
      'heartbeat',
      'host',
    ])
  })

  it('may be cached for a while', async () => {
    expect((await app().get('/meta/monitor-types', { key: null })).headers.get('cache-control')).toBe(
      'public, max-age=300',
    )
  })
})

/** A type-specific key with a new value. */
const changes: Record<string, Fields> = {
  http: { method: 'HEAD' },
  api: { bodyType: 'json' },
  dns: { queryType: 'MX' },
  tcp: { tls: true },
  ssl: { insecure: true },
  udp: { query: 'ping' },
  icmp: { count: 3 },
  mtr: { maxHops: 20 },
  smtp: { checkPtr: false },
  imap: { mailbox: 'Archive' },
  pop3: { checkNewestAge: false },
  ftp: { passive: false },
  sftp: { timeoutSeconds: 20 },
  postgres: { query: 'select 2' },
  mysql: { query: 'select 2' },
  redis: { key: 'state' },
  mongodb: { valuePath: 'n' },
  websocket: { sendPing: false },
  prometheus: { query: 'up' },
  grpc: { service: 'shop.v1.Orders' },
  docker: { container: 'shop' },
  rdap: { lookupMethod: 'whois' },
  blacklist: { captureReasons: false },
  ntp: { samples: 8 },
  email_policy: { checkBimi: true },
  sitemap: { checkUrlCount: 5 },
  favicon: { timeoutSeconds: 5 },
  cdn: { trackCache: false },
  breach: { timeoutSeconds: 5 },
  brotli: { ipVersion: 'ip6' },
  cms: { expectedCms: 'Ghost' },
  browser: { device: 'desktop' },
  playwright: { retry: false },
  heartbeat: { graceSeconds: 60 },
  mcp: { transport: 'sse' },
  integrity: { textChangeThreshold: 10 },
  host: { livenessSeconds: 300 },
  snmp: { oids: [{ name: 'Name', oid: '1.3.6.1.2.1.1.5.0' }] },
  radius: { expectAnswer: 'any' },
  mqtt: { topic: 'a/b' },
  amqp: { virtualHost: 'shop' },
}

/** Created by enrolling a host, which has its own interval. */
const reportsByItself = (type: string): boolean => type === 'host'

describe.each(types)('a %s monitor', (type) => {
  it('can be created with few fields, read, updated, found and deleted', async () => {
    const made = await make(app(), { type })
    expect(made).toMatchObject({ type, name: 'Shop', config: minimal[type]?.config ?? {}, status: 'unknown' })
    if (minimal[type]?.target) expect(made.target).toBe(minimal[type]?.target)
    expect((await app().get(`/monitors/${made.id}`)).body).toMatchObject(made)

    const interval = reportsByItself(type) ? made.interval_seconds : 7200
    const answer = await patch(app(), made.id, { name: 'Renamed', interval, config: changes[type] })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      name: 'Renamed',
      interval_seconds: interval,
      config: { ...made.config, ...changes[type] },
    })
    expect((await app().get(`/monitors/${made.id}`)).body).toMatchObject(answer.body)

    const { data } = (await app().get(`/monitors?type=${type}&q=renamed`)).body
    expect(data).toEqual([answer.body])
    expect((await app().ask('DELETE', `/monitors/${made.id}`)).status).toBe(204)
  })

  it('accepts the example target of its catalog entry', async () => {
    const { id } = await make(app(), { type })
    const answer = await patch(app(), id, { target: entries[type].target.example })
    expect(answer.status, answer.text).toBe(200)
  })

  it('starts with the default rules of its catalog entry whose conditions hold', async () => {
    const { id } = await make(app(), { type })
    const shape = ({ name, metric, operator, value, severity }: any) => ({ name, metric, operator, value, severity })
    const promised = entries[type].default_rules.filter(({ when }: any) => when === null || when === 'with encryption')
    expect((await rulesOf(app(), id)).map(shape)).toEqual(promised.map(shape))
  })

  it('offers every spelling of its metrics for rules', async () => {
    const { id } = await make(app(), { type })
    const { available_metrics } = (await app().get(`/monitors/${id}`)).body
    const spelled = entries[type].metrics.flatMap(({ metric, aliases }: any) => [metric, ...aliases])
    const fixed = (names: string[]): string[] => names.filter((name) => !name.includes('.step.'))
    expect(fixed(available_metrics)).toEqual(fixed(spelled))
  })
})

describe('available_metrics', () => {
  const stepsIn = async (id: string): Promise<string[]> =>
    (await app().get(`/monitors/${id}`)).body.available_metrics.filter((name: string) => name.includes('.step.'))

  it('lists the steps of an api monitor, and follows their changes', async () => {
    const steps = ['Log in', 'Größe', '結帳'].map((name) => ({ name, url: '/' }))
    const { id } = await make(app(), { type: 'api', config: { steps } })
    const metrics = (slugs: string[]) =>
      ['duration_ms', 'status_code'].flatMap((name) => slugs.map((slug) => `metrics['api.step.${slug}.${name}']`))
    expect(await stepsIn(id)).toEqual(metrics(['log_in', 'gr_e', 'step_3']))
    await patch(app(), id, { name: 'Same steps' })
    expect(await stepsIn(id)).toEqual(metrics(['log_in', 'gr_e', 'step_3']))
    await patch(app(), id, { config: { steps: [{ name: 'Only one', url: '/' }] } })
    expect(await stepsIn(id)).toEqual(metrics(['only_one']))
    await patch(app(), id, { config: { steps: null } })
    expect(await stepsIn(id)).toEqual(metrics(['<slug>']))
  })

  it('lists the steps of a playwright script, and follows its changes', async () => {
    const { id } = await make(app(), { type: 'playwright' })
    expect(await stepsIn(id)).toEqual([
      "metrics['playwright.step.open_the_shop.duration_ms']",
      "metrics['playwright.step.pay.duration_ms']",
    ])
    await patch(app(), id, { config: { script: script.replace("'Pay'", "'Pay later'") } })
    expect((await stepsIn(id)).at(-1)).toBe("metrics['playwright.step.pay_later.duration_ms']")
  })

  it.each(['http', 'tcp', 'ssl', 'playwright'])('can each be used in a rule of a %s monitor', async (type) => {
    const { id } = await make(app(), { type })
    const named = (name: string) =>
      entries[type].metrics.find(({ metric, aliases }: any) =>
        [metric, ...aliases].includes(name.replace(/step\.\w+/, 'step.<slug>')),
      )
    const value = (unit: string, min: number): string => ({ truth: 'true', status: '["2xx"]' })[unit] ?? String(min)
    for (const metric of (await app().get(`/monitors/${id}`)).body.available_metrics) {
      const { unit, min, operators } = named(metric)
      const rule = { name: metric, metric, operator: operators[0], value: value(unit, min), severity: 'info' }
      const answer = await app().post(`/monitors/${id}/alert-rules`, rule)
      expect(answer.status, answer.text).toBe(201)
      await app().ask('DELETE', `/monitors/${id}/alert-rules/${answer.body.id}`)
    }
  })
})
