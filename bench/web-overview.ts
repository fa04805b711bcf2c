// The overview of ten thousand monitors in a browser that has nothing kept: when there is something to read, what was asked for, what moved.
import { chromium } from 'playwright-core'
import { spentBy } from './web-cpu.ts'
import { program } from './web-list.ts'
import { serveList } from './web-list-server.ts'

const watch = `
  globalThis.told = 0
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('.head h1')?.textContent.endsWith('.')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (globalThis.told = performance.now())))
  }).observe(document, { subtree: true, childList: true })
  globalThis.moved = 0
  globalThis.longest = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.moved += value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration)
  }).observe({ type: 'longtask', buffered: true })`

const contentMs = `performance.getEntriesByName('first-contentful-paint')[0].startTime`
const say = (value: string, text: string): boolean => process.stdout.write(`${value.padStart(7)} ${text}\n`)

export async function measureOverview(): Promise<void> {
  const server = await serveList({ changes: false })
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.addInitScript(watch)
    const spent = await spentBy(page, async () => {
      await page.goto(server.origin)
      await page.locator('.flock canvas, .flock svg').first().waitFor()
    })
    const drawn = Number(await page.evaluate('performance.now()'))
    await page.waitForLoadState('networkidle').catch(() => undefined)
    process.stdout.write('\nthe overview of 10,000 monitors, nothing kept\n')
    say(Number(await page.evaluate(contentMs)).toFixed(0), 'ms  until something is there to read')
    say(Number(await page.evaluate('globalThis.told')).toFixed(0), 'ms  until it says how things are, of 800')
    say(drawn.toFixed(0), `ms  until the flock is drawn; ${(spent * 1000).toFixed(0)} ms of CPU`)
    const questions = asked.filter((path) => path.startsWith('/app/'))
    say(String(questions.length), `    questions: ${questions.map((path) => path.slice(5)).join(', ')}`)
    say(Number(await page.evaluate('globalThis.longest')).toFixed(0), 'ms  the longest task, of 100')
    say(Number(await page.evaluate('globalThis.moved')).toFixed(3), '    of the layout moved, of 0.02')
  } finally {
    await browser.close()
    server.close()
  }
}
