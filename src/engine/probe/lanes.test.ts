import { expect, it } from 'vitest'
import { createLanes } from './lanes.ts'
import type { Work } from './messages.ts'
import type { Workers } from './workers.ts'

const outcome = { success: true, statusCode: null, error: null, cause: null, metrics: {}, evidence: null }

/** Checks cost, and last, as many milliseconds as their targets say. */
function lanes() {
  const ran: string[] = []
  const lane = (name: string): Workers & { isReady: boolean } => ({
    busy: 0,
    isReady: true,
    hasStalled: false,
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
    const work: Omit<Work, 'id'> = { type: 'tcp', monitorId, version: 1, target, config: {}, deadlineMs: 1000 }
    await workers.run(work)
    return ran.at(-1)!
  }
  return { check, slow, started: () => started }
}

it('runs a monitor apart from the others while its checks burn much, and starts a process for it only then', async () => {
  const { check, started } = lanes()
  expect(await check('canary', '1 20')).toBe('quick')
  expect(started()).toBe(0)
  expect(await check('flood', '900 5000')).toBe('quick')
  expect(await check('flood', '900 5000')).toBe('slow')
  expect(await check('canary', '1 20')).toBe('quick')
  expect(started()).toBe(1)
})

it('takes it back when a check was cheap and short', async () => {
  const { check } = lanes()
  await check('flood', '900 5000')
  // Among many that burn, each gets little.
  expect(await check('flood', '20 10000')).toBe('slow')
  expect(await check('flood', '1 20')).toBe('slow')
  expect(await check('flood', '1 20')).toBe('quick')
})

it('does not wait for a process that is still starting', async () => {
  const { check, slow } = lanes()
  slow.isReady = false
  await check('flood', '900 5000')
  expect(await check('flood', '900 5000')).toBe('quick')
  slow.isReady = true
  expect(await check('flood', '900 5000')).toBe('slow')
})
