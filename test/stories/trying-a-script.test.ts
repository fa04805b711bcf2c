// A test run of a script, from the request to its result: a real browser in a real sandbox, with a secret that must not
// leak.
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { playwright } from '../../src/checks/browser/playwright.ts'
import { asReported } from '../../src/domain/outcome.ts'
import { createVault } from '../../src/domain/vault.ts'
import type { CheckOrder } from '../../src/engine/workers/messages.ts'
import { startTries } from '../../src/engine/probe/tries.ts'
import { sql } from '../../src/store/database/sql.ts'
import { artifactsInFolder } from '../kit/resources/artifacts.ts'
import { noBoxes, realBrowsers } from '../kit/browser/boxes.ts'
import { type TestLapwing, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { listening } from '../kit/servers/listening.ts'
import { onlyErrors } from '../kit/log.ts'
import { fakeWorkers } from '../kit/checks/fake-workers.ts'
import { openNet, runCheck } from '../kit/checks/run-check.ts'
import { passUntil } from '../kit/resources/notifying.ts'
import { waitUntil } from '../kit/wait-until.ts'

const why = noBoxes === null ? '' : ` (skipped: ${noBoxes})`
const secretKey = 'a key that tried scripts are sealed with'
const app = sharedLapwing({ env: { LAPWING_SECRET_KEY: secretKey } })
const password = 'correct horse battery staple'

const script = `import { test, expect } from '@playwright/test'

test('a customer logs in', async ({ page }) => {
  await test.step('Open the shop', async () => { await page.goto('/') })
  await test.step('Log in', async () => {
    await page.getByLabel('Password').fill(process.env.SHOP_PASSWORD!)
    console.log('the password is', process.env.SHOP_PASSWORD)
    await expect(page.getByLabel('Password')).toHaveValue('something else', { timeout: 1000 })
  })
})
`

/** A probe whose checks run here in real time, while the clock of the Lapwing stands still. */
function startProbe({ store, clock }: TestLapwing): { begun: () => boolean } {
  let begun = false
  const run = async (work: CheckOrder): Promise<any> => {
    begun = true
    const { target, config, variables, deadlineMs } = work
    const around = { browsers: realBrowsers(), net: openNet(), deadlineMs: deadlineMs * 5 }
    const outcome = await runCheck(playwright, target, { ...around, config, variables })
    return asReported(outcome)
  }
  const probe = startTries({
    store,
    clock,
    log: onlyErrors,
    vault: createVault([secretKey]),
    artifacts: artifactsInFolder(10_000_000),
    locations: async () => [1],
    workers: fakeWorkers(run),
  })
  onTestFinished(() => probe.stop())
  return { begun: () => begun }
}

describe.skipIf(noBoxes !== null)(`trying a script${why}`, () => {
  it('shows its steps, its error and a screenshot, and nowhere its secret', async () => {
    const shop = createServer((_asked, answer) => {
      answer.setHeader('content-type', 'text/html')
      answer.end('<title>Shop</title><label>Password <input type="password"></label>')
    })
    const port = await listening(shop)
    await app().store.run(sql`update locations set seen_at = ${app().clock.now()}`)
    await app().post('/variables', { name: 'SHOP_PASSWORD', value: password })
    const probe = startProbe(app())
    const requested = { script, target: `http://127.0.0.1:${port}/`, timeoutSeconds: 180, retry: false }
    const { status, body } = await app().post('/playwright/test-runs', requested)
    expect(status).toBe(202)
    await passUntil(app(), probe.begun)
    const run = await waitUntil(async () => {
      const shown = (await app().get(`/playwright/test-runs/${body.id}`)).body
      return shown.finished_at !== null && shown
    })
    expect(run).toMatchObject({
      status: 'failed',
      tests: [
        {
          title: 'a customer logs in',
          status: 'failed',
          steps: [
            { slug: 'open_the_shop', status: 'passed' },
            { slug: 'log_in', status: 'failed' },
          ],
        },
      ],
    })
    expect(run.artifacts.map(({ kind }: any) => kind)).toEqual(expect.arrayContaining(['screenshot', 'trace', 'log']))
    expect(run.output).toContain('the password is')
    expect(JSON.stringify(run)).not.toContain(password)
  })
})
