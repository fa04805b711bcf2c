import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outageYear } from '../../../test/kit/outage-year.ts'
import { randomFrom } from '../../../test/simulation/random.ts'
import { type LearnedGroup, type OutageHistory, beginnings, learnGroups, restMs, tail } from './learned-dependencies.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const
const nothing = (): boolean => false
const idsOf = ({ hub, members }: LearnedGroup): string[] => [hub, ...members.map(({ monitorId }) => monitorId)]
const shareOf = (all: readonly boolean[]): number => all.filter(Boolean).length / all.length

describe('twenty simulated years', () => {
  const years = Array.from({ length: 20 }, (_, n) => outageYear(randomFrom(n + 1)))
  const learned = years.map(({ histories }) => learnGroups(histories, nothing))

  it('have nine of ten proposed groups right, and four of five causes found', () => {
    const isRight = years.flatMap(({ causes }, n) =>
      learned[n]!.map((group) =>
        causes.some(({ monitorIds }) => idsOf(group).every((monitorId) => monitorIds.includes(monitorId))),
      ),
    )
    const isFound = years.flatMap(({ causes }, n) =>
      causes.map(({ monitorIds }) =>
        learned[n]!.some(
          (group) => idsOf(group).filter((id) => monitorIds.includes(id)).length > monitorIds.length / 2,
        ),
      ),
    )
    expect(shareOf(isRight), 'precision').toBeGreaterThanOrEqual(0.9)
    expect(shareOf(isFound), 'recall').toBeGreaterThanOrEqual(0.8)
  })

  it('without a shared cause have no groups', () => {
    const found = years.flatMap((_, n) =>
      learnGroups(outageYear(randomFrom(n + 100), { shares: false }).histories, nothing),
    )
    expect(found).toEqual([])
  })
})

const history = (monitorId: string, starts: readonly number[], ancestors: readonly string[] = []): OutageHistory => ({
  monitorId,
  intervalSeconds: 60,
  outages: starts.map((from) => ({ from, to: from + 5 * minute })),
  ancestors: new Set(ancestors),
})
const weekly = (count: number, lagMs = 0): number[] =>
  Array.from({ length: count }, (_, n) => n * 7 * day + ((n * 7919) % 20) * hour + lagMs)

describe('groups', () => {
  it('carry their evidence', () => {
    const histories = [history('gateway', weekly(8)), history('shop', [...weekly(7, 20 * second), 400 * day])]
    expect(learnGroups(histories, nothing)).toMatchObject([
      {
        hub: 'gateway',
        outages: 8,
        lastAt: weekly(7).at(-1),
        members: [{ monitorId: 'shop', together: 7, outages: 8, after: 7, maxLagMs: 20 * second }],
      },
    ])
  })

  it('need four outages', () => {
    const found = (count: number) => learnGroups([history('a', weekly(count)), history('b', weekly(count))], nothing)
    expect([found(3).length, found(4).length]).toEqual([0, 1])
  })

  it('leave out what dependencies explain already, and show what they do not', () => {
    const parents = ['gateway']
    const own = weekly(6, 2 * day)
    const behind = (id: string, further: readonly number[]) =>
      history(
        id,
        [...weekly(8, 5 * second), ...further].toSorted((a, b) => a - b),
        parents,
      )
    const gateway = history('gateway', weekly(8))
    expect(learnGroups([gateway, behind('shop', []), behind('cart', [])], nothing)).toEqual([])
    const found = learnGroups([gateway, behind('shop', own), behind('cart', own)], nothing)
    expect(found.map((group) => [idsOf(group).toSorted(), group.outages])).toEqual([[['cart', 'shop'], 6]])
  })

  it('count a flapping monitor once, however often it fails', () => {
    const flapping = Array.from({ length: 50 }, (_, n) => n * 10 * minute)
    expect(learnGroups([history('a', flapping), history('b', flapping)], nothing)).toEqual([])
  })

  it('leave out the oldest outages when there are too many to compare', () => {
    const histories = Array.from({ length: 250 }, (_, n) => history(`m${n}`, weekly(12)))
    const [group] = learnGroups(histories, nothing)
    expect(group).toMatchObject({ outages: 8, members: { length: 249 } })
  })
})

describe('for any history', () => {
  const starts = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
  const histories = fc
    .array(fc.tuple(starts, fc.integer({ min: 0, max: 90 })), { minLength: 2, maxLength: 8 })
    .map((all) =>
      all.map(([days, lag], n) =>
        history(
          `m${n}`,
          [...new Set(days)].map((one) => one * day + lag * second),
        ),
      ),
    )

  it('no monitor is in two groups, no settled pair is proposed, and order and time do not matter', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 1000 * day }), (all, shift) => {
        const found = learnGroups(all, nothing)
        const ids = found.flatMap(idsOf)
        expect(new Set(ids).size).toBe(ids.length)
        expect(learnGroups(all.toReversed(), nothing)).toEqual(found)
        const later = all.map((one) => ({
          ...one,
          outages: one.outages.map(({ from, to }) => ({ from: from + shift, to: to + shift })),
        }))
        expect(learnGroups(later, nothing).map(idsOf)).toEqual(found.map(idsOf))
        const isSettled = (one: string, other: string) => one === 'm0' || other === 'm0'
        expect(learnGroups(all, isSettled).flatMap(idsOf)).not.toContain('m0')
      }),
      { numRuns: 60 },
    )
  })

  it('outages that are counted apart are apart', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: day }), fc.integer({ min: 0, max: hour })))
    fc.assert(
      fc.property(spans, (all) => {
        const found = beginnings(all.map(([from, length]) => ({ from, to: from + length })))
        expect(found.every((at, n) => n === 0 || at - found[n - 1]! > restMs)).toBe(true)
      }),
    )
  })

  it('the bound is no smaller than the exact chance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0.001, max: 0.5, noNaN: true }), (n, p) => {
        const exact = (count: number): number => {
          const below = Array.from({ length: count }, (_, k) => choose(n, k) * p ** k * (1 - p) ** (n - k))
          return 1 - below.reduce((sum, one) => sum + one, 0)
        }
        for (let count = 0; count <= n; count++) expect(tail(count, n * p)).toBeGreaterThanOrEqual(exact(count) - 1e-12)
      }),
    )
  })
})

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)
