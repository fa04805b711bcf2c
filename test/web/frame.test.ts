import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  darkDesk,
  darkPhone,
  expectAccessible,
  follow,
  hasBrowser,
  lapwingWithDashboard,
  lightDesk,
  lightPhone,
  open,
  phone,
} from '../kit/browser/browser.ts'
import { make } from '../kit/resources/monitors.ts'
import { passUntil } from '../kit/resources/notifying.ts'

const screens = [
  ['/', 'Overview'],
  ['/monitors', 'Monitors'],
  ['/incidents', 'Incidents'],
  ['/on-call', 'On-call'],
  ['/channels', 'Channels'],
  ['/contacts', 'Contacts'],
  ['/maintenance', 'Maintenance'],
  ['/settings', 'Settings'],
] as const

const eventsPath = '/app/dashboard/events'

/** The page's next request for a live connection, which waits to be let through. */
function nextStream(page: Page): Promise<Route> {
  const { promise, resolve } = Promise.withResolvers<Route>()
  void page.route(`**${eventsPath}*`, resolve, { times: 1 })
  return promise
}

describe.skipIf(!hasBrowser)('the frame', () => {
  const app = lapwingWithDashboard()
  const shows = (page: Page, name: string) => passUntil(app(), () => page.getByRole('link', { name }).isVisible())

  it('shows at every address the section it leads to', async () => {
    const page = await open(app(), '/')
    for (const [path, section] of screens) {
      await follow(page, path)
      await page.locator('h1').waitFor()
      const current = page.locator('.nav a[aria-current=page]')
      await expect.poll(() => current.textContent(), { message: path }).toContain(section)
      await expect.poll(() => page.title(), { message: path }).toContain('· Lapwing')
    }
  })

  it('can be used by everybody, light and dark, on a desk and on a phone', async () => {
    const page = await open(app(), '/settings')
    await page.locator('h1').waitFor()
    await expectAccessible(page, [lightPhone, darkPhone, lightDesk, darkDesk])
  })

  it('says so when there is nothing at an address', async () => {
    const page = await open(app(), '/nowhere')
    for (const [path, name] of [
      ['/nowhere', 'Page not found'],
      ['/monitors/none/none/none', 'Page not found'],
      ['/incidents/999999', 'Incident not found'],
      ['/monitors/none', 'Monitor not found'],
      ['/channels/999999', 'Channel not found'],
      ['/contacts/groups/none', 'Contact group not found'],
    ] as const) {
      await follow(page, path)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    }
  })

  it('sends somebody who has not signed in to the sign-in page, and remembers where they wanted to go', async () => {
    const page = await open(app(), '/incidents?status=all', { role: null })
    await page.waitForURL('**/sign-in?**')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/incidents?status=all')
  })

  it('moves the focus to the title of the next screen and says it, and is used by keys unless somebody is typing', async () => {
    const page = await open(app(), '/')
    await page.locator('h1').waitFor()
    await page.locator('.sidebar').getByRole('link', { name: 'Channels' }).click()
    await page.waitForURL('**/channels')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    await expect.poll(() => page.locator('.sr[aria-live=polite]').textContent()).not.toBe('')

    // Two keys belong together within a second, which a busy machine may need to pass one on.
    await page.evaluate("for (const key of 'gi') dispatchEvent(new KeyboardEvent('keydown', { key }))")
    await page.waitForURL('**/incidents')
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.waitFor()
    await expect.poll(() => list.textContent()).toContain('Go to Monitors')
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    // While the palette is still loading.
    await page.keyboard.type('g m')
    const search = page.getByRole('combobox', { name: 'Search and commands' })
    await expect.poll(() => search.inputValue()).toBe('g m')
    expect(new URL(page.url()).pathname).toBe('/incidents')
    await search.fill('channels')
    await page.getByRole('option', { name: 'Go to Channels' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/channels')
    await page.keyboard.press('Control+k')
    await search.fill('downtime')
    await page.getByRole('option', { name: 'Schedule maintenance' }).click()
    await page.waitForURL('**/maintenance/new')
    await page.keyboard.press('Control+k')
    await search.fill('https://api.example.com/health')
    await page.getByRole('option', { name: 'Monitor https://api.example.com/health' }).click()
    await page.waitForURL(({ searchParams }) => searchParams.get('target') === 'https://api.example.com/health')
  })

  it('opens the palette for a key that is pressed in the instant after the first paint', async () => {
    const page = await open(app(), '/settings')
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (!document.querySelector('.shell')) return
      observer.disconnect()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    }).observe(document, { childList: true, subtree: true })`)
    await page.reload()
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
  })

  it('keeps the theme that was chosen, before anything is painted', async () => {
    const page = await open(app(), '/settings')
    await page.locator('h1').waitFor()
    for (const theme of ['light', 'dark']) {
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/dashboard/preferences'))
      await page.keyboard.press('t')
      expect((await (await saved).json()).theme).toBe(theme)
    }
    await page.reload({ waitUntil: 'commit' })
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  })

  it('holds one live connection for all its tabs', async () => {
    const first = await open(app(), '/monitors')
    await first.getByText('Live', { exact: true }).waitFor()
    const second = await first.context().newPage()
    const requested: string[] = []
    second.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await second.goto('/monitors')
    await second.getByText('Live', { exact: true }).waitFor()
    await make(app(), { name: 'Seen in both' })
    for (const tab of [first, second]) await shows(tab, 'Seen in both')
    expect(requested).not.toContain(eventsPath)
  })

  it('hears of what happened before it listened, and while another tab took over', async () => {
    await make(app(), { name: 'Known' })
    const witness = await open(app(), '/monitors')
    await witness.getByText('Live', { exact: true }).waitFor()
    const makeSilent = async (name: string, stream: Promise<Route>): Promise<void> => {
      const held = await stream
      await make(app(), { name })
      await shows(witness, name)
      await held.continue()
    }
    const first = await open(app(), '/monitors')
    await first.getByText('Live', { exact: true }).waitFor()
    const firstStream = nextStream(first)
    await first.reload()
    await shows(first, 'Known')
    await makeSilent('Made before it listened', firstStream)
    await shows(first, 'Made before it listened')
    const second = await first.context().newPage()
    const secondStream = nextStream(second)
    await second.goto('/monitors')
    await shows(second, 'Known')
    await first.close()
    await makeSilent('Made while nobody listened', secondStream)
    await shows(second, 'Made while nobody listened')
  })

  it('asks in turn where a proxy swallows live updates, and says so', async () => {
    const page = await open(app(), '/monitors')
    await page.route(`**${eventsPath}*`, (route) => route.fulfill({ status: 502 }))
    await page.clock.install({ time: app().clock.now() })
    await page.reload()
    await page.getByText('Updates every 15 s').waitFor()
    await make(app(), { name: 'Found by asking' })
    await page.clock.runFor(30_000)
    await page.getByRole('link', { name: 'Found by asking' }).waitFor()
  })

  it('speaks German', async () => {
    const page = await open(app(), '/settings', { language: 'de' })
    await page.locator('.sidebar').getByRole('link', { name: 'Vorfälle' }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de')
  })

  it('has its sections at the foot of a phone', async () => {
    const page = await open(app(), '/settings', { size: phone })
    await page.locator('.tabbar').getByRole('link', { name: 'Monitors' }).click()
    await page.waitForURL('**/monitors')
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBe(390)
  })

  it('lets nothing run that is not its own', async () => {
    const page = await open(app(), '/settings', { expectedErrors: /Content Security Policy/ })
    await page.locator('h1').waitFor()
    await page.evaluate(`{
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => document.title = violatedDirective)
      const script = document.createElement('script')
      script.textContent = 'document.title = "ran"'
      document.head.append(script)
    }`)
    await expect.poll(() => page.title()).toBe('script-src-elem')
  })
})
