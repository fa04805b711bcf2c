import { describe, expect, it } from 'vitest'
import { objectionTo, violates } from './condition.ts'

const outcome = {
  success: true,
  statusCode: 503,
  metrics: { 'http.status_code': 503, 'http.response_time_ms': 250, 'tcp.ok': 0 },
}
const rule = (metricKey: string, operator: string, value: string) => ({ metricKey, operator, value })

describe('a condition', () => {
  it.each([
    ['http.response_time_ms', '>', '200', true],
    ['http.response_time_ms', '>', '250', false],
    ['http.response_time_ms', '>=', '250', true],
    ['http.response_time_ms', '<', '250', false],
    ['http.response_time_ms', '<=', '250', true],
    ['http.response_time_ms', '==', '250', true],
    ['http.response_time_ms', '!=', '250', false],
    ['tcp.ok', '==', '0', true],
    ['success', '==', 'false', false],
    ['success', '!=', 'false', true],
    ['success', '==', 'true', true],
    ['http.status_code', 'not_in_groups', '["2xx","3xx"]', true],
    ['http.status_code', 'not_in_groups', '["2xx",503]', false],
    ['http.status_code', 'in_groups', '["5xx"]', true],
    ['http.status_code', 'in_groups', '["503"]', true],
    ['http.status_code', 'in_groups', '["4xx"]', false],
  ])('%s %s %s is violated: %s', (metricKey, operator, value, expected) => {
    expect(violates(rule(metricKey, operator, value), outcome)).toBe(expected)
  })

  it('says nothing about a metric that was not measured', () => {
    expect(violates(rule('ssl.days_until_expiry', '<', '14'), outcome)).toBeNull()
  })
})

describe('the rules on the status code', () => {
  it('object to an answer in words', () =>
    expect(objectionTo(500, [rule('http.status_code', 'not_in_groups', '["2xx"]')])).toBe('answered with status 500'))
  it('object to nothing they allow', () =>
    expect(objectionTo(204, [rule('http.status_code', 'not_in_groups', '["2xx"]')])).toBeNull())
  it('object to nothing without an answer', () =>
    expect(objectionTo(null, [rule('http.status_code', 'not_in_groups', '["2xx"]')])).toBeNull())
  it('leave rules on other metrics alone', () =>
    expect(objectionTo(500, [rule('http.response_time_ms', '>', '1')])).toBeNull())
})
