// From the link that a first start prints to the first alert, in a browser and without a terminal.
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, hasBrowser, newPage, phone } from '../kit/browser/browser.ts'
import { usedDataDir } from '../kit/lapwing/embedded-servers.ts'
import { newDataDir, startProcess } from '../kit/lapwing/process.ts'
import { startReceiver } from '../kit/resources/receiver.ts'
import { freePort } from '../kit/servers/free-port.ts'
import { startMailSink } from '../kit/servers/mail-sink.ts'
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

/** An email without the line breaks of its encoding. */
const decoded = (content: string): string => content.replaceAll('=\r\n', '').replaceAll('=3D', '=')

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
  it('leads from the set-up link to a page by email, acknowledged on a phone', async () => {
    const shop = await startReceiver({ status: 200, body: 'fine' })
    const hook = await startReceiver()
    const sink = await startMailSink()
    const port = await freePort()
    const lapwing = startProcess({
      LAPWING_DATA_DIR: await usedDataDir(newDataDir()),
      LAPWING_PORT: String(port),
      LAPWING_PUBLIC_URL: `http://127.0.0.1:${port}`,
      LAPWING_MAIL_URL: `smtp://127.0.0.1:${sink.port}?secure=none`,
      LAPWING_MAIL_FROM: 'Lapwing <lapwing@example.com>',
    })
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

    await page.getByRole('switch', { name: 'Wake me by email' }).click()
    await page.getByText('You are woken by email').waitFor()
    await page.getByRole('button', { name: 'Page me now' }).click()
    await expect.poll(() => sink.emails.map(({ to }) => to)).toEqual(['mara@example.com'])
    await expectAccessible(page)
    await page.getByText('Set up another channel').click()
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
    await page.getByRole('button', { name: 'Go to overview' }).last().click()

    await page.getByRole('heading', { name: 'Your monitor is fine.' }).waitFor()
    await page.getByRole('heading', { name: 'Getting started' }).waitFor()
    shop.answer({ status: 503 })
    await checkNow(page)
    await expect.poll(() => hook.requests.map(({ text }) => text).join()).toContain('503')
    await page.getByRole('heading', { name: /is down\.$/ }).waitFor()
    await expect.poll(() => sink.emails.length).toBe(2)
    const mail = decoded(sink.emails[1]!.content)
    expect(mail).toContain('You are paged')
    const reply = await newPage(await lapwing.origin(), { size: phone, theme: 'dark' })
    await reply.goto(/http:\/\/\S+\/reply\/[\w-]+/.exec(mail)![0])
    await reply.getByRole('button', { name: 'Acknowledge' }).click()
    await reply.getByText('Acknowledged').first().waitFor()
    await page.getByText('Acknowledged by Mara Lindqvist').waitFor()
  })
})
