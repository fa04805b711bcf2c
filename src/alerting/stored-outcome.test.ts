import { describe, expect, it } from 'vitest'
import type { OutcomeReport, RuleCondition } from '../domain/alerting/report.ts'
import type { ReportedOutcome } from '../domain/outcome.ts'
import { EvidenceFilter, toStored } from './stored-outcome.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute))

it('keeps the whole response of a failure, of the first success after it, and every five minutes', () => {
  const filter = new EvidenceFilter()
  const kept = (minute: number, success = true): boolean => filter.isWorthKeeping(1, success, at(minute))
  expect([kept(0), kept(1), kept(4), kept(5), kept(6)]).toEqual([true, false, false, true, false])
  expect([kept(7, false), kept(8, false), kept(9), kept(10)]).toEqual([true, true, true, false])
})

it('forgets monitors that are not checked any more when others need their place', () => {
  const filter = new EvidenceFilter(20)
  filter.isWorthKeeping(1, true, at(0))
  filter.isWorthKeeping(2, true, at(0))
  for (let monitorNumber = 3; monitorNumber < 100; monitorNumber++) {
    expect(filter.isWorthKeeping(2, true, at(1))).toBe(false)
    filter.isWorthKeeping(monitorNumber, true, at(1))
  }
  expect([1, 2, 99].map((monitorNumber) => filter.hasSucceeded(monitorNumber))).toEqual([false, true, true])
})

describe('of an outcome', () => {
  const statusRule: RuleCondition = {
    metricKey: 'status',
    operator: 'in_groups',
    value: '["5xx"]',
    severity: 'critical',
  }
  const latencyRule: RuleCondition = { metricKey: 'latency', operator: '>', value: '500', severity: 'warning' }
  const healthy = {
    success: true,
    durationMs: 84,
    statusCode: 200,
    error: null,
    cause: null,
    metrics: { status: 200, latency: 84 },
    evidence: '{"body":"all of it"}',
  }

  function stored(change: Partial<ReportedOutcome>, rules: OutcomeReport['rules'] = [statusRule, latencyRule]) {
    const turn = { monitorNumber: 1, slot: 0, location: 1, dueAt: null }
    const report = { turn, at: at(0), outcome: { ...healthy, ...change }, rules }
    const names = { unknown: () => [], learn: async () => undefined, pack: () => null } as never
    const { success, suspicious, error, evidence } = toStored(report, {
      names,
      evidence: { isWorthKeeping: (_monitor, isSuccess) => !isSuccess },
    })
    return { success, suspicious, error, isKept: evidence !== null }
  }

  it.each<[string, Partial<ReportedOutcome>, object]>([
    [
      'that is healthy, nothing is judged or kept',
      {},
      { success: true, suspicious: false, error: null, isKept: false },
    ],
    [
      'that fails, the error is stored',
      { success: false, error: 'refused', statusCode: null, metrics: {} },
      { success: false, suspicious: true, error: 'refused', isKept: true },
    ],
    [
      'whose status a critical rule rejects, the rule is the error',
      { statusCode: 503, metrics: { status: 503 } },
      { success: false, suspicious: true, error: expect.stringContaining('503'), isKept: true },
    ],
    [
      'that only a warning rejects, the check succeeds and is judged',
      { metrics: { status: 200, latency: 501 } },
      { success: true, suspicious: true, error: null, isKept: true },
    ],
    [
      'that says nothing about the target, nothing is judged',
      { success: false, infrastructure: true, error: 'no route', statusCode: null, metrics: {} },
      { success: false, suspicious: false, error: 'no route' },
    ],
  ])('%s', (_which, change, expected) => expect(stored(change)).toMatchObject(expected))

  it('whose rules are unknown, it is judged', () => {
    expect(stored({}, null)).toMatchObject({ success: true, suspicious: true, isKept: true })
  })
})
