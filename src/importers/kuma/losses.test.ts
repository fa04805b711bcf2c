// Everything that people set in Uptime Kuma is imported, or the report names it.
import { expect, it } from 'vitest'
import type { DocumentFields } from '../drafting.ts'
import { parseKumaDump } from './dump.ts'
import { readKuma } from './monitors.ts'

const read = (tables: Readonly<Record<string, readonly object[]>>) =>
  readKuma(parseKumaDump(JSON.stringify({ tables: { monitor: [], ...tables } })))

const monitorOf = (row: object, setting: readonly object[] = []) =>
  read({ monitor: [{ id: 1, name: 'It', active: 1, interval: 60, ...row }], setting }).monitors[0]!

const web = { type: 'http', url: 'https://shop.example.com/' }
const port = { type: 'port', hostname: 'shop.example.com', port: 443 }
const socket = { type: 'websocket-upgrade', url: 'wss://shop.example.com/' }
const globalping = { type: 'globalping', url: web.url, hostname: 'shop.example.com' }

it.each<[object, field: string, from: string]>([
  [{ ...web, maxredirects: 3 }, 'redirects', 'up to 3'],
  [{ ...web, description: 'x'.repeat(2001) }, 'description', '2001 characters'],
  [{ ...port, smtp_security: 'starttls' }, 'security', 'STARTTLS'],
  [{ ...port, smtp_security: 'secure', ignore_tls: 1 }, 'TLS', 'any certificate'],
  [{ ...port, smtp_security: 'secure', expiry_notification: 1 }, 'certificate', 'a warning before it expires'],
  [{ ...port, smtp_security: 'secure', tls_cert: 'x', tls_key: 'y' }, 'login', 'a client certificate'],
  [{ ...socket, auth_method: 'oauth2-cc' }, 'login', 'oauth2-cc'],
  [{ ...socket, auth_method: 'mtls' }, 'login', 'mtls'],
  [{ ...globalping, subtype: 'http', keyword: 'shop' }, 'content', 'a keyword'],
  [{ ...globalping, subtype: 'http', json_path: '$.a', expected_value: '1' }, 'content', 'a JSON query'],
  [{ ...globalping, subtype: 'dns', keyword: '10 mx' }, 'content', 'a keyword'],
  [{ ...globalping, subtype: 'ping', protocol: 'TCP', port: 80 }, 'protocol', 'TCP'],
])('%j is named in the report', (row, field, from) => {
  expect(monitorOf(row).changes).toContainEqual(expect.objectContaining({ field, from }))
})

it('names nothing of what a new monitor has', () => {
  const fresh = { maxredirects: 10, accepted_statuscodes_json: '["200-299"]', ignore_tls: 0, expiry_notification: 0 }
  expect(monitorOf({ ...web, ...fresh }).changes).toEqual([])
  expect(monitorOf({ ...port, ...fresh }).changes).toEqual([])
  expect(monitorOf({ ...socket, ...fresh, accepted_statuscodes_json: '["1000"]' }).changes).toEqual([])
})

const device = { type: 'snmp', hostname: '192.0.2.9', port: 161, snmp_oid: '.1.3.6.1.2.1.1.5.0', timeout: 10 }
const snmpRule = (operator: string, value: string) => ({
  rules: [{ metric: "metrics['snmp.value.value']", operator, value, severity: 'critical' }],
})

it.each<[row: object, expected: object]>([
  [{ snmp_version: '2c', radius_password: 'between-us' }, { config: { community: 'between-us' } }],
  [{ snmp_version: '3', snmp_v3_username: 'ada' }, { config: { version: '3', username: 'ada' } }],
  [{ json_path: '$', json_path_operator: '>', expected_value: '5' }, snmpRule('<=', '5')],
  [{ expected_value: '7' }, snmpRule('!=', '7')],
  [{ json_path_operator: '==', expected_value: 'up (1)' }, { config: { oids: [{ pattern: '^up \\(1\\)$' }] } }],
  [{ json_path_operator: 'contains', expected_value: 'up' }, { config: { oids: [{ pattern: 'up' }] } }],
  [{ json_path: 'a.b', expected_value: 'up' }, { changes: [{ field: 'expected value', from: 'a.b == up' }] }],
  [{ snmp_version: '1' }, { changes: [{ field: 'version', from: '1', to: '2c' }] }],
])('reads the SNMP monitor %j', (row, expected) => {
  const oids = [{ name: 'Value', oid: '1.3.6.1.2.1.1.5.0' }]
  const found = monitorOf({ ...device, ...row })
  expect(found).toMatchObject({ type: 'snmp', target: '192.0.2.9:161', config: { oids, timeoutSeconds: 10 } })
  expect(found).toMatchObject(expected)
})

it('keeps logins of RADIUS, and says what is not required', () => {
  const secrets = { radius_secret: 's', radius_username: 'ada', radius_password: 'p', radius_called_station_id: 'c' }
  const { config, changes } = monitorOf({ type: 'radius', hostname: 'r.example.com', port: 1812, ...secrets })
  expect(config).toMatchObject({ secret: 's', username: 'ada', password: 'p', calledStationId: 'c' })
  expect(config).toMatchObject({ requireMessageAuthenticator: false })
  expect(changes).toContainEqual(expect.objectContaining({ field: 'Message-Authenticator' }))
})

const mqtt = { type: 'mqtt', hostname: 'mqtt.example.com', port: 1883, mqtt_topic: 'a/b' }

it.each<[row: object, expected: object]>([
  [{ mqtt_username: 'ada', mqtt_password: 'p' }, { config: { username: 'ada', password: 'p', tlsMode: 'none' } }],
  [{ hostname: 'mqtts://mqtt.example.com', port: 1883 }, { config: { tlsMode: 'required' } }],
  [{ mqtt_success_message: 'up.' }, { config: { expectValueRegexp: 'up\\.' } }],
  [
    { mqtt_check_type: 'json-query', json_path: 'a.b', expected_value: '7' },
    { config: { valuePath: '$.a.b', expectValueRegexp: '^7$' } },
  ],
  [
    { mqtt_check_type: 'json-query', json_path: '$sum(a)', expected_value: '7' },
    { changes: [{ field: 'JSON query', from: '$sum(a) is 7' }] },
  ],
])('reads the MQTT monitor %j', (row, expected) => {
  const found = monitorOf({ ...mqtt, ...row })
  expect(found).toMatchObject({ type: 'mqtt', target: 'mqtt.example.com:1883', config: { topic: 'a/b' } })
  expect(found).toMatchObject(expected)
})

it('asks the first node of RabbitMQ as Kuma does', () => {
  const nodes = '["https://a.example.com:15671/","https://b.example.com:15671"]'
  const login = { rabbitmq_username: 'ada', rabbitmq_password: 'p' }
  const { type, target, config, changes } = monitorOf({ type: 'rabbitmq', rabbitmq_nodes: nodes, ...login })
  expect([type, target]).toEqual(['api', 'https://a.example.com:15671/api/health/checks/alarms'])
  expect(config).toMatchObject({ authType: 'basic', authUsername: 'ada', authPassword: 'p' })
  expect(changes).toMatchObject([{ field: 'nodes', to: 'https://a.example.com:15671/' }])
})

it('skips brokers that are reached over WebSocket', () => {
  const broker = { ...mqtt, id: 1, name: 'It', active: 1, interval: 60, hostname: 'wss://mqtt.example.com' }
  expect(read({ monitor: [broker] }).skipped).toMatchObject([{ reason: expect.stringContaining('over WebSocket') }])
})

it('keeps logins, headers and close codes of WebSockets', () => {
  const row = {
    ...socket,
    auth_method: 'basic',
    basic_auth_user: 'ada',
    basic_auth_pass: 'secret',
    headers: '{"X-A": "b"}',
    ignore_tls: 1,
    accepted_statuscodes_json: '["1000", "3000"]',
  }
  expect(monitorOf(row).config).toMatchObject({
    authType: 'basic',
    authUsername: 'ada',
    authPassword: 'secret',
    requestHeaders: [{ key: 'X-A', value: 'b' }],
    verifyTls: false,
    acceptedCloseCodes: [1000, 3000],
  })
  expect(monitorOf({ ...socket, auth_method: 'bearer', bearer_token: 't' }).config).toMatchObject({ bearerToken: 't' })
})

it('warns as many days before an expiry as Kuma does', () => {
  const setting = [
    { key: 'tlsExpiryNotifyDays', value: '[5,30]' },
    { key: 'domainExpiryNotifyDays', value: '[45]' },
  ]
  const row = { ...web, expiry_notification: 1, domain_expiry_notification: 1 }
  const { monitors } = read({ monitor: [{ id: 1, name: 'It', active: 1, ...row }], setting })
  expect(monitors[0]!.rules).toContainEqual(expect.objectContaining({ metric: 'ssl_expiry', value: '30' }))
  expect(monitors[0]!.changes).toContainEqual(
    expect.objectContaining({ from: '30 and 5 days before it expires', to: 'one warning 30 days before' }),
  )
  expect(monitors[1]!.rules).toEqual([{ defaultRule: 'Domain Expires Soon', value: '45' }])
  expect(monitorOf(row).changes).toContainEqual(
    expect.objectContaining({ from: '21, 14 and 7 days before it expires' }),
  )
})

const notification = (config: DocumentFields) =>
  read({ notification: [{ id: 1, name: 'It', active: 1, config: JSON.stringify(config) }] }).channels[0]!

it('names the settings of a notification that no channel has, without their values', () => {
  const settings = { type: 'discord', discordWebhookUrl: 'https://discord.com/api/webhooks/1/a', isDefault: false }
  const more = { discordMessageTemplate: '{{ msg }}', postName: 'secret', discordUseMessageTemplate: true, empty: '' }
  expect(notification(settings).changes).toEqual([])
  expect(notification({ ...settings, ...more }).changes).toEqual([
    {
      field: 'settings',
      from: 'discordMessageTemplate, postName, discordUseMessageTemplate',
      to: '',
      reason: 'the channel has no such settings',
    },
  ])
})

it('names texts of pages and maintenance that are cut, and the styles of incidents', () => {
  const incident = { title: 'A', created_date: '2026-02-20 10:00:00', pin: 1, active: 1, status_page_id: 1 }
  const { pages, windows } = read({
    monitor: [{ id: 1, name: 'It', active: 1, ...web }],
    status_page: [{ id: 1, slug: 'a', title: 'A', published: 1, footer_text: 'x'.repeat(501) }],
    incident: [
      { ...incident, content: 'x'.repeat(5001), style: 'danger' },
      { ...incident, content: 'x', style: 'warning' },
    ],
    maintenance: [
      {
        id: 1,
        title: 'M',
        description: 'x'.repeat(2001),
        strategy: 'single',
        timezone: 'UTC',
        start_date: '2026-12-01 02:00:00',
        end_date: '2026-12-01 03:00:00',
      },
    ],
    monitor_maintenance: [{ monitor_id: 1, maintenance_id: 1 }],
  })
  expect(pages[0]!.changes.map(({ field, from, to }) => [field, from, to])).toEqual([
    ['styles of incidents', 'danger, warning', 'minor'],
    ['footer', '501 characters', '500 characters'],
    ['incidents', '1 with more than 5000 characters', 'the beginning of each text'],
  ])
  expect(windows[0]!.changes).toContainEqual(
    expect.objectContaining({ field: 'description', from: '2001 characters', to: '2000 characters' }),
  )
})

const grpc = { type: 'grpc-keyword', grpc_url: 'grpc.example.com:50051', timeout: 5 }

it('keeps calls of gRPC, whose schema comes from the server', () => {
  const row = {
    ...grpc,
    grpc_enable_tls: 1,
    grpc_service_name: 'Orders',
    grpc_method: 'countAll',
    grpc_protobuf: 'syntax = "proto3";\npackage shop.v1;\nservice Orders { rpc CountAll (A) returns (B); }',
    grpc_body: '{"state": "OPEN"}',
    grpc_metadata: '{"X-Team": "shop"}',
    keyword: 'a.b',
  }
  const monitor = monitorOf(row)
  expect(monitor).toMatchObject({
    type: 'grpc',
    target: 'grpcs://grpc.example.com:50051',
    config: {
      method: 'shop.v1.Orders/CountAll',
      requestBody: '{"state": "OPEN"}',
      metadata: [{ key: 'X-Team', value: 'shop' }],
      expectPattern: 'a\\.b',
      timeoutSeconds: 5,
    },
    rules: [{ metric: 'grpc.pattern_match', value: '0' }],
    changes: [{ field: 'schema' }],
  })
  expect(monitorOf({ ...row, invert_keyword: 1 }).config).toMatchObject({ rejectPattern: 'a\\.b' })
})

it('keeps health checks of gRPC as such', () => {
  const row = { ...grpc, grpc_service_name: 'grpc.health.v1.Health', grpc_method: 'check', keyword: 'SERVING' }
  const schema = 'service Health { rpc Check (A) returns (B); rpc Watch (A) returns (stream B); }'
  const monitor = monitorOf({ ...row, grpc_protobuf: schema, grpc_body: '{"service": "shop"}' })
  expect(monitor).toMatchObject({ target: 'grpc://grpc.example.com:50051', config: { service: 'shop' }, changes: [] })
  expect(monitorOf({ ...grpc, keyword: 'ok' }).changes).toMatchObject([{ field: 'keyword', from: 'ok', to: 'SERVING' }])
})

const database = (type: string, url: string, more: DocumentFields = {}) =>
  monitorOf({ type, database_connection_string: url, ...more })

it('reads the connection URLs of databases', () => {
  const postgres = database('postgres', 'postgres://a%40b:p%3Ass@db.example.com:6432/shop?sslmode=no-verify', {
    database_query: 'select 2',
    timeout: 20,
  })
  expect(postgres).toMatchObject({ type: 'postgres', target: 'db.example.com:6432', changes: [] })
  const login = { username: 'a@b', password: 'p:ss', database: 'shop' }
  expect(postgres.config).toEqual({
    ...login,
    tlsMode: 'required',
    verifyTls: false,
    query: 'select 2',
    timeoutSeconds: 20,
  })
  expect(database('mysql', 'mysql://root@[2001:db8::1]/', { radius_password: 'secret' })).toMatchObject({
    target: '[2001:db8::1]',
    config: { username: 'root', password: 'secret', tlsMode: 'none' },
  })
  expect(database('redis', 'rediss://:secret@cache.example.com/3', { ignore_tls: 1 }).config).toEqual({
    tlsMode: 'required',
    verifyTls: false,
    password: 'secret',
    database: 3,
  })
})

it('reads the commands of MongoDB, and names what is lost', () => {
  const url = 'mongodb://u:p@a.example.com:27018,b.example.com/shop?authSource=admin&tls=true'
  const monitor = database('mongodb', url, {
    database_query: '{"count":"orders"}',
    json_path: '$.cursor.firstBatch[0].n',
    expected_value: '1.5',
    conditions: '[{"a":1}]',
  })
  expect(monitor).toMatchObject({ target: 'a.example.com:27018' })
  expect(monitor.config).toEqual({
    tlsMode: 'required',
    username: 'u',
    password: 'p',
    authDatabase: 'admin',
    database: 'shop',
    command: '{"count":"orders"}',
    valuePath: 'cursor.firstBatch.0.n',
    expectValueRegexp: '^1\\.5$',
  })
  expect(monitor.changes.map(({ field, from }) => [field, from])).toEqual([
    ['servers', '2 servers'],
    ['conditions', '[{"a":1}]'],
  ])
})

it.each([
  ['mongodb', { database_connection_string: 'mongodb+srv://u:p@cluster.example.com/' }, /named by DNS/],
  ['mongodb', { database_connection_string: 'mongodb://a.example.com', json_path: '$sum(a)' }, /JSONata/],
  ['postgres', { database_connection_string: 'host=db user=a' }, /not the URL of a server/],
])('says why a monitor of %s is not imported: %j', (type, row, reason) => {
  const { skipped } = read({ monitor: [{ id: 1, name: 'It', active: 1, type, ...row }] })
  expect(skipped).toMatchObject([{ reason: expect.stringMatching(reason) }])
})

it.each([
  [{ docker_type: 'socket', docker_daemon: '/var/run/docker.sock' }, 'unix:///var/run/docker.sock', ['socket']],
  [{ docker_type: 'tcp', docker_daemon: 'tcp://192.0.2.1:2375' }, 'http://192.0.2.1:2375', []],
  [{ docker_type: 'tcp', docker_daemon: 'https://192.0.2.1:2376' }, 'https://192.0.2.1:2376', ['login']],
])('keeps containers of the Docker host %j', (host, target, changes) => {
  const row = { id: 1, name: 'Web', type: 'docker', active: 1, docker_container: 'web', docker_host: 2 }
  const [monitor] = read({ monitor: [row], docker_host: [{ id: 2, ...host }] }).monitors
  expect(monitor).toMatchObject({ type: 'docker', target, config: { container: 'web' } })
  expect(monitor!.changes.map(({ field }) => field)).toEqual(changes)
  expect(read({ monitor: [row] }).skipped[0]!.reason).toBe('its Docker host is not in the file')
})
