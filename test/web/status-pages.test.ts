import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, follow, hasBrowser, lapwingWithDashboard, open, phone } from '../kit/browser/browser.ts'
import { make } from '../kit/resources/monitors.ts'

// The preview runs no script, also none of the test's clock.
const expectedErrors = /^Blocked script execution/

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text)
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` })
const row = (page: Page, name: string) => page.locator('.component-open', { hasText: name })
const preview = (page: Page) => page.frameLocator('iframe')
const order = (page: Page): Promise<string[]> => page.locator('.component-list .name').allTextContents()
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this status page' }).getByRole('link', { name }).click()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

async function addComponent(page: Page, name: string, picks: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add component' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  for (const pick of picks) {
    await page.getByLabel('Monitors and tags').fill(pick)
    // The browser suggests what the server found.
    await page.locator('datalist option').first().waitFor({ state: 'attached' })
    await page.getByLabel('Monitors and tags').press('Enter')
    await page.getByRole('button', { name: `Remove ${pick}` }).waitFor()
  }
}

describe.skipIf(!hasBrowser)('the screens of status pages', () => {
  const app = lapwingWithDashboard({
    env: { LAPWING_MAIL_URL: 'smtp://127.0.0.1:1?secure=none', LAPWING_MAIL_FROM: 'Status <status@lapwing.example>' },
  })

  it('a page is built from nothing, previewed, published, announced on, subscribed to and locked', async () => {
    await make(app(), { name: 'Checkout API', tags: ['shop'] })
    await make(app(), { name: 'Search API', tags: ['shop'] })
    const page = await open(app(), '/status-pages', { expectedErrors })
    await title(page, 'No status pages yet').waitFor()
    await page.getByText('shows customers whether your services work').waitFor()
    await expectAccessible(page)

    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Halden Outdoor')
    await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('halden-outdoor')
    await page.keyboard.press('Enter')
    await title(page, 'Visitors see an empty page').waitFor()

    await addComponent(page, 'Checkout', ['tag:shop'])
    await page.getByText('2 monitors match now').waitFor()
    await page.getByRole('radio', { name: /^Group/ }).check()
    await page.getByRole('radio', { name: /^Cause/ }).check()
    await page.getByText('Example: “Checkout returns errors.”').waitFor()
    await expectAccessible(page)
    await row(page, 'Checkout').click()
    await addComponent(page, 'Search', ['Search API'])
    await row(page, 'Search').click()

    await handle(page, 'Search').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => order(page)).toEqual(['Search', 'Checkout'])
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.getAttribute("aria-label")')
    await expect.poll(focused).toBe('Move Search, 1 of 2')
    const from = (await handle(page, 'Checkout').boundingBox())!
    const to = (await handle(page, 'Search').boundingBox())!
    await page.mouse.move(from.x + 5, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => order(page)).toEqual(['Checkout', 'Search'])

    await page.getByText('2 unpublished changes').waitFor()
    await page.getByRole('switch', { name: 'During an outage' }).click()
    await preview(page).getByRole('heading', { name: 'Problem with Checkout' }).first().waitFor()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.getByLabel('Language').selectOption('de')
    await preview(page).locator('html[lang=de][data-theme=dark]').waitFor()
    const published = await app().get('/status-pages')
    expect(published.body.data[0].component_count).toBe(0)

    await tab(page, 'Appearance')
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await toast(page, 'Logo saved').waitFor()
    await preview(page).getByRole('img', { name: 'Halden Outdoor' }).waitFor()
    await page.getByLabel('Support link').fill('https://halden.example/help')
    await page.getByText('3 unpublished changes').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await toast(page, 'Halden Outdoor published').waitFor()
    const stored = (await app().get(`/status-pages/${published.body.data[0].id}`)).body
    expect(stored).toMatchObject({ support_url: 'https://halden.example/help', component_count: 2 })
    expect(stored.components.map(({ name }: any) => name)).toEqual(['Checkout', 'Search'])
    expect(stored.components[0]).toMatchObject({ display_mode: 'collapsible_group', public_cause: 'cause' })

    await page.getByRole('link', { name: 'Write announcement' }).click()
    await dialog.getByLabel('Title').fill('Payments fail')
    await dialog.getByLabel('Message').fill('We are on it.')
    await dialog.getByLabel('Severity').selectOption('critical')
    await dialog.getByLabel('Checkout').check()
    await dialog.getByRole('region', { name: 'What visitors read' }).getByText('Affects Checkout').waitFor()
    await dialog.getByRole('button', { name: 'Publish announcement' }).click()
    await page.getByRole('heading', { name: 'Payments fail' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Resolve' }).click()
    await dialog.getByLabel('Message').fill('All works again.')
    await dialog.getByRole('button', { name: 'Publish update' }).click()
    await page.getByText('All works again.').waitFor()

    await tab(page, 'Subscribers')
    await page.getByText('No subscribers yet').waitFor()
    await page.getByRole('button', { name: 'Import' }).click()
    await dialog.getByLabel('Addresses').fill('kim@example.com\nnowhere')
    await dialog.getByRole('button', { name: 'Send confirmation emails' }).click()
    await dialog.getByText('Line 2, nowhere').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('cell', { name: 'kim@example.com', exact: true }).waitFor()
    await page.getByLabel('Search addresses').fill('lee')
    await page.getByText('No subscriber matches.').waitFor()
    await page.getByLabel('Search addresses').fill('kim')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove kim@example.com' }).click()
    await dialog.getByRole('button', { name: 'Remove kim@example.com' }).click()
    await page.getByRole('cell', { name: 'kim@example.com', exact: true }).waitFor({ state: 'detached' })

    await tab(page, 'Access')
    await page.getByLabel('New password').fill('only for our customers')
    await page.getByRole('button', { name: 'Set password' }).click()
    await toast(page, 'Password set').waitFor()
    await page.getByLabel('Hostname').fill('status.halden.example')
    await page.getByRole('button', { name: 'Add hostname' }).click()
    await page.getByRole('button', { name: 'Remove status.halden.example' }).waitFor()
    await expectAccessible(page)
    expect((await fetch(stored.url)).status).toBe(404)

    await tab(page, 'Embed')
    await page.getByText('only while the page is public and has no password').waitFor()
    await page.getByText('/v1/embeds/status-pages/halden-outdoor/widget.js').waitFor()
    await expectAccessible(page)

    await follow(page, '/status-pages')
    await page.getByRole('cell', { name: 'Operational' }).waitFor()
    await expectAccessible(page)
  })

  it('viewers change nothing, phones have targets of 44 px, and an unknown page is not found', async () => {
    const { body } = await app().post('/status-pages', {
      slug: 'looked-at',
      name: 'Acme',
      components: [{ name: 'Checkout' }],
    })
    const viewer = await open(app(), `/status-pages/${body.id}`, { role: 'viewer', expectedErrors })
    await viewer.getByText('You have read-only access.').waitFor()
    for (const name of ['Add component', 'Move Checkout', 'Publish', 'Write announcement'])
      expect(await viewer.getByRole('button', { name }).count(), name).toBe(0)
    await follow(viewer, `/status-pages/${body.id}/subscribers`)
    await viewer.getByText('Members can see the addresses').waitFor()
    await follow(viewer, `/status-pages/${body.id}/access`)
    await title(viewer, 'Visitors see 1 component').waitFor()
    expect(await viewer.getByRole('button', { name: /password|Delete|Save|hostname/ }).count()).toBe(0)

    const small = await open(app(), `/status-pages/${body.id}/components`, {
      size: phone,
      language: 'de',
      expectedErrors,
    })
    await small.getByRole('button', { name: 'Checkout verschieben' }).waitFor()
    const box = (await small.getByRole('button', { name: 'Checkout verschieben' }).boundingBox())!
    expect([box.width, box.height].every((side) => side >= 44)).toBe(true)

    await follow(small, '/status-pages/0198c5a2-d1a0-7b3c-8f21-5e4d3c2b1a09')
    await title(small, 'Seite nicht gefunden').waitFor()
    await follow(small, `/status-pages/${body.id}/nonsense`)
    await title(small, 'Seite nicht gefunden').waitFor()
  })
})
