// Interpretation of the sandbox's output; the sandbox and its program are tested in real-browser.test.ts.
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listening } from '../../../../test/kit/servers/listening.ts'
import { freePort } from '../../../../test/kit/servers/free-port.ts'
import { runCheck } from '../../../../test/kit/checks/run-check.ts'
import type { BrowserProgram, Browsers, ProgramResult } from '../../../browsers/index.ts'
import { browser } from '../browser.ts'

const found = {
  scores: { performance: 81, accessibility: 90, best_practices: 100, seo: 75 },
  times: { lcp_ms: 2100, fcp_ms: 900, tbt_ms: 120, si_ms: 1500, tti_ms: 2500, ttfb_ms: 300 },
  layoutShift: 0.08,
  domNodes: 412,
  requestCount: 12,
  bytesByKind: { js: 5000, css: 1000, image: 3000, font: 700, other: 300 },
  bytesByHost: { 'www.shop.example': 6000, 'cdn.shop.example': 1000, 'ads.example': 3000 },
  consoleErrors: { count: 2, first: ['Uncaught TypeError', 'token hunter2 is wrong'] },
  failedRequests: { count: 1, first: [{ url: 'https://www.shop.example/gone.js', problem: 'status 404' }] },
  mixedContent: 3,
  opportunities: [{ title: 'Render-blocking requests', savesMs: 600, savesBytes: 0 }],
  warnings: [],
}
const good = { status: 200, failure: null, url: 'https://www.shop.example/', problem: null, found, runs: 1 }
const unable = { ...good, found: null }

function answering(answer: Partial<ProgramResult>): Browsers & { requested: BrowserProgram[] } {
  const requested: BrowserProgram[] = []
  const run = async (program: BrowserProgram): Promise<ProgramResult> => {
    requested.push(program)
    return { output: good, files: [], ended: null, processorShare: null, ...answer }
  }
  return { missing: null, requested, run }
}

const auditing = (
  answer: Partial<ProgramResult>,
  more: Parameters<typeof runCheck>[2] = {},
  target = 'https://shop.example/',
) => runCheck(browser, target, { browsers: answering(answer), ...more })

describe('an audit', () => {
  it('notes a busy location, and measures no times at one that is too busy', async () => {
    const busy = await auditing({ processorShare: 0.4 })
    expect(busy).toMatchObject({ success: true, metrics: { 'browser.performance_score': 81 } })
    expect(busy.evidence).toMatchObject({ busy: expect.stringContaining('the browser got 40 % of the CPU time') })
    const starved = await auditing({ processorShare: 0.1 })
    expect(starved.metrics).not.toHaveProperty(['browser.performance_score'])
    expect(starved.metrics).not.toHaveProperty(['browser.lcp_ms'])
    expect(starved.metrics).toMatchObject({ 'browser.seo_score': 75, 'browser.total_bytes': 10_000 })
    expect(starved.evidence).toMatchObject({ busy: expect.stringContaining('too busy to measure times') })
    expect(await auditing({ output: null, ended: 'deadline', processorShare: 0.1 })).toMatchObject({
      infrastructure: true,
      metrics: {},
    })
  })

  it('measures everything in the output', async () => {
    const { success, statusCode, metrics } = await auditing({})
    expect({ success, statusCode }).toEqual({ success: true, statusCode: 200 })
    expect(metrics).toEqual({
      'browser.performance_score': 81,
      'browser.accessibility_score': 90,
      'browser.best_practices_score': 100,
      'browser.seo_score': 75,
      'browser.lcp_ms': 2100,
      'browser.fcp_ms': 900,
      'browser.tbt_ms': 120,
      'browser.si_ms': 1500,
      'browser.tti_ms': 2500,
      'browser.ttfb_ms': 300,
      'browser.cls': 0.08,
      'browser.total_bytes': 10_000,
      'browser.js_bytes': 5000,
      'browser.css_bytes': 1000,
      'browser.image_bytes': 3000,
      'browser.font_bytes': 700,
      'browser.third_party_bytes': 3000,
      'browser.request_count': 12,
      'browser.dom_nodes': 412,
      'browser.console_errors': 2,
      'browser.failed_requests': 1,
      'browser.mixed_content': 3,
      'browser.status_code': 200,
      'browser.audit_failed': 0,
    })
  })

  it('omits values that were not measured', async () => {
    const output = { ...good, found: { ...found, scores: { seo: 75 }, times: {}, layoutShift: null } }
    const { metrics } = await auditing({ output })
    for (const name of ['performance_score', 'lcp_ms', 'cls', 'inp_ms', 'score_drop'])
      expect(metrics).not.toHaveProperty([`browser.${name}`])
  })

  it('shows the main evidence without secrets', async () => {
    const config = { authUsername: 'jo', authPassword: 'hunter2' }
    const report = Buffer.from('<html>hunter2</html>')
    const files = [
      { name: 'report.html', bytes: report },
      { name: 'screenshot.webp', bytes: Buffer.from('picture') },
      { name: 'passwd', bytes: Buffer.from('root') },
    ]
    const { evidence, artifacts } = await auditing({ files }, { config })
    expect(evidence).toEqual({
      url: 'https://www.shop.example/',
      scores: found.scores,
      opportunities: [{ what: 'Render-blocking requests', saves_ms: 600, saves_bytes: 0 }],
      console_errors: ['Uncaught TypeError', 'token [redacted] is wrong'],
      failed_requests: [{ url: 'https://www.shop.example/gone.js', problem: 'status 404' }],
    })
    expect(artifacts?.map(({ kind, contentType, bytes }) => [kind, contentType, bytes.toString()])).toEqual([
      ['report', 'text/html', '<html>[redacted]</html>'],
      ['screenshot', 'image/webp', 'picture'],
    ])
  })

  it('measures the drop of the score below its median, and remembers the score', async () => {
    const hour = Math.floor(Date.now() / 3_600_000)
    const known = { scores: `${hour - 3}:90 ${hour - 2}:91 ${hour - 1}:95` }
    const { metrics, remember } = await auditing({}, { known })
    expect(metrics['browser.score_drop']).toBe(10)
    expect(remember?.scores).toMatch(/^\d+:90 \d+:91 \d+:95 \d+:81$/)
  })

  it('passes its settings to the sandbox: the login replaces another Authorization header', async () => {
    const browsers = answering({})
    const requestHeaders = [
      { key: 'authorization', value: 'x' },
      { key: 'X-Test', value: '1' },
    ]
    const config = { authUsername: 'jo', authPassword: 'pw', requestHeaders, cookies: [{ name: 'a', value: '1' }] }
    await runCheck(browser, 'https://shop.example/', { browsers, config })
    expect(browsers.requested[0]!.input).toMatchObject({
      url: 'https://shop.example/',
      device: 'mobile',
      headers: [
        { key: 'X-Test', value: '1' },
        { key: 'Authorization', value: 'Basic am86cHc=' },
      ],
      cookies: [{ name: 'a', value: '1' }],
    })
  })
})

describe('a page that cannot be audited', () => {
  const failing = { success: false, metrics: { 'browser.audit_failed': 1 } }

  it.each([
    ['an error page', { ...unable, status: 500 }, 'http_status', 'the page responded with HTTP 500'],
    ['no answer', { ...unable, status: null }, 'timeout', 'the page did not respond in time'],
    [
      'nothing to see',
      { ...unable, problem: { code: 'NO_FCP', message: '' } },
      'content',
      'the page rendered no content',
    ],
  ])('is the fault of its owner: %s', async (_, output, cause, error) => {
    expect(await auditing({ output })).toMatchObject({ ...failing, cause, error })
  })

  it.each([
    ['deadline', 'timeout'],
    ['memory', 'content'],
    ['disk', 'content'],
  ] as const)('and so is one that is ended because of its %s', async (ended, cause) => {
    expect(await auditing({ output: null, ended })).toMatchObject({ ...failing, cause })
  })

  it('is requested without a browser if that got no response, to find the reason', async () => {
    const output = { ...unable, status: null, failure: 'net::ERR_TUNNEL_CONNECTION_FAILED' }
    const refused = await auditing({ output }, {}, `http://127.0.0.1:${await freePort()}/`)
    expect(refused).toMatchObject({ ...failing, cause: 'connect', error: expect.stringContaining('refused') })
    const nowhere = await auditing({ output }, {}, 'http://nowhere.invalid/')
    expect(nowhere).toMatchObject({ ...failing, cause: 'dns' })
    const port = await listening(createServer((_request, response) => response.end('well')))
    const well = await auditing({ output }, {}, `http://127.0.0.1:${port}/`)
    expect(well).toMatchObject({
      cause: 'connect',
      error: 'the browser could not load the page: ERR_TUNNEL_CONNECTION_FAILED',
    })
  })
})

describe('a local fault', () => {
  it.each([
    ['an answer that is none', { output: { ...good, runs: 'many' } }],
    ['no answer', { output: null }],
    ['a failure of Lighthouse', { output: { ...unable, problem: { code: 'TRACING_ALREADY_STARTED', message: '' } } }],
  ])('opens no incident: %s', async (_, answer) => {
    const outcome = await auditing(answer)
    expect(outcome).toMatchObject({ success: false, infrastructure: true })
    expect(outcome.metrics).not.toHaveProperty(['browser.audit_failed'])
  })

  it('is a location without a browser, which names what is missing', async () => {
    expect(await runCheck(browser, 'https://shop.example/')).toMatchObject({
      infrastructure: true,
      error: expect.stringContaining('this test has no browser'),
    })
  })
})
