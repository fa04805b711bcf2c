import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../checks/index.ts'
import type { ReportedOutcome } from '../outcome.ts'
import { type Effect, type JudgedMonitor, type JudgedRule, judge } from './judge.ts'
import type { RuleState } from './rule-state.ts'

const rule: JudgedRule = {
  id: 'availability',
  ruleId: 1,
  name: 'Availability Check',
  metric: 'success',
  metricKey: 'success',
  operator: '==',
  value: 'false',
  severity: 'critical',
  failureThreshold: 2,
  minFailedProbes: 1,
  durationWindowSeconds: 0,
  clearAfter: 1,
  version: 1,
}
const status: JudgedRule = {
  ...rule,
  id: 'status',
  ruleId: 2,
  name: 'Status',
  metric: 'status_code',
  metricKey: 'http.status_code',
  operator: 'not_in_groups',
  value: '["2xx"]',
}

const answered = (statusCode: number): Partial<ReportedOutcome> => ({
  statusCode,
  metrics: { 'http.status_code': statusCode },
})
const failed = (cause: 'connect' | 'timeout' | 'tls', error: string): Partial<ReportedOutcome> => ({
  success: false,
  cause,
  error,
})
const outcomes: Readonly<Record<string, Partial<ReportedOutcome>>> = {
  ok: answered(200),
  500: answered(500),
  503: answered(503),
  refused: failed('connect', 'connection refused by 192.0.2.1:443'),
  elsewhere: failed('connect', 'connection refused by [2001:db8::7]:8443'),
  timeout: failed('timeout', 'no response within 10 s (while connecting)'),
  tls: failed('tls', 'the certificate has expired'),
}

const words = ({ kind, rule }: Pick<Effect, 'kind' | 'rule'>): string => `${rule.name} ${kind}`

/** Feeds outcomes ten seconds apart and returns the effects of each. */
function play(rules: readonly JudgedRule[], { everyMs = 10_000 } = {}) {
  let states: Readonly<Record<number, RuleState>> = {}
  let at = 0
  return (...seen: readonly string[]): Effect[][] =>
    seen.map((name) => {
      at += everyMs
      const monitor: JudgedMonitor = {
        monitorNumber: 1,
        name: 'Shop',
        type: 'http',
        strategy: 'roundrobin',
        intervalSeconds: 60,
        live: [1],
        reminderDays: [],
        rules,
        states,
      }
      const turn = { monitorNumber: 1, slot: 0, location: 1, dueAt: new Date(at) }
      const outcome: ReportedOutcome = {
        success: true,
        durationMs: 20,
        statusCode: null,
        error: null,
        cause: null,
        metrics: {},
        evidence: null,
        ...outcomes[name],
      }
      const judged = judge(monitor, [{ turn, at: new Date(at), outcome, rules }], factsOf('http'))
      const kept = new Map(Object.entries(states).map(([id, state]): [number, RuleState | null] => [Number(id), state]))
      for (const [id, state] of judged.states) kept.set(id, state)
      states = Object.fromEntries([...kept].flatMap(([id, state]) => (state ? [[id, state]] : [])))
      return [...judged.effects]
    })
}

const notified = (effects: readonly (readonly Effect[])[]): string[] =>
  effects.map((some) => some.map(words).toSorted().join(', '))

describe('an outage whose symptom changes', () => {
  it('stays open while the next rule is being confirmed, and closes on recovery', () => {
    const see = play([rule, status])
    expect(notified(see('refused', 'refused', '503', '503', '503', 'ok'))).toEqual([
      '',
      'Availability Check opened',
      '',
      'Availability Check closed, Status opened',
      '',
      'Status closed',
    ])
  })

  it('closes with the next good check if the other rule was not confirmed', () => {
    const see = play([rule, status])
    expect(notified(see('refused', 'refused', '503', 'ok'))).toEqual([
      '',
      'Availability Check opened',
      '',
      'Availability Check closed',
    ])
  })

  it('does not wait long for a slow rule', () => {
    const slowly = { ...status, durationWindowSeconds: 3600 }
    const see = play([rule, slowly], { everyMs: 60_000 })
    const effects = notified(see('refused', 'refused', ...Array.from({ length: 10 }, () => '503')))
    expect(effects.indexOf('Availability Check closed')).toBe(7)
  })

  it('does not wait for warnings, and warnings do not wait', () => {
    for (const [first, second] of [
      ['critical', 'warning'],
      ['warning', 'critical'],
    ] as const) {
      const see = play([
        { ...rule, severity: first },
        { ...status, severity: second },
      ])
      expect(notified(see('refused', 'refused', '503')).at(-1)).toBe('Availability Check closed')
    }
  })

  it('leaves no gap between critical incidents without a good check between them', () => {
    const anything = fc.array(fc.constantFrom('ok', '500', '503', 'refused', 'timeout'), { maxLength: 60 })
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), (seen, one, other) => {
        const see = play([
          { ...rule, failureThreshold: one },
          { ...status, failureThreshold: other },
        ])
        const open = new Set<number>()
        for (const [index, effects] of see(...seen).entries()) {
          const before = open.size
          for (const { kind, rule } of effects) {
            if (kind === 'opened') open.add(rule.ruleId)
            if (kind === 'closed') open.delete(rule.ruleId)
          }
          if (before > 0 && open.size === 0) expect(seen[index]).toBe('ok')
          if (seen[index] === 'ok') expect(open.size).toBe(0)
        }
      }),
    )
  })
})

describe('a symptom that changes under one rule', () => {
  const changesOf = (effects: readonly (readonly Effect[])[]): string[] =>
    effects.flat().flatMap((effect) => (effect.kind === 'changed' ? [effect.finding.message] : []))

  it('is noted once, with the current measurement', () => {
    const see = play([rule])
    expect(changesOf(see('timeout', 'timeout', 'timeout', 'refused', 'elsewhere', 'refused', 'tls', 'tls'))).toEqual([
      'Shop is down: connection refused by 192.0.2.1:443',
      'Shop is down: the certificate has expired',
    ])
  })

  it('also changes with the status code', () => {
    const see = play([status])
    expect(changesOf(see('500', '500', '503', '503'))).toEqual(['Shop: HTTP 503 (expected 2xx)'])
  })

  it('is noted rarely, and at most nineteen times, when two symptoms alternate', () => {
    const see = play([rule])
    const hour = Array.from({ length: 360 }, (_, index) => (index % 2 === 0 ? 'refused' : 'timeout'))
    expect(changesOf(see(...hour)).length).toBeLessThan(8)
    for (let n = 0; n < 5; n++) see(...hour)
    expect(changesOf(see('ok', 'refused', 'refused', 'timeout'))).toHaveLength(1)
  })
})
