import { describe, expect, it } from 'vitest'
import { findMetric, groupOperators, metric, numericOperators, success, truthOperators } from './metric.ts'

const latency = metric('latency', { description: 'How long it took', unit: 'ms', as: 'response_time', usual: '>' })
const expiry = metric('expiry', { description: 'Days left', unit: 'days', max: 900 })
const step = metric('step_<slug>_ms', { description: 'How long a step took', unit: 'ms' })
const loss = metric('loss_<slug>', { description: 'What a step lost', unit: 'percent', as: 'loss_<slug>' })
const metrics = [success, latency, expiry, step, loss]

describe('metric', () => {
  it('takes range and operators from its unit', () => {
    expect(latency).toMatchObject({ min: 0, max: 86_400_000, operators: numericOperators, severity: 'warning' })
    expect(success).toMatchObject({ min: 0, max: 1, operators: truthOperators, severity: 'critical' })
    expect(metric('status', { description: 'HTTP status', unit: 'status' })).toMatchObject({
      min: 100,
      max: 599,
      operators: groupOperators,
    })
  })

  it('may be an expiry that Prometheus shows', () => {
    const scraped = metric('expiry', { description: 'Days left', unit: 'days', scrapedExpiry: 'domain' })
    expect([scraped.scrapedExpiry, expiry.scrapedExpiry]).toEqual(['domain', null])
  })

  it('may have its own range', () => {
    expect(expiry).toMatchObject({ min: -3650, max: 900 })
  })

  it('is spelled in quotes unless it has a short name, which makes the quotes an alias', () => {
    expect(expiry).toMatchObject({ metric: "metrics['expiry']", aliases: [] })
    expect(latency).toMatchObject({ metric: 'response_time', aliases: ["metrics['latency']"] })
  })
})

describe('findMetric', () => {
  it.each([
    ['success', 'success'],
    ['response_time', 'latency'],
    ["metrics['latency']", 'latency'],
    ["metrics['expiry']", 'expiry'],
    ["metrics['step_login_ms']", 'step_login_ms'],
    ["metrics['step_log_in_2_ms']", 'step_log_in_2_ms'],
    ['loss_login', 'loss_login'],
  ])('resolves %s to %s', (name, key) => {
    expect(findMetric(metrics, name)?.key).toBe(key)
  })

  it.each([
    'latency',
    'expiry',
    '',
    'Success',
    "metrics['step__ms']",
    "metrics['step_ms']",
    "metrics['step_Login_ms']",
    "metrics['step_a b_ms']",
    `metrics['step_${'x'.repeat(65)}_ms']`,
    "metrics['step_login_ms",
    'step_login_ms',
    'loss_',
    '__proto__',
  ])('finds no metric called %s', (name) => {
    expect(findMetric(metrics, name)).toBeUndefined()
  })

  it('keeps unit, range and operators of the template', () => {
    expect(findMetric(metrics, "metrics['step_login_ms']")).toEqual({
      ...step,
      key: 'step_login_ms',
      slug: 'login',
      metric: "metrics['step_login_ms']",
      aliases: [],
    })
  })
})
