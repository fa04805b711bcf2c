import { expect, it } from 'vitest'
import { createHostLimits } from './host-limits.ts'

function gate(): { work: () => Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, open: resolve }
}

it('runs so many against one host at once, and the next when one is done', async () => {
  const limits = createHostLimits({ perHost: 2, waitingPerHost: 10 })
  const gates = Array.from({ length: 5 }, gate)
  for (const { work } of gates) expect(limits.enter('a', work)).toBe(true)
  expect([limits.running, limits.waiting]).toEqual([2, 3])
  gates[0]!.open()
  await gates[0]!.work()
  await Promise.resolve()
  expect([limits.running, limits.waiting]).toEqual([2, 2])
})

it('does not let one host hold up another', () => {
  const limits = createHostLimits({ perHost: 1, waitingPerHost: 10 })
  for (let n = 0; n < 5; n++) limits.enter('hanging', gate().work)
  let ran = false
  limits.enter('other', async () => void (ran = true))
  expect(ran).toBe(true)
})

it('refuses when too many wait for a host', () => {
  const limits = createHostLimits({ perHost: 1, waitingPerHost: 2 })
  const entered = Array.from({ length: 5 }, () => limits.enter('a', gate().work))
  expect(entered).toEqual([true, true, true, false, false])
})

it('forgets a host when nothing of it is left', async () => {
  const limits = createHostLimits({ perHost: 1, waitingPerHost: 2 })
  for (let n = 0; n < 100; n++) limits.enter(`host ${n}`, async () => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  expect([limits.running, limits.waiting]).toEqual([0, 0])
})
