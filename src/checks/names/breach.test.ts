import { type ServerResponse, createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { runCheck } from '../../../test/kit/checks/run-check.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { SharedAnswers } from '../../domain/checking/shared-answer.ts'
import { breach } from './breach.ts'

const neither = 'must be a domain name or a URL that contains one'

tryCatalogEntry(breach, {
  targets: {
    accepted: ['example.co.uk', 'bücher.example', 'http://example.com:8080'],
    refused: [
      ['2001:db8::1', neither],
      ['https://[2001:db8::1]/', neither],
      ['example.com:443', neither],
      ['example.com/login', neither],
      ['someone@example.com', neither],
      ['https://localhost/', neither],
      ['https://', neither],
    ],
  },
  config: {
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['ip7', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: { reject: [[{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field']] },
  rules: [[{}, ["New Breach Within Window: metrics['breach.last_added_age_hours'] < 48 critical"]]],
  metrics: ["metrics['breach.last_added_age_hours']"],
})

it.each([
  ['example.com', 'example.com'],
  ['Shop.Example.COM.', 'shop.example.com'],
  ['https://www.example.com/login?next=/', 'www.example.com'],
  ['http://someone:secret@example.com:8080/', 'example.com'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
])('monitors %s as the host %s', (input, target) => {
  expect(breach.target.parse(input)).toMatchObject({ text: target, target })
})

it('is one global fact, looked up at most once an hour', () => {
  expect(breach).toMatchObject({ confirmation: 'none', minIntervalSeconds: 3600 })
})

describe('a check', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const entry = (Domain: string, AddedDate: string, more = {}): object => ({
    Name: Domain.replace('.', ''),
    Title: `Breach of ${Domain}`,
    Domain,
    BreachDate: '2025-11-03',
    AddedDate,
    PwnCount: 1234,
    IsFabricated: false,
    ...more,
  })

  /** Returns the URL of the directory and the number of requests. */
  async function directory(reply: (response: ServerResponse) => void) {
    let requested = 0
    const server = createServer((_request, response) => {
      requested += 1
      reply(response)
    })
    return { url: `http://127.0.0.1:${await listening(server)}/breaches`, requested: () => requested }
  }
  const serving = (entries: unknown) => directory((response) => void response.end(JSON.stringify(entries)))
  const look = (breachFeedUrl: string, target = 'example.com', shared?: SharedAnswers): Promise<Outcome> =>
    runCheck(breach, target, { sources: { breachFeedUrl }, shared, clock: fakeClock(now) })

  it('measures the age of the newest breach of the domain', async () => {
    const { url } = await serving([
      entry('example.com', '2026-01-01T00:00:00Z'),
      entry('Example.com', '2026-03-01T02:00:00Z', { Title: 'Example (2026)' }),
      entry('example.org', '2026-03-01T11:00:00Z'),
    ])
    expect(await look(url)).toMatchObject({
      success: true,
      metrics: { 'breach.last_added_age_hours': 10 },
      evidence: {
        breaches: [
          { title: 'Example (2026)', addedAt: '2026-03-01T02:00:00.000Z', accounts: 1234 },
          { title: 'Breach of example.com' },
        ],
      },
    })
  })

  it('counts a breach of the parent domain as one of the host, and no other', async () => {
    const { url } = await serving([entry('example.com', '2026-03-01T11:00:00Z'), entry('com', '2026-03-01T11:00:00Z')])
    expect((await look(url, 'https://www.example.com/login')).metrics).toEqual({ 'breach.last_added_age_hours': 1 })
    expect((await look(url, 'notexample.com')).metrics).toEqual({})
  })

  it('measures nothing without a breach, and skips fabricated ones', async () => {
    const { url } = await serving([entry('example.com', '2026-03-01T11:00:00Z', { IsFabricated: true })])
    expect(await look(url)).toMatchObject({
      success: true,
      metrics: {},
      evidence: { breaches: 'none in the directory' },
    })
  })

  it('shares the directory, and sends no request while it is fresh', async () => {
    const { url, requested } = await serving([entry('example.com', '2026-03-01T11:00:00Z')])
    const { learned } = await look(url)
    const value: unknown = JSON.parse(JSON.stringify(learned?.answer?.value))
    const shared = { answer: { value, isFresh: true }, source: null, mayAsk: false }
    expect((await look(url, 'shop.example.com', shared)).metrics).toEqual({ 'breach.last_added_age_hours': 1 })
    expect(requested()).toBe(1)
  })

  it('uses a directory of a few hours ago if a request fails, and then pauses', async () => {
    const { url } = await directory((response) => void response.writeHead(503).end())
    const value = { feed: {}, readAt: '2026-03-01T09:00:00.000Z' }
    expect(
      await look(url, 'example.com', { answer: { value, isFresh: false }, source: null, mayAsk: true }),
    ).toMatchObject({
      success: true,
      learned: { pauseMs: 600_000 },
      evidence: { directory_problem: expect.stringContaining('HTTP 503') },
    })
    const old = { ...value, readAt: '2026-02-01T00:00:00.000Z' }
    expect(
      await look(url, 'example.com', { answer: { value: old, isFresh: false }, source: null, mayAsk: true }),
    ).toMatchObject({ success: false, cause: 'http_status', error: expect.stringContaining('HTTP 503') })
  })

  it('is not checked during a pause if nothing is cached', async () => {
    expect(
      await look('http://127.0.0.1:1/', 'example.com', { answer: null, source: null, mayAsk: false }),
    ).toMatchObject({
      infrastructure: true,
      error: expect.stringMatching(/^not checked: a lookup of the breach directory/),
    })
  })

  it.each([
    ['no JSON', 'surprise', /no list of breaches/],
    ['no list', '{"statusCode":429}', /no list of breaches/],
    ['too much', `[${'1,'.repeat(3_000_000)}1]`, /larger than 4 MiB/],
  ])('reports that the directory sends %s', async (_what, text, sentence) => {
    const { url } = await directory((response) => void response.end(text))
    expect(await look(url)).toMatchObject({ success: false, cause: 'content', error: expect.stringMatching(sentence) })
  })

  it('skips invalid entries', async () => {
    const good = entry('example.com', '2026-03-01T11:00:00Z', { Title: 'a\u0000b'.repeat(100), PwnCount: 'many' })
    const { url } = await serving([
      null,
      7,
      [],
      {},
      entry('example.com', 'yesterday'),
      entry('__proto__', '2026'),
      good,
    ])
    expect(await look(url)).toMatchObject({ success: true, metrics: { 'breach.last_added_age_hours': 1 } })
  })
})
