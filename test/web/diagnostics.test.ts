import { describe, expect, it } from 'vitest'
import { expectAccessible, hasBrowser, lapwingWithDashboard, open, phone } from '../kit/browser/browser.ts'
import { startReceiver } from '../kit/resources/receiver.ts'
import { passUntil } from '../kit/resources/notifying.ts'

describe.skipIf(!hasBrowser)('diagnostics', () => {
  const app = lapwingWithDashboard({ env: { LAPWING_ROLES: 'server,housekeeper,prober' } })

  it('one runs from its locations, is shared, found in the history, and becomes a monitor', async () => {
    const receiver = await startReceiver({ body: '<img src=x onerror=document.title="ran">' })
    const isLive = ({ status }: { status: string }): boolean => status === 'live'
    await passUntil(app(), async () => (await app().get('/locations')).body.data.some(isLive), 1000)
    const page = await open(app(), '/diagnostics')
    await page.getByText('No diagnostics yet').waitFor()
    await page.getByText('No diagnostics in the last 24 hours.').waitFor()
    await expectAccessible(page)
    await page.getByRole('group', { name: 'Type' }).getByRole('button', { name: 'Traceroute' }).waitFor()
    await page.getByRole('group', { name: 'Type' }).getByRole('button', { name: 'HTTP', exact: true }).click()
    await page.getByLabel('Target').fill('nowhere at all')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.locator('[aria-invalid]').waitFor()
    await page.getByLabel('Target').fill(`${receiver.origin}/health`)
    await page.getByRole('button', { name: 'Run' }).click()
    await page.waitForURL(/\/diagnostics\?run=/)
    const heading = page.getByRole('heading', { level: 1, name: /works/ })
    await passUntil(app(), () => heading.isVisible())
    await page.getByText('Success').first().waitFor()
    await expectAccessible(page)
    expect(await page.locator('img').count()).toBe(0)
    const shared = page.url()
    await page.getByRole('link', { name: 'Create monitor from this' }).click()
    await page.waitForURL(/\/monitors\/new\?type=http&target=/)
    await page.getByLabel('URL').or(page.locator('.target-input')).first().waitFor()

    const viewer = await open(app(), shared, { role: 'viewer', size: phone, language: 'de' })
    await viewer.getByText('Erfolgreich').first().waitFor()
    expect(await viewer.getByRole('button', { name: 'Ausführen' }).count()).toBe(0)
    expect(await viewer.getByRole('link', { name: 'Monitor daraus anlegen' }).count()).toBe(0)
    await viewer.getByRole('link', { name: `${receiver.origin}/health` }).waitFor()
    await viewer.goto('/diagnostics?run=0198c5a2-c0de-7a11-8c44-5b6f0e9d7a31')
    await viewer.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor()
  })

  it('an address typed into the palette can be diagnosed', async () => {
    const page = await open(app(), '/incidents')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.locator('.palette input').fill('traceroute')
    await page.getByRole('option', { name: 'Go to Diagnostics' }).waitFor()
    await page.locator('.palette input').fill('shop.example.com')
    await page.getByRole('option', { name: 'Diagnose shop.example.com' }).click()
    await page.waitForURL('**/diagnostics?target=shop.example.com')
    await expect.poll(() => page.getByLabel('Target').inputValue()).toBe('shop.example.com')
  })
})
