import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createVault } from '../../../src/domain/vault.ts'
import type { CheckOrder } from '../../../src/engine/workers/messages.ts'
import { startTries } from '../../../src/engine/probe/tries.ts'
import { embeddedLocations } from '../../../src/store/checking/locations.ts'
import { dropTries } from '../../../src/store/checking/tries.ts'
import { type Store, openStore } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { getTry, tryMonitor } from '../../../src/operations/monitors/drafts/try.ts'
import { recognizeMonitor } from '../../../src/operations/monitors/drafts/recognize.ts'
import { artifactsNowhere } from '../../kit/resources/artifacts.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sharedKey } from '../../kit/lapwing/start-lapwing.ts'
import { fakeWorkers } from '../../kit/checks/fake-workers.ts'
import { quiet } from '../../kit/log.ts'
import { locationsOf, make } from '../../kit/resources/monitors.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()

const outcome = {
  success: true,
  durationMs: 84,
  statusCode: 200,
  error: null,
  cause: null,
  metrics: { 'http.response_time_ms': 84, unknown: 1 },
  evidence: JSON.stringify({ status: '200 OK', timings: { dns_ms: 3, tls_ms: null } }),
}

let dashboard: Dashboard
let store: Store
let probe: ReturnType<typeof startTries>
let here: string
const worked: CheckOrder[] = []
let lost = false
let seen: Omit<typeof outcome, 'metrics'> & { metrics: Record<string, number> }

beforeEach(() => {
  seen = outcome
})
beforeAll(async () => {
  dashboard = dashboardOf(app())
  store = openStore(app().database, { log: quiet, connections: 2 })
  here = (await locationsOf(app()))[0]!
  probe = startTries({
    store,
    clock: app().clock,
    log: quiet,
    vault: createVault([sharedKey]),
    artifacts: artifactsNowhere,
    locations: () => embeddedLocations(store),
    workers: fakeWorkers(async (order) => {
      worked.push(order)
      return lost ? null : seen
    }),
  })
})
afterAll(async () => {
  await probe.stop()
  await store.close()
})

const draft = (fields: object = {}) => ({ type: 'http', target: 'https://example.com/', locations: [here], ...fields })
/** Waits until the test runs of earlier tests no longer count. */
function attempt(body: object, requested: object = {}) {
  app().clock.advance(61_000)
  return dashboard.ask(tryMonitor, { body, ...requested })
}
async function ended(id: string) {
  return waitUntil(async () => {
    app().clock.advance(200)
    const { body } = await dashboard.ask(getTry, { id })
    return body.done && body
  })
}

describe('a test run of a monitor', () => {
  it('runs from the chosen locations and shows the result', async () => {
    const { status, body } = await attempt(draft({ config: { authType: 'bearer', bearerToken: 'open sesame' } }))
    expect([status, body.done, body.tries_left]).toEqual([202, false, 9])
    expect(body.results).toMatchObject([{ location: { id: here }, success: null }])
    expect((await ended(body.id)).results).toMatchObject([
      {
        status: 'done',
        success: true,
        duration_ms: 84,
        status_code: 200,
        metrics: [{ metric: 'response_time', label: 'Response time', unit: 'ms', value: 84 }],
        phases: [{ phase: 'dns', label: 'DNS', ms: 3 }],
        evidence: [
          { key: 'status', kind: 'text', value: '200 OK' },
          { key: 'timings', kind: 'key-value' },
        ],
      },
    ])
    expect(worked.at(-1)).toMatchObject({ type: 'http', config: { bearerToken: 'open sesame' }, deadlineMs: 30_000 })
  })

  it('stores no monitor, no result and no plain secret, and is soon deleted', async () => {
    const { body } = await attempt(draft({ config: { authType: 'bearer', bearerToken: 'open sesame' } }))
    await ended(body.id)
    expect(await store.rows(sql`select from results`)).toEqual([])
    expect(await store.rows(sql`select from monitors`)).toEqual([])
    const [kept] = await store.rows<{ config: Buffer }>(sql`select config from tries where id = ${body.id}`)
    expect(kept!.config.toString('latin1')).not.toContain('sesame')
    const soon = new Date(app().clock.now().getTime() + 1)
    await dropTries(store, { drafts: soon, diagnostics: soon })
    expect((await dashboard.ask(getTry, { id: body.id })).status).toBe(404)
  })

  it('uses the secrets of a monitor only for the same origin', async () => {
    const target = 'https://example.com/login'
    const { id } = await make(app(), { target, config: { authType: 'bearer', bearerToken: 'kept' } })
    const again = { monitorId: id, config: { authType: 'bearer', bearerToken: '[redacted]' } }
    const { body } = await attempt(draft({ ...again, target: 'https://example.com/other' }))
    await ended(body.id)
    expect(worked.at(-1)!.config).toMatchObject({ bearerToken: 'kept' })
    const elsewhere = await attempt(draft({ ...again, target: 'https://evil.example/' }))
    expect(elsewhere.status).toBe(400)
    expect(elsewhere.body.error.message).toContain('config.bearerToken: must be sent again')
    const stranger = await attempt(draft({ ...again }), { key: keys.other })
    expect(stranger.status).toBe(404)
    await app().ask('DELETE', `/monitors/${id}`)
  })

  it('is refused like a monitor', async () => {
    for (const [fields, message] of [
      [{ target: 'example.com' }, 'target: must be'],
      [{ config: { method: 'FETCH' } }, 'config.method'],
      [{ locations: ['0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a09'] }, 'locations: unknown'],
      [{ type: 'nothing' }, 'type: Invalid value'],
      [{ type: 'heartbeat', target: 'x' }, 'type: Lapwing does not check heartbeat monitors'],
    ] as const) {
      const { status, body } = await attempt(draft(fields))
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
    }
  })

  it('is limited to ten a minute per user, and refused for viewers', async () => {
    app().clock.advance(61_000)
    const ask = (role: 'member' | 'viewer') => dashboard.ask(tryMonitor, { body: draft(), role })
    const left = []
    for (let n = 0; n < 10; n++) left.push((await ask('member')).body.tries_left)
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect((await ask('member')).status).toBe(429)
    expect((await ask('viewer')).status).toBe(403)
    expect((await dashboard.ask(tryMonitor, { body: draft() })).status).toBe(202)
  })

  it('shows violations of the default rules', async () => {
    seen = { ...outcome, statusCode: 503, metrics: { ...outcome.metrics, 'http.status_code': 503 } }
    const { body } = await attempt(draft())
    const [{ success, objections }] = (await ended(body.id)).results
    expect({ success, objections }).toEqual({
      success: true,
      objections: ['Unexpected Status Code: HTTP 503 (expected 2xx or 3xx)'],
    })
  })

  it('is repeated if its process crashed', async () => {
    lost = true
    const { body } = await attempt(draft())
    await waitUntil(() => {
      app().clock.advance(200)
      return worked.some(({ monitorId }) => monitorId === body.id)
    })
    lost = false
    app().clock.advance(50_000)
    expect((await ended(body.id)).results).toMatchObject([{ success: true }])
  })

  it('is 404 for others', async () => {
    const { body } = await attempt(draft())
    expect((await dashboard.ask(getTry, { id: body.id, key: keys.other })).status).toBe(404)
  })
})

describe('recognizing a pasted text', () => {
  it.each([
    ['https://www.shop.example/cart/', ['http', 'api', 'browser', 'ssl', 'integrity'], 'shop.example/cart'],
    ['halden.example', ['rdap', 'dns', 'email_policy', 'blacklist', 'ssl'], 'halden.example'],
    ['192.0.2.1', ['icmp', 'mtr'], '192.0.2.1'],
    ['db.example:5432', ['postgres', 'tcp'], 'db.example:5432'],
    ['db.example:1521', ['tcp'], 'db.example:1521'],
    ['mysql://db.example/shop', ['mysql'], 'db.example'],
    ['db.example:3306', ['mysql', 'tcp'], 'db.example:3306'],
    ['rediss://cache.example:6380', ['redis'], 'cache.example:6380'],
    ['mqtts://broker.example', ['mqtt'], 'broker.example'],
    ['mongodb://ada:secret@a.example:27018,b.example:27018/?tls=true', ['mongodb'], 'a.example:27018'],
    ['amqp://ada:secret@broker.example/shop', ['amqp'], 'broker.example'],
    ['postgresql://db.example/shop', ['postgres'], 'db.example'],
    ['[2001:db8::1]:22', ['sftp', 'tcp'], '[2001:db8::1]:22'],
    ['imaps://mail.example', ['imap'], 'mail.example'],
    ['wss://chat.example/socket', ['websocket'], 'chat.example/socket'],
    ['shop.example/sitemap.xml', ['sitemap', 'http'], 'shop.example/sitemap.xml'],
    ['*/5 * * * *', ['heartbeat'], 'Scheduled job'],
    ['nightly backup', ['heartbeat'], 'nightly backup'],
  ])('%s is best watched by %j', async (text, types, name) => {
    const { data } = (await dashboard.ask(recognizeMonitor, { body: { text }, role: 'viewer' })).body
    expect(data.slice(0, types.length).map(({ type }: { type: string }) => type)).toEqual(types)
    expect(data[0].name).toBe(name)
  })

  it('removes credentials from the target, and fills in other values', async () => {
    const recognize = async (text: string) => (await dashboard.ask(recognizeMonitor, { body: { text } })).body.data[0]
    expect(await recognize('https://ada:secret@shop.example/')).toMatchObject({ target: 'https://shop.example/' })
    expect(await recognize('postgres://ada:s%3Acret@db.example:6432/shop?sslmode=disable')).toMatchObject({
      target: 'db.example:6432',
      config: { username: 'ada', database: 'shop', tlsMode: 'none' },
    })
    expect((await recognize('redis://:secret@cache.example/3')).config).toEqual({ tlsMode: 'none', database: 3 })
    expect(await recognize('mongodb://ada:secret@db.example/shop?tls=true')).toMatchObject({
      config: { tlsMode: 'required', username: 'ada', database: 'shop', authDatabase: 'shop' },
    })
    expect(await recognize('0 3 * * *')).toMatchObject({
      config: { scheduleType: 'cron', cronExpression: '0 3 * * *' },
    })
    expect(await recognize('mail.example:993')).toMatchObject({ type: 'imap', target: 'mail.example:993', config: {} })
    expect(await recognize('mail.example:110')).toMatchObject({ type: 'pop3', config: { tlsMode: 'starttls' } })
  })

  it('suggests nothing for an empty text', async () => {
    expect((await dashboard.ask(recognizeMonitor, { body: { text: ' ' } })).body.data).toEqual([])
  })
})
