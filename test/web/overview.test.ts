import { describe, expect, it } from 'vitest'
import { expectAccessible, hasBrowser, lapwingWithDashboard, open, phone } from '../kit/browser/browser.ts'
import { openIncident } from '../kit/resources/incidents.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { make } from '../kit/resources/monitors.ts'

const hostile = '<img src=x onerror=alert(1)>'

describe.skipIf(!hasBrowser)('the overview', () => {
  const app = lapwingWithDashboard()

  it('begins with a field for an address where nothing is watched', async () => {
    const page = await open(app(), '/', { key: keys.other })
    await page.getByRole('heading', { name: 'No monitors yet' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('URL or hostname').fill('https://shop.example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/monitors/new?target=https://shop.example.com')
  })

  it('says what is down, whoever named it, and takes it on with a key', async () => {
    await openIncident(app(), { name: hostile, tags: ['shop'] })
    await make(app(), { name: 'Well', tags: ['shop'] })
    const page = await open(app(), '/')
    await page.getByRole('heading', { name: `${hostile} is down.` }).waitFor()
    await page.getByRole('slider', { name: 'shop: 2 monitors, 1 with problems' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('j')
    await expect.poll(() => page.locator('article:focus').getAttribute('aria-label')).toBe(hostile)
    await page.keyboard.press('a')
    await page.getByText('Acknowledged by Ada').waitFor()
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
  })

  it('asks two questions, each once, and listens', async () => {
    const page = await open(app(), '/')
    await page.getByText('Live', { exact: true }).waitFor()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.reload()
    await page.getByRole('slider').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const first = requested.filter((path) => path.startsWith('/app/'))
    expect(first.toSorted()).toEqual(['/app/dashboard/events', '/app/dashboard/overview', '/app/dashboard/status-grid'])
    await page.keyboard.press('c')
    await page.waitForURL('**/monitors/new')
  })

  it('has its frame around it when it cannot be answered, and says why', async () => {
    const page = await open(app(), '/')
    const json = { error: { code: 'invalid_request', message: 'Not today' } }
    await page.route('**/app/dashboard/overview*', (route) => route.fulfill({ status: 400, json }))
    await page.reload()
    await page.getByRole('alert').getByText('Not today').waitFor()
    await expect.poll(() => page.locator('.sidebar .who').getByText('Ada').isVisible()).toBe(true)
  })

  it('is where one was for who comes back to it', async () => {
    const page = await open(app(), '/', { size: phone })
    await page.getByRole('slider').first().waitFor()
    const foot = await page.evaluate('scrollTo(0, 1e6), scrollY')
    await page.locator('.tabbar').getByRole('link', { name: 'On-call' }).click()
    await page.waitForURL('**/on-call')
    await page.getByRole('heading', { level: 1, name: /on call/ }).waitFor()
    await page.goBack()
    await expect.poll(() => page.evaluate('scrollY')).toBe(foot)
  })

  it('names each shape of the status grid, and opens it', async () => {
    const page = await open(app(), '/')
    await page.getByRole('button', { name: 'Type', exact: true }).click()
    await page.getByRole('slider', { name: /^HTTP\(S\): / }).waitFor()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    const group = page.getByRole('slider', { name: /^shop/ })
    await group.focus()
    await page.keyboard.press('End')
    await page.locator('.status-grid-tip', { hasText: 'Well: No data yet' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\/monitors\/[\w-]{36}$/)
  })

  it('draws a viewer no button, and fits a phone', async () => {
    const page = await open(app(), '/', { role: 'viewer', size: phone, language: 'de' })
    await page.getByRole('heading', { name: `${hostile} ist ausgefallen.` }).waitFor()
    expect(await page.getByRole('link', { name: 'Neuer Monitor' }).count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  })
})
