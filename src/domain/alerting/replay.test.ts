import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metric, success } from '../metric.ts'
import { violates } from './condition.ts'
import { type JudgedRule, judge } from './judge.ts'
import { type PastCheck, type ReplayedRule, type ReplayOptions, beforeReplay, firingMs, replay } from './replay.ts'
import type { RuleState } from './rule-state.ts'

const minute = 60_000
const responseTime = metric('http.response_time_ms', { as: 'response_time', description: 'Time to answer', unit: 'ms' })
const terms = { failureThreshold: 1, minFailedProbes: 1, durationWindowMs: 0, clearAfter: 1, reminderDays: [] }
const slow: ReplayedRule = {
  metricKey: 'http.response_time_ms',
  operator: '>',
  value: '2000',
  terms,
  metric: responseTime,
}
const down: ReplayedRule = { metricKey: 'success', operator: '==', value: 'false', terms, metric: success }
const options = (
  rule: ReplayedRule,
  more: Partial<ReplayedRule['terms']> = {},
  watch: Partial<ReplayOptions['watch']> = {},
): ReplayOptions => ({
  rule: { ...rule, terms: { ...rule.terms, ...more } },
  watch: { live: [1], parallel: false, exempt: false, ...watch },
  minGapMs: 10_000,
})

const check = (at: number, { value = 100, ...fields }: Partial<PastCheck> & { value?: number } = {}): PastCheck => ({
  at,
  durationMs: value,
  location: 1,
  success: true,
  statusCode: 200,
  error: null,
  metrics: { 'http.response_time_ms': value },
  ...fields,
})
const failed = (at: number, fields: Partial<PastCheck> = {}): PastCheck =>
  check(at, { success: false, error: 'refused', metrics: {}, ...fields })
const spans = ({ firings }: ReturnType<typeof replay>) => firings.map(({ startedAt, endedAt }) => [startedAt, endedAt])

describe('a rule replayed over past checks', () => {
  it('fires and clears as it would have, with the measured values', () => {
    const values = [100, 2500, 2600, 100, 100, 3000]
    const replayed = replay(
      beforeReplay,
      values.map((value, n) => check(n * minute, { value })),
      options(slow),
    )
    expect(replayed.firings).toEqual([
      { startedAt: minute, endedAt: 3 * minute, detectedValue: '2.5 s' },
      { startedAt: 5 * minute, endedAt: null, detectedValue: '3 s' },
    ])
    expect(replayed.checks).toBe(6)
    expect(firingMs(replayed, 10 * minute)).toBe(7 * minute)
  })

  it('reports the error for a rule on success', () => {
    expect(replay(beforeReplay, [failed(0)], options(down)).firings).toMatchObject([{ detectedValue: 'refused' }])
  })

  it('requires its number of checks, its locations and its duration', () => {
    const all = [failed(0), failed(minute, { location: 2 }), failed(2 * minute), failed(3 * minute, { location: 2 })]
    const twoLocations = { live: [1, 2] }
    expect(spans(replay(beforeReplay, all, options(down, { failureThreshold: 3 }, twoLocations)))).toEqual([
      [2 * minute, null],
    ])
    expect(spans(replay(beforeReplay, all, options(down, { minFailedProbes: 2 }, twoLocations)))).toEqual([
      [minute, null],
    ])
    expect(spans(replay(beforeReplay, all, options(down, { durationWindowMs: 3 * minute }, twoLocations)))).toEqual([
      [3 * minute, null],
    ])
  })

  it('ignores checks that did not measure its metric', () => {
    const replayed = replay(
      beforeReplay,
      [check(0, { value: 2500 }), failed(minute), check(2 * minute, { value: 2500 })],
      options(slow, { failureThreshold: 2 }),
    )
    expect([replayed.checks, spans(replayed)]).toEqual([2, [[2 * minute, null]]])
  })

  it('ignores muted locations', () => {
    expect(replay(beforeReplay, [failed(0, { location: 7 })], options(down))).toMatchObject({ checks: 0, firings: [] })
  })

  it('continues the same firing while it flaps', () => {
    const bad = [false, true, false, true, false, true, false, true, false]
    const replayed = replay(
      beforeReplay,
      bad.map((isBad, n) => (isBad ? failed : check)(n * minute)),
      options(down),
    )
    expect(spans(replayed)).toEqual([
      [minute, 2 * minute],
      [3 * minute, 4 * minute],
      [5 * minute, 8 * minute],
    ])
  })

  it('counts a parallel round as one check, even with a slow location', () => {
    const parallel = options(down, { failureThreshold: 2, minFailedProbes: 2 }, { live: [1, 2, 3], parallel: true })
    const round = (start: number): PastCheck[] =>
      [1, 2, 3].map((location) => failed(start + location * 3000, { location, durationMs: location * 3000 }))
    expect(spans(replay(beforeReplay, round(0), parallel))).toEqual([])
    expect(spans(replay(beforeReplay, [...round(0), ...round(10_000)], parallel))).toEqual([[16_000, null]])
  })

  it('assigns a late check to its earlier parallel round', () => {
    const parallel = options(down, { failureThreshold: 2, minFailedProbes: 2 }, { live: [1, 2, 3], parallel: true })
    const early = failed(12_000, { location: 3, durationMs: 12_000 })
    const first = [failed(100, { durationMs: 100 }), check(200, { durationMs: 200, location: 2, metrics: {} })]
    const second = [
      failed(10_100, { durationMs: 100 }),
      early,
      check(12_100, { durationMs: 2100, location: 2, metrics: {} }),
    ]
    expect(spans(replay(beforeReplay, [...first, ...second], parallel))).toEqual([])
  })
})

const somePast = fc
  .array(
    fc.record({
      gapMs: fc.integer({ min: 1, max: 40 * minute }),
      bad: fc.boolean(),
      location: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 120 },
  )
  .map((steps) => {
    let at = 0
    return steps.map(({ gapMs, bad, location }) => (bad ? failed : check)((at += gapMs), { location }))
  })
const someTerms = fc.record({
  failureThreshold: fc.integer({ min: 1, max: 4 }),
  minFailedProbes: fc.integer({ min: 1, max: 4 }),
  durationWindowMs: fc.constantFrom(0, 30_000, 10 * minute),
  clearAfter: fc.integer({ min: 1, max: 3 }),
})

describe('any history', () => {
  it('gives the same result at once and in parts', () => {
    fc.assert(
      fc.property(somePast, someTerms, fc.nat(), (past, some, cut) => {
        const playing = options(down, some, { live: [1, 2, 3] })
        const place = past.length === 0 ? 0 : cut % past.length
        const inParts = replay(replay(beforeReplay, past.slice(0, place), playing), past.slice(place), playing)
        expect(inParts).toEqual(replay(beforeReplay, past, playing))
      }),
    )
  })

  it('fires in consecutive spans, and only the last may be open', () => {
    fc.assert(
      fc.property(somePast, someTerms, (past, some) => {
        const { firings } = replay(beforeReplay, past, options(down, some, { live: [1, 2, 3] }))
        firings.forEach(({ startedAt, endedAt }, n) => {
          expect(endedAt === null).toBe(endedAt === null && n === firings.length - 1)
          if (endedAt !== null) expect(endedAt).toBeGreaterThan(startedAt)
          if (n > 0) expect(startedAt).toBeGreaterThan(firings[n - 1]!.endedAt!)
        })
      }),
    )
  })

  it('opens exactly when the judge does, check by check', () => {
    fc.assert(
      fc.property(somePast, someTerms, (past, some) => {
        const opened = judgedOpenings(past, some)
        expect(
          replay(beforeReplay, past, options(down, some, { live: [1, 2, 3] })).firings.map(
            ({ startedAt }) => startedAt,
          ),
        ).toEqual(opened)
      }),
    )
  })
})

function judgedOpenings(
  past: readonly PastCheck[],
  { failureThreshold, minFailedProbes, durationWindowMs, clearAfter }: Omit<ReplayedRule['terms'], 'reminderDays'>,
): number[] {
  const rule: JudgedRule = {
    ...down,
    id: 'r',
    ruleId: 1,
    name: 'Down',
    metric: 'success',
    severity: 'critical',
    failureThreshold,
    minFailedProbes,
    durationWindowSeconds: durationWindowMs / 1000,
    clearAfter,
    version: 1,
  }
  const monitor = {
    monitorNumber: 1,
    name: 'Shop',
    type: 'http',
    strategy: 'roundrobin',
    intervalSeconds: 60,
    live: [1, 2, 3],
    reminderDays: [],
    rules: [rule],
  } as const
  let states: Record<number, RuleState> = {}
  return past.flatMap(({ at, location, ...seen }) => {
    const outcome = { ...seen, cause: null, evidence: null }
    const turn = { monitorNumber: 1, slot: 0, location, dueAt: new Date(at) }
    const judgement = judge({ ...monitor, states }, [{ turn, at: new Date(at), outcome, rules: null }], {
      exempt: false,
      confirmAfterMs: null,
      metric: () => undefined,
      diagnoses: {},
    })
    if (violates(rule, outcome) !== null) states = judgement.states.get(1) ? { 1: judgement.states.get(1)! } : {}
    return judgement.effects.flatMap((effect) => (effect.kind === 'opened' && !effect.reopens ? [at] : []))
  })
}
