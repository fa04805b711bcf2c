import { describe, expect, it } from 'vitest'
import { fromWireOrder, toWireOrder } from '../engine/remote-probes/wire-order.ts'
import { serverUrl } from './server-url.ts'
import { createClockOffset } from '../domain/probing/clock-offset.ts'
import { endOfCheck, isCurrent, isTooLate } from '../domain/probing/late-outcome.ts'
import { commonVersion, fromWireOutcome, toWireOutcome } from '../domain/probing/protocol.ts'

describe('the offset of a clock', () => {
  it('is measured by the exchange with the shortest way, also if the server takes its time', () => {
    const offset = createClockOffset()
    expect([offset.ms, offset.isKnown]).toEqual([0, false])
    // The server is 5 s ahead; the way back takes 400 ms, and the server waits for 10 s.
    offset.note({ sentAt: 0, receivedAt: 5010, respondedAt: 15_010, returnedAt: 10_410 })
    expect(offset.ms).toBe(4805)
    offset.note({ sentAt: 20_000, receivedAt: 25_002, respondedAt: 25_002, returnedAt: 20_004 })
    expect(offset.ms).toBe(5000)
    offset.note({ sentAt: 30_000, receivedAt: 35_300, respondedAt: 35_300, returnedAt: 30_300 })
    expect(offset.ms).toBe(5000)
  })

  it('is measured again when a clock was set', () => {
    const offset = createClockOffset()
    offset.note({ sentAt: 0, receivedAt: 2, respondedAt: 2, returnedAt: 4 })
    offset.note({ sentAt: 0, receivedAt: 3_600_050, respondedAt: 3_600_050, returnedAt: 100 })
    expect(offset.ms).toBe(3_600_000)
  })
})

describe('an outcome', () => {
  const times = { claimedAt: 1000, leaseEndsAt: 46_000 }

  it.each([
    [500, 1000],
    [1200, 1200],
    [90_000, 46_000],
  ])('that ended at %d by its probe ended at %d', (endedAt, expected) =>
    expect(endOfCheck(endedAt, times, 60_000)).toBe(expected),
  )

  it('is current for half a minute, and dropped after a day', () => {
    expect([isCurrent(0, 30_000), isCurrent(0, 30_001)]).toEqual([true, false])
    expect([isTooLate(0, 86_400_000), isTooLate(0, 86_400_001)]).toEqual([false, true])
  })
})

it('picks the newest common version', () => {
  expect(commonVersion([1, 2, 3], [2, 3, 4])).toBe(3)
  expect(commonVersion([1], [2])).toBeNull()
})

// Probes of the previous and the next release send and read exactly this.
describe('version 1 of the protocol', () => {
  const order = {
    type: 'http',
    target: 'https://example.com/',
    config: { method: 'GET' },
    monitorId: 'm',
    organizationId: 'o',
    version: 3,
    deadlineMs: 10_000,
    maxWaitMs: 60_000,
    withScan: false,
    known: { key: 'k' },
    variables: { NAME: 'v' },
  }

  it('has these fields in an order', () => {
    const wire = toWireOrder('t', order)
    expect(wire).toEqual({
      ticket: 't',
      type: 'http',
      target: 'https://example.com/',
      config: { method: 'GET' },
      monitor_id: 'm',
      organization_id: 'o',
      version: 3,
      deadline_ms: 10_000,
      max_wait_ms: 60_000,
      with_scan: false,
      known: { key: 'k' },
      variables: { NAME: 'v' },
    })
    expect(fromWireOrder({ ...wire, fromTheFuture: 1 } as never)).toEqual(order)
  })

  it('has these fields in an outcome', () => {
    const outcome = {
      success: false,
      durationMs: 5,
      statusCode: 503,
      error: 'HTTP 503',
      cause: 'http_status' as const,
      metrics: { 'http.response_time_ms': 5 },
      phases: { 'http.phase.dns_ms': 1 },
      evidence: '{}',
      expiresAt: 7,
      isQuarantined: true,
      remember: { key: 'k' },
      artifacts: [{ kind: 'log' as const, name: 'a', contentType: 'text/plain', bytes: Buffer.from('text') }],
    }
    const wire = toWireOutcome('t', 1234, { ...outcome, costMs: 9 })
    expect(wire).toEqual({
      ticket: 't',
      ended_at: 1234,
      success: false,
      duration_ms: 5,
      status_code: 503,
      error: 'HTTP 503',
      cause: 'http_status',
      metrics: { 'http.response_time_ms': 5 },
      phases: { 'http.phase.dns_ms': 1 },
      evidence: '{}',
      expires_at: 7,
      quarantined: true,
      remember: { key: 'k' },
      artifacts: [{ kind: 'log', name: 'a', content_type: 'text/plain', data: 'dGV4dA==' }],
    })
    expect(fromWireOutcome(wire)).toEqual({ ...outcome, endedAt: 1234 })
  })
})

describe('the address of a server', () => {
  it.each([
    ['https://lapwing.example.com/', 'https://lapwing.example.com'],
    ['https://example.com/lapwing/', 'https://example.com/lapwing'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s is %s', (text, url) => expect(serverUrl(text, false)).toBe(url))

  it.each(['http://lapwing.example.com', 'ftp://x', 'x', 'https://user:pw@x', 'https://x/?a'])(
    '%s is refused',
    (text) => expect(() => serverUrl(text, false)).toThrow('--server'),
  )

  it('may be unencrypted in tests', () => expect(serverUrl('http://10.0.0.1', true)).toBe('http://10.0.0.1'))
})
