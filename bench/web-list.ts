// The list of ten thousand monitors in a browser: how soon it reacts, how much of it is drawn, what live changes cost.
import { type Page, chromium } from 'playwright-core'
import { spentBy } from './web-cpu.ts'
import { serveList } from './web-list-server.ts'
import { longestTaskOf } from './web-tasks.ts'

export const program = '/usr/bin/chromium'
const busySeconds = 10
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** The longest that any interaction took to be seen, as browsers count it. */
const watchInteractions = `
  globalThis.slowest = 0
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) globalThis.slowest = Math.max(globalThis.slowest, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

const rowsDrawn = (page: Page): Promise<number> => page.locator('.monitor-table tbody tr').count()

async function slowestAfter(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate('globalThis.slowest = 0')
  await work()
  await page.waitForTimeout(600)
  return page.evaluate('globalThis.slowest')
}

async function scrollThrough(page: Page): Promise<number> {
  let most = 0
  for (let step = 0; step < 40; step++) {
    await page.mouse.wheel(0, 12_000)
    most = Math.max(most, await rowsDrawn(page))
  }
  return most
}

/** As somebody who looks for a monitor uses it, and then lets it be. */
async function use(page: Page): Promise<void> {
  const search = page.getByRole('searchbox')
  const typed = 'Monitor 77'
  const typing = await slowestAfter(page, () => search.pressSequentially(typed, { delay: 40 }))
  say(`\n10,000 monitors while 500 change every second, of 100 ms to react and 60 rows`)
  say(
    `${typing.toFixed(0).padStart(7)} ms  typing in the filter; ${(await search.inputValue()) === typed ? 'no' : 'A'} key was dropped`,
  )
  await search.fill('')
  const chip = page.getByRole('button', { name: /^Down/ })
  let slowest = 0
  const filtering = await spentBy(page, async () => (slowest = await slowestAfter(page, () => chip.click())))
  say(
    `${slowest.toFixed(0).padStart(7)} ms  filtering by state; ${(filtering * 1000).toFixed(0)} ms of CPU in its second`,
  )
  await chip.click()
  await page.mouse.move(800, 600)
  say(`${String(await scrollThrough(page)).padStart(7)}     rows drawn at most, scrolling through`)
  const share = await spentBy(page, () => page.waitForTimeout(busySeconds * 1000))
  say(`${((share / busySeconds) * 100).toFixed(1).padStart(7)} %   of a core, live changes alone`)
}

export async function measureList(): Promise<void> {
  const server = await serveList()
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    await page.addInitScript(watchInteractions)
    await page.goto(`${server.origin}/monitors`)
    await page.getByRole('link', { name: 'Monitor 0', exact: true }).waitFor()
    const { wall, thread } = await longestTaskOf(page, () => use(page))
    say(`${wall.toFixed(0).padStart(7)} ms  the longest task by the clock on the wall`)
    say(`${thread.toFixed(0).padStart(7)} ms  the longest task by the time of its own thread`)
  } finally {
    await browser.close()
    server.close()
  }
}
