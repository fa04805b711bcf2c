// Test runs of scripts and runs of playwright monitors over HTTP, with a simulated probe.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createVault } from '../../../src/domain/vault.ts'
import { createAllowances } from '../../../src/engine/workers/allowances.ts'
import type { CheckOrder } from '../../../src/engine/workers/messages.ts'
import { startTries } from '../../../src/engine/probe/tries.ts'
import { monthOf } from '../../../src/domain/plan.ts'
import { embeddedLocations } from '../../../src/store/checking/locations.ts'
import { dropTries } from '../../../src/store/checking/tries.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { artifactsNowhere } from '../../kit/resources/artifacts.ts'
import { checked } from '../../kit/resources/checked.ts'
import { keepPartitionsOfDay } from '../../kit/resources/heartbeats.ts'
import { acme, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sharedKey } from '../../kit/lapwing/start-lapwing.ts'
import { withSteps } from '../../../src/engine/workers/steps.ts'
import { fakeWorkers } from '../../kit/checks/fake-workers.ts'
import { quiet } from '../../kit/log.ts'
import { expectRefusal, make, script } from '../../kit/resources/monitors.ts'
import { passUntil } from '../../kit/resources/notifying.ts'

const app = sharedLapwing({
  provision: acme
    .replace('api_requests_per_minute: 5', 'playwright_runs_per_month: 2, playwright_timeout_seconds: 30')
    .replace('name: Other', 'name: Other\n    limits: { playwright_runs_per_month: 0 }'),
})

const evidence = {
  status: 'failed',
  tests: [{ test: 1, title: 'a guest can buy', status: 'failed', duration_ms: 4210, line: 3, error: 'not visible' }],
  steps: [
    { test: 1, title: 'Open the shop', slug: 'open_the_shop', status: 'passed', duration_ms: 812 },
    { test: 1, title: 'Pay', slug: 'pay', status: 'failed', duration_ms: 3000 },
  ],
  console_errors: ['Uncaught TypeError'],
  failed_requests: ['GET https://shop.example.com/cart.js: 500'],
  output: 'printed',
  artifacts: [
    {
      id: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a66',
      kind: 'screenshot',
      name: 'screenshot-1.png',
      content_type: 'image/png',
      bytes: 9,
      url: '/v1/artifacts/0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a66',
      expires_at: '2026-03-31T12:00:00.000Z',
    },
  ],
}
const failed = {
  success: false,
  durationMs: 4300,
  statusCode: null,
  error: '“a guest can buy”, step “Pay”: not visible',
  cause: 'content',
  metrics: { 'playwright.failed_tests': 1, 'playwright.flaky': 0, 'playwright.step.open_the_shop.duration_ms': 812 },
  evidence: JSON.stringify(evidence),
} as const
const passed = { ...failed, success: true, error: null, cause: null, evidence: JSON.stringify({ status: 'passed' }) }

/** The results of the next runs; a run that never ends lasts until it is cancelled. */
let outcome: object | 'never ends' = passed
let worked: CheckOrder[] = []
let isUp = true
let probe: ReturnType<typeof startTries>

beforeAll(() => {
  const { store, clock } = app()
  const parts = { store, clock, log: quiet }
  const run = (work: CheckOrder): Promise<any> => {
    worked.push(work)
    if (outcome !== 'never ends') return Promise.resolve(outcome)
    return new Promise((resolve) => {
      const ended = { ...failed, infrastructure: true, error: 'it was cancelled' }
      work.signal!.addEventListener('abort', () => resolve(ended))
    })
  }
  probe = startTries({
    ...parts,
    vault: createVault([sharedKey]),
    artifacts: artifactsNowhere,
    workers: withSteps(fakeWorkers(run), [createAllowances(parts)]),
    locations: async () => (isUp ? embeddedLocations(store) : []),
  })
})
afterAll(() => probe.stop())

beforeEach(async () => {
  outcome = passed
  worked = []
  isUp = true
  await app().store.run(sql`update locations set seen_at = ${app().clock.now()}`)
})

const target = 'https://shop.example.com/'
const ask = (body: object = {}, options: object = {}) =>
  app().post('/playwright/test-runs', { script, target, ...body }, options)
const look = async (id: string, options: object = {}): Promise<any> =>
  (await app().get(`/playwright/test-runs/${id}`, options)).body
const cancel = (id: string) => app().post(`/playwright/test-runs/${id}/cancel`, undefined)
const isUnderWay = ({ status }: any): boolean => status === 'queued' || status === 'running'

async function over(id: string, options: object = {}): Promise<any> {
  await passUntil(app(), async () => !isUnderWay(await look(id, options)))
  return look(id, options)
}
const ran = async (as: object, body: object = {}): Promise<any> => {
  outcome = as
  return over((await ask(body)).body.id)
}

describe('a script that is validated', () => {
  const validate = async (text: string): Promise<any> =>
    (await app().post('/playwright/validate', { script: text }, { key: keys.read })).body

  it('is valid, with its tests and steps', async () => {
    expect(await validate(script)).toEqual({
      object: 'script_validation',
      valid: true,
      errors: [],
      tests: [{ title: 'a guest can buy', line: 3 }],
      steps: [
        { title: 'Open the shop', line: 4, slug: 'open_the_shop' },
        { title: 'Pay', line: 5, slug: 'pay' },
      ],
    })
  })

  it.each([
    ["import { test } from '@playwright/test'\ntest('a', async () => {", 2, /./],
    ["import { test } from '@playwright/test'\nimport fs from 'left-pad'\ntest('a', async () => {})\n", 2, /left-pad/],
    [`import { test } from '@playwright/test'\n${"test('a', () => {})\n".repeat(11)}`, 12, /10/],
    ['', 1, /./],
    ['x'.repeat(65_537), 1, /64 KB/],
  ])('is refused with the line: %j', async (text, line, message) => {
    const { valid, errors } = await validate(text)
    expect(valid).toBe(false)
    expect(errors[0]).toEqual({ line, column: expect.any(Number), message: expect.stringMatching(message) })
  })
})

it('lists the runtimes of scripts', async () => {
  expect((await app().get('/playwright/runtimes')).body.data).toEqual([
    {
      object: 'playwright_runtime',
      id: '2026.09',
      default: true,
      browser: 'chromium',
      modules: ['@playwright/test', 'otpauth', '@faker-js/faker'],
    },
  ])
})

describe('a test run', () => {
  it('is queued first, and shows tests with their steps when finished', async () => {
    outcome = failed
    const { status, headers, body } = await ask()
    expect([status, body.object, body.status, body.finished_at]).toEqual([202, 'playwright_run', 'queued', null])
    expect(headers.get('location')).toBe(`/v1/playwright/test-runs/${body.id}`)
    expect(await over(body.id)).toMatchObject({
      status: 'failed',
      monitor_id: null,
      target,
      location: { name: 'Frankfurt' },
      error: failed.error,
      tests: [
        {
          title: 'a guest can buy',
          status: 'failed',
          error: 'not visible',
          steps: [
            { slug: 'open_the_shop', title: 'Open the shop', duration_ms: 812, status: 'passed' },
            { slug: 'pay', title: 'Pay', duration_ms: 3000, status: 'failed' },
          ],
        },
      ],
      console_errors: ['Uncaught TypeError'],
      failed_requests: ['GET https://shop.example.com/cart.js: 500'],
      output: 'printed',
    })
  })

  it('has its artifacts with their expiry', async () => {
    expect((await ran(failed)).artifacts).toEqual([
      { kind: 'screenshot', url: evidence.artifacts[0]!.url, expires_at: evidence.artifacts[0]!.expires_at },
    ])
  })

  it('has the durations of its steps under the names of rules', async () => {
    expect((await ran(passed)).metrics).toContainEqual(
      expect.objectContaining({ metric: "metrics['playwright.step.open_the_shop.duration_ms']", value: 812 }),
    )
  })

  it.each([
    ['passed', passed],
    ['failed', failed],
    ['flaky', { ...passed, evidence: JSON.stringify({ status: 'flaky' }) }],
    ['timed_out', { ...failed, cause: 'timeout', evidence: JSON.stringify({ status: 'timed_out' }) }],
    ['infrastructure_error', { ...failed, infrastructure: true, evidence: null }],
  ])('ends as %s', async (status, as) => {
    expect(await ran(as)).toMatchObject({ status, finished_at: expect.any(String) })
  })

  it('gets the variables of the organization, overridden by its own', async () => {
    await app().post('/variables', { name: 'SHOP_USER', value: 'ada@shop' })
    await app().post('/variables', { name: 'SHOP_PASSWORD', value: 'of the organization' })
    const { body } = await ask({ variables: { SHOP_PASSWORD: 'of this run' }, timeoutSeconds: 20, retry: false })
    await over(body.id)
    expect(worked[0]).toMatchObject({
      target,
      variables: { SHOP_USER: 'ada@shop', SHOP_PASSWORD: 'of this run' },
      config: { script, timeoutSeconds: 20, retry: false },
    })
    expect(JSON.stringify(await look(body.id))).not.toContain('of this run')
    const kept = await app().store.row<{ variables: Buffer }>(sql`select variables from tries where id = ${body.id}`)
    expect(kept!.variables.toString('latin1')).not.toContain('of this run')
  })

  it('is not a check, sends no alerts, and is 404 for others', async () => {
    const { id } = await ran(failed)
    for (const table of [sql`results`, sql`incidents`, sql`outbox`])
      expect(await app().store.rows(sql`select from ${table}`)).toEqual([])
    expect((await app().get(`/playwright/test-runs/${id}`, { key: keys.other })).status).toBe(404)
    expect((await ask({}, { key: keys.read })).status).toBe(403)
  })

  it('can be waited for', async () => {
    let answered = false
    const requested = ask({}, { headers: { prefer: 'wait=10' } }).finally(() => (answered = true))
    await passUntil(app(), () => answered, 20)
    const { status, body } = await requested
    expect([status, body.status]).toEqual([200, 'passed'])
  })

  it('waits ten minutes for a browser, then reports that no probe picked it up', async () => {
    isUp = false
    const { body } = await ask()
    app().clock.advance(599_000)
    expect((await look(body.id)).status).toBe('queued')
    app().clock.advance(2000)
    expect(await look(body.id)).toMatchObject({
      status: 'infrastructure_error',
      error: expect.stringMatching(/^No probe of this location picked it up/),
      finished_at: expect.any(String),
    })
  })

  it('is kept for a day', async () => {
    const { id } = await ran(passed)
    const ago = (ms: number): Date => new Date(app().clock.now().getTime() - ms)
    await dropTries(app().store, { drafts: ago(0), diagnostics: ago(86_400_000) })
    expect((await look(id)).status).toBe('passed')
    app().clock.advance(86_400_001)
    await dropTries(app().store, { drafts: ago(0), diagnostics: ago(86_400_000) })
    expect((await app().get(`/playwright/test-runs/${id}`)).status).toBe(404)
  })

  it.each([
    [{ script: 'nothing' }, /^script: line 1/],
    [{ script: undefined }, /^script: Required/],
    [{ target: 'ftp://example.com' }, /^target: /],
    [{ timeoutSeconds: 5 }, /^timeoutSeconds: .*greater than or equal to 10/],
    [{ runtime: 'latest' }, /^runtime: /],
    [{ locationId: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718' }, /^locationId: unknown location/],
    [{ variables: { PATH: '/evil' } }, /is reserved for the script runner/],
    [{ surprise: 1 }, /surprise/],
  ])('refuses %j', async (body, words) => {
    expectRefusal(await ask(body), 400, words)
  })
})

describe('a test run that is cancelled', () => {
  it('never starts if it still waits', async () => {
    isUp = false
    const { body } = await ask()
    const cancelled = await cancel(body.id)
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    expect(cancelled.body.finished_at).toBe(app().clock.now().toISOString())
    isUp = true
    const { id } = await ran(passed)
    expect(worked.map(({ monitorId }) => monitorId)).toEqual([id])
  })

  it('stops if it is running', async () => {
    outcome = 'never ends'
    const { body } = await ask()
    await passUntil(app(), () => worked.length > 0)
    expect((await look(body.id)).status).toBe('running')
    await cancel(body.id)
    await passUntil(app(), () => worked[0]!.signal!.aborted)
    expect(await look(body.id)).toMatchObject({ status: 'cancelled', error: null })
  })

  it('stays cancelled, and a finished run cannot be cancelled', async () => {
    isUp = false
    const { body } = await ask()
    await cancel(body.id)
    expect((await cancel(body.id)).status).toBe(200)
    isUp = true
    const { id } = await ran(passed)
    expectRefusal(await cancel(id), 409, /has already ended: passed/)
  })
})

describe('runs that wait for a browser', () => {
  it('are limited to 20 per organization; more get 429 with Retry-After, without affecting others', async () => {
    isUp = false
    const waiting = await Promise.all(Array.from({ length: 22 }, () => ask()))
    expect(waiting.filter(({ status }) => status === 202)).toHaveLength(20)
    const refused = waiting.find(({ status }) => status === 429)!
    expectRefusal(refused, 429, /^20 runs of this organization are already waiting for a browser/)
    expect(refused.headers.get('retry-after')).toBe('30')
    const other = await ask({ timeoutSeconds: 20 }, { key: keys.starter })
    expect(other.status, other.text).toBe(202)
    for (const { status, body } of [...waiting, other])
      if (status === 202)
        await app().post(
          `/playwright/test-runs/${body.id}/cancel`,
          {},
          body.id === other.body.id ? { key: keys.starter } : {},
        )
    const next = await ask()
    expect(next.status, next.text).toBe(202)
    await cancel(next.body.id)
  })
})

describe('the limits of a plan for runs', () => {
  const limited = { key: keys.starter }
  const starter = (body: object = {}) => ask({ timeoutSeconds: 20, ...body }, limited)
  const used = async (): Promise<number> => (await app().get('/plan', limited)).body.usage.playwright_runs

  it('apply per month; a run that could not start does not count, unless it broke its own sandbox', async () => {
    outcome = { ...failed, infrastructure: true }
    await over((await starter()).body.id, limited)
    expect(await used()).toBe(0)
    for (const [before, next] of [{ ...failed, infrastructure: true, hasSandboxFailed: true }, passed].entries()) {
      outcome = next
      await over((await starter()).body.id, limited)
      expect(await used()).toBe(before + 1)
    }
    const third = await starter()
    expectRefusal(third, 429, /^playwright_runs_per_month is 2/)
    const left = monthOf(app().clock.now(), 1).getTime() - app().clock.now().getTime()
    expect(Number(third.headers.get('retry-after'))).toBe(Math.ceil(left / 1000))
    app().clock.advance(left)
    await keepPartitionsOfDay(app().store, app().clock.now())
    await app().store.run(sql`update locations set seen_at = ${app().clock.now()}`)
    const next = await starter()
    expect(next.status, next.text).toBe(202)
  })

  it('include the timeout of runs and monitors', async () => {
    expectRefusal(await starter({ timeoutSeconds: 31 }), 403, /limit playwright_timeout_seconds is 30/)
    expectRefusal(await starter({ timeoutSeconds: undefined }), 403, /this monitor has 60/)
    const locations = [(await app().get('/locations')).body.data[0].id]
    const monitor = { name: 'Shop', type: 'playwright', target, interval: 300, locations, config: { script } }
    expectRefusal(await app().post('/monitors', monitor, limited), 403, /limit playwright_timeout_seconds is 30/)
  })

  it('can be 0', async () => {
    expectRefusal(await ask({}, { key: keys.other }), 403, /limit playwright_runs_per_month is 0/)
  })
})

describe('the runs of a monitor', () => {
  const runs = async (id: string, query = ''): Promise<any> => (await app().get(`/monitors/${id}/runs${query}`)).body

  it('are its checks, newest first, with all stored details', async () => {
    const { id } = await make(app(), { type: 'playwright' })
    for (const one of [failed, { ...passed, metrics: { 'playwright.flaky': 1 } }, passed]) {
      app().clock.advance(300_000)
      await checked(app(), id, one)
    }
    const { data } = await runs(id)
    expect(data.map(({ status }: any) => status)).toEqual(['passed', 'flaky', 'failed'])
    expect(data[2]).toMatchObject({
      object: 'playwright_run',
      monitor_id: id,
      target: 'https://shop.example.com/',
      error: failed.error,
      tests: [{ title: 'a guest can buy', steps: [{ slug: 'open_the_shop' }, { slug: 'pay' }] }],
      artifacts: [{ kind: 'screenshot' }],
    })
    expect(new Date(data[2].finished_at).getTime() - new Date(data[2].created_at).getTime()).toBe(4300)
    expect(data[1].tests).toEqual([])
    expect((await app().get(`/monitors/${id}/runs/${data[2].id}`)).body).toEqual(data[2])
  })

  it('are paged', async () => {
    const { id } = await make(app(), { type: 'playwright' })
    for (let n = 0; n < 3; n++) {
      app().clock.advance(300_000)
      await checked(app(), id, passed)
    }
    const first = await runs(id, '?limit=2')
    const second = await runs(id, `?limit=2&cursor=${first.next_cursor}`)
    expect([first.data.length, first.has_more, second.data.length, second.has_more]).toEqual([2, true, 1, false])
  })

  it('are empty for other types, and 404 for other organizations', async () => {
    const { id } = await make(app(), { type: 'http' })
    await checked(app(), id)
    expect((await runs(id)).data).toEqual([])
    expect((await app().get(`/monitors/${id}/runs/1770797564120-1`)).status).toBe(404)
    expect((await app().get(`/monitors/${id}/runs`, { key: keys.other })).status).toBe(404)
  })
})
