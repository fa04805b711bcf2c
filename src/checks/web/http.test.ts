import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { type WebServer, hasNginx, startNginx } from '../../../test/kit/debian/nginx.ts'
import { keepsTheContractOverHttp } from '../../../test/kit/checks/run-contract.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { HttpResponseData } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import { http } from './http.ts'
import { bodyText } from './evidence.ts'

keepsTheContractOverHttp(http, { config: { failIfBodyNotMatchesRegexp: 'never there' } })

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

const locations = `
  location = /moved { return 301 /page.html; }
  location = /away { return 302 http://169.254.169.254/; }
  location = /broken { return 500 "out of order"; }
  location = /who { return 200 "$request_method $http_x_mine $http_authorization $http_user_agent"; }
  location = /secret { auth_basic "members"; auth_basic_user_file root/users; try_files /page.html =404; }
  location = /packed { gzip on; try_files /page.html =404; }
  location = /cookie { add_header Set-Cookie "session=very-secret"; return 200 "hello"; }
`
const files = {
  users: 'robot:{PLAIN}secret\n',
  'page.html': '<h1>All systems go</h1>\n',
  'large.txt': 'x'.repeat(2_000_000),
}

describe.skipIf(!hasNginx && process.env['CI'] !== 'true')('an http check of nginx', () => {
  let server: WebServer
  const check = (path: string, config: Record<string, unknown> = {}): Promise<Outcome> =>
    runCheck(http, `http://localhost:${server.http}${path}`, { net, config })
  const secureCheck = (path: string, config: Record<string, unknown> = {}): Promise<Outcome> =>
    runCheck(http, `https://localhost:${server.https}${path}`, { net, config })

  beforeAll(async () => {
    const certificate = authority.issue({ names: ['localhost'], to: days(45.5), intermediate: true })
    server = await startNginx({ certificate, locations, files })
  })
  afterAll(() => server.stop())

  it('measures the response and shows it', async () => {
    const outcome = await check('/page.html')
    expect(outcome).toMatchObject({ success: true, statusCode: 200, error: null, cause: null })
    expect(Object.keys(outcome.phases ?? {})).toEqual([
      'http.dns_time_ms',
      'http.connect_time_ms',
      'http.ttfb_ms',
      'http.transfer_ms',
    ])
    expect(outcome.metrics).toEqual({ 'http.status_code': 200, 'http.response_time_ms': expect.any(Number) })
    expect(outcome.evidence).toMatchObject({
      status: '200 OK',
      protocol: 'HTTP/1.1',
      address: '127.0.0.1',
      headers: { server: expect.stringMatching(/^nginx/), 'content-type': 'text/html' },
      body: '<h1>All systems go</h1>\n',
      body_bytes: 24,
      timings: {
        dns_ms: expect.any(Number),
        connect_ms: expect.any(Number),
        tls_ms: null,
        first_byte_ms: expect.any(Number),
        transfer_ms: expect.any(Number),
      },
    })
  })

  it('counts the days of the certificate and shows it', async () => {
    const outcome = await secureCheck('/page.html')
    expect(outcome.metrics).toEqual({
      'http.status_code': 200,
      'http.response_time_ms': expect.any(Number),
      'http.ssl_expiry_days': 45,
    })
    expect(outcome.evidence).toMatchObject({
      timings: { tls_ms: expect.any(Number) },
      certificate: { subject: 'localhost', issuer: 'Lapwing test root intermediate', names: ['localhost'] },
    })
  })

  it.each([404, 500])('succeeds with status %i, which rules evaluate', async (status) => {
    expect(await check(status === 404 ? '/nowhere' : '/broken')).toMatchObject({
      success: true,
      statusCode: status,
      metrics: { 'http.status_code': status },
    })
  })

  it('follows redirects and shows them', async () => {
    const outcome = await check('/moved')
    expect(outcome).toMatchObject({
      success: true,
      statusCode: 200,
      evidence: { redirects: [{ status: 301 }], body: files['page.html'] },
    })
    expect(await check('/moved', { followRedirects: false })).toMatchObject({ success: true, statusCode: 301 })
  })

  it('does not follow a redirect that the address policy forbids', async () => {
    expect(await check('/away')).toMatchObject({
      success: false,
      cause: 'connect',
      statusCode: null,
      error: expect.stringContaining('cloud metadata address'),
    })
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('sends %s and its own headers', async (method) => {
    const { evidence } = await check('/who', {
      method,
      requestHeaders: [
        { key: 'X-Mine', value: 'yes' },
        { key: 'User-Agent', value: 'me' },
      ],
    })
    expect(evidence?.['body']).toBe(`${method} yes - me`.replace(' - ', '  '))
  })

  it('sends HEAD', async () => {
    expect(await check('/page.html', { method: 'HEAD' })).toMatchObject({
      success: true,
      statusCode: 200,
      evidence: { body_bytes: 0 },
    })
  })

  it.each([
    [{ authType: 'basic', authUsername: 'robot', authPassword: 'secret' }, 'Basic cm9ib3Q6c2VjcmV0'],
    [{ authType: 'bearer', bearerToken: 'abc' }, 'Bearer abc'],
    [{ authType: 'none', bearerToken: 'abc' }, ''],
  ])('logs in with %j', async (config, expected) => {
    expect((await check('/who', config)).evidence?.['body']).toBe(`GET  ${expected} Lapwing`)
  })

  it.each([
    [{ failIfBodyNotMatchesRegexp: 'systems (go|up)' }, 1],
    [{ failIfBodyNotMatchesRegexp: ['All', 'missing'] }, 0],
    [{ failIfBodyMatchesRegexp: '(?i)ERROR' }, 1],
    [{ failIfBodyMatchesRegexp: ['(?i)SYSTEMS', 'x'] }, 0],
    [{ failIfBodyMatchesRegexp: 'error', failIfBodyNotMatchesRegexp: '^<h1>' }, 1],
    [{ failIfBodyMatchesRegexp: [], failIfBodyNotMatchesRegexp: [] }, undefined],
  ])('matches the body by %j', async (config, match) => {
    const { success, metrics } = await check('/page.html', config)
    expect([success, metrics['http.body_regexp_match']]).toEqual([true, match])
  })

  it('is accepted with the right password only', async () => {
    const login = { authType: 'basic', authUsername: 'robot' }
    expect(await check('/secret', { ...login, authPassword: 'secret' })).toMatchObject({
      success: true,
      statusCode: 200,
    })
    expect(await check('/secret', { ...login, authPassword: 'wrong' })).toMatchObject({
      success: true,
      statusCode: 401,
    })
  })

  it('matches a compressed body', async () => {
    const requestHeaders = [{ key: 'Accept-Encoding', value: 'gzip' }]
    expect(await check('/packed', { failIfBodyNotMatchesRegexp: 'systems', requestHeaders })).toMatchObject({
      metrics: { 'http.body_regexp_match': 1 },
      evidence: { headers: { 'content-encoding': 'gzip' } },
    })
  })

  it('reports that it read only the start of a large body', async () => {
    const outcome = await check('/large.txt')
    expect(outcome).toMatchObject({ success: true, evidence: { body_is_cut: true, body: 'x'.repeat(1024) } })
  })

  it('masks cookies', async () => {
    expect(JSON.stringify(await check('/cookie'))).not.toContain('very-secret')
  })

  it('reaches no private addresses if those are forbidden', async () => {
    const closed = openNet({ policy: createPolicy({ allowPrivate: false }) })
    expect(await runCheck(http, `http://localhost:${server.http}/`, { net: closed })).toMatchObject({
      success: false,
      cause: 'connect',
      error: expect.stringContaining('127.0.0.1 is a loopback address'),
    })
  })

  it('reports that the server does not support HTTP/3', async () => {
    expect(await secureCheck('/', { transportMode: 'http3' })).toMatchObject({
      success: false,
      cause: 'connect',
      error: `connection refused by 127.0.0.1:${server.https}`,
    })
  })
})

describe('the text of a body', () => {
  it.each([
    ['text/html; charset=ISO-8859-1', 'café', Buffer.from('café', 'latin1')],
    ['text/html; charset="utf-16le"', 'café', Buffer.from('café', 'utf16le')],
    ['text/html; charset=nonsense', 'café', Buffer.from('café')],
    ['text/html', 'café', Buffer.from('café')],
    [undefined, 'café', Buffer.from('café')],
  ])('is decoded as %s', (type, text, body) => {
    const answer = { headers: type === undefined ? {} : { 'content-type': type }, body } as HttpResponseData
    expect(bodyText(answer)).toBe(text)
  })
})

describe('a redirect to another origin', () => {
  it('does not include the credentials of the first', async () => {
    const received: string[] = []
    const elsewhere = createServer(async (request, response) => {
      received.push([request.method, ...request.rawHeaders, await text(request)].join(' '))
      response.end('welcome')
    })
    const target = `http://127.0.0.1:${await listening(elsewhere)}/landing`
    const first = createServer((_request, response) => void response.writeHead(307, { Location: target }).end())
    const config = {
      method: 'POST',
      requestBody: 'secret-body',
      requestHeaders: [{ key: 'X-Api-Key', value: 'secret-header' }],
      authType: 'basic',
      authUsername: 'robot',
      authPassword: 'secret-password',
    }
    const outcome = await runCheck(http, `http://127.0.0.1:${await listening(first)}/`, { config, deadlineMs: 60_000 })
    expect(outcome).toMatchObject({ success: true, evidence: { body: 'welcome' } })
    expect(received).toHaveLength(1)
    expect(received[0]).not.toMatch(/secret|authorization|x-api-key/i)
  })
})
