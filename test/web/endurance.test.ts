import { describe, expect, it, onTestFinished } from 'vitest'
import { serveList } from '../../bench/web/list-server.ts'
import { hasBrowser, newPage } from '../kit/browser/browser.ts'
import { memoryOf } from '../kit/browser/memory.ts'

describe.skipIf(!hasBrowser)('a tab that stays open', () => {
  it('keeps nothing of 40,000 live changes: no listener, no node, no memory', async () => {
    const server = await serveList({ changesPerSecond: 0 })
    onTestFinished(server.close)
    const page = await newPage(server.origin)
    await page.goto('/monitors')
    const down = page.getByRole('row', { name: /Down.*Monitor 0\b/ })
    await down.waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    server.burst('up')
    await down.waitFor({ state: 'detached' })
    const first = await memoryOf(page)
    server.burst('down')
    await down.waitFor()
    server.burst('up')
    await down.waitFor({ state: 'detached' })
    // A request that is still running holds nodes and listeners of its own, so wait until they are gone.
    await expect.poll(async () => growth(first, await memoryOf(page))).toEqual([])
  })
})

type Memory = Awaited<ReturnType<typeof memoryOf>>

function growth(before: Memory, after: Memory): string[] {
  const max: Memory = { ...before, heapBytes: before.heapBytes * 1.2 }
  return (Object.keys(max) as (keyof Memory)[])
    .filter((name) => after[name] > max[name])
    .map((name) => `${name} grew from ${before[name]} to ${after[name]}`)
}
