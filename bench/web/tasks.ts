// The longest task of a page's main thread, as the browser traces it.
import type { Page } from 'playwright-core'

export interface LongestTask {
  /** Milliseconds of wall time, which includes other load. */
  readonly wall: number
  /** Milliseconds of CPU time: the longest by this clock, which may be another task. */
  readonly thread: number
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
}

const mark = 'lapwing.traced'

export async function longestTaskOf(page: Page, work: () => Promise<unknown>): Promise<LongestTask> {
  const tools = await page.context().browser()!.newBrowserCDPSession()
  const traced: TraceEvent[] = []
  tools.on('Tracing.dataCollected', ({ value }) => traced.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise((resolve) => tools.once('Tracing.tracingComplete', resolve))
  const includedCategories = ['disabled-by-default-devtools.timeline', 'blink.user_timing']
  await tools.send('Tracing.start', { traceConfig: { includedCategories } })
  await work()
  await page.evaluate(`performance.mark('${mark}')`)
  await tools.send('Tracing.end')
  await ended
  await tools.detach()
  return longestBeside(traced)
}

/** The browser has other pages of its own: ours is the one that left a mark. */
function longestBeside(traced: readonly TraceEvent[]): LongestTask {
  const ours = traced.find(({ name }) => name === mark)
  const tasks = traced.filter(({ name, pid, tid }) => name === 'RunTask' && pid === ours?.pid && tid === ours.tid)
  const longest = (clock: 'dur' | 'tdur'): number => Math.max(0, ...tasks.map((task) => task[clock] ?? 0)) / 1000
  return { wall: longest('dur'), thread: longest('tdur') }
}
