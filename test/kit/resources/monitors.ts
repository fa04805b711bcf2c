// Bodies that make a monitor of each type, and what tests of monitors ask for again and again.
import { expect } from 'vitest'
import type { Statement } from '../../../src/store/database/sql.ts'
import type { Answered, Ask, TestLapwing } from '../lapwing/lapwing.ts'

export { monitorRow } from './monitor-row.ts'

export type Fields = Record<string, unknown>

export const script = `import { test, expect } from '@playwright/test'

test('a guest can buy', async ({ page }) => {
  await test.step('Open the shop', async () => page.goto(process.env.TARGET_URL!))
  await test.step('Pay', async () => expect(page.getByText('Thank you')).toBeVisible())
})
`

/** The least a monitor of each type can be made with, besides a name, an interval and the locations of probed types. */
export const minimal: Readonly<Record<string, { target?: string; config?: Fields }>> = {
  http: { target: 'https://example.com/' },
  api: { target: 'https://api.example.com/v1/status' },
  dns: { target: 'example.com' },
  tcp: { target: 'db.example.com:5432' },
  ssl: { target: 'example.com' },
  udp: { target: 'game.example.com:27015' },
  icmp: { target: 'example.com' },
  mtr: { target: '192.0.2.1' },
  smtp: { target: 'mail.example.com' },
  imap: { target: 'imap.example.com' },
  pop3: { target: 'pop.example.com' },
  ftp: { target: 'ftp.example.com' },
  sftp: { target: 'sftp.example.com:2222' },
  postgres: { target: 'db.example.com' },
  mysql: { target: 'db.example.com' },
  redis: { target: 'cache.example.com' },
  amqp: { target: 'rabbitmq.example.com' },
  mqtt: { target: 'mqtt.example.com' },
  mongodb: { target: 'db.example.com' },
  websocket: { target: 'wss://example.com/socket' },
  prometheus: { target: 'https://app.example.com/metrics' },
  grpc: { target: 'grpcs://grpc.example.com:443' },
  docker: { target: 'https://docker.example.com:2376' },
  rdap: { target: 'example.com' },
  blacklist: { target: '192.0.2.1' },
  ntp: { target: 'pool.ntp.org' },
  email_policy: { target: 'example.com' },
  sitemap: { target: 'https://example.com/sitemap.xml' },
  favicon: { target: 'https://example.com/' },
  cdn: { target: 'https://example.com/app.js' },
  breach: { target: 'example.com' },
  brotli: { target: 'https://example.com/' },
  cms: { target: 'https://example.com/' },
  browser: { target: 'https://example.com/' },
  playwright: { target: 'https://shop.example.com/', config: { script } },
  heartbeat: {},
  mcp: { target: 'https://mcp.example.com/mcp' },
  integrity: { target: 'https://example.com/' },
  host: {},
  snmp: { target: 'switch.example.com' },
  radius: { target: 'radius.example.com' },
}

const pem = (secret: string): string => `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`

/** For every type with secrets: how its config reads when all of them are set. Each one holds the given text. */
const mailSecrets = (secret: string) => ({ password: secret, oauthClientSecret: secret, oauthRefreshToken: secret })

export const withSecrets: Readonly<Record<string, (secret: string) => Fields>> = {
  http: (secret) => ({
    authType: 'basic',
    authUsername: 'probe',
    authPassword: secret,
    bearerToken: secret,
    requestBody: secret,
  }),
  api: (secret) => ({
    authUsername: 'probe',
    authPassword: secret,
    bearerToken: secret,
    apiKeyValue: secret,
    oauthClientSecret: secret,
    clientKey: pem(secret),
    bodyType: 'raw',
    requestBody: secret,
  }),
  smtp: (secret) => ({ port: 587, username: 'probe', ...mailSecrets(secret) }),
  imap: (secret) => ({ username: 'probe', ...mailSecrets(secret) }),
  pop3: (secret) => ({ username: 'probe', ...mailSecrets(secret) }),
  ftp: (secret) => ({ username: 'probe', password: secret }),
  sftp: (secret) => ({ username: 'probe', password: secret, privateKey: pem(secret), passphrase: secret }),
  postgres: (secret) => ({ username: 'probe', password: secret }),
  mysql: (secret) => ({ username: 'probe', password: secret }),
  redis: (secret) => ({ username: 'probe', password: secret }),
  mongodb: (secret) => ({ username: 'probe', password: secret }),
  websocket: (secret) => ({ authUsername: 'probe', authPassword: secret, bearerToken: secret }),
  prometheus: (secret) => ({ authUsername: 'probe', authPassword: secret, bearerToken: secret }),
  grpc: (secret) => ({
    authUsername: 'probe',
    authPassword: secret,
    bearerToken: secret,
    clientKey: pem(secret),
    method: 'shop.v1.Orders/Count',
    requestBody: JSON.stringify({ token: secret }),
  }),
  docker: (secret) => ({ clientKey: pem(secret) }),
  browser: (secret) => ({ authUsername: 'probe', authPassword: secret, cookies: [{ name: 'sid', value: secret }] }),
  mcp: (secret) => ({ bearerToken: secret, oauthClientSecret: secret }),
  snmp: (secret) => ({
    version: '3',
    username: 'probe',
    community: secret,
    // They have at least eight characters.
    authPassword: `${secret}-sign`,
    privacyPassword: `${secret}-hide`,
  }),
  amqp: (secret) => ({ username: 'probe', password: secret }),
  mqtt: (secret) => ({ username: 'probe', password: secret }),
  radius: (secret) => ({ username: 'probe', secret, password: secret }),
}

const unprobed = ['heartbeat', 'host']
const known = new WeakMap<TestLapwing, string[]>()

/** The ids of the provisioned locations. */
export async function locationsOf(app: TestLapwing, ask: Ask = {}): Promise<string[]> {
  const ids = known.get(app) ?? (await app.get('/locations', ask)).body.data.map(({ id }: { id: string }) => id)
  known.set(app, ids)
  return ids
}

/** A body that is accepted, with some fields changed: an http monitor at one location unless they say otherwise. */
export async function bodyOf(
  app: TestLapwing,
  { type = 'http', ...fields }: Fields = {},
  ask: Ask = {},
): Promise<Fields> {
  const locations = unprobed.includes(String(type)) ? {} : { locations: (await locationsOf(app, ask)).slice(0, 1) }
  return { name: 'Shop', type, interval: 3600, ...locations, ...minimal[String(type)], ...fields }
}

/** Asks for a monitor; each is a millisecond younger than the one before. */
export async function create(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<Answered> {
  app.clock.advance(1)
  if (fields['type'] === 'host') return enrolled(app, fields, ask)
  return app.post('/monitors', await bodyOf(app, fields, ask), ask)
}

/** A host monitor comes with its host. */
async function enrolled(app: TestLapwing, { type: _, ...fields }: Fields, ask: Ask): Promise<Answered> {
  const answer = await app.post('/hosts', { name: 'Shop', ...fields }, ask)
  if (answer.status !== 201) return answer
  return { ...(await app.get(`/monitors/${answer.body.monitor_id}`, ask)), status: 201 }
}

export async function make(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<any> {
  const answer = await create(app, fields, ask)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

export function patch(app: TestLapwing, id: string, body: unknown, ask: Ask = {}): Promise<Answered> {
  app.clock.advance(1)
  return app.ask('PATCH', `/monitors/${id}`, { ...ask, body })
}

export async function rulesOf(app: TestLapwing, id: string, ask: Ask = {}): Promise<any[]> {
  return (await app.get(`/monitors/${id}/alert-rules?limit=100`, ask)).body.data
}

export async function ruleNamed(app: TestLapwing, id: string, name: string): Promise<any> {
  return (await rulesOf(app, id)).find((rule) => rule.name === name)
}

export function expectRefusal({ status, body, text }: Answered, code: number, message: string | RegExp): void {
  expect(status, text).toBe(code)
  if (typeof message === 'string') expect(body.error.message).toBe(message)
  else expect(body.error.message).toMatch(message)
}

/** For what no endpoint offers: states that checks bring about. */
export function inDatabase<Row>({ store }: TestLapwing, statement: Statement): Promise<Row[]> {
  return store.rows<Row>(statement)
}

export async function addContactGroup(app: TestLapwing, name: string, ask: Ask = {}): Promise<string> {
  const { status, body, text } = await app.post('/contact-groups', { name }, ask)
  expect(status, text).toBe(201)
  return body.id
}
