// `lapwing test` against a Lapwing whose probe runs the checks for real.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../kit/files.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { startTryingProbe } from '../../kit/resources/trying-probe.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()
const folder = newFolder()
const file = join(folder.path, 'lapwing.yaml')
const secret = 'hunter2-hunter2'
const hostile = ']]> ::error::% , <b>&" \u001b[2J'

const site = createServer((request, response) => {
  const isAllowed = request.url !== '/login' || request.headers.authorization === `Bearer ${secret}`
  response.statusCode = request.url === '/broken' ? 503 : isAllowed ? 200 : 401
  response.end()
})
let stopProbe: () => Promise<void>
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  stopProbe = await startTryingProbe(app())
  await waitUntil(async () => (await app().get('/locations')).body.data[0].status === 'live')
  writeFileSync(file, JSON.stringify(documentOf(), null, 2))
})
afterAll(async () => {
  await stopProbe()
  site.close()
  folder.remove()
})

const at = (path: string): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`

function documentOf() {
  const usual = { type: 'http', interval: 300, locations: ['fra'] }
  const login = { authType: 'bearer', bearerToken: { env: 'SHOP_TOKEN' } }
  const slow = { name: 'Slow', metric: 'response_time', operator: '>', value: '0', severity: 'warning' }
  return {
    monitors: [
      { key: 'up', name: 'Up', ...usual, target: at('/login'), tags: ['shop'], config: login, alertRules: [slow] },
      { key: 'broken', name: hostile, ...usual, target: at('/broken') },
      { key: 'refused', name: 'Refused', ...usual, target: 'http://127.0.0.1:1/' },
      { key: 'silent', name: 'Silent', ...usual, locations: ['nyc'], target: at('/up') },
      { key: 'job', name: 'Nightly', type: 'heartbeat', interval: 300 },
      { key: 'paused', name: 'Paused', ...usual, isPaused: true, target: at('/up') },
    ],
  }
}

const run = (words: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const usual = {
      PATH: process.env['PATH'],
      LAPWING_URL: app().origin,
      LAPWING_TOKEN: keys.write,
      SHOP_TOKEN: secret,
    }
    // A minute passes, so that earlier test runs no longer count.
    app().clock.advance(61_000)
    const options = { env: { ...usual, ...env }, cwd: folder.path }
    const main = join(import.meta.dirname, '../../../cli/main.ts')
    const child = execFile(process.execPath, [main, 'test', ...words], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

/** Elements with their attributes, in order; throws unless the text is well-formed. */
function elementsIn(xml: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => void found.push({ name, attributes }))
  parser.write(xml).close()
  return found
}

describe('lapwing test', () => {
  it('checks every monitor, writes a report, and creates nothing', async () => {
    const { code, stdout, stderr } = await run(['-f', file, '--junit', 'report.xml'])
    expect([code, stderr]).toEqual([3, ''])
    const { passed, documents } = JSON.parse(stdout)
    expect(passed).toBe(false)
    expect(documents[0].monitors).toMatchObject([
      { key: 'up', line: 4, results: [{ passed: true, violations: [{ rule: 'Slow', severity: 'warning' }] }] },
      { key: 'broken', results: [{ passed: false, status_code: 503, violations: [{ severity: 'critical' }] }] },
      { key: 'refused', results: [{ passed: false, cause: 'connect' }] },
      {
        key: 'silent',
        results: [
          { passed: null, not_checked: true, error: expect.stringMatching(/^No probe is running at this location;/) },
        ],
      },
      { key: 'job', skipped: expect.stringContaining('wait for reports'), results: [] },
      { key: 'paused', skipped: 'The document pauses this monitor.', results: [] },
    ])
    expect(stdout).not.toContain(secret)
    expect((await app().get('/monitors')).body.data).toEqual([])

    const xml = readFileSync(join(folder.path, 'report.xml'), 'utf8')
    const [suites, suite, ...rest] = elementsIn(xml)
    expect([suites!.name, suite!.attributes]).toEqual([
      'testsuites',
      expect.objectContaining({ name: file, tests: '6', failures: '2', errors: '1', skipped: '2' }),
    ])
    const cases = rest.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes['name'])
    expect(cases[1]).toBe(`${hostile.replace('\u001b', '')} from Frankfurt`)
    expect(rest.map(({ name }) => name).filter((name) => name !== 'testcase')).toEqual([
      'system-out',
      'failure',
      'failure',
      'error',
      'skipped',
      'skipped',
    ])
  })

  it('writes annotations that no name can turn into other commands', async () => {
    const { code, stdout } = await run(['-f', 'lapwing.yaml', '--only', 'broken,job', '--format', 'github'])
    const [broken, job, summary] = stdout.trimEnd().split('\n')
    expect(code).toBe(3)
    const line = JSON.stringify(documentOf(), null, 2).split('"key": "broken"')[0]!.split('\n').length
    expect(broken).toContain(
      `::error file=lapwing.yaml,line=${line},title=]]> %3A%3Aerror%3A%3A%25 %2C <b>&" \\u001b[2J`,
    )
    expect(broken).toContain('503')
    expect(job).toMatch(/^::notice file=lapwing\.yaml,line=\d+,title=Nightly::Lapwing does not check heartbeat/)
    expect(summary).toBe('0 passed, 1 failed, 1 skipped')
  })

  it('passes with what is chosen, from the locations that are chosen', async () => {
    const chosen = await run(['-f', file, '--tag', 'shop'])
    expect([chosen.code, JSON.parse(chosen.stdout).passed]).toEqual([0, true])
    const moved = await run(['-f', file, '--only', 'silent', '--location', 'Frankfurt'])
    expect(moved.code).toBe(0)
  })

  it('says what is wrong with a document, also in the report', async () => {
    writeFileSync(join(folder.path, 'bad.yaml'), 'monitors:\n  - key: shop\n    name: Shop\n    type: nonsense\n')
    writeFileSync(join(folder.path, 'broken.yaml'), 'contacts:\n  - { key: bo, name: Bo, email: bo }\n')
    const { code, stdout, stderr } = await run([
      '-f',
      'bad.yaml',
      'broken.yaml',
      '--junit',
      'bad.xml',
      '--format',
      'github',
    ])
    expect(code).toBe(1)
    expect(stderr).toMatch(/bad\.yaml:\d+:5: monitors\[shop\][^]*\n.*broken\.yaml:\d+:\d+: /)
    expect(stdout).toMatch(/^(::error file=bad\.yaml,line=\d,title=.*\n)+::error file=broken\.yaml,line=\d+,title=/)
    expect(
      elementsIn(readFileSync(join(folder.path, 'bad.xml'), 'utf8')).filter(({ name }) => name === 'error'),
    ).toHaveLength(2)
    expect((await run(['-f', file, '--only', 'none'])).stderr).toContain('no monitor of the document has the key none')
    expect((await run(['-f', file, '--tag', 'none'])).stderr).toContain('no monitor of the document has the tag none')
    expect((await run([])).stderr).toContain('Name the document with -f.')
  })

  it('tells what is not allowed from what cannot be reached', async () => {
    expect((await run(['-f', file], { LAPWING_TOKEN: keys.read })).code).toBe(4)
    expect((await run(['-f', file], { LAPWING_URL: 'http://127.0.0.1:1' })).code).toBe(5)
  })
})

describe('POST /config/tries', () => {
  const body = (monitors: object[]) => ({ document: { monitors } })
  const monitor = (key: string, more: object = {}) => ({
    key,
    name: key,
    type: 'http',
    target: at('/up'),
    interval: 300,
    locations: ['nyc'],
    ...more,
  })

  it('refuses more checks than run at once', async () => {
    const many = Array.from({ length: 251 }, (_, index) => monitor(`m${index}`, { locations: ['fra', 'nyc'] }))
    const refused = await app().post('/config/tries', body(many))
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('has 502 checks')])
  })

  it('belongs to one organization, and counts as a test run', async () => {
    app().clock.advance(61_000)
    const { status, body: begun, headers } = await app().post('/config/tries', body([monitor('shop')]))
    expect([status, begun.done, headers.get('location')]).toEqual([202, true, `/v1/config/tries/${begun.id}`])
    expect((await app().get(`/config/tries/${begun.id}`)).status).toBe(200)
    expect((await app().get(`/config/tries/${begun.id}`, { key: keys.other })).status).toBe(404)
    const again = []
    for (let count = 0; count < 10; count++)
      again.push((await app().post('/config/tries', body([monitor('shop')]))).status)
    expect(again).toEqual([...Array(9).fill(202), 429])
  })
})
