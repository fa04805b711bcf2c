import { describe, expect, it } from 'vitest'
import type { CheckType } from '../../checks/define.ts'
import { factsOf } from '../../checks/index.ts'
import { api } from '../../checks/web/api.ts'
import { http } from '../../checks/web/http.ts'
import { imap } from '../../checks/mail/imap.ts'
import { smtp } from '../../checks/mail/smtp.ts'
import type { Outcome, ReportedOutcome } from '../outcome.ts'
import { type IncidentEnding, type Finding, endingOf, expressionOf, findingOf } from './finding.ts'

interface Seen {
  key: string
  operator: string
  value: string
  outcome?: Partial<Outcome> & Pick<ReportedOutcome, 'usual'>
  locations?: number
}

function scene(check: CheckType, { key, operator, value, outcome = {}, locations = 1 }: Seen) {
  const { metric, diagnoses } = factsOf(check.type)
  return {
    monitor: { name: 'Shop' },
    rule: { metricKey: key, operator, value },
    metric: metric(key),
    outcome: { success: true, statusCode: 200, metrics: {}, error: null, cause: null, ...outcome },
    diagnoses,
    locations,
  }
}

const find = (check: CheckType, seen: Seen): Finding => findingOf(scene(check, seen))
const end = (check: CheckType, seen: Seen): IncidentEnding => endingOf(scene(check, seen))
const measured = (key: string, value: number): Partial<Outcome> => ({ metrics: { [key]: value } })

const down = { key: 'success', operator: '==', value: 'false' }
const refused = {
  success: false,
  statusCode: null,
  error: 'connection refused by 192.0.2.1:443',
  cause: 'connect',
} as const

describe('the message of an incident', () => {
  it('says that the target is down, and that it recovered', () => {
    expect(find(http, { ...down, outcome: refused, locations: 2 })).toEqual({
      message: 'Shop is down: connection refused by 192.0.2.1:443',
      rootCause: 'connect',
      rootCauseDetail: 'connection refused by 192.0.2.1:443',
      diagnosis: expect.stringMatching(/^The server cannot be reached .* Confirmed from 2 locations\.$/),
      expected: 'the check succeeds',
      detectedValue: 'connection refused by 192.0.2.1:443',
    })
    expect(end(http, down)).toEqual({ message: 'Shop is up again', value: 'the check succeeded' })
  })

  it('says that a server is up although it should be down', () => {
    const isUp = { key: 'success', operator: '==', value: 'true' }
    expect(find(http, isUp)).toMatchObject({
      message: 'Shop: the check succeeds, although the rule expects it to fail',
      expected: 'the check fails',
      diagnosis: 'The value matches the alert rule. If the value is fine, change the rule.',
    })
    expect(end(http, { ...isUp, outcome: refused }).message).toBe('Shop is down again')
  })

  it('says which status was returned and which were expected', () => {
    const seen = { key: 'http.status_code', operator: 'not_in_groups', value: '["2xx","3xx"]' }
    expect(find(http, { ...seen, outcome: measured(seen.key, 503) })).toMatchObject({
      message: 'Shop: HTTP 503 (expected 2xx or 3xx)',
      rootCause: 'http_status',
      expected: '2xx or 3xx',
      detectedValue: '503',
      diagnosis: expect.stringContaining('internal error'),
    })
    expect(end(http, { ...seen, outcome: measured(seen.key, 200) })).toEqual({
      message: 'Shop has recovered: HTTP 200',
      value: '200',
    })
  })

  it('says how slow responses are', () => {
    const seen = { key: 'http.response_time_ms', operator: '>', value: '2000' }
    expect(find(http, { ...seen, outcome: measured(seen.key, 2731.456) })).toMatchObject({
      message: 'Shop: the response takes 2.73 s (expected at most 2 s)',
      rootCause: 'performance',
      expected: 'at most 2 s',
      detectedValue: '2.73 s',
    })
  })

  it('uses the clause for the measured flag, whatever the rule requires', () => {
    const key = 'smtp.open_relay'
    expect(find(smtp, { key, operator: '==', value: '1', outcome: measured(key, 1) })).toMatchObject({
      message: 'Shop: the server is an open relay',
      detectedValue: 'the server is an open relay',
      expected: 'the server is not an open relay',
      diagnosis: expect.stringContaining('Restrict relaying'),
    })
    expect(find(smtp, { key, operator: '<', value: '1', outcome: measured(key, 0) })).toMatchObject({
      message: 'Shop: the server is not an open relay',
      expected: 'the server is an open relay',
      diagnosis: expect.stringContaining('change the rule'),
    })
  })

  it.each([
    [6, 'the certificate expires in 6 days', 'Renew the certificate'],
    [0, 'the certificate expires in less than a day', 'Renew the certificate'],
    [-3, 'the certificate expired 2 days ago', 'refuse to connect'],
  ])('describes a certificate with %i days left', (days, clause, advice) => {
    const key = 'http.ssl_expiry_days'
    expect(find(http, { key, operator: '<', value: '14', outcome: measured(key, days) })).toMatchObject({
      message: `Shop: ${clause} (expected at least 14 days)`,
      rootCause: 'certificate',
      diagnosis: expect.stringContaining(advice),
    })
  })

  it.each([
    ['14', 'Shop: the certificate expires in 1 day (expected at least a quarter of its lifetime)'],
    ['1.5', 'Shop: the certificate expires in 1 day (expected at least 1.5 days)'],
  ])('describes a short-lived certificate whose renewal is late by a limit of %s days', (value, message) => {
    const key = 'http.ssl_expiry_days'
    const outcome = measured(key, 1)
    const life = { 'http.lifetime_days': 6.7, 'http.lifetime_left_pct': 20 }
    const seen = { ...outcome, metrics: { ...outcome.metrics, ...life } }
    expect(find(http, { key, operator: '<', value, outcome: seen })).toMatchObject({ message })
  })

  it('omits the expectation if a count should be zero', () => {
    const key = 'api.assertions_failed'
    const seen = { key, operator: '>', value: '0' }
    expect(find(api, { ...seen, outcome: measured(key, 1) })).toMatchObject({
      message: 'Shop: 1 assertion failed',
      expected: 'none',
    })
    expect(end(api, { ...seen, outcome: measured(key, 0) }).message).toBe('Shop has recovered: all assertions passed')
  })

  it('expects at least one if a count of zero is the problem', () => {
    const key = 'imap.folders'
    expect(find(imap, { key, operator: '==', value: '0', outcome: measured(key, 0) }).message).toBe(
      'Shop: no folders are in the account (expected at least 1)',
    )
  })

  it('formats long durations in readable units', () => {
    const key = 'http.response_time_ms'
    expect(find(http, { key, operator: '>', value: '3600000', outcome: measured(key, 7_500_000) }).message).toBe(
      'Shop: the response takes 2 h 5 min (expected at most 1 h)',
    )
  })

  it('names the step that a template stands for', () => {
    const key = 'api.step.log_in.duration_ms'
    expect(find(api, { key, operator: '>', value: '500', outcome: measured(key, 812) }).message).toBe(
      'Shop: the step log_in takes 812 ms (expected at most 500 ms)',
    )
  })

  it('shows digits that rounding would hide', () => {
    const key = 'imap.mailbox_bytes'
    const outcome = measured(key, 2_000_000_001)
    expect(find(imap, { key, operator: '>', value: '2000000000', outcome }).message).toBe(
      'Shop: the mailbox is 2000000001 bytes (expected at most 2000000000 bytes)',
    )
    expect(find(imap, { key, operator: '>', value: '1500000000', outcome }).message).toBe(
      'Shop: the mailbox is 2 GB (expected at most 1.5 GB)',
    )
  })

  it('describes the metric even if the check failed for another reason', () => {
    const key = 'imap.cert_days_left'
    const outcome = { ...refused, cause: 'auth', metrics: { [key]: 5 } } as const
    expect(find(imap, { key, operator: '<', value: '14', outcome }).rootCause).toBe('certificate')
    const errors = { ...refused, metrics: { 'imap.error_count': 1 } }
    expect(find(imap, { key: 'imap.error_count', operator: '>', value: '0', outcome: errors })).toMatchObject({
      message: 'Shop: connection, encryption or login failed',
      rootCause: 'connect',
      diagnosis: expect.stringContaining('cannot be reached'),
    })
  })

  it('describes a metric that is no longer in the catalog', () => {
    const outcome = measured('http.gone', 3)
    expect(find(http, { key: 'http.gone', operator: '>', value: '2', outcome })).toMatchObject({
      message: 'Shop: http.gone is 3 (expected at most 2)',
      diagnosis: expect.stringContaining('change the rule'),
    })
  })

  it('uses the diagnosis of the type for causes that have a special meaning there', () => {
    const outcome = { ...refused, error: 'the server is not ready: 554 no service', cause: 'other' } as const
    expect(find(smtp, { ...down, outcome }).diagnosis).toContain('refuses the session')
  })
})

describe('an unusual value', () => {
  const usual = { low: 400, middle: 500, high: 700 }
  const seen = (value: string, took: number) => {
    const outcome = { ...measured('http.response_time_ms', took), usual }
    return scene(http, { key: 'http.response_time_ms', operator: 'unusual', value, outcome })
  }

  it.each([
    ['above', 1900, 'Shop: the response takes 1.9 s (usually 400–900 ms at this time of the week)', 'above 900 ms'],
    ['above', 900.3, 'Shop: the response takes 900.3 ms (usually 400–900 ms at this time of the week)', 'above 900 ms'],
    ['either', 20, 'Shop: the response takes 20 ms (usually 300–900 ms at this time of the week)', 'below 300 ms'],
    [
      'either floor=500',
      1001,
      'Shop: the response takes 1001 ms (usually up to 1 s at this time of the week)',
      'above 1 s',
    ],
  ])('%s: %d ms is notified with what is usual', (value, took, message, limit) => {
    const found = seen(value, took)
    expect(findingOf(found).message).toBe(message)
    expect(expressionOf({ ...found.rule, metric: 'response_time' }, found.metric, found.outcome)).toBe(
      `response_time unusual (${limit} at this hour)`,
    )
  })

  it('that is quick is not called slow', () => {
    expect(findingOf(seen('below', 20))).toMatchObject({
      diagnosis:
        'The response is faster than usual. Check whether it is complete: errors and empty pages are often quick.',
      expected: '300–700 ms as usual at this time of the week',
    })
  })
})
