import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import type { LocalCause } from '../../domain/outcome.ts'
import { createProbeHealth } from './probe-health.ts'

function probe({ resolver = true, route = true, stalledMs = 0 } = {}) {
  const clock = fakeClock()
  const requested: string[] = []
  const answering = (name: string, answer: boolean) => async (): Promise<boolean> => {
    requested.push(name)
    return answer
  }
  const blame = createProbeHealth({
    clock,
    tests: { resolver: answering('resolver', resolver), route: answering('route', route) },
    stalledMs: () => stalledMs,
  })
  const failing = async (hosts: string[], local: LocalCause = 'resolver'): Promise<(string | null)[]> => {
    const excuses: (string | null)[] = []
    for (const host of hosts) excuses.push(await blame.localFault(host, local, 10_000))
    return excuses
  }
  return { clock, blame, requested, failing }
}

it('finds a local fault if checks of several hosts fail and its own test fails', async () => {
  const { failing } = probe({ resolver: false })
  expect(await failing(['a', 'b', 'c', 'd'])).toEqual([
    null,
    null,
    'not checked: no name server answers this probe',
    'not checked: no name server answers this probe',
  ])
})

it('finds none if its own test passes', async () => {
  const { failing, requested } = probe()
  expect(await failing(['a', 'b', 'c', 'd'])).toEqual([null, null, null, null])
  expect(requested).toEqual(['resolver'])
})

it('does not test itself because of one or two failing hosts', async () => {
  const { failing, requested } = probe({ resolver: false })
  expect((await failing(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'])).filter(Boolean)).toEqual([])
  expect(requested).toEqual([])
})

it('does not test itself while most checks pass', async () => {
  const { failing, blame } = probe({ resolver: false })
  for (let n = 0; n < 10; n++) blame.passed('fine')
  expect((await failing(['a', 'b', 'c'])).filter(Boolean)).toEqual([])
})

it('ignores checks that are more than a minute old', async () => {
  const { failing, clock } = probe({ resolver: false })
  await failing(['a', 'b'])
  clock.advance(61_000)
  expect(await failing(['c'])).toEqual([null])
})

it('repeats its test after a while', async () => {
  const { failing, clock, requested } = probe({ route: false })
  await failing(['a', 'b', 'c', 'd'], 'route')
  clock.advance(6000)
  await failing(['e'], 'route')
  expect(requested).toEqual(['route', 'route'])
})

it('ignores timeouts only if its processes were stalled for most of the time', async () => {
  expect(await probe({ stalledMs: 6000 }).failing(['a', 'b', 'c'], 'stall')).toEqual([
    null,
    null,
    'not checked: this probe was too busy to wait for answers',
  ])
  for (const stalledMs of [0, 4000])
    expect(await probe({ stalledMs }).failing(['a', 'b', 'c'], 'stall')).toEqual([null, null, null])
})
