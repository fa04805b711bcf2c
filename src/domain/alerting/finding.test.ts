import { describe, expect, it } from 'vitest'
import { http } from '../../checks/web/http.ts'
import { ssl } from '../../checks/tls/ssl.ts'
import { tcp } from '../../checks/network/tcp.ts'
import type { CheckType } from '../../checks/define.ts'
import { findMetric } from '../metric.ts'
import { type Finding, findingOf } from './finding.ts'

interface Seen {
  metric: string
  operator: string
  value: string
  outcome?: object
  locations?: number
}

function find(check: CheckType, { metric, operator, value, outcome = {}, locations = 1 }: Seen): Finding {
  const known = findMetric(check.metrics, metric)!
  return findingOf({
    monitor: { name: 'Shop', type: check.type },
    rule: { name: 'Rule', metric, metricKey: known.key, operator, value, severity: 'critical' },
    metric: known,
    outcome: { success: true, statusCode: 200, metrics: {}, error: null, cause: null, ...outcome },
    locations,
  })
}

describe('what an incident says', () => {
  it('when the target is down', () => {
    const outcome = { success: false, statusCode: null, error: 'connection refused by 192.0.2.1:443', cause: 'connect' }
    expect(find(http, { metric: 'success', operator: '==', value: 'false', outcome, locations: 2 })).toEqual({
      message: 'Shop is down: connection refused by 192.0.2.1:443',
      rootCause: 'connect',
      rootCauseDetail: 'connection refused by 192.0.2.1:443',
      diagnosis: expect.stringMatching(/^The server cannot be reached .* It was seen from 2 locations\.$/),
      expected: 'the check succeeds',
      detectedValue: 'connection refused by 192.0.2.1:443',
    })
  })

  it('when the status is wrong', () => {
    const outcome = { statusCode: 503, metrics: { 'http.status_code': 503 } }
    expect(
      find(http, { metric: 'status_code', operator: 'not_in_groups', value: '["2xx","3xx"]', outcome }),
    ).toMatchObject({
      rootCause: 'http_status',
      expected: 'one of 2xx, 3xx',
      detectedValue: '503',
      diagnosis: expect.stringContaining('an error of its own'),
    })
  })

  it('when answers are slow', () => {
    const outcome = { metrics: { 'http.response_time_ms': 2731.456 } }
    expect(find(http, { metric: 'response_time', operator: '>', value: '2000', outcome })).toMatchObject({
      rootCause: 'performance',
      expected: 'at most 2000 ms',
      detectedValue: '2731.46 ms',
      message: expect.stringMatching(/^Shop: .* is 2731\.46 ms, expected at most 2000 ms$/),
    })
  })

  it('when a certificate runs out', () => {
    const outcome = { metrics: { 'ssl.days_until_expiry': 6 } }
    expect(
      find(ssl, { metric: "metrics['ssl.days_until_expiry']", operator: '<', value: '14', outcome }),
    ).toMatchObject({
      rootCause: 'certificate',
      expected: 'at least 14 days',
      detectedValue: '6 days',
    })
  })

  it('when something that should be so is not', () => {
    const outcome = { metrics: { 'tcp.expect_match_regexp': 0 } }
    expect(
      find(tcp, { metric: "metrics['tcp.expect_match_regexp']", operator: '==', value: '0', outcome }),
    ).toMatchObject({
      rootCause: 'content',
      expected: 'yes',
      detectedValue: 'no',
      message: 'Shop: reply matched the pattern is no, expected yes',
    })
  })
})
