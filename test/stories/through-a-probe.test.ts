// What a probe does besides plain checks: it runs browser checks, and passes on reports of hosts that cannot reach
// Lapwing themselves.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noBoxes } from '../kit/browser/boxes.ts'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { type LapwingProcess, ask, closedFolder, startProcess } from '../kit/lapwing/process.ts'
import { listening } from '../kit/servers/listening.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = keys.write
const token = `lwp_${'p'.repeat(40)}`
let origin = ''
let probe: LapwingProcess

const read = async (path: string): Promise<any> => (await ask(origin, `/v1${path}`, { key })).body
const post = (path: string, body: object) => ask(origin, `/v1${path}`, { key, method: 'POST', body })

beforeAll(async () => {
  const folder = closedFolder()
  const provision = join(folder, 'provision.yaml')
  const place = { slug: 'inside', name: 'Inside', region: 'eu', country: 'Germany', countryCode: 'DE' }
  const content = {
    organizations: [{ name: 'Acme', apiKeys: [{ name: 'story', scope: 'write', key }] }],
    locations: [{ ...place, tokens: [{ name: 'story', token }] }],
  }
  writeFileSync(provision, JSON.stringify(content))
  const lapwing = startProcess({
    LAPWING_ROLES: 'server',
    LAPWING_DATABASE_URL: urlOf(await newDatabase()),
    LAPWING_PROVISION: provision,
  })
  origin = await lapwing.origin()
  probe = startProcess(
    { LAPWING_PROBE_TOKEN: token, LAPWING_BROWSERS: noBoxes === null ? '1' : '0' },
    {
      args: ['probe', '--server', origin, '--dir', join(folder, 'probe'), '--allow-private', '--agents', '127.0.0.1:0'],
    },
  )
  await probe.says('connected')
})

it.skipIf(noBoxes !== null)(`runs a journey in its own browser${noBoxes ? ` (skipped: ${noBoxes})` : ''}`, async () => {
  let visits = 0
  const site = createServer((_request, response) => {
    visits += 1
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Open</title>')
  })
  afterAll(() => void site.close())
  const target = `http://127.0.0.1:${await listening(site)}/`
  const script = `import { test, expect } from '@playwright/test'
test('the shop is open', async ({ page }) => {
  await test.step('Open the shop', async () => { await page.goto('/') })
  expect(await page.title()).toBe('Open')
})
`
  const [location] = (await read('/locations')).data
  const config = { script, retry: false, trace: false }
  const monitor = { name: 'Shop', type: 'playwright', target, interval: 86_400, locations: [location.id], config }
  const made = await post('/monitors', monitor)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const run = await waitUntil(async () => (await read(`/monitors/${made.body.id}/runs`)).data[0])
  expect(run.location.name).toBe('Inside')
  // Browsers have a low priority: on a busy machine one may get too little of the processor to come this far.
  const isStarved = run.status === 'infrastructure_error'
  expect(visits > 0 || isStarved, JSON.stringify(run)).toBe(true)
})

it('passes on what the agent of a host reports', async () => {
  const { port } = await probe.says('agents can report here')
  const made = await post('/hosts', { name: 'behind-the-probe' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const relay = `http://127.0.0.1:${Number(port)}`
  const folder = join(closedFolder(), 'agent')
  const enrolled = await startProcess(
    {},
    { args: ['agent', 'enroll', relay, made.body.enrollment.token, '--dir', folder, '--no-service'] },
  ).ended
  expect(enrolled.code, enrolled.stderr).toBe(0)
  startProcess({}, { args: ['agent', 'run', '--dir', folder] })
  const host = await waitUntil(async () => {
    const found = await read(`/hosts/${made.body.id}`)
    return found.last_seen_at !== null && found
  })
  expect(host).toMatchObject({ name: 'behind-the-probe' })
})
