import { beforeAll, describe, expect, it } from 'vitest'
import { createVault } from '../../../src/domain/vault.ts'
import { tryMonitor } from '../../../src/operations/monitors/drafts/try.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { sharedLapwing, keys } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { type Person, signedIn } from '../../kit/people/signed-in.ts'
import { bodyOf, create, expectRefusal, locationsOf, make, patch } from '../../kit/resources/monitors.ts'

const secretKey = 'a key of more than thirty-two characters for steps'
const logged: string[] = []
const write = (message: string, fields?: object): void => void logged.push(JSON.stringify([message, fields]))
const app = sharedLapwing({
  env: { LAPWING_SECRET_KEY: secretKey },
  log: { ...quiet, debug: write, info: write, warn: write, error: write },
})

let viewer: Person
beforeAll(async () => {
  viewer = await signedIn(app(), { role: 'viewer' })
})

const mask = '[redacted]'
const pair = (key: string, value: string) => ({ key, value })
const target = 'https://shop.example/v1/'
const secrets = /hunter2|step-key|step-sig/
const login = { name: 'Log in', method: 'POST', url: 'login', requestBody: '{"password":"hunter2"}' }
const orders = {
  name: 'Orders',
  url: 'orders',
  requestHeaders: [pair('X-Api-Key', 'step-key'), pair('Authorization', 'Bearer {{token}}'), pair('Accept', '*/*')],
  queryParams: [pair('sig', 'step-sig'), pair('page', '1')],
}
const steps = [login, orders]
const shownLogin = { ...login, requestBody: mask }
const shownOrders = {
  ...orders,
  requestHeaders: [pair('X-Api-Key', mask), ...orders.requestHeaders.slice(1)],
  queryParams: [pair('sig', mask), pair('page', '1')],
}
const shown = [shownLogin, shownOrders]

const makeApi = (config: object = { steps }) => make(app(), { type: 'api', target, config })

/** What probes receive, decrypted. */
async function storedOf(id: string): Promise<any> {
  const row = await app().store.row<{ secrets: Buffer }>(sql`select secrets from monitors where id = ${id}`)
  return JSON.parse(createVault([secretKey]).open(row!.secrets, id))
}

/** All rows of all tables, as text. */
async function everything(): Promise<string> {
  const tables = await app().store.rows<{ rows: string }>(sql`
    select query_to_xml(format('select t::text as row from %I t', tablename), true, false, '')::text as rows
    from pg_tables where schemaname = 'public'`)
  expect(tables.length).toBeGreaterThan(10)
  return tables.map(({ rows }) => rows).join('\n')
}

describe('headers, parameters and bodies of steps', () => {
  it('are masked in every response', async () => {
    const made = await create(app(), { type: 'api', target, config: { steps } })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body
    const changed = await patch(app(), id, { config: { steps: [shownOrders] } })
    const batch = await app().post('/batch', {
      operations: [
        { method: 'GET', path: `/monitors/${id}` },
        {
          method: 'PATCH',
          path: `/monitors/${id}`,
          body: { config: { steps: [{ ...login, requestBody: 'hunter2' }] } },
        },
      ],
    })
    expect([batch.status, batch.text]).toEqual([200, expect.stringContaining(mask)])
    const answers = [
      made,
      changed,
      batch,
      await app().get(`/monitors/${id}`, { key: keys.read }),
      await app().get('/monitors?type=api', { key: keys.read }),
      await viewer.ask('GET', `/monitors/${id}`),
      await viewer.ask('GET', `/activity?entity_id=${id}`),
      await app().get(`/activity?entity_id=${id}`, { key: keys.read }),
    ]
    for (const { status, text } of answers) {
      expect([200, 201], text).toContain(status)
      expect(text).not.toMatch(secrets)
    }
    expect(made.body.config).toEqual({ steps: shown })
    expect(changed.body.config).toEqual({ steps: [shownOrders] })
    const { data } = answers.at(-1)!.body
    expect(data.map(({ action }: any) => action)).toEqual(['monitor.updated', 'monitor.updated', 'monitor.created'])
    expect(data[0].changes['config.steps']).toEqual({ from: mask, to: mask })
  })

  it('are encrypted in the database and in no log', async () => {
    const body = await bodyOf(app(), { type: 'api', target, config: { steps } })
    const { status } = await app().post('/monitors', body, { headers: { 'idempotency-key': 'steps' } })
    expect(status).toBe(201)
    const queried = await makeApi({ queryParams: [pair('access_token', 'hunter2'), pair('q', 'readable-value')] })
    expect(queried.config.queryParams).toEqual([pair('access_token', mask), pair('q', 'readable-value')])
    const text = await everything()
    expect(text).toContain(mask)
    for (const word of ['hunter2', 'step-key', 'step-sig', 'readable-value'])
      for (const encoding of ['utf8', 'hex'] as const) expect(text).not.toContain(Buffer.from(word).toString(encoding))
    expect(logged.join('\n')).not.toMatch(secrets)
  })

  it('are not repeated in error messages', async () => {
    for (const wrong of [
      { ...login, requestBody: ['hunter2'] },
      { ...login, requestBody: 'hunter2'.repeat(20_000) },
      { ...login, url: 'ftp://hunter2.example' },
      { ...login, requestHeaders: [pair('X-Key', 'hunter2\n')] },
      { ...login, queryParams: [{ key: 'a', value: 'hunter2', more: 1 }] },
      { ...login, assertions: 'hunter2' },
    ]) {
      const answer = await create(app(), { type: 'api', target, config: { steps: [wrong] } })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.text).not.toContain('hunter2')
    }
  })
})

describe('steps that are sent back masked', () => {
  it('keep their stored values, even with reordered, added, removed and renamed steps', async () => {
    const made = await makeApi()
    expect((await patch(app(), made.id, { target: made.target, config: made.config })).body.config).toEqual(made.config)
    expect((await storedOf(made.id)).steps).toEqual(steps)
    const first = { name: 'First', url: 'status' }
    const renamed = { ...shownLogin, name: 'Sign in' }
    const { status, text } = await patch(app(), made.id, { config: { steps: [first, shownOrders, renamed] } })
    expect(status, text).toBe(200)
    expect((await storedOf(made.id)).steps).toEqual([first, orders, { ...login, name: 'Sign in' }])
    expect((await patch(app(), made.id, { name: 'Other', config: { timeoutSeconds: 31 } })).status).toBe(200)
    expect((await storedOf(made.id)).steps).toHaveLength(3)
    expect((await patch(app(), made.id, { config: { steps: null } })).body.config).toEqual({ timeoutSeconds: 31 })
  })

  it('are refused by name if their step is ambiguous', async () => {
    const { id } = await makeApi()
    const message = (name: string): string => `is a masked value, and step "${name}" matches no stored step`
    const copy = { ...shownLogin, name: 'Log in again' }
    expectRefusal(
      await patch(app(), id, { config: { steps: [...shown, copy] } }),
      400,
      new RegExp(`^config.steps\\[2\\].requestBody: ${message('Log in again')}`),
    )
    const added = { ...shownOrders, requestHeaders: [pair('X-Other-Key', mask)] }
    expectRefusal(
      await patch(app(), id, { config: { steps: [added] } }),
      400,
      new RegExp(`^config.steps\\[0\\].requestHeaders: ${message('Orders')}`),
    )
    expectRefusal(await create(app(), { type: 'api', target, config: { steps: shown } }), 400, /steps\[0\].requestBody/)
    expectRefusal(
      await create(app(), { type: 'api', target, config: { queryParams: [pair('token', mask)] } }),
      400,
      /^config.queryParams\[0\].value: is a masked/,
    )
    expect((await storedOf(id)).steps).toEqual(steps)
  })
})

describe('secrets of steps are bound to one origin', () => {
  const elsewhere = 'https://evil.example/'

  it('and must be sent again if the target or a url changes the origin', async () => {
    const { id } = await makeApi()
    const again = (part: string) => new RegExp(`config.steps${part}: must be sent again, or removed, because`)
    for (const change of [
      { target: elsewhere },
      { target: elsewhere, config: { steps: shown } },
      { target: 'http://shop.example/v1/' },
      { config: { verifyTls: false } },
      { config: { steps: shown.map((step) => ({ ...step, url: `${elsewhere}${step.url}` })) } },
    ]) {
      const answer = await patch(app(), id, change)
      for (const part of ['\\[0\\].requestBody', '\\[1\\].requestHeaders', '\\[1\\].queryParams'])
        expectRefusal(answer, 400, again(part))
      expect(answer.text).not.toMatch(secrets)
    }
    expect((await storedOf(id)).steps).toEqual(steps)
    expect((await patch(app(), id, { target: 'https://shop.example/v2/' })).status).toBe(200)
    expect((await patch(app(), id, { target: elsewhere, config: { steps } })).status).toBe(200)
    expect((await patch(app(), id, { target, config: { steps: null } })).status).toBe(200)
  })

  it('and so are query parameters', async () => {
    const { id } = await makeApi({ queryParams: [pair('page', '1')] })
    expectRefusal(
      await patch(app(), id, { target: elsewhere }),
      400,
      'config.queryParams: must be sent again, or removed with null, because target changed',
    )
  })

  it('and a target may change if the steps have their own urls or no secrets', async () => {
    const own = [{ ...login, url: 'https://auth.example/login' }]
    const { id } = await makeApi({ steps: [...own, { name: 'Plain', url: '/' }] })
    expect((await patch(app(), id, { target: elsewhere })).status).toBe(200)
    expect((await storedOf(id)).steps[0]).toEqual(own[0])
  })

  it('even in test runs', async () => {
    const { id } = await makeApi()
    const dashboard = dashboardOf(app())
    const locations = (await locationsOf(app())).slice(0, 1)
    const attempt = (fields: object) =>
      dashboard.ask(tryMonitor, { body: { type: 'api', target, locations, monitorId: id, ...fields } })
    expect((await attempt({ config: { steps: shown } })).status).toBe(202)
    const moved = await attempt({ config: { steps: shown }, target: elsewhere })
    expect([moved.status, moved.body.error.message]).toEqual([
      400,
      expect.stringContaining('config.steps[0].requestBody'),
    ])
    // Steps that were removed from the draft do not run.
    expect((await attempt({ config: {}, target: elsewhere })).status).toBe(202)
    expect(await everything()).not.toMatch(secrets)
  })
})

describe('a monitor with plain secrets of an earlier version', () => {
  const leave = (id: string) =>
    app().store.run(sql`
      update monitors set config = ${JSON.stringify({ steps })}, secrets = null where id = ${id}`)

  it('is shown masked, stays bound, and is encrypted with the next update', async () => {
    const { id } = await makeApi()
    await leave(id)
    expect((await app().get(`/monitors/${id}`)).body.config).toEqual({ steps: shown })
    expectRefusal(await patch(app(), id, { target: 'https://evil.example/' }), 400, /config.steps\[0\].requestBody/)
    expect((await patch(app(), id, { name: 'Renamed' })).body.config).toEqual({ steps: shown })
    expect((await storedOf(id)).steps).toEqual(steps)
    expect((await app().get(`/activity?entity_id=${id}`)).text).not.toMatch(secrets)
    expect(await everything()).not.toMatch(secrets)
  })
})
