import { createSecureServer } from 'node:http2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { startHostile } from '../../../test/kit/servers/hostile.ts'
import { choosingHttp2, reset, settings } from '../../../test/kit/servers/http2-frames.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { type WebServer, hasNginx, startNginx } from '../../../test/kit/debian/nginx.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { http } from './http.ts'

const authority = createAuthority()
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)
const certificate = authority.issue({ names: ['localhost'], to: days(45.5) })
const net = openNet({ extraTrust: [authority.root] })
const deadlineMs = 60_000

describe('an http check over HTTP/2', () => {
  it('needs no HTTP/1.1, and evaluates status and body as usual', async () => {
    const server = createSecureServer(certificate, (_request, response) => void response.writeHead(503).end('closed'))
    const config = { failIfBodyMatchesRegexp: 'closed' }
    const outcome = await runCheck(http, `https://localhost:${await listening(server)}/`, { net, config, deadlineMs })
    expect(outcome).toMatchObject({
      success: true,
      statusCode: 503,
      metrics: { 'http.status_code': 503, 'http.body_regexp_match': 0, 'http.ssl_expiry_days': 45 },
    })
  })

  it('reports the protocol and the phase of a failure', async () => {
    const server = await startHostile(
      (socket) => void socket.once('data', () => socket.write(Buffer.concat([settings, reset(7)]))),
      choosingHttp2(certificate),
    )
    const outcome = await runCheck(http, `https://localhost:${server.port}/`, { net, deadlineMs })
    await server.idle()
    await server.stop()
    expect(outcome).toMatchObject({
      success: false,
      cause: 'connect',
      error: `127.0.0.1:${server.port} broke off the answer with HTTP/2 error REFUSED_STREAM (while waiting for the answer)`,
      metrics: { 'http.ssl_expiry_days': 45 },
      evidence: { protocol: 'HTTP/2', address: '127.0.0.1', timings: { tls_ms: expect.any(Number) } },
    })
  })
})

describe.skipIf(!hasNginx && process.env['CI'] !== 'true')('an http check over HTTP/2 of nginx', () => {
  let server: WebServer
  beforeAll(async () => {
    const locations = 'add_header Alt-Svc \'h3=":443"\'; location / { return 200 "$server_protocol"; }'
    server = await startNginx({ certificate, locations, files: {}, http2: true })
  })
  afterAll(() => server.stop())

  it.each(['auto', 'tcp'])('measures the response and shows it with transportMode %s', async (transportMode) => {
    const target = `https://localhost:${server.https}/`
    const outcome = await runCheck(http, target, { net, config: { transportMode }, deadlineMs })
    expect(outcome).toMatchObject({ success: true, statusCode: 200, error: null })
    expect(Object.keys(outcome.phases ?? {})).toEqual([
      'http.dns_time_ms',
      'http.connect_time_ms',
      'http.tls_time_ms',
      'http.ttfb_ms',
      'http.transfer_ms',
    ])
    expect(outcome.evidence).toMatchObject({
      protocol: 'HTTP/2',
      status: '200',
      body: 'HTTP/2.0',
      headers: { 'alt-svc': 'h3=":443"' },
      certificate: { subject: 'localhost' },
    })
    expect(Object.keys(outcome.evidence?.['headers'] as object)).not.toContain(':status')
  })
})
