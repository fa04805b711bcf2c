// Ways through the dashboard that is open in a page, which cost a fifth of loading it anew.
import type { Page } from 'playwright-core'

/** In the page. TanStack's router keeps itself there for its own tools. */
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

// A screen outside of the frame that asks the server nothing: what is left behind is neither drawn nor kept up to date.
const outside = '/sign-in/two-factor'

/** Leaves the dashboard as it is after loading it, and says whether it is one: without data, notices and storage. */
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
