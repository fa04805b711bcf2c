// Moves within a dashboard that is already open, which costs a fifth of loading it again.
import type { Page } from 'playwright-core'

/** Runs in the page, where TanStack's router makes itself available to its developer tools. */
const goTo = `async (path) => {
  const router = globalThis.__TSR_ROUTER__
  if (!router) throw new Error('There is no router of the dashboard at ' + location.href)
  const before = location.href
  if (new URL(path, before).href === before) return
  await new Promise((resolve, reject) => {
    const ignore = router.subscribe('onRendered', () => (ignore(), resolve()))
    const stay = () => {
      if (location.href === before) reject(new Error('The dashboard stays at ' + before + ', asked for ' + path))
    }
    router.navigate({ href: path, ignoreBlocker: true }).then(stay, reject)
  })
}`

/** Goes to another address as a link of the dashboard does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`(${goTo})(${JSON.stringify(path)})`)
}

// A screen without navigation that sends no requests, so that an idle page does nothing.
const outside = '/sign-in/two-factor'

/**
 * Leaves the screen and forgets its data, notices and storage, as if the dashboard had just been loaded. Returns false
 * if the page shows no dashboard.
 */
export function leaveScreen(page: Page): Promise<boolean> {
  return page.evaluate(`(async () => {
    const router = globalThis.__TSR_ROUTER__
    if (!router) return false
    await (${goTo})('${outside}')
    router.options.context.queries.clear()
    for (const notice of document.querySelectorAll('.toast > button:last-child')) notice.click()
    localStorage.clear()
    sessionStorage.clear()
    return true
  })()`)
}
