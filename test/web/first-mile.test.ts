// From the link that a first start prints to the first alert, in a browser and without a terminal.
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, hasBrowser, newPage } from '../kit/browser/browser.ts'
import { usedDataDir } from '../kit/lapwing/embedded-servers.ts'
import { newDataDir, startProcess } from '../kit/lapwing/process.ts'
import { startReceiver } from '../kit/resources/receiver.ts'
import { waitUntil } from '../kit/wait-until.ts'

/** On a machine with much else to do nobody may have been there to look: people try again. */
async function lookAt(page: Page, address: string): Promise<void> {
  const answered = page.getByText('responded in')
  const look = async (): Promise<boolean> => {
    await page.getByLabel('URL or hostname').fill('')
    await page.getByLabel('URL or hostname').fill(address)
    await page.getByRole('button', { name: 'Check it' }).click()
    await answered
      .or(page.getByRole('button', { name: /^Monitor / }))
      .or(page.getByRole('alert'))
      .first()
      .waitFor()
    return answered.isVisible()
  }
  await waitUntil(look)
}

/** The label of the focused field. */
const focused = (page: Page) => page.evaluate('document.activeElement.labels?.[0]?.firstChild.textContent')

/** As right after a slow start: nobody has reported yet, and somebody soon will. */
async function findNobodyThere(page: Page): Promise<void> {
  const asDead = async (route: Route): Promise<void> => {
    const response = await route.fetch()
    const { data, ...list } = (await response.json()) as { data: object[] }
    await route.fulfill({ response, json: { ...list, data: data.map((one) => ({ ...one, status: 'dead' })) } })
  }
  await page.route('**/app/locations*', asDead, { times: 1 })
}

/** Nobody waits for the next minute. */
async function checkNow(page: Page): Promise<void> {
  await page.getByRole('link', { name: '127.0.0.1' }).first().click()
  await page.getByRole('button', { name: 'Run check now' }).click()
  await page.goBack()
}

describe.skipIf(!hasBrowser)('the first mile', () => {
  it('leads from the set-up link to an alert that arrives', async () => {
    const shop = await startReceiver({ status: 200, body: 'fine' })
    const hook = await startReceiver()
    const lapwing = startProcess({ LAPWING_DATA_DIR: await usedDataDir(newDataDir()) })
    const link = String((await lapwing.says('create the first one with this link')).setup)
    const page = await newPage(await lapwing.origin())
    await page.goto(`${link}-wrong`)
    await page.getByText('This token is wrong or has been used.').waitFor()
    await page.getByText('Step 1 of 4').waitFor()
    await page.goto(link)

    await page.getByLabel('Your name').waitFor()
    await page.getByText('Step 1 of 3').waitFor()
    await expect.poll(() => focused(page)).toBe('Your name')
    await expectAccessible(page)
    await page.getByLabel('Your name').fill('Mara Lindqvist')
    await page.getByLabel('Email').fill('mara@example.com')
    await page.getByLabel('Password').fill('correct horse battery staple')
    await page.getByLabel('Organization').fill('Halden Outdoor')
    await page.getByRole('button', { name: 'Create account' }).click()

    await expect.poll(() => focused(page)).toBe('URL or hostname')
    await findNobodyThere(page)
    await lookAt(page, `${shop.origin}/health`)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Monitor 127\.0\.0\.1/ }).click()

    await expect.poll(() => focused(page)).toBe('Channel type')
    await page.getByLabel('Channel type').selectOption({ label: 'Webhook' })
    await page.getByLabel('Address').fill(`${hook.origin}/alerts`)
    const { promise: stored, resolve } = Promise.withResolvers<Route>()
    await page.route('**/app/dashboard/notification-channels', resolve, { times: 1 })
    await page.getByRole('button', { name: 'Send test' }).click()
    const held = await stored
    // Saving now would make a second one.
    const save = page.getByRole('button', { name: 'Save and continue' })
    await expect.poll(() => save.getAttribute('aria-busy')).toBe('true')
    await held.continue()
    await page.getByText('Test sent.').waitFor()
    await expectAccessible(page)
    expect(hook.requests).toHaveLength(1)
    await page.getByRole('button', { name: 'Go to overview' }).click()

    await page.getByRole('heading', { name: 'Your monitor is fine.' }).waitFor()
    await page.getByRole('heading', { name: 'Getting started' }).waitFor()
    shop.answer({ status: 503 })
    await checkNow(page)
    await expect.poll(() => hook.requests.map(({ text }) => text).join()).toContain('503')
    await page.getByRole('heading', { name: /is down\.$/ }).waitFor()
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('Acknowledged by Mara Lindqvist').waitFor()
  })
})
