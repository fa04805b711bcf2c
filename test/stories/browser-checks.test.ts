// Browser checks, from the due turn to the incident and its screenshot, with a real browser in real sandboxes.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFiles } from '../../src/artifacts/files.ts'
import { findBrowser } from '../../src/browsers/find.ts'
import { findCheck } from '../../src/checks/index.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { type ReportedOutcome, asReported } from '../../src/domain/outcome.ts'
import { createVault } from '../../src/domain/vault.ts'
import { BrowserLane } from '../../src/engine/browser-checks/browser-lane.ts'
import type { CheckOrder } from '../../src/engine/workers/messages.ts'
import { needsBrowser } from '../../src/engine/workers/order-facts.ts'
import { withSteps } from '../../src/engine/workers/steps.ts'
import type { Workers } from '../../src/engine/workers/workers.ts'
import { startProber } from '../../src/roles/prober.ts'
import type { Stoppable } from '../../src/roles/stoppable.ts'
import { noBoxes, realBrowsers } from '../kit/browser/boxes.ts'
import { keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { listening } from '../kit/servers/listening.ts'
import { onlyErrors } from '../kit/log.ts'
import { make } from '../kit/resources/monitors.ts'
import { fakeWorkers } from '../kit/checks/fake-workers.ts'
import { noSources, openNet } from '../kit/checks/run-check.ts'
import { passUntil } from '../kit/resources/notifying.ts'
import { waitUntil } from '../kit/wait-until.ts'

const why = noBoxes === null ? '' : ` (skipped: ${noBoxes})`
if (noBoxes !== null) console.warn(`browser checks are not tried: ${noBoxes}`)
const secretKey = 'a key that browser checks are sealed with'
const app = sharedLapwing({ env: { LAPWING_SECRET_KEY: secretKey } })
const site = createServer((_asked, answer) => {
  answer.writeHead(503, { 'content-type': 'text/html' }).end('<title>Shop</title><h1>Closed for today</h1>')
})
const script = `import { test, expect } from '@playwright/test'
test('the shop is open', async ({ page }) => {
  await test.step('Open the shop', async () => { await page.goto('/') })
  expect(await page.title()).toBe('Open')
})
`
let target = ''
let underWay = 0

/** Checks run here in real time, while the clock of the Lapwing stands still. */
function workersHere(): Workers {
  const run = async (work: CheckOrder): Promise<ReportedOutcome> => {
    // A screenshot is taken after its check was reported, so nothing waits for it.
    const lease = work.forPicture ? 0 : 1
    underWay += lease
    const type = findCheck(work.type)!
    const { signal } = new AbortController()
    const environment = { net: openNet(), clock: systemClock, sources: noSources, browsers: realBrowsers(), signal }
    const slowly = { ...work, deadlineMs: work.deadlineMs * 5 }
    const outcome = await (work.forPicture ? type.picture! : type).prepare(slowly).run(environment)
    underWay -= lease
    return { ...asReported(outcome), endedAt: app().clock.now().getTime() }
  }
  return fakeWorkers(run)
}

/** Time stands still during a check, because its lease would expire otherwise. */
const passWhileIdle = (claim: () => Promise<unknown>): Promise<void> =>
  passUntil(app(), async () => {
    await waitUntil(() => underWay === 0)
    return claim()
  })

const incidentOf = async (id: string): Promise<any> => (await app().get(`/incidents?monitor_id=${id}`)).body.data[0]

/** The evidence of the incident, once there is one that matches. */
async function seenBy(monitorId: string, claim: (evidence: any) => unknown = Boolean): Promise<any> {
  let evidence: any
  await passWhileIdle(async () => {
    const incident = await incidentOf(monitorId)
    if (incident) evidence = (await app().get(`/incidents/${incident.id}/evidence`)).body.checks[0].evidence
    return evidence && claim(evidence)
  })
  return evidence
}

async function pictureAt(url: string): Promise<{ type: string | null; begins: string }> {
  const answer = await fetch(`${app().origin}${url}`, { headers: { authorization: `Bearer ${keys.write}` } })
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { type: answer.headers.get('content-type'), begins: bytes.subarray(0, 3).toString('hex') }
}

describe.skipIf(noBoxes !== null)(`browser checks${why}`, () => {
  let workers: Workers
  let prober: Stoppable
  beforeAll(async () => {
    target = `http://127.0.0.1:${await listening(site)}/`
    const { store, clock, dataDir } = app()
    const lane = new BrowserLane({ find: findBrowser, needsBrowser, startBrowsers: workersHere, slots: 1, clock })
    workers = withSteps(workersHere(), [lane])
    prober = startProber({
      store,
      clock,
      log: onlyErrors,
      vault: createVault([secretKey]),
      allowPrivate: true,
      processId: 1,
      artifacts: { bytes: createFiles(join(dataDir, 'artifacts')), maxBytes: 100_000_000 },
      workers,
      slots: lane.slots,
    })
    await waitUntil(() => lane.slots.freeBrowsers === 1)
  })
  afterAll(async () => {
    await prober.stop()
    await workers.stop()
  })

  it('a failing http monitor has a screenshot, which members of the organization can open', async () => {
    const config = { captureScreenshot: true, confirmationThreshold: 1 }
    const { id } = await make(app(), { type: 'http', target, interval: 86_400, config })
    const { artifacts } = await seenBy(id, (evidence) => evidence.artifacts)
    expect(await pictureAt(artifacts[0].url)).toEqual({ type: 'image/jpeg', begins: 'ffd8ff' })
  })

  it('a failing journey runs again a minute later, and then opens an incident with a screenshot', async () => {
    const config = { script, retry: false, trace: false }
    const { id } = await make(app(), { type: 'playwright', target, interval: 86_400, config })
    const runs = async (): Promise<any[]> => (await app().get(`/monitors/${id}/runs`)).body.data
    await passWhileIdle(async () => (await runs()).length === 1)
    app().clock.advance(54_000)
    const { status, steps, artifacts } = await seenBy(id)
    expect({ status, steps }).toMatchObject({ status: 'failed', steps: [{ slug: 'open_the_shop', status: 'passed' }] })
    const { url } = artifacts.find(({ kind }: any) => kind === 'screenshot')
    expect(await pictureAt(url)).toEqual({ type: 'image/png', begins: '89504e' })
    const [again, first] = await runs()
    expect(Date.parse(again.finished_at) - Date.parse(first.finished_at)).toBeGreaterThanOrEqual(55_000)
  })
})
