import { expect, it } from 'vitest'
import { createLanes } from './lanes.ts'
import type { WorkerOrder } from './messages.ts'
import type { Workers } from './workers.ts'

const outcome = { success: true, statusCode: null, error: null, cause: null, metrics: {}, evidence: null }

/** Checks cost, and last, as many milliseconds as their targets say. */
function lanes() {
  const ran: string[] = []
  const lane = (name: string): Workers & { isReady: boolean; busy: number } => ({
    busy: 0,
    free: 500,
    isReady: true,
    stalledMs: () => 0,
    run: async ({ target }) => {
      ran.push(name)
      const [costMs, durationMs] = target.split(' ').map(Number)
      return { id: 0, at: 0, costMs: costMs!, outcome: { ...outcome, durationMs: durationMs! } }
    },
    stop: async () => undefined,
  })
  const slow = lane('slow')
  let started = 0
  const workers = createLanes({ quick: lane('quick'), startSlow: () => (started++, slow) })
  const check = async (monitorId: string, target: string): Promise<string> => {
    const work: Omit<WorkerOrder, 'id'> = { type: 'tcp', monitorId, version: 1, target, config: {}, deadlineMs: 1000 }
    await workers.run(work)
    return ran.at(-1)!
  }
  return { check, slow, started: () => started }
}

it('runs a monitor apart from the others while its checks burn much, and starts a process for it only then', async () => {
  const { check, started } = lanes()
  expect(await check('canary', '1 20')).toBe('quick')
  for (const cost of ['30 90', '1 20', '30 90']) expect(await check('page', cost)).toBe('quick')
  expect(started()).toBe(0)
  for (let n = 0; n < 2; n++) expect(await check('flood', '60 5000')).toBe('quick')
  expect(await check('flood', '60 5000')).toBe('slow')
  for (const other of ['canary', 'page']) expect(await check(other, '1 20')).toBe('quick')
  expect(started()).toBe(1)
})

it('takes it back when a check was cheap and short', async () => {
  const { check } = lanes()
  for (let n = 0; n < 2; n++) await check('flood', '60 5000')
  // Among many that burn, each gets little.
  expect(await check('flood', '5 10000')).toBe('slow')
  expect(await check('flood', '1 20')).toBe('slow')
  expect(await check('flood', '1 20')).toBe('quick')
})

it('waits neither for a process that is still starting nor for one that has enough to do', async () => {
  const { check, slow } = lanes()
  slow.isReady = false
  for (let n = 0; n < 3; n++) expect(await check('flood', '60 5000')).toBe('quick')
  slow.isReady = true
  slow.busy = 64
  expect(await check('flood', '60 5000')).toBe('quick')
  slow.busy = 63
  expect(await check('flood', '60 5000')).toBe('slow')
})
