import type { Page } from 'puppeteer-core'

const quietMs = 500
const maxRestMs = 5000

/** Navigates and waits until the page has loaded and the network is idle, with a timeout. */
export async function loadPage(page: Page, url: string, ms: number): Promise<void> {
  const started = performance.now()
  const loaded = await page.goto(url, { waitUntil: 'load', timeout: Math.max(ms, 1) }).then(
    () => true,
    () => false,
  )
  const left = Math.min(maxRestMs, ms - (performance.now() - started))
  if (loaded && left > 0)
    await page.waitForNetworkIdle({ idleTime: quietMs, timeout: left, concurrency: 2 }).catch(() => undefined)
}
