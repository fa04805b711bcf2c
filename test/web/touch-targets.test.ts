import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { follow, hasBrowser, lapwingWithDashboard, open, phone } from '../kit/browser/browser.ts'
import { fail } from '../kit/resources/incidents.ts'
import { make } from '../kit/resources/monitors.ts'

const screens = [
  '/',
  '/monitors',
  '/monitors/new',
  '/incidents',
  '/hosts',
  '/hosts/new',
  '/on-call',
  '/on-call/new',
  '/on-call/me',
  '/channels',
  '/channels/new',
  '/channels/log',
  '/contacts',
  '/contacts/groups',
  '/maintenance',
  '/maintenance/new',
  '/status-pages',
  '/reports',
  '/diagnostics',
  '/confirmations',
  '/oauth/device',
  ...['organization', 'members', 'keys', 'apps', 'variables', 'import', 'plan', 'activity'].map(
    (name) => `/settings/${name}`,
  ),
  ...['profile', 'security', 'paging', 'look'].map((name) => `/settings/me/${name}`),
]

/** A checkbox counts with its label, a switch with the area around it; links in text and table cells are exempt. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(`[
      ...document.querySelectorAll('button, select, textarea, input, .btn, .chip, .tabs a, .tabbar a')
    ]
    .filter((element) => !element.closest('td, th, [hidden], .sr'))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ element, height: (() => {
      if (element.matches('.switch')) return parseFloat(getComputedStyle(element, '::before').height)
      const isTicked = element.matches('.check, [type=checkbox], [type=radio]')
      const box = isTicked ? element.labels[0] : element.closest('.input')
      return (box ?? element).getBoundingClientRect().height
    })() }))
    .filter(({ height }) => height > 0 && height < 43.9)
    .map(({ element, height }) => element.tagName + '.' + element.className + ' “' +
      (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40) + '” ' + height)`)
}

describe.skipIf(!hasBrowser)('phones', () => {
  const app = lapwingWithDashboard()

  beforeAll(() => make(app(), { name: 'Checkout', tags: ['shop'] }).then(({ id }) => fail(app(), id)))

  it('every control of every main screen is at least 44 px high', async () => {
    const page = await open(app(), '/', { size: phone })
    const small: Record<string, string[]> = {}
    for (const path of screens) {
      await follow(page, path)
      await page.locator('h1').first().waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      const found = await smallControls(page)
      if (found.length > 0) small[path] = found
    }
    expect(small).toEqual({})
  })
})
