import { expect, it } from 'vitest'
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts'
import { goodOutcome } from '../../../test/kit/resources/outcomes.ts'
import { fakeWorkers } from '../../../test/kit/checks/fake-workers.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { HostLimits } from './host-limits.ts'
import { hostOf } from './order-facts.ts'
import { withSteps } from './steps.ts'

interface Run {
  readonly target: string
  finish(): void
}

function limits(clock: FakeClock = fakeClock()) {
  const [runs, late]: [Run[], string[]] = [[], []]
  const workers = fakeWorkers(
    ({ target }) => {
      const { promise, resolve } = Promise.withResolvers<ReportedOutcome | null>()
      const run = { target, finish: () => resolve(goodOutcome) }
      runs.push(run)
      return promise.finally(() => runs.splice(runs.indexOf(run), 1))
    },
    { stop: async () => runs.forEach(({ finish }) => finish()) },
  )
  const limited = withSteps(workers, [new HostLimits({ clock, hostOf, onLate: (host) => void late.push(host) })])
  const order = (
    target: string,
    more: { maxWaitMs?: number; hasSlot?: boolean } = {},
  ): Promise<ReportedOutcome | null> =>
    limited.run({ type: 'http', monitorId: 'm', version: 1, target, config: {}, deadlineMs: 30_000, ...more })
  const orderMany = (count: number, target: string, more = {}): Promise<ReportedOutcome | null>[] =>
    Array.from({ length: count }, (_, n) => order(`${target}/${n}`, more))
  const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
  return { clock, runs, late, limited, order, orderMany, settle }
}

const interval = { maxWaitMs: 60_000 }

it('runs 64 checks of one host at once, and the next in order when one ends', async () => {
  const { runs, orderMany, settle } = limits()
  orderMany(70, 'https://shop.example', interval)
  await settle()
  expect(runs).toHaveLength(64)
  runs[0]!.finish()
  runs[1]!.finish()
  await settle()
  expect(runs.map(({ target }) => target).slice(-2)).toEqual(['https://shop.example/64', 'https://shop.example/65'])
  expect(runs).toHaveLength(64)
})

it('gives the place of a check without a response to the next one', async () => {
  const { clock, runs, late, orderMany, settle } = limits()
  orderMany(300, 'https://silent.example', interval)
  for (const count of [64, 128, 192, 256, 300]) {
    await settle()
    expect(runs).toHaveLength(count)
    clock.advance(2000)
  }
  expect(late).toEqual([])
})

it('opens at most 1,000 connections to one host, until checks have waited for one interval', async () => {
  const { clock, runs, late, orderMany, settle } = limits()
  orderMany(1100, 'https://silent.example', interval)
  for (let ms = 0; ms < 58_000; ms += 2000) {
    await settle()
    clock.advance(2000)
  }
  await settle()
  expect([runs.length, late.length]).toEqual([1000, 0])
  clock.advance(2000)
  await settle()
  expect([runs.length, late.length]).toEqual([1100, 100])
  expect(new Set(late)).toEqual(new Set(['silent.example']))
})

it('does not let one host delay others or browser checks', async () => {
  const { runs, order, orderMany, settle } = limits()
  orderMany(200, 'https://silent.example', interval)
  void order('https://other.example')
  void order('https://silent.example/page', { hasSlot: true })
  await settle()
  expect(runs).toHaveLength(66)
})

it('claims no more when very many wait', async () => {
  const { limited, orderMany, settle } = limits()
  orderMany(10_063, 'https://silent.example', interval)
  await settle()
  expect(limited.free).toBe(500)
  orderMany(1, 'https://silent.example', interval)
  expect(limited.free).toBe(0)
})

it('resets the limit of a host when all its checks have ended', async () => {
  const { runs, orderMany, settle } = limits()
  for (let round = 0; round < 3; round++) {
    const done = orderMany(100, 'https://shop.example', interval)
    while (runs.length > 0) {
      for (const run of runs) run.finish()
      await settle()
    }
    expect((await Promise.all(done)).every((one) => one !== null)).toBe(true)
  }
})

it('releases waiting checks when it stops', async () => {
  const { limited, orderMany, settle } = limits()
  const all = orderMany(100, 'https://silent.example', interval)
  await settle()
  await limited.stop()
  const done = await Promise.all(all)
  expect(done.filter((one) => one === null)).toHaveLength(36)
})

it('looks at once if the time of a check passes while it decides', async () => {
  const [inner, timersMs] = [fakeClock(), [] as number[]]
  let stepMs = 0
  const monotonicMs = (): number => {
    inner.advance(stepMs)
    return inner.monotonicMs()
  }
  const after = (ms: number, work: () => void): (() => void) => {
    timersMs.push(ms)
    return inner.after(ms, work)
  }
  const { runs, orderMany, settle } = limits({ ...inner, monotonicMs, after })
  orderMany(64, 'https://silent.example', interval)
  inner.advance(1998)
  stepMs = 1.5
  orderMany(1, 'https://silent.example', interval)
  expect(Math.min(...timersMs)).toBe(0)
  inner.advance(1)
  await settle()
  expect(runs).toHaveLength(65)
})
