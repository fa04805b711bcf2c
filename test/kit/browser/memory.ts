// What a page keeps after garbage collection, by the counters of the browser.
import type { Page } from 'playwright-core'

export interface PageMemory {
  readonly heapBytes: number
  readonly listeners: number
  readonly nodes: number
}

export async function memoryOf(page: Page): Promise<PageMemory> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Performance.enable')
  // The first collection runs finalizers, which release more.
  for (let n = 0; n < 2; n++) await tools.send('HeapProfiler.collectGarbage')
  const { metrics } = await tools.send('Performance.getMetrics')
  await tools.detach()
  const value = (wanted: string): number => metrics.find(({ name }) => name === wanted)!.value
  return { heapBytes: value('JSHeapUsedSize'), listeners: value('JSEventListeners'), nodes: value('Nodes') }
}
