// The CPU cost of a page, from the browser's counters.
import type { Page } from 'playwright-core'

/** Seconds of its main thread, so that other load does not count. */
export async function spentBy(page: Page, work: () => Promise<unknown>): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<number> => {
    const { metrics } = await tools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await spent()
  await work()
  const seconds = (await spent()) - before
  await tools.detach()
  return seconds
}
