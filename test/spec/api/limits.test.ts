import { describe, expect, it } from 'vitest'
import { anonymousPerMinute } from '../../../src/api/limits/anonymous-budget.ts'
import { type Answered, type TestLapwing, acme, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { withNotes } from '../../kit/lapwing/operations.ts'
import { send } from '../../kit/lapwing/raw.ts'
import { makeHeartbeat, ping } from '../../kit/resources/heartbeats.ts'

const app = sharedLapwing({ operations: withNotes })
const six = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
]

function budgetOf({ headers }: Answered): [limit: number, remaining: number, reset: number] {
  const [limit, remaining, reset, ...again] = six.map((name) => Number(headers.get(name) ?? Number.NaN))
  expect(again).toEqual([limit, remaining, reset])
  return [limit!, remaining!, reset!]
}

async function ask(
  own: TestLapwing,
  times: number,
  key: string | null = keys.starter,
  path = '/me',
): Promise<number[]> {
  const statuses: number[] = []
  for (let requested = 0; requested < times; requested++) statuses.push((await own.get(path, { key })).status)
  return statuses
}

const ok = (times: number): number[] => Array<number>(times).fill(200)

describe('the budget of a credential', () => {
  it('is the api_requests_per_minute of the plan read', async () => {
    const own = await lapwing()
    const answer = await own.get('/plan', { key: keys.starter })
    expect(budgetOf(answer)[0]).toBe(answer.body.limits.api_requests_per_minute)
    expect(answer.body.limits.api_requests_per_minute).toBe(5)
  })

  it('decreases with each request, including refused ones, and ends with 429 and Retry-After', async () => {
    const own = await lapwing({ operations: withNotes })
    const at = (key = keys.starter) => ({ key })
    expect(budgetOf(await own.get('/me', at()))).toEqual([5, 4, 60])
    expect(budgetOf(await own.get('/notes/x', at()))).toEqual([5, 3, 60])
    expect(budgetOf(await own.post('/notes', '{', at()))).toEqual([5, 2, 60])
    expect(budgetOf(await own.get('/locations?limit=0', at()))).toEqual([5, 1, 60])
    expect(budgetOf(await own.get('/me', at()))).toEqual([5, 0, 60])
    const refused = await own.get('/me', at())
    expect(refused.status).toBe(429)
    expect(budgetOf(refused)).toEqual([5, 0, 60])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.body.error.message).toBe('More than 5 requests in a minute; try again in 60 s')
  })

  it('slides: each request counts for sixty seconds', async () => {
    const own = await lapwing()
    expect(await ask(own, 2)).toEqual(ok(2))
    own.clock.advance(20_000)
    expect(await ask(own, 4)).toEqual([200, 200, 200, 429])
    own.clock.advance(39_000)
    const refused = await own.get('/me', { key: keys.starter })
    expect(refused.headers.get('retry-after')).toBe('1')
    own.clock.advance(1000)
    expect(await ask(own, 3)).toEqual([200, 200, 429])
    own.clock.advance(20_000)
    expect(await ask(own, 4)).toEqual([200, 200, 200, 429])
  })

  it('is available again after Retry-After', async () => {
    const own = await lapwing()
    await ask(own, 3)
    own.clock.advance(12_345)
    await ask(own, 2)
    const { headers } = await own.get('/me', { key: keys.starter })
    own.clock.advance(Number(headers.get('retry-after')) * 1000)
    expect((await own.get('/me', { key: keys.starter })).status).toBe(200)
  })

  it('is not reduced further by requests while it is exhausted', async () => {
    const own = await lapwing()
    expect(await ask(own, 9)).toEqual([...ok(5), 429, 429, 429, 429])
    own.clock.advance(60_000)
    expect(await ask(own, 6)).toEqual([...ok(5), 429])
  })

  it('is shared by all replicas on one database', async () => {
    const first = await lapwing()
    const second = await lapwing({ database: first.database, clock: first.clock })
    const statuses = [
      ...(await ask(first, 2)),
      ...(await ask(second, 2)),
      ...(await ask(first, 2)),
      ...(await ask(second, 1)),
    ]
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  it('is never exceeded by requests that arrive together', async () => {
    const first = await lapwing()
    const second = await lapwing({ database: first.database, clock: first.clock })
    const requested = [first, second, first, second, first, second, first, second].map((own) =>
      own.get('/me', { key: keys.starter }),
    )
    const statuses = (await Promise.all(requested)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...ok(5), 429, 429, 429])
  })

  it('survives a restart', async () => {
    const first = await lapwing()
    await ask(first, 4)
    const second = await lapwing({ database: first.database, clock: first.clock })
    expect(await ask(second, 2)).toEqual([200, 429])
  })

  it('belongs to one key: another key of the organization has its own', async () => {
    const two = acme.replace(
      `key: ${keys.starter} }`,
      `key: ${keys.starter} }, { name: second, scope: read, key: lw_test_second_0123456789abcde }`,
    )
    const own = await lapwing({ provision: two })
    expect(await ask(own, 6)).toEqual([...ok(5), 429])
    expect(await ask(own, 1, 'lw_test_second_0123456789abcde')).toEqual([200])
  })

  it('follows the plan: a lower limit applies at once', async () => {
    const first = await lapwing()
    await ask(first, 4)
    const lowered = acme.replace('api_requests_per_minute: 5', 'api_requests_per_minute: 2')
    const second = await lapwing({ provision: lowered, database: first.database, clock: first.clock })
    const refused = await second.get('/me', { key: keys.starter })
    expect(refused.status).toBe(429)
    expect(budgetOf(refused)).toEqual([2, 0, 60])
  })

  it('of 0 means no API access: 403, however often', async () => {
    const answer = await app().get('/me', { key: keys.free })
    expect(answer.status).toBe(403)
    expect(budgetOf(answer)).toEqual([0, 0, 60])
  })

  it('of -1 is unlimited and shows 1,000,000', async () => {
    const answer = await app().get('/plan')
    expect(answer.body.limits.api_requests_per_minute).toBe(-1)
    expect(budgetOf(answer)).toEqual([1_000_000, 1_000_000, 60])
    expect(budgetOf(await app().get('/plan'))).toEqual([1_000_000, 1_000_000, 60])
  })
})

describe('every response', () => {
  const answers: [string, number, () => Promise<Answered>][] = [
    ['an answer', 200, () => app().get('/me')],
    ['a creation', 201, () => app().post('/notes', { title: 'a' })],
    ['a keyless answer', 200, () => app().get('/openapi.json', { key: null })],
    ['a HEAD', 200, () => app().ask('HEAD', '/me')],
    ['a preflight', 204, () => app().ask('OPTIONS', '/me')],
    ['a 400', 400, () => app().get('/locations?limit=0')],
    ['a 400 for a bad path', 400, () => app().get('/%zz')],
    ['a 401', 401, () => app().get('/me', { key: null })],
    ['a 403', 403, () => app().get('/me', { key: keys.free })],
    ['a 404', 404, () => app().get('/nowhere')],
    ['a 405', 405, () => app().ask('PUT', '/me')],
    ['a 413', 413, () => app().post('/notes', 'x'.repeat(300_000))],
  ]
  it.each(answers)('has the six headers: %s', async (_case, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    const [limit, remaining, reset] = budgetOf(answer)
    expect(limit).toBeGreaterThanOrEqual(0)
    expect(remaining).toBeGreaterThanOrEqual(0)
    expect(remaining).toBeLessThanOrEqual(limit)
    expect(reset).toBeGreaterThanOrEqual(1)
    expect(reset).toBeLessThanOrEqual(60)
  })

  it('also has the newer structured headers', async () => {
    const own = await lapwing()
    const { headers } = await own.get('/me', { key: keys.starter })
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=5;w=60')
    expect(headers.get('ratelimit')).toBe('"minute";r=4;t=60')
  })
})

describe('anonymous clients', () => {
  const exhaust = async (own: TestLapwing): Promise<number[]> => {
    const statuses: number[] = []
    while (statuses.length < anonymousPerMinute) {
      const together = Array.from({ length: Math.min(50, anonymousPerMinute - statuses.length) }, () =>
        own.get('/me', { key: null }),
      )
      statuses.push(...(await Promise.all(together)).map(({ status }) => status))
    }
    return statuses
  }

  it('share one fixed budget per address over all anonymous surfaces', async () => {
    const own = await lapwing()
    const requested = ['/openapi.json', '/meta/monitor-types', '/me', '/nowhere'] as const
    for (const [index, path] of requested.entries())
      expect(budgetOf(await own.get(path, { key: null }))).toEqual([
        anonymousPerMinute,
        anonymousPerMinute - index - 1,
        60,
      ])
    const wrongKey = await own.get('/me', { key: 'lw_test_nobody_0123456789abcdef' })
    expect(budgetOf(wrongKey)).toEqual([anonymousPerMinute, anonymousPerMinute - requested.length - 1, 60])
  })

  it('get 429 with Retry-After beyond it, also for guessed heartbeats, while keys and heartbeats still work', async () => {
    const own = await lapwing()
    const { path: heartbeat } = await makeHeartbeat(own)
    await ping(own, heartbeat)
    expect(new Set(await exhaust(own))).toEqual(new Set([401]))
    for (const path of ['/me', '/openapi.json', '/meta/monitor-types', '/nowhere']) {
      const refused = await own.get(path, { key: null })
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(budgetOf(refused)).toEqual([anonymousPerMinute, 0, 60])
    }
    expect((await own.get('/me')).status).toBe(200)
    expect([(await ping(own, '/ping/guess')).status, (await ping(own, heartbeat)).status]).toEqual([429, 200])
    own.clock.advance(60_000)
    expect((await ping(own, '/ping/guess')).status).toBe(404)
    const next = await own.get('/me', { key: null })
    expect([next.status, budgetOf(next)[1]]).toEqual([401, anonymousPerMinute - 2])
  })

  it('do not touch the budget of a key', async () => {
    const own = await lapwing()
    await own.get('/openapi.json', { key: keys.starter })
    expect(budgetOf(await own.get('/me', { key: keys.starter }))[1]).toBe(4)
  })

  it('cannot choose their address: X-Forwarded-For is only trusted from a trusted proxy', async () => {
    const from = (address: string) => ({ key: null, headers: { 'x-forwarded-for': address } })
    const own = await lapwing()
    await own.get('/me', from('192.0.2.1'))
    expect(budgetOf(await own.get('/me', from('192.0.2.2')))[1]).toBe(anonymousPerMinute - 2)
    const behind = await lapwing({ env: { LAPWING_TRUSTED_PROXIES: '127.0.0.0/8' } })
    await behind.get('/me', from('192.0.2.1'))
    expect(budgetOf(await behind.get('/me', from('192.0.2.2')))[1]).toBe(anonymousPerMinute - 1)
    expect(budgetOf(await behind.get('/me', from('192.0.2.9, 192.0.2.1')))[1]).toBe(anonymousPerMinute - 2)
  })

  it('behind a trusted proxy cause no error with an invalid address', async () => {
    const behind = await lapwing({ env: { LAPWING_TRUSTED_PROXIES: '127.0.0.1' } })
    for (const address of ['', 'nonsense', '1.2.3.4.5', "';--", ', ,', '::1, x'])
      expect((await behind.get('/me', { key: null, headers: { 'x-forwarded-for': address } })).status).toBe(401)
  })
})

describe('request limits', () => {
  it('JSON body: 256 KiB, else 413', async () => {
    expect((await app().post('/notes', `{"title":"a"${' '.repeat(262_144 - 13)}}`)).status).toBe(201)
    expect((await app().post('/notes', `{"title":"a"${' '.repeat(262_145 - 13)}}`)).status).toBe(413)
  })

  it('JSON body: enforced while streaming', async () => {
    const head = `POST /v1/notes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keys.write}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
    const answer = await send(app().origin, `${head}${(300_000).toString(16)}\r\n${' '.repeat(300_000)}`)
    expect(answer?.status).toBe(413)
  })

  it('limit query: 1-100, else 400', async () => {
    expect((await app().get('/notes?limit=1')).status).toBe(200)
    expect((await app().get('/notes?limit=100')).status).toBe(200)
    expect((await app().get('/notes?limit=0')).status).toBe(400)
    expect((await app().get('/notes?limit=101')).status).toBe(400)
  })

  it('sort query: unsupported everywhere, even for single resources and writes', async () => {
    for (const { method, path } of withNotes.filter(({ audience }) => audience === 'public')) {
      const filled = path.replace(/\{\w+\}/g, '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718')
      const { status, body } = await app().ask(method, `${filled}?sort=name`)
      expect([method, path, status]).toEqual([method, path, 400])
      expect(body.error.message).toMatch(/^sort: /)
    }
  })
})

describe('a body', () => {
  const objects = (count: number): string => `[${Array(count).fill('{}').join(',')}]`

  it.each([
    ['of many values', `{"name":${objects(10_000)}}`, 413, /^body: has more than 10,000 values/],
    ['of many levels', `{"name":${'['.repeat(32)}${']'.repeat(32)}}`, 400, /^body: nested deeper than 32 levels$/],
    ['of many errors', `{${Array.from({ length: 50 }, (_, n) => `"k${n}":1`).join(',')}}`, 400, /; and 3\d more$/],
  ])('%s is refused with the limit', async (_what, body, status, message) => {
    const response = await fetch(`${app().origin}/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.write}`, 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(status)
    expect(((await response.json()) as { error: { message: string } }).error.message).toMatch(message)
  })

  it('of a configuration may name few large files', async () => {
    const name = { file: 'logo' }
    const document = { statusPages: Array.from({ length: 100 }, (_, n) => ({ key: `p${n}`, name })) }
    const files = { logo: `data:image/png;base64,${'A'.repeat(100_000)}` }
    const { status, text } = await app().post('/config/plans', { document, files, source: 'x' })
    expect([status, text]).toEqual([413, expect.stringContaining('are larger than 8 MiB in total')])
  })
})
