// Real scripts in a real browser in a real sandbox.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { noBoxes, realBrowsers } from '../../../../test/kit/browser/boxes.ts'
import { listening } from '../../../../test/kit/servers/listening.ts'
import { openNet, runCheck } from '../../../../test/kit/checks/run-check.ts'
import { systemClock } from '../../../domain/clock.ts'
import type { Outcome } from '../../../domain/outcome.ts'
import { createNet } from '../../../net/index.ts'
import { createPolicy } from '../../../net/policy.ts'
import type { Variables } from '../../run.ts'
import { playwright } from '../playwright.ts'

const why = noBoxes === null ? '' : ` (skipped: ${noBoxes})`

interface Journey {
  readonly script: string
  readonly target?: string
  readonly config?: Record<string, unknown>
  readonly variables?: Variables
  readonly isOpen?: boolean
}

const guarded = createNet({ policy: createPolicy({ allowPrivate: false }), clock: systemClock })

const walk = ({ script, target = 'http://shop.example/', config, variables, isOpen }: Journey): Promise<Outcome> =>
  runCheck(playwright, target, {
    browsers: realBrowsers(),
    net: isOpen ? openNet() : guarded,
    variables,
    deadlineMs: 500_000,
    config: { script, timeoutSeconds: 180, retry: false, ...config },
  })

async function contentsOf(zip: Buffer): Promise<string> {
  const opened = await fromBufferPromise(zip)
  let all = ''
  for await (const entry of opened.eachEntry())
    all += `${entry.fileName}\n${await text(await opened.openReadStreamPromise(entry))}\n`
  return all
}

describe.skipIf(noBoxes !== null)(`a journey in a box${why}`, () => {
  it('measures all documented metrics, with every allowed import', async () => {
    const site = createServer((requested, answer) => {
      if (requested.url !== '/') return void answer.writeHead(404).end()
      answer.setHeader('content-type', 'text/html')
      answer.end(`<title>Ducks</title><h1>Ducks</h1><script>console.error('oops'); fetch('/missing')</script>`)
    })
    const port = await listening(site)
    const script = `
      import { test, expect, type Page } from '@playwright/test'
      import { TOTP } from 'otpauth'
      import { faker } from '@faker-js/faker'

      const painted = (page: Page) => page.evaluate(() => new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: 'largest-contentful-paint', buffered: true })
      }))

      test('buys a duck', async ({ page }) => {
        await test.step('Öffne den Shop', async () => { await page.goto('/') })
        await test.step('Look', async () => { await expect(page.locator('h1')).toHaveText('Ducks') })
        await painted(page)
        const answered = await fetch(process.env.TARGET_URL!)
        const code = new TOTP({ secret: 'JBSWY3DPEHPK3PXP' }).generate()
        console.log('fetched', answered.status, code.length, faker.person.firstName() !== '')
        await expect.poll(() => page.evaluate(() => performance.getEntriesByName(new URL('/missing', location.href).href).length)).toBe(1)
      })
      test('hesitates', async ({}, { retry }) => { expect(retry, 'the first try').toBe(1) })`
    const outcome = await walk({ script, target: `http://127.0.0.1:${port}/`, config: { retry: true }, isOpen: true })
    expect(outcome).toMatchObject({
      success: true,
      error: null,
      metrics: {
        'playwright.failed_tests': 0,
        'playwright.flaky': 1,
        'playwright.script_error': 0,
        'playwright.failed_requests': 1,
        'playwright.cls_max': 0,
        'playwright.lcp_ms_max': expect.any(Number),
        'playwright.duration_ms': expect.any(Number),
        'playwright.step.offne_den_shop.duration_ms': expect.any(Number),
        'playwright.step.look.duration_ms': expect.any(Number),
      },
      evidence: {
        status: 'flaky',
        output: 'fetched 200 6 true\n',
        tests: [
          { title: 'buys a duck', status: 'passed' },
          { title: 'hesitates', status: 'flaky', error: expect.stringContaining('the first try') },
        ],
        failed_requests: [`GET http://127.0.0.1:${port}/missing: 404`],
      },
    })
    expect(outcome.evidence?.['console_errors']).toContain(`oops (http://127.0.0.1:${port}/)`)
    site.close()
  })
})

describe.skipIf(noBoxes !== null)(`a hostile script${why}`, () => {
  it('reaches no file, address or debugger, cannot fork endlessly, and prints no variable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lapwing-data-'))
    await writeFile(join(folder, 'secret.key'), 'nobody reads this')
    const reached: string[] = []
    const debuggerOfHost = createServer((requested, answer) => void answer.end(String(reached.push(requested.url!))))
    const port = await listening(debuggerOfHost)
    const variables = { PASSWORD: 'hunter-22/äöü', DATA: join(folder, 'secret.key'), DEBUGGER: `127.0.0.1:${port}` }
    const { artifacts = [], ...outcome } = await walk({ script: hostile, variables })

    const output = String(outcome.evidence?.['output'])
    expect(output.split('\n').filter(Boolean).sort()).toEqual(
      [
        'debugger through the proxy: refused',
        'debugger: ECONNREFUSED',
        'data: ENOENT',
        'metadata in the page: 502',
        'metadata through the proxy: refused',
        'metadata: ENETUNREACH',
        'passwd: box',
        'printed: [redacted]',
        'processes: Cannot fork',
        'written to programs: EROFS',
      ].sort(),
    )
    expect(reached).toEqual([])
    expect(outcome).toMatchObject({
      success: false,
      cause: 'content',
      error: expect.stringContaining('[redacted]'),
      metrics: { 'playwright.failed_tests': 1 },
      evidence: {
        failed_requests: [expect.stringContaining('169.254.169.254 is a cloud metadata address')],
      },
    })
    expect(artifacts.map(({ kind }) => kind)).toEqual(['screenshot', 'trace', 'log'])
    const trace = await contentsOf(artifacts[1]!.bytes)
    expect(trace).toContain('[redacted]')
    const kept = `${JSON.stringify(outcome)} ${artifacts[2]!.bytes.toString()} ${trace}`
    for (const secret of ['hunter-22', encodeURIComponent('hunter-22/äöü'), base64('hunter-22/äöü'), folder])
      expect(kept.includes(secret), secret).toBe(false)
    debuggerOfHost.close()
    await rm(folder, { recursive: true })
  })

  it('whose loop declares an eleventh test is refused before the first', async () => {
    const script = `
      import { test } from '@playwright/test'
      for (let n = 0; n < Number('12'); n++)
        test(\`page \${n}\`, async () => { console.log('ran') })`
    const outcome = await walk({ script })
    expect(outcome).toMatchObject({
      success: false,
      error: 'the script could not be run (line 4): the script declares 12 tests; it can have at most 10',
      metrics: { 'playwright.script_error': 1 },
    })
    expect(JSON.stringify(outcome)).not.toContain('ran\\n')
  })

  it.each([
    ['fills its disk', `for (;;) fs.appendFileSync('large', Buffer.alloc(8_000_000))`, 'exceeded the disk limit'],
    [
      'fills its memory',
      `const all = []; for (;;) { all.push(Buffer.alloc(64_000_000, 1)); await pause(20) }`,
      'exceeded the memory limit',
    ],
    [
      'runs for ever',
      `test.setTimeout(0); await new Promise(() => setInterval(() => {}, 1000))`,
      'the journey did not finish in time',
    ],
  ])('that %s is ended and has failed', async (_, code, reason) => {
    const script = `
      import fs from 'node:fs'
      import { test } from '@playwright/test'
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
      test('does', async () => { try { ${code} } catch { await pause(600_000) } })`
    expect(await walk({ script, config: { timeoutSeconds: reason.includes('in time') ? 1 : 180 } })).toMatchObject({
      success: false,
      error: expect.stringContaining(reason),
      metrics: { 'playwright.failed_tests': 1 },
    })
  })
})

const base64 = (value: string): string => Buffer.from(value).toString('base64')

const hostile = `
  import { spawn } from 'node:child_process'
  import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
  import { connect } from 'node:net'
  import { test, expect } from '@playwright/test'

  const attempt = (what: () => unknown) => { try { return what() } catch (error) { return error.code } }
  const dial = (host: string, port: number) => new Promise((resolve) => {
    connect(port, host).once('connect', () => resolve('connected')).once('error', (error) => resolve(error.code))
  })
  const statusOf = (url: string) => fetch(url).then(({ status }) => status, () => 'refused')

  test('reads files', () => {
    console.log('passwd:', readFileSync('/etc/passwd', 'utf8').split('\\n').map((line) => line.split(':')[0]).join(' ').trim())
    console.log('data:', attempt(() => readFileSync(process.env.DATA)))
    console.log('written to programs:', attempt(() => writeFileSync('/programs/shared/start.ts', '')))
  })

  test('reaches out', async ({ page }) => {
    const [host, port] = process.env.DEBUGGER.split(':')
    console.log('metadata:', await dial('169.254.169.254', 80))
    console.log('metadata through the proxy:', await statusOf('http://169.254.169.254/latest/meta-data/'))
    console.log('metadata in the page:', (await page.goto('http://169.254.169.254/latest/meta-data/')).status())
    console.log('debugger:', await dial(host, Number(port)))
    console.log('debugger through the proxy:', await statusOf('http://' + process.env.DEBUGGER + '/json/version'))
  })

  test('forks', async () => {
    const shell = spawn('sh', ['-c', 'for i in $(seq 2000); do sleep 300 & done; wait'])
    let said = ''
    shell.stderr.on('data', (chunk) => (said += chunk))
    await expect.poll(() => said, { timeout: 120_000 }).toContain('fork')
    const isSleep = (pid: string) => attempt(() => readFileSync('/proc/' + pid + '/comm', 'utf8')) === 'sleep\\n'
    for (const pid of readdirSync('/proc').filter(isSleep)) attempt(() => process.kill(Number(pid), 'SIGKILL'))
    console.log('processes:', /Cannot fork/.exec(said)?.[0] ?? said)
  })

  test('prints a variable', async ({ page }) => {
    const secret = process.env.PASSWORD
    console.log('printed:', secret)
    await page.setContent('<input>')
    await page.fill('input', secret)
    await page.evaluate((value) => console.error(encodeURIComponent(value), btoa(unescape(encodeURIComponent(value)))), secret)
    expect(await page.inputValue('input')).toBe('something else')
  })`
