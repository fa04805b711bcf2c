import { expect, it } from 'vitest'
import { fakeWorkers } from '../../../test/kit/checks/fake-workers.ts'
import { goodOutcome } from '../../../test/kit/resources/outcomes.ts'
import { SlowLane } from './slow-lane.ts'
import type { Workers } from './workers.ts'

/** Checks cost, and last, as many milliseconds as their targets say. */
function lanes() {
  const ran: string[] = []
  const lane = (name: string): Workers & { isReady: boolean; busy: number } => ({
    ...fakeWorkers(async ({ target }) => {
      ran.push(name)
      const [costMs, durationMs] = target.split(' ').map(Number)
      return { ...goodOutcome, costMs: costMs!, durationMs: durationMs! }
    }),
    isReady: true,
    busy: 0,
  })
  const slow = lane('slow')
  let started = 0
  const step = new SlowLane(() => (started++, slow))
  const check = async (monitorId: string, target: string): Promise<string> => {
    const order = { type: 'tcp', monitorId, version: 1, target, config: {}, deadlineMs: 1000 }
    await step.run(order, lane('quick').run)
    return ran.at(-1)!
  }
  return { check, slow, started: () => started }
}

it('runs costly checks in a process of their own, which starts with the first of them', async () => {
  const { check, started } = lanes()
  expect(await check('canary', '1 20')).toBe('quick')
  for (const cost of ['30 90', '1 20', '30 90']) expect(await check('page', cost)).toBe('quick')
  expect(started()).toBe(0)
  for (let n = 0; n < 2; n++) expect(await check('flood', '60 5000')).toBe('quick')
  expect(await check('flood', '60 5000')).toBe('slow')
  for (const other of ['canary', 'page']) expect(await check(other, '1 20')).toBe('quick')
  expect(started()).toBe(1)
})

it('uses the usual processes again after a cheap and short check', async () => {
  const { check } = lanes()
  for (let n = 0; n < 2; n++) await check('flood', '60 5000')
  // Among many that burn, each gets little.
  expect(await check('flood', '5 10000')).toBe('slow')
  expect(await check('flood', '1 20')).toBe('slow')
  expect(await check('flood', '1 20')).toBe('quick')
})

it('waits neither for a starting process nor for a full one', async () => {
  const { check, slow } = lanes()
  slow.isReady = false
  for (let n = 0; n < 3; n++) expect(await check('flood', '60 5000')).toBe('quick')
  slow.isReady = true
  slow.busy = 64
  expect(await check('flood', '60 5000')).toBe('quick')
  slow.busy = 63
  expect(await check('flood', '60 5000')).toBe('slow')
})
