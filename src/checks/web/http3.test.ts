import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type QuicServer, hasCaddy, startCaddy } from '../../../test/kit/debian/caddy.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { keepsTheContract } from '../../../test/kit/checks/run-contract.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { http } from './http.ts'

keepsTheContract({
  check: http,
  transport: 'datagram',
  target: ({ host, port }) => `https://${host}:${port}/`,
  config: { transportMode: 'http3' },
  misbehaviours: {},
})

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const deadlineMs = 60_000
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

describe.skipIf(!hasCaddy && process.env['CI'] !== 'true')('an http check over HTTP/3', () => {
  let server: QuicServer
  const check = (path: string, config: Record<string, unknown> = {}): Promise<Outcome> =>
    runCheck(http, `https://localhost:${server.port}${path}`, {
      net,
      config: { transportMode: 'http3', ...config },
      deadlineMs,
    })

  beforeAll(async () => {
    const certificate = authority.issue({ names: ['localhost'], to: days(45.5) })
    const site = 'respond /broken "out of order" 503\nrespond "All systems go over {http.request.proto}"'
    server = await startCaddy({ certificate, site })
  })
  afterAll(() => server.stop())

  it('measures the response and shows it', async () => {
    const outcome = await check('/', { failIfBodyNotMatchesRegexp: 'go over HTTP/3' })
    expect(outcome).toMatchObject({ success: true, statusCode: 200, error: null, cause: null })
    expect(outcome.metrics).toEqual({
      'http.status_code': 200,
      'http.response_time_ms': expect.any(Number),
      'http.ssl_expiry_days': 45,
      'http.body_regexp_match': 1,
    })
    expect(outcome.evidence).toMatchObject({
      protocol: 'HTTP/3',
      status: '200',
      address: '127.0.0.1',
      body: 'All systems go over HTTP/3.0',
      certificate: { subject: 'localhost', issuer: 'Lapwing test root' },
      timings: { connect_ms: expect.any(Number), tls_ms: expect.any(Number), first_byte_ms: expect.any(Number) },
    })
  })

  it('succeeds with any status, which rules evaluate', async () => {
    expect(await check('/broken')).toMatchObject({ success: true, statusCode: 503 })
  })

  it.each(['auto', 'tcp'])(
    'uses TCP with transportMode %s, and shows what the server offers',
    async (transportMode) => {
      const { success, evidence } = await check('/', { transportMode })
      expect([success, evidence]).toMatchObject([
        true,
        {
          protocol: 'HTTP/2',
          body: 'All systems go over HTTP/2.0',
          headers: { 'alt-svc': expect.stringContaining('h3=') },
        },
      ])
    },
  )

  it('keeps the measurements from before a failure', async () => {
    const target = `https://localhost:${server.port}/`
    expect(await runCheck(http, target, { config: { transportMode: 'http3' }, deadlineMs })).toMatchObject({
      success: false,
      cause: 'certificate',
      metrics: { 'http.ssl_expiry_days': 45 },
      evidence: { address: '127.0.0.1' },
    })
  })
})
