// The documentation in a browser: readable by everybody, with search by keyboard.
import { describe, expect, it } from 'vitest'
import { expectAccessible, hasBrowser, newPage } from '../kit/browser/browser.ts'
import { sharedLapwing } from '../kit/lapwing/lapwing.ts'

describe.skipIf(!hasBrowser)('the documentation', () => {
  const app = sharedLapwing()

  it('can be read by everybody, and a page is found with the keyboard', async () => {
    const page = await newPage(app().origin)
    for (const path of ['/docs', '/docs/reference/contacts']) {
      await page.goto(path)
      await expectAccessible(page)
    }
    await page.goto('/docs/webhooks')
    await page.keyboard.press('/')
    await page.keyboard.type('verify an eve')
    await page.getByRole('link', { name: /^Webhooks: Verify an event/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/docs/webhooks#verify-an-event')
    await expect
      .poll(() => page.getByRole('link', { name: 'Webhooks', exact: true }).getAttribute('aria-current'))
      .toBe('page')
    const sections = page.getByRole('navigation', { name: 'On this page' })
    await sections.getByRole('link', { name: 'Verify an event' }).click()
    await page.locator('.code').first().hover()
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
  })
})
