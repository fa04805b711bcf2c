// Rendered pages, with a fake browser; the real one is tested in checks/browser.
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { fakeClock } from '../../../../test/kit/clock.ts'
import { listening } from '../../../../test/kit/servers/listening.ts'
import { freePort } from '../../../../test/kit/servers/free-port.ts'
import { runCheck } from '../../../../test/kit/checks/run-check.ts'
import type { Browsers } from '../../../browsers/index.ts'
import { systemClock } from '../../../domain/clock.ts'
import type { CheckMemory, Outcome } from '../../../domain/outcome.ts'
import { integrity } from '../integrity.ts'
import type { PageUpdate } from './state.ts'

const text = Array.from({ length: 100 }, (_, n) => `word${n}`).join(' ')
const plain = `<title>Shop</title><p>${text}</p>`
const target = 'https://shop.example/'
const day = 86_400_000

interface Rendered {
  readonly html?: string
  readonly requests?: readonly { readonly use: string; readonly url: string }[]
  readonly status?: number | null
  readonly headers?: Readonly<Record<string, string>>
}

function showing({ html = plain, requests = [], status = 200, headers = {} }: Rendered): Browsers {
  return {
    missing: null,
    run: async ({ input }) => {
      const { urls } = input as { urls: string[] }
      const view = { status, failure: status === null ? 'net::ERR_FAILED' : null, headers, requests }
      const views = urls.map((url, n) => ({ ...view, address: url, url, file: `page-${n}.html` }))
      const files = urls.map((_, n) => ({ name: `page-${n}.html`, bytes: Buffer.from(html) }))
      return { output: { views }, files, ended: null, processorShare: null }
    },
  }
}

/** Checks with the memory of earlier ones. */
function watching(config: Record<string, unknown> = {}) {
  const clock = fakeClock(new Date())
  let known: CheckMemory | undefined
  return {
    pass: (ms: number) => clock.advance(ms),
    check: async (rendered: Rendered, more: Record<string, unknown> = {}): Promise<Outcome> => {
      const around = {
        config: { render: true, checkScriptContent: false, ...config, ...more },
        browsers: showing(rendered),
      }
      const outcome = await runCheck(integrity, target, { ...around, known, clock: { ...systemClock, now: clock.now } })
      const [update] = outcome.remember ? (JSON.parse(outcome.remember['updates']!) as PageUpdate[]) : []
      if (update?.baseline) {
        const { baseline, digest, changes } = update
        const page = { baseline, version: 1, made_at: clock.now().toISOString(), digest, changes }
        known = { pages: JSON.stringify({ [target]: page }) }
      }
      return outcome
    },
  }
}

it('finds scripts, destinations and frames that only a browser sees', async () => {
  const { check, pass } = watching()
  expect(await check({})).toMatchObject({ success: true, metrics: { 'integrity.baseline_missing': 1 } })
  pass(2 * day)
  const { metrics, evidence } = await check({
    html: `${plain}<form action=https://thief.example/take></form>`,
    requests: [
      { use: 'script', url: 'https://cdn.thief.example/skimmer.js' },
      { use: 'connect', url: 'wss://thief.example/socket' },
      { use: 'frame', url: 'https://frames.thief.example/pay' },
    ],
  })
  expect(metrics).toMatchObject({
    'integrity.new_script_origins': 1,
    'integrity.new_connect_origins': 1,
    'integrity.new_iframe_origins': 1,
    'integrity.new_form_targets': 1,
    'integrity.pages_changed': 0,
  })
  expect(JSON.stringify(evidence)).toContain('https://cdn.thief.example')
})

it('starts a new baseline if rendering was enabled: additions by scripts are no attack', async () => {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(plain))
  const own = `http://127.0.0.1:${await listening(server)}/`
  const delivered = await runCheck(integrity, own, { config: { checkScriptContent: false } })
  const [{ baseline, digest }] = JSON.parse(delivered.remember!['updates']!) as [PageUpdate]
  const made_at = new Date(Date.now() - 2 * day).toISOString()
  const known = { pages: JSON.stringify({ [own]: { baseline, version: 1, made_at, digest, changes: [] } }) }
  const requests = [{ use: 'script', url: 'https://tags.example/tag.js' }]
  const config = { checkScriptContent: false, render: true }
  const { metrics } = await runCheck(integrity, own, { config, known, browsers: showing({ requests }) })
  expect(metrics).toMatchObject({ 'integrity.baseline_missing': 1 })
  expect(metrics).not.toHaveProperty(['integrity.new_script_origins'])
})

it("compares the headers of the browser's response", async () => {
  const { check, pass } = watching()
  await check({ headers: { 'content-security-policy': "default-src 'self'" } })
  pass(2 * day)
  expect(await check({})).toMatchObject({ metrics: { 'integrity.headers_weakened': 1 } })
})

it('reports why a page failed, as without a browser', async () => {
  const away = `http://127.0.0.1:${await freePort()}/`
  const around = { config: { render: true }, browsers: showing({ status: null }) }
  expect(await runCheck(integrity, away, around)).toMatchObject({ success: false, cause: 'connect' })
  const { check } = watching()
  expect(await check({ status: 503 })).toMatchObject({ success: false, cause: 'http_status' })
  expect(await check({ headers: { 'content-type': 'image/png' } })).toMatchObject({ success: false, cause: 'content' })
})

it('reports pages that were skipped for lack of time: they have not failed', async () => {
  const pages = ['one', 'two', 'three'].map((name) => `${target}${name}`)
  const browsers = showing({})
  const slow: Browsers = {
    missing: null,
    run: (program) => {
      const { urls } = program.input as { urls: string[] }
      return browsers.run({ ...program, input: { urls: urls.filter((url) => !url.endsWith('two')) } })
    },
  }
  const config = { render: true, checkScriptContent: false, pages }
  expect(await runCheck(integrity, target, { config, browsers: slow })).toMatchObject({
    success: true,
    metrics: { 'integrity.pages_unreachable': 0 },
    evidence: { pages_not_looked_at: [`${target}two`] },
  })
})

it('starts with another page each time, so that all pages get checked', async () => {
  const firsts = new Set<string>()
  const browsers = showing({})
  const noting: Browsers = {
    missing: null,
    run: (program) => {
      firsts.add((program.input as { urls: string[] }).urls[0]!)
      return browsers.run(program)
    },
  }
  const pages = [`${target}one`, `${target}two`]
  const config = { render: true, checkScriptContent: false, pages }
  for (const minute of [0, 1, 2, 3]) {
    const now = (): Date => new Date(minute * 60_000)
    await runCheck(integrity, target, { config, browsers: noting, clock: { ...systemClock, now } })
  }
  expect(firsts.size).toBeGreaterThan(1)
})

it('is a local fault without a browser', async () => {
  expect(await runCheck(integrity, target, { config: { render: true } })).toMatchObject({
    infrastructure: true,
    error: expect.stringContaining('this test has no browser'),
  })
})

it('waits for a browser only if it needs one', () => {
  expect([integrity.needsBrowser({}), integrity.needsBrowser({ render: true })]).toEqual([false, true])
})
