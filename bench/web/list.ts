// The list of ten thousand monitors in a browser: its latency, how much of it is drawn, the cost of live changes.
import { type Page, chromium } from 'playwright-core'
import { spentBy } from './cpu.ts'
import { serveList } from './list-server.ts'
import { longestTaskOf } from './tasks.ts'

export const program = '/usr/bin/chromium'
const busySeconds = 10
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** The longest interaction to next paint. */
const watchInteractions = `
  globalThis.slowest = 0
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) globalThis.slowest = Math.max(globalThis.slowest, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** Layout shifts are summed since the last reset; a frame without a row in the middle of the list is blank. */
const watchScrolling = `
  globalThis.shifts = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) globalThis.shifts += value
  }).observe({ type: 'layout-shift', buffered: true })
  globalThis.countBlankFrames = (ms) =>
    new Promise((resolve) => {
      const until = performance.now() + ms
      const counted = { frames: 0, blank: 0 }
      const look = () => {
        counted.frames++
        if (!document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tbody tr')) counted.blank++
        if (performance.now() < until) requestAnimationFrame(look)
        else resolve(counted)
      }
      requestAnimationFrame(look)
    })`

const rowsDrawn = (page: Page): Promise<number> => page.locator('.monitor-table tbody tr').count()

async function slowestAfter(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate('globalThis.slowest = 0')
  await work()
  await page.waitForTimeout(600)
  return page.evaluate('globalThis.slowest')
}

interface Scrolled {
  readonly maxRows: number
  readonly shifts: number
  readonly frames: number
  readonly blank: number
}

async function scrollThrough(page: Page): Promise<Scrolled> {
  await page.evaluate('globalThis.shifts = 0')
  const counting = page.evaluate<{ frames: number; blank: number }>('countBlankFrames(3000)')
  let most = 0
  for (let step = 0; step < 40; step++) {
    await page.mouse.wheel(0, 12_000)
    most = Math.max(most, await rowsDrawn(page))
  }
  return { maxRows: most, shifts: await page.evaluate('globalThis.shifts'), ...(await counting) }
}

/** How long the row at 70 % takes to be there after the scroll bar was dragged to it. */
async function jump(page: Page): Promise<number> {
  return page.evaluate(`{
    const start = performance.now()
    scrollTo(0, document.documentElement.scrollHeight * 0.7)
    new Promise((resolve) => {
      const look = () => {
        const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tbody tr')
        if (row?.querySelector('[data-position]')) resolve(performance.now() - start)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  }`)
}

/** Searches for a monitor like a user, then stops. */
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
  const { maxRows, shifts, frames, blank } = await scrollThrough(page)
  say(`${String(maxRows).padStart(7)}     rows drawn at most, scrolling through`)
  say(`${shifts.toFixed(3).padStart(7)}     layout shift while scrolling through, of 0.02`)
  say(`${String(blank).padStart(7)}     blank frames of ${frames}`)
  await page.evaluate('scrollTo(0, 0)')
  await page.waitForTimeout(300)
  say(`${(await jump(page)).toFixed(0).padStart(7)} ms  until the row at 70 % is there, of 300`)
  const share = await spentBy(page, () => page.waitForTimeout(busySeconds * 1000))
  say(`${((share / busySeconds) * 100).toFixed(1).padStart(7)} %   of a core, live changes alone`)
}

export async function measureList(): Promise<void> {
  const server = await serveList()
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    await page.addInitScript(watchInteractions)
    await page.addInitScript(watchScrolling)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const start = performance.now()
    await page.goto(`${server.origin}/monitors`)
    await page.getByRole('link', { name: 'Monitor 0', exact: true }).waitFor()
    const coldMs = performance.now() - start
    const before = requests.slice(0, requests.indexOf('/app/dashboard/monitors') + 1)
    say(`\n${coldMs.toFixed(0).padStart(7)} ms  until the list is there on a cold cache, of 1,000`)
    say(`${String(before.length).padStart(7)}     requests until then, of 8: ${before.join(' ')}`)
    const { wall, thread } = await longestTaskOf(page, () => use(page))
    say(`${wall.toFixed(0).padStart(7)} ms  the longest task by the clock on the wall`)
    say(`${thread.toFixed(0).padStart(7)} ms  the longest task by the time of its own thread`)
  } finally {
    await browser.close()
    server.close()
  }
}
