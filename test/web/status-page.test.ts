import { describe, expect, it } from 'vitest'
import { addAnnouncement } from '../../src/store/status-pages/announcements.ts'
import { expectAccessible, hasBrowser, newPage } from '../kit/browser/browser.ts'
import { sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { storedPage } from '../kit/resources/public-pages.ts'
import { announcementRow } from '../kit/resources/status-pages.ts'
import { waitUntil } from '../kit/wait-until.ts'

const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>`

describe.skipIf(!hasBrowser)('a status page in a browser', () => {
  const app = sharedLapwing()

  async function failingPage() {
    const page = await storedPage(app(), { name: `Halden ${evil}`, description: evil, components: ['Checkout', evil] })
    const row = announcementRow(app().clock.now(), { title: `Payments fail ${evil}`, body: evil, severity: 'major' })
    await addAnnouncement(app().store, page.id, row)
    // Visitors are shown what the server hears of a moment later.
    await waitUntil(async () =>
      (await (await fetch(`${app().origin}/status/${page.slug}`)).text()).includes('Payments'),
    )
    return page
  }

  it('can be read, and its forms used, by everybody, and what people wrote stays text', async () => {
    const { slug } = await failingPage()
    const page = await newPage(app().origin)
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).origin))
    await page.goto(`/status/${slug}`)
    await page.getByRole('heading', { name: /Payments fail/ }).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await expect.poll(() => page.locator('script').count()).toBe(1)
    expect(await page.locator('img').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Day by day' }).first().click()
    await expect.poll(() => page.getByRole('row').count()).toBe(91)
    await page.getByRole('link', { name: /^Back to/ }).click()
    await page.getByLabel('Send it by').selectOption('webhook')
    await page.getByLabel('Your address').fill('https://10.0.0.1/')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByLabel('Your address').inputValue()).toBe('https://10.0.0.1/')
    expect([...new Set(requested)]).toEqual([app().origin])
  })

  it('names the day under the pointer, and shows times in the zone that a visitor chooses', async () => {
    const { slug } = await failingPage()
    const page = await newPage(app().origin)
    await page.goto(`/status/${slug}`)
    const strip = (await page.locator('.bs').first().boundingBox())!
    await page.mouse.move(strip.x + strip.width - 2, strip.y + 10)
    await expect.poll(() => page.locator('.tip').textContent()).toMatch(/^\w{3},? 1 Mar: No data$/)
    await page.mouse.move(1, 1)
    await expect.poll(() => page.locator('.tip').count()).toBe(0)
    await page.getByRole('button', { name: 'Show times in UTC' }).click()
    await page.getByText('All times in UTC').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Show times in your time zone' }).waitFor()
    await expect.poll(() => page.locator('time[data-f]').first().textContent()).toMatch(/UTC$/)
  })

  it('says the same without script', async () => {
    const { slug } = await failingPage()
    const page = await newPage(app().origin)
    const plain = await page.context().browser()!.newContext({ baseURL: app().origin, javaScriptEnabled: false })
    const without = await plain.newPage()
    await without.goto(`/status/${slug}`)
    await expect.poll(() => without.getByRole('heading', { name: /Payments fail/ }).count()).toBe(1)
    await expect.poll(() => without.locator('time').first().textContent()).toMatch(/UTC$/)
    await without.goto('/status/never-was-here')
    await without.getByLabel('Password').fill('open sesame')
    await without.getByRole('button', { name: 'Open' }).click()
    await without.getByRole('alert').waitFor()
    await plain.close()
  })
})
