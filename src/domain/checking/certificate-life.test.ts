import { expect, it } from 'vitest'
import { violates } from '../alerting/condition.ts'

const rule = (value: string, operator = '<', metricKey = 'ssl.days_until_expiry') => ({ metricKey, operator, value })

function certificate(lifetime: number, left: number) {
  const metrics = {
    'ssl.days_until_expiry': Math.floor(left),
    'ssl.lifetime_days': lifetime,
    'ssl.lifetime_left_pct': (left / lifetime) * 100,
  }
  return { success: true, statusCode: null, metrics }
}

it.each<[sort: string, lifetime: number, left: number, limit: string, isViolated: boolean]>([
  ['six days, new', 6.7, 6.6, '14', false],
  ['six days, renewed at a third', 6.7, 2.2, '14', false],
  ['six days, a quarter left', 6.7, 1.7, '14', false],
  ['six days, late', 6.7, 1.6, '14', true],
  ['six days, expired', 6.7, -0.1, '14', true],
  ['six days, late, but not for a limit of one day', 6.7, 1.1, '1', false],
  ['41 days, a third left', 41, 13.7, '14', false],
  ['41 days, late', 41, 10, '14', true],
  ['42 days, within the limit', 42, 13.9, '14', true],
  ['47 days, before the limit', 47, 14.1, '14', false],
  ['90 days, new, with a large limit', 90, 89, '100', true],
])('a certificate of %s', (_sort, lifetime, left, limit, isViolated) => {
  expect(violates(rule(limit), certificate(lifetime, left))).toBe(isViolated)
})

it('judges other metrics, other operators and certificates without a lifetime by their limits', () => {
  const fresh = certificate(6, 5)
  expect(violates(rule('7', '>', 'ssl.lifetime_days'), fresh)).toBe(false)
  expect(violates(rule('50', '<', 'ssl.lifetime_days'), fresh)).toBe(true)
  expect(violates(rule('100', '<', 'ssl.lifetime_left_pct'), fresh)).toBe(true)
  expect(violates(rule('3', '>'), fresh)).toBe(true)
  const { 'ssl.days_until_expiry': days } = fresh.metrics
  expect(violates(rule('14'), { ...fresh, metrics: { 'ssl.days_until_expiry': days } })).toBe(true)
  expect(violates(rule('14'), { ...fresh, metrics: {} })).toBeNull()
})
