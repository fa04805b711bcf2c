import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { runCheck } from '../../../test/kit/checks/run-check.ts'
import { keepsTheContractOverHttp } from '../../../test/kit/checks/run-contract.ts'
import { type Prometheus, hasPrometheus, startPrometheus } from '../../../test/kit/debian/prometheus.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { prometheus } from './prometheus.ts'

keepsTheContractOverHttp(prometheus, { path: '/metrics', misbehaviours: { 'never ends its answer': 'content' } })

tryCatalogEntry(prometheus, {
  targets: { accepted: ['http://localhost:9100/metrics'], refused: [['localhost:9100', /https:\/\/ or http:\/\//]] },
  config: {
    selector: {
      accept: ['up', 'a:b_c', 'up{job="x",code!~"5..|4\\\\d"}', '{"http.requests", "my.label"="a"}', ' up{} '],
      reject: [
        ['sum(up)', 'must be a metric with its labels'],
        ['up{job=x}', 'must be a metric'],
        ['{job="x"}', 'must be a metric'],
        ['up{job=~"("}', 'must be a regular expression'],
        ['up{job="x"', 'must be a metric'],
      ],
    },
    query: {
      accept: ['sum(up)'],
      reject: [
        ['x'.repeat(4001), 'at most 4000'],
        [1, 'Expected string'],
      ],
    },
    aggregate: { accept: ['sum', 'avg', 'min', 'max', 'first'], reject: [['last', 'Allowed values']] },
    minValue: { accept: [-0.5, 3], reject: [['3', 'Expected number']] },
    maxValue: { accept: [0.25], reject: [[1e16, 'config.maxValue']] },
    authType: { accept: ['none'], reject: [['basic', 'config.authUsername: Required with authType basic']] },
    authUsername: { accept: ['robot'], reject: [[7, 'Expected string']] },
    authPassword: { accept: ['hunter2'], reject: [[true, 'Expected string']] },
    bearerToken: { accept: ['abc'], reject: [['a\nb', 'must not contain line breaks']] },
    requestHeaders: { accept: [[{ key: 'X-Scope-OrgID', value: '1' }]], reject: [[{}, 'Expected array']] },
    verifyTls: { accept: [false], reject: [['no', 'Expected boolean']] },
    timeoutSeconds: { accept: [1, 60], reject: [[61, 'config.timeoutSeconds']] },
    ipVersion: { accept: ['ip6'], reject: [['6', 'Allowed values']] },
  },
  combinations: {
    accept: [{ minValue: 1, maxValue: 1 }],
    reject: [
      [{ selector: 'up', query: 'up' }, 'config.selector: must not be combined with query'],
      [{ minValue: 2, maxValue: 1 }, 'config.minValue: must not be more than maxValue'],
    ],
  },
  rules: [
    [{}, ['Availability Check: success == false critical']],
    [
      { maxValue: 0 },
      [
        'Availability Check: success == false critical',
        "Value Out of Range: metrics['prometheus.in_range'] == 0 critical",
      ],
    ],
  ],
  metrics: [
    "metrics['prometheus.value']",
    "metrics['prometheus.in_range']",
    "metrics['prometheus.samples']",
    'status_code',
    "metrics['prometheus.status_code']",
    'response_time',
    "metrics['prometheus.response_time_ms']",
    'ssl_expiry',
    "metrics['prometheus.ssl_expiry_days']",
  ],
})

interface Answer {
  readonly body: string | Buffer
  readonly status?: number
  readonly type?: string
}

let answer: Answer = { body: '' }
const received: string[] = []
const server = createServer(({ url, headers }, response) => {
  received.push(`${url} ${headers.authorization ?? ''}`)
  const { body, status = 200, type = 'text/plain; version=0.0.4' } = answer
  response.writeHead(status, { 'content-type': type }).end(body)
})
let origin = ''
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listening(server)}`
})
afterAll(() => void server.close())

const page = `# HELP queue_length Messages that wait.
# TYPE queue_length gauge
queue_length{queue="mail",zone="a\\"b"} 12
queue_length{queue="mail",zone="c"} 30 1395066363000
queue_length{queue="sms"} 5
queue_length_max 99
latency{quantile="0.99"} NaN
load +Inf
tiny 1.5e-3 # {trace_id="x"} 1
{"http.requests","code.class"="5xx"} 7
`

const read = (selector: string | undefined, config: Record<string, unknown> = {}): Promise<Outcome> => {
  answer = { body: page }
  return runCheck(prometheus, `${origin}/metrics`, { config: { selector, ...config } })
}
const valueOf = async (...options: Parameters<typeof read>): Promise<unknown> =>
  (await read(...options)).metrics['prometheus.value']

describe('a page of metrics', () => {
  it.each([
    ['queue_length', 47, 3],
    ['queue_length{queue="mail"}', 42, 2],
    ['queue_length{queue="mail",zone!="c"}', 12, 1],
    ['queue_length{zone="a\\"b"}', 12, 1],
    ['queue_length{queue=~"s.s|none"}', 5, 1],
    ['queue_length{queue!~"m.*"}', 5, 1],
    ['queue_length{queue=~"mai"}', undefined, undefined],
    ['queue_length{zone=""}', 5, 1],
    ['tiny', 0.002, 1],
    ['{"http.requests","code.class"=~"5.*"}', 7, 1],
  ])('has %s as %s', async (selector, value, samples) => {
    const { metrics } = await read(selector)
    expect([metrics['prometheus.value'], metrics['prometheus.samples'] || undefined]).toEqual([value, samples])
  })

  it.each([
    ['sum', 47],
    ['avg', 15.667],
    ['min', 5],
    ['max', 30],
    ['first', 12],
  ])('has the %s of several samples', async (aggregate, value) => {
    expect(await valueOf('queue_length', { aggregate })).toBe(value)
  })

  it('compares the value with its range, and shows both', async () => {
    const { metrics, evidence, success } = await read('queue_length{queue="mail"}', { maxValue: 41.5, minValue: 1 })
    expect([success, metrics['prometheus.in_range']]).toEqual([true, 0])
    expect(evidence).toMatchObject({
      value: '42',
      expected_value: '>= 1, <= 41.5',
      samples: ['queue_length{queue="mail",zone="a\\"b"} 12', 'queue_length{queue="mail",zone="c"} 30'],
    })
    expect((await read('queue_length', { minValue: 47 })).metrics['prometheus.in_range']).toBe(1)
  })

  it('without a selector is one that has samples', async () => {
    const { success, metrics } = await read(undefined)
    expect([success, metrics['prometheus.samples'], metrics['prometheus.value']]).toEqual([true, 8, undefined])
    answer = { body: '<html>\n<p>hello 1</p>', type: 'text/html' }
    expect(await runCheck(prometheus, origin)).toMatchObject({ cause: 'content', error: 'no sample of any metric' })
  })

  it.each([
    ['nothing', 'no sample of nothing'],
    ['latency', 'the value is NaN, which cannot be compared'],
    ['load', 'the value is Infinity, which cannot be compared'],
  ])('that has no value of %s is a failure', async (selector, error) => {
    expect(await read(selector)).toMatchObject({ success: false, cause: 'content', error })
  })

  it.each<[string, Answer, string, string]>([
    ['responds 404', { body: 'up 1', status: 404 }, 'http_status', 'the server responded with HTTP 404 Not Found'],
    ['denies access', { body: '', status: 403 }, 'auth', 'the server responded with HTTP 403 Forbidden'],
    ['is too large', { body: Buffer.alloc(11_000_000, 'up 1\n') }, 'content', 'the page is larger than 10 MB'],
    ['has a line without end', { body: 'u'.repeat(200_000) }, 'content', 'the page has a line of more than 64 KiB'],
    ['has labels without end', { body: `up{${'a="b",'.repeat(9000)}} 1\n` }, 'content', 'no sample of up'],
    ['is cut in a sample', { body: 'up{a="b' }, 'content', 'no sample of up'],
  ])('that %s is a failure', async (_what, spoilt, cause, error) => {
    answer = spoilt
    const outcome = await runCheck(prometheus, origin, { config: { selector: 'up' } })
    expect(outcome).toMatchObject({ success: false, cause, error: expect.stringContaining(error) })
  })

  it('keeps a character that two pieces share', async () => {
    answer = { body: `up{name="${'ü'.repeat(30_000)}"} 3` }
    const selector = `up{name=~"ü+"}`
    expect((await runCheck(prometheus, origin, { config: { selector } })).metrics['prometheus.value']).toBe(3)
  })
})

it('masks a login that the page repeats', async () => {
  const config = { selector: 'up', authType: 'basic', authUsername: 'robot', authPassword: 'hunter2hunter2' }
  answer = { body: `up{login="${Buffer.from('robot:hunter2hunter2').toString('base64')}",password="hunter2hunter2"} 1` }
  const fine = await runCheck(prometheus, origin, { config })
  expect(fine.evidence?.['samples']).toEqual([expect.stringContaining('password="[redacted]"')])
  answer = { body: `${'x'.repeat(1020)}hunter2hunter2`, status: 500 }
  const failed = await runCheck(prometheus, origin, { config })
  answer = { body: '{"status":"error","error":"hunter2hunter2"}', status: 400 }
  const refused = await runCheck(prometheus, origin, { config: { ...config, selector: undefined, query: 'up' } })
  expect(refused.error).toBe('Prometheus rejects the query: [redacted]')
  for (const outcome of [fine, failed, refused]) expect(JSON.stringify(outcome)).not.toMatch(/hunter2|aHVudGVy/)
})

describe('a query', () => {
  const ask = (body: unknown, status = 200, config: Record<string, unknown> = {}): Promise<Outcome> => {
    answer = { body: typeof body === 'string' ? body : JSON.stringify(body), status }
    return runCheck(prometheus, `${origin}/prom/?dedup=true`, { config: { query: 'sum(up) > 0', ...config } })
  }

  it('is sent to the API with the login, which the evidence does not have', async () => {
    const login = { authType: 'bearer', bearerToken: 'very-secret' }
    const outcome = await ask({ status: 'success', data: { resultType: 'scalar', result: [1, '4.5'] } }, 200, login)
    expect(outcome).toMatchObject({ success: true, metrics: { 'prometheus.value': 4.5 } })
    expect(received.at(-1)).toBe('/prom/api/v1/query?dedup=true&query=sum%28up%29+%3E+0 Bearer very-secret')
    expect(JSON.stringify(outcome)).not.toContain('very-secret')
  })

  it.each<[string, unknown, number, string, string | RegExp]>([
    ['an empty result', { status: 'success', data: { resultType: 'vector', result: [] } }, 200, 'content', /no sample/],
    ['a range', { status: 'success', data: { resultType: 'matrix', result: [] } }, 200, 'content', /returns a matrix/],
    [
      'an error',
      { status: 'error', error: 'parse error' },
      400,
      'content',
      'Prometheus rejects the query: parse error',
    ],
    ['an error page', 'Bad gateway', 502, 'http_status', /HTTP 502/],
    ['something else', '[1]', 200, 'content', 'the response is not that of a Prometheus server'],
    ['deep nesting', '['.repeat(5000), 200, 'content', 'the response is not that of a Prometheus server'],
    ['too much', ' '.repeat(1_100_000), 200, 'content', /larger than 1 MB/],
    [
      'odd items',
      { status: 'success', data: { resultType: 'vector', result: [null, 1, { value: null }, { value: [1] }] } },
      200,
      'content',
      /the value is NaN/,
    ],
  ])('that is answered with %s is a failure', async (_what, body, status, cause, error) => {
    const outcome = await ask(body, status)
    expect(outcome).toMatchObject({ success: false, cause })
    if (typeof error === 'string') expect(outcome.error).toBe(error)
    else expect(outcome.error).toMatch(error)
  })
})

describe.skipIf(!hasPrometheus && process.env['CI'] !== 'true')('Prometheus', () => {
  let real: Prometheus
  const check = (path: string, config: Record<string, unknown>): Promise<Outcome> =>
    runCheck(prometheus, `${real.origin}${path}`, { config })
  beforeAll(async () => {
    real = await startPrometheus({ origin, key: 'none', alerts: {} })
  })
  afterAll(() => real.stop())

  it('has metrics of its own', async () => {
    const outcome = await check('/metrics', { selector: 'prometheus_build_info{version=~"[0-9.]+.*"}', minValue: 1 })
    expect(outcome).toMatchObject({ success: true, metrics: { 'prometheus.value': 1, 'prometheus.in_range': 1 } })
  })

  it('evaluates queries', async () => {
    expect(await check('/', { query: 'vector(20) + 1.5' })).toMatchObject({ metrics: { 'prometheus.value': 21.5 } })
    expect(await check('/', { query: 'scalar(vector(3))' })).toMatchObject({ metrics: { 'prometheus.value': 3 } })
    expect(await check('/', { query: 'up{job="none"}' })).toMatchObject({ error: 'the query returned no sample' })
    const { error, cause } = await check('/', { query: 'sum(' })
    expect([cause, error]).toEqual(['content', expect.stringMatching(/^Prometheus rejects the query: .*parse error/)])
  })
})
