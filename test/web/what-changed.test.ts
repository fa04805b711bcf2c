import { describe, expect, it } from 'vitest'
import { expectAccessible, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { failing, outageAges } from '../kit/resources/outages.ts'

describe.skipIf(!hasBrowser)('what changed', () => {
  const app = lapwingWithDashboard()

  it('a webhook is created, reports a deployment that the screen shows, and is deleted', async () => {
    const page = await open(app(), '/settings/deployments')
    await page.getByText('No deployments yet').waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Shop <i>')
    await dialog.getByLabel('Sender').selectOption('Other pipeline')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const url = await dialog.getByRole('textbox', { name: 'Address' }).inputValue()
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
    await expectAccessible(page)
    const response = await fetch(`${app().origin}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ service: 'shop', version: '1.4.2', id: 'run-1042' }),
    })
    expect(response.ok, await response.text()).toBe(true)
    await dialog.getByRole('button', { name: 'I have copied the secret' }).click()
    await page.reload()
    await page.getByText('shop 1.4.2').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete Shop <i>' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
  })

  it('a webhook of a document names it', async () => {
    const deploymentWebhooks = [{ key: 'deploys', name: 'CI', source: 'ci', secret: { env: 'HOOK_SECRET' } }]
    const values = { HOOK_SECRET: 'whsec_c2VjcmV0LW9mLXRoZS1zaG9w' }
    const { body } = await app().post('/config/plans', { document: { deploymentWebhooks }, source: 'repo', values })
    expect((await app().post(`/config/plans/${body.id}/apply`)).status).toBe(200)
    const page = await open(app(), '/settings/deployments')
    await page.getByText('Managed by configuration as code: “deploys” in repo').waitFor()
  })

  it('the editor proposes what monitors depend on, and offers vendors', async () => {
    const gateway = await failing(app(), 'Gateway', outageAges(8))
    const shop = await failing(app(), 'Shop', outageAges(7, 20_000))
    const page = await open(app(), `/monitors/${shop.id}/edit`)
    await page.getByText('Shop failed in 7 of 8 outages of Gateway, always within 20 s after it.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('The others depend on').selectOption('Gateway')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect
      .poll(async () => (await app().get(`/monitors/${shop.id}`)).body.depends_on.monitors)
      .toEqual([gateway.id])
    await page.getByRole('checkbox', { name: 'Gateway' }).waitFor()
    // It is saved, so there is nothing left to save.
    expect(await page.getByText('1 change').count()).toBe(0)
    await page.getByRole('button', { name: 'Third-party services' }).click()
    await page.getByLabel('Cloudflare', { exact: true }).check()
    await page.keyboard.press('Escape')
    await page.getByText('1 change').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await app().get(`/monitors/${shop.id}`)).body.depends_on)
      .toMatchObject({
        monitors: [gateway.id],
        vendors: ['cloudflare'],
      })
  })
})
