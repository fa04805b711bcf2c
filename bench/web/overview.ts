// The overview of ten thousand monitors in a browser with an empty cache: time to content, requests, layout shifts.
import { type Browser, chromium } from 'playwright-core'
import { spentBy } from './cpu.ts'
import { program } from './list.ts'
import { serveList } from './list-server.ts'
import { longestTaskOf } from './tasks.ts'

const watch = `
  globalThis.statusShown = 0
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('.head h1')?.textContent.endsWith('.')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (globalThis.statusShown = performance.now())))
  }).observe(document, { subtree: true, childList: true })
  globalThis.moved = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.moved += value
  }).observe({ type: 'layout-shift', buffered: true })`

// Under tracing, the page would parse React once more for stacks that nothing uses: 25 ms in one task.
const asUnwatched = '--js-flags=--no-enable-lazy-source-positions'

const contentMs = `performance.getEntriesByName('first-contentful-paint')[0].startTime`
const visits = 5

interface Visit {
  readonly content: number
  readonly statusShown: number
  readonly drawn: number
  readonly spent: number
  readonly longest: number
  readonly longestOwn: number
  readonly moved: number
  readonly questions: readonly string[]
}

const say = (value: string, text: string): boolean => process.stdout.write(`${value.padStart(7)} ${text}\n`)

/** In a new context with an empty cache. */
async function visit(browser: Browser, origin: string): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.addInitScript(watch)
  let [spent, drawn] = [0, 0]
  const { wall, thread } = await longestTaskOf(page, async () => {
    spent = await spentBy(page, async () => {
      await page.goto(origin)
      await page.locator('.status-grid canvas, .status-grid svg').first().waitFor()
    })
    drawn = Number(await page.evaluate('performance.now()'))
    await page.waitForLoadState('networkidle').catch(() => undefined)
  })
  const [content, statusShown, moved] = await Promise.all(
    [contentMs, 'globalThis.statusShown', 'globalThis.moved'].map(async (what) => Number(await page.evaluate(what))),
  )
  await page.close()
  const questions = paths.filter((path) => path.startsWith('/app/')).map((path) => path.slice('/app/'.length))
  const longest = { longest: wall, longestOwn: thread }
  return {
    content: content!,
    statusShown: statusShown!,
    drawn,
    spent: spent * 1000,
    ...longest,
    moved: moved!,
    questions,
  }
}

type Figure = Exclude<keyof Visit, 'questions'>

export async function measureOverview(): Promise<void> {
  const server = await serveList({ changesPerSecond: 0 })
  const browser = await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', asUnwatched],
  })
  try {
    const first = await visit(browser, server.origin)
    const others = await Array.fromAsync({ length: visits }, () => visit(browser, server.origin))
    const middle = (figure: Figure): number =>
      others.map((one) => one[figure]).toSorted((one, other) => one - other)[Math.floor(visits / 2)]!
    const tell = (figure: Figure, text: string): boolean =>
      say(middle(figure).toFixed(0), `ms  ${text} (${first[figure].toFixed(0)})`)
    process.stdout.write(
      `\nthe overview of 10,000 monitors, nothing kept: the middle of ${visits} visits (the first since the browser was started)\n`,
    )
    tell('content', 'until something is there to read')
    tell('statusShown', 'until it says how things are, of 800')
    tell('drawn', 'until the status grid is drawn')
    tell('spent', 'of CPU until then')
    tell('longest', 'the longest task, of 100, by the clock on the wall')
    tell('longestOwn', 'the longest task, of 100, by the time of its own thread')
    say(String(first.questions.length), `    questions: ${first.questions.join(', ')}`)
    say(middle('moved').toFixed(3), '    of the layout moved, of 0.02')
  } finally {
    await browser.close()
    server.close()
  }
}
