// The list of ten thousand monitors in a tab that stays open: whether memory, listeners and nodes stay flat while 50
// monitors change every second. BENCH_MINUTES=480 is a working day.
import { chromium } from 'playwright-core'
import { type PageMemory, memoryOf } from '../../test/kit/browser/memory.ts'
import { program } from './list.ts'
import { serveList } from './list-server.ts'

const warmUpMs = 20_000
const minutes = Number(process.env['BENCH_MINUTES'] ?? 2)

function say(when: string, { heapBytes, listeners, nodes }: PageMemory): void {
  const heap = (heapBytes / 1e6).toFixed(2).padStart(8)
  process.stdout.write(`${when.padEnd(12)}${heap} MB heap ${String(listeners).padStart(6)} listeners `)
  process.stdout.write(`${String(nodes).padStart(7)} nodes\n`)
}

export async function measureEndurance(): Promise<void> {
  if (!(minutes > 0)) throw new Error('BENCH_MINUTES must be a number above 0')
  const server = await serveList({ changesPerSecond: 50 })
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    await page.goto(`${server.origin}/monitors`)
    await page.getByRole('link', { name: 'Monitor 0', exact: true }).waitFor()
    process.stdout.write(`10,000 monitors, 50 changes a second, ${minutes} min, after garbage collection\n`)
    await page.waitForTimeout(warmUpMs)
    const start = await memoryOf(page)
    say('at start', start)
    const parts = Math.max(1, Math.min(10, Math.floor(minutes)))
    let end = start
    for (let part = 1; part <= parts; part++) {
      await page.waitForTimeout((minutes * 60_000) / parts)
      end = await memoryOf(page)
      say(`${((minutes * part) / parts).toFixed(1)} min`, end)
    }
    const ratio = (name: keyof PageMemory): string => (end[name] / start[name]).toFixed(2)
    process.stdout.write(`end / start ${ratio('heapBytes')} heap, ${ratio('listeners')} listeners, `)
    process.stdout.write(`${ratio('nodes')} nodes\n`)
  } finally {
    await browser.close()
    server.close()
  }
}
