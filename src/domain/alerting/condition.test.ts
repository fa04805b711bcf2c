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
  it('explain why they reject a status', () =>
    expect(objectionTo(500, [rule('http.status_code', 'not_in_groups', '["2xx"]')])).toBe('answered with status 500'))
  it('accept the statuses they list', () =>
    expect(objectionTo(204, [rule('http.status_code', 'not_in_groups', '["2xx"]')])).toBeNull())
  it('do not apply without a response', () =>
    expect(objectionTo(null, [rule('http.status_code', 'not_in_groups', '["2xx"]')])).toBeNull())
  it('ignore rules on other metrics', () =>
    expect(objectionTo(500, [rule('http.response_time_ms', '>', '1')])).toBeNull())
})
