import { describe, expect, it } from 'vitest'
import { type MetricUnit, metric, success } from './metric.ts'
import { validateRule, spellings } from './rule.ts'

const of = (unit: MetricUnit, range: { min?: number; max?: number } = {}) =>
  metric(`web.${unit}`, { description: 'For this test', unit, ...range })

const metrics = [
  success,
  metric('web.response_time_ms', { as: 'response_time', description: 'How long it took', unit: 'ms' }),
  metric('web.status_code', { as: 'status_code', description: 'What was answered', unit: 'status' }),
  metric('web.step.<slug>.duration_ms', { description: 'How long a step took', unit: 'ms' }),
  of('percent'),
  of('number', { min: -1, max: 13 }),
]

const judge = (metric: string, operator: string, value: string) =>
  validateRule('web', metrics, { metric, operator, value })

describe('a valid rule', () => {
  it.each([
    ['success', '==', 'false', 'success'],
    ["metrics['success']", '!=', 'true', 'success'],
    ['response_time', '>', '2000', 'web.response_time_ms'],
    ["metrics['web.response_time_ms']", '<=', '0', 'web.response_time_ms'],
    ['response_time', '==', '86400000', 'web.response_time_ms'],
    ['response_time', '>', '+12.50', 'web.response_time_ms'],
    ['status_code', 'in_groups', '["5xx"]', 'web.status_code'],
    ["metrics['web.status_code']", 'not_in_groups', ' [ "2xx", 301, "404" ] ', 'web.status_code'],
    ["metrics['web.step.log_in.duration_ms']", '>', '1', 'web.step.log_in.duration_ms'],
    ["metrics['web.percent']", '>=', '100', 'web.percent'],
    ["metrics['web.number']", '<', '-1', 'web.number'],
    ["metrics['web.number']", '<', '-0.5', 'web.number'],
  ])('%s %s %s uses %s', (name, operator, value, key) => {
    expect(judge(name, operator, value).key).toBe(key)
  })
})

describe('an invalid rule', () => {
  const valid =
    "success, metrics['success'], response_time, metrics['web.response_time_ms'], status_code, " +
    "metrics['web.status_code'], metrics['web.step.<slug>.duration_ms'], metrics['web.percent'], metrics['web.number']"

  it.each([
    '',
    'web.response_time_ms',
    'RESPONSE_TIME',
    'response_time ',
    "metrics['web.step.<slug>.duration_ms']",
    "metrics['web.step..duration_ms']",
    'constructor',
  ])('lists the metrics: %j', (name) => {
    expect(() => judge(name, '>', '1')).toThrow(
      `metric: '${name}' is not a metric of web monitors. Valid metrics: ${valid}`,
    )
  })

  it.each([
    ['success', '>', '==, !='],
    ['success', 'in_groups', '==, !='],
    ['response_time', 'in_groups', '>, <, >=, <=, ==, !='],
    ['response_time', '=>', '>, <, >=, <=, ==, !='],
    ['response_time', '', '>, <, >=, <=, ==, !='],
    ['status_code', '==', 'in_groups, not_in_groups'],
    ["metrics['web.step.pay.duration_ms']", 'in_groups', '>, <, >=, <=, ==, !='],
  ])('lists the operators of %s: %j', (name, operator, operators) => {
    expect(() => judge(name, operator, '1')).toThrow(
      `operator: '${operator}' is not valid for ${name}. Valid operators: ${operators}`,
    )
  })

  it.each([
    [
      'response_time',
      ['-1', '86400001', '', ' ', '1 ', '1,5', '1.', '.5', '1e3', '0x1', 'NaN', 'Infinity', '--1', '9'.repeat(400)],
      'between 0 and 86400000 (ms)',
    ],
    ["metrics['web.percent']", ['100.0001', '-0.1', '50%'], 'between 0 and 100 (percent)'],
    ["metrics['web.number']", ['-2', '14'], 'between -1 and 13 (number)'],
    ["metrics['web.step.pay.duration_ms']", ['fast'], 'between 0 and 86400000 (ms)'],
  ])('names the range and the unit of %s', (name, values, range) => {
    for (const value of values) expect(() => judge(name, '>', value), value).toThrow(`value: must be a number ${range}`)
  })

  it.each(['', 'True', 'FALSE', '0', '1', 'null', ' true'])('names the values of success: %j', (value) => {
    expect(() => judge('success', '==', value)).toThrow("value: must be 'true' or 'false'")
  })

  it.each([
    '',
    '2xx',
    '200',
    '{}',
    '[]',
    '["0xx"]',
    '["6xx"]',
    '["2XX"]',
    '["20x"]',
    '[99]',
    '[600]',
    '[200.5]',
    '[true]',
    '[["200"]]',
    '[null]',
    '["2xx",]',
    JSON.stringify(Array(51).fill(200)),
  ])('describes valid statuses: %s', (value) => {
    expect(() => judge('status_code', 'in_groups', value)).toThrow(
      'value: must be a JSON array of status groups (1xx to 5xx) or codes (100 to 599)',
    )
  })

  it('is a fault of the caller', () => {
    expect(() => judge('nonsense', '>', '1')).toThrow(expect.objectContaining({ code: 'invalid_request', status: 400 }))
  })
})

describe('spellings', () => {
  it('lists all names of a metric, the usual one first', () => {
    expect(spellings(metrics.slice(0, 2))).toEqual([
      'success',
      "metrics['success']",
      'response_time',
      "metrics['web.response_time_ms']",
    ])
  })
})
