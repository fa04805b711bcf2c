import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { keepsTheContractOverHttp } from '../../../test/kit/checks/run-contract.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { findingOf } from '../../domain/alerting/finding.ts'
import { findMetric } from '../../domain/metric.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { api } from './api.ts'

keepsTheContractOverHttp(api, {
  config: { assertions: [{ source: 'text', comparison: 'contains', target: 'never there' }] },
})

interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (received: ReceivedRequest, response: ServerResponse) => void

const deadlineMs = 30_000
const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

/** A server with routes that records its requests. */
async function serve(answer: Answer): Promise<{ url: string; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const one = { method: request.method!, path: request.url!, headers: request.headers, body: await text(request) }
    received.push(one)
    answer(one, response)
  })
  return { url: `http://127.0.0.1:${await listening(server)}`, received }
}

const run = (target: string, config: Record<string, unknown>, more = {}): Promise<Outcome> =>
  runCheck(api, target, { config, deadlineMs, ...more })

describe('a single request', () => {
  it('is measured and shown', async () => {
    const { url } = await serve((_, response) => json(response, { queue: { length: '7' } }))
    const outcome = await run(`${url}/v1/status`, {
      valuePath: '$.queue.length',
      jsonSchema: { type: 'object', required: ['queue'] },
      assertions: [{ source: 'json_path', property: '$.queue.length', comparison: 'lt', target: 10 }],
    })
    expect(outcome).toMatchObject({ success: true, statusCode: 200, error: null })
    const time = expect.any(Number)
    expect(outcome.metrics).toEqual({
      'api.status_code': 200,
      'api.response_time_ms': time,
      'api.total_time_ms': time,
      'api.dns_time_ms': time,
      'api.connect_time_ms': time,
      'api.ttfb_ms': time,
      'api.transfer_ms': time,
      'api.response_bytes': 24,
      'api.json_value': 7,
      'api.schema_valid': 1,
      'api.assertions_total': 1,
      'api.assertions_failed': 0,
      'api.steps_total': 1,
      'api.steps_failed': 0,
      'api.failed_step': 0,
    })
    expect(outcome.evidence).toMatchObject({
      asked: `GET ${url}/v1/status`,
      status: '200 OK',
      body: '{"queue":{"length":"7"}}',
      timings: { connect_ms: time },
    })
  })

  it('shows which assertions failed, with the actual values', async () => {
    const { url } = await serve((_, response) => json(response, { ok: false, items: [1, 2] }, 503))
    const outcome = await run(url, {
      jsonSchema: { properties: { ok: { const: true } } },
      assertions: [
        { source: 'status_code', comparison: 'eq', target: 200 },
        { source: 'json_path', property: '$.ok', comparison: 'eq', target: true },
        { source: 'json_path', property: '$.items', comparison: 'contains', target: '3' },
        { source: 'header', property: 'X-Trace', comparison: 'exists' },
        { source: 'schema', comparison: 'eq', target: true },
        { source: 'text', comparison: 'matches', target: '^\\{' },
      ],
    })
    expect(outcome).toMatchObject({
      success: true,
      statusCode: 503,
      metrics: { 'api.assertions_failed': 5, 'api.assertions_total': 6, 'api.failed_step': 1, 'api.schema_valid': 0 },
    })
    expect(outcome.evidence).toMatchObject({
      failed_assertions: [
        { assertion: 'Status code is', expected: '200', actual: '503' },
        { assertion: 'JSON value $.ok is', expected: 'true', actual: 'false' },
        { assertion: 'JSON value $.items contains', expected: '3', actual: '[1,2]' },
        { assertion: 'Header X-Trace is present', actual: 'nothing' },
        { assertion: 'JSON Schema is', expected: 'true', actual: 'false' },
      ],
      schema_problems: [{ at: '/ok', problem: 'must be true, is false' }],
    })
  })

  it.each([
    [{ source: 'json_path', property: '$.n', comparison: 'eq', target: '5' }, true],
    [{ source: 'json_path', property: '$.n', comparison: 'gte', target: 5 }, true],
    [{ source: 'json_path', property: '$.name', comparison: 'gt', target: 1 }, false],
    [{ source: 'json_path', property: '$.name', comparison: 'neq', target: 'x' }, true],
    [{ source: 'json_path', property: '$.none', comparison: 'eq', target: 'null' }, true],
    [{ source: 'json_path', property: '$.none', comparison: 'exists' }, true],
    [{ source: 'json_path', property: '$.none', comparison: 'empty' }, true],
    [{ source: 'json_path', property: '$.gone', comparison: 'not_exists' }, true],
    [{ source: 'json_path', property: '$.gone', comparison: 'contains', target: '' }, false],
    [{ source: 'json_path', property: '$.list', comparison: 'not_empty' }, true],
    [{ source: 'json_path', property: '$..id', comparison: 'eq', target: '[1,2]' }, true],
    [{ source: 'json_path', property: '$.list[0]', comparison: 'contains', target: 'id' }, true],
    [{ source: 'json_path', property: '$.name', comparison: 'not_matches', target: '^\\d+$' }, true],
    [{ source: 'header', property: 'content-TYPE', comparison: 'contains', target: 'json' }, true],
    [{ source: 'header', property: 'X-Gone', comparison: 'not_contains', target: 'a' }, true],
    [{ source: 'size', comparison: 'lt', target: 10 }, false],
    [{ source: 'response_time', comparison: 'gte', target: 0 }, true],
    [{ source: 'text', comparison: 'not_contains', target: 'error' }, true],
  ])('is evaluated by %j: %s', async (assertion, holds) => {
    const body = { n: 5, name: 'robot', none: null, list: [{ id: 1 }, { id: 2 }] }
    const { url } = await serve((_, response) => json(response, body))
    const { metrics } = await run(url, { assertions: [assertion] })
    expect(metrics['api.assertions_failed']).toBe(holds ? 0 : 1)
  })

  it.each([
    ['<html>', 'the response is not JSON'],
    ['', 'the response is empty'],
    ['['.repeat(300), 'the response is nested more than 200 levels deep'],
    [`"${'x'.repeat(1_100_000)}"`, 'the response is larger than 1 MiB, too large to parse as JSON'],
  ])('reports that the body is not JSON (%#)', async (body, actual) => {
    const { url } = await serve((_, response) => void response.end(body))
    const assertions = [{ source: 'json_path', property: '$.gone', comparison: 'not_exists' }]
    const outcome = await run(url, { assertions, valuePath: '$.n', jsonSchema: {} })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'api.assertions_failed': 1, 'api.schema_valid': 0 },
      evidence: { failed_assertions: [{ actual }], value: { path: '$.n', found: actual } },
    })
    expect(outcome.metrics).not.toHaveProperty('api.json_value')
  })

  it.each([
    ['json', '{"a":1}', 'application/json', '{"a":1}'],
    ['form', 'a=1&b=2', 'application/x-www-form-urlencoded', 'a=1&b=2'],
    ['xml', '<a/>', 'application/xml', '<a/>'],
    ['graphql', '{ hero { name } }', 'application/json', '{"query":"{ hero { name } }"}'],
    ['graphql', '{"query":"query","variables":{}}', 'application/json', '{"query":"query","variables":{}}'],
    ['raw', 'hello', 'text/plain; charset=utf-8', 'hello'],
  ])('sends a %s body', async (bodyType, requestBody, type, sent) => {
    const { url, received } = await serve((_, response) => void response.end())
    await run(`${url}/?a=1`, { method: 'POST', bodyType, requestBody, queryParams: [{ key: 'q r', value: 'ä&' }] })
    expect(received).toMatchObject([{ method: 'POST', path: '/?a=1&q+r=%C3%A4%26', body: sent }])
    expect(received[0]?.headers['content-type']).toBe(type)
  })

  it('prefers the configured content type', async () => {
    const { url, received } = await serve((_, response) => void response.end())
    const requestHeaders = [{ key: 'content-type', value: 'application/vnd.api+json' }]
    await run(url, { method: 'PUT', bodyType: 'json', requestBody: '{}', requestHeaders })
    expect(received[0]?.headers['content-type']).toBe('application/vnd.api+json')
  })
})

describe('a chain of steps', () => {
  const signIn = {
    name: 'Log in',
    method: 'POST',
    url: '/login',
    requestBody: '{"user":"robot"}',
    extract: [
      { name: 'token', source: 'json_path', property: '$.token' },
      { name: 'etag', source: 'header', property: 'ETag' },
      { name: 'sid', source: 'cookie', property: 'sid' },
      { name: 'order', source: 'regexp', property: '"order":(\\d+)' },
    ],
  }
  const read = {
    name: 'Read order',
    url: '/orders/{{order}}?etag={{ etag }}',
    requestHeaders: [
      { key: 'Authorization', value: 'Bearer {{token}}' },
      { key: 'Cookie', value: 'sid={{sid}}' },
    ],
    requestBody: 'order {{order}} of {{nobody}}',
    bodyType: 'raw',
    method: 'PUT',
    assertions: [{ source: 'json_path', property: '$.order', comparison: 'eq', target: '{{order}}' }],
  }
  const shop: Answer = ({ path }, response) => {
    if (path !== '/login') return json(response, { order: 42, total: 12.5 })
    response.setHeader('Set-Cookie', ['other=1', 'sid=session-secret; Path=/'])
    response.setHeader('ETag', 'v7')
    json(response, { token: 'token-secret', order: 42 })
  }

  it('extracts values from responses and uses them in later steps', async () => {
    const { url, received } = await serve(shop)
    const outcome = await run(`${url}/base`, { steps: [signIn, read], valuePath: '$.total' })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(received).toMatchObject([
      { method: 'POST', path: '/login', body: '{"user":"robot"}', headers: { 'content-type': 'application/json' } },
      {
        method: 'PUT',
        path: '/orders/42?etag=v7',
        body: 'order 42 of {{nobody}}',
        headers: { authorization: 'Bearer token-secret', cookie: 'sid=session-secret' },
      },
    ])
    expect(outcome.metrics).toMatchObject({
      'api.steps_total': 2,
      'api.steps_failed': 0,
      'api.assertions_total': 1,
      'api.json_value': 12.5,
      'api.step.log_in.status_code': 200,
      'api.step.log_in.duration_ms': expect.any(Number),
      'api.step.read_order.status_code': 200,
    })
    expect(outcome.evidence).toMatchObject({
      steps: [
        { step: 'Log in', asked: `POST ${url}/login`, answered: '200 OK', ms: expect.any(Number) },
        { step: 'Read order', asked: `PUT ${url}/orders/42?etag=v7`, answered: '200 OK' },
      ],
      extracted: { token: '[redacted]', sid: '[redacted]', order: '42', etag: 'v7' },
    })
    expect(JSON.stringify(outcome)).not.toMatch(/token-secret|session-secret/)
  })

  it('stops at the first step that fails, and reports which and why', async () => {
    const { url, received } = await serve((_, response) => json(response, {}, 500))
    const outcome = await run(url, { steps: [{ name: 'First', url: '/1' }, read] })
    expect(received).toHaveLength(1)
    expect(outcome).toMatchObject({
      success: true,
      statusCode: 500,
      metrics: { 'api.steps_total': 1, 'api.steps_failed': 1, 'api.failed_step': 1 },
      evidence: { steps: [{ step: 'First', answered: '500 Internal Server Error', problem: 'answered 500' }] },
    })
  })

  it('continues after a step that may fail', async () => {
    const { url, received } = await serve((_, response) => json(response, {}, 404))
    const expected = { source: 'status_code', comparison: 'eq', target: 404 }
    const outcome = await run(url, {
      steps: [
        { name: 'Warm up', url: '/1', continueOnFailure: true },
        { name: 'Gone', url: '/2', assertions: [expected] },
      ],
    })
    expect(received).toHaveLength(2)
    expect(outcome.metrics).toMatchObject({ 'api.steps_total': 2, 'api.steps_failed': 1, 'api.failed_step': 1 })
  })

  it('fails without a value that a later step needs', async () => {
    const { url, received } = await serve((_, response) => json(response, { error: 'locked' }))
    expect(await run(url, { steps: [signIn, read] })).toMatchObject({
      success: false,
      cause: 'content',
      error: 'step "Log in": nothing for {{token}}: the response has no value at $.token',
    })
    const patient = await run(url, { steps: [{ ...signIn, continueOnFailure: true }, read] })
    expect(received).toHaveLength(2)
    expect(patient).toMatchObject({
      success: false,
      metrics: { 'api.steps_failed': 2, 'api.failed_step': 1 },
      evidence: { steps: [{}, { problem: 'needs {{order}}, which no earlier step extracted' }] },
    })
  })

  it.each([
    ['/next/{{token}}', [], 'the url cannot contain {{token}}: the value has a line break'],
    ['/', [{ key: 'X-T', value: '{{token}}' }], 'the header X-T cannot contain {{token}}: the value has a line break'],
    ['{{token}}', [], 'the url cannot contain {{token}}: the value has a line break'],
  ])('rejects line breaks in single-line values (%#)', async (path, requestHeaders, problem) => {
    const { url, received } = await serve((_, response) => json(response, { token: 'a\r\nX-Evil: 1' }))
    const outcome = await run(url, {
      steps: [
        { ...signIn, extract: [signIn.extract[0]] },
        { name: 'Next', url: path, requestHeaders },
      ],
    })
    expect(outcome).toMatchObject({ success: false, error: `step "Next": ${problem}` })
    expect(received).toHaveLength(1)
  })

  it('sends headers and login only to steps at the origin of the target', async () => {
    const [home, away] = [await serve(shop), await serve(shop)]
    const evil = away.url.replace('http://', '')
    const step = (name: string, url: string): object => ({
      name,
      url,
      requestHeaders: [{ key: 'X-Step-Token', value: 'step-secret' }],
    })
    const outcome = await run(home.url, {
      requestHeaders: [{ key: 'X-Api-Key', value: 'shared-secret' }],
      authType: 'bearer',
      bearerToken: 'bearer-secret',
      steps: [
        { ...signIn, extract: [{ name: 'host', source: 'regexp', property: 'order' }] },
        step('Home', '/home'),
        step('Written', `${away.url}/written`),
        { ...step('Chosen', '{{host}}'), continueOnFailure: true },
      ],
    })
    expect(outcome.success).toBe(true)
    expect(home.received[1]?.headers).toMatchObject({
      authorization: 'Bearer bearer-secret',
      'x-api-key': 'shared-secret',
      'x-step-token': 'step-secret',
    })
    expect(away.received[0]?.headers).toMatchObject({ 'x-step-token': 'step-secret' })
    expect(JSON.stringify(away.received)).not.toMatch(/bearer-secret|shared-secret/)

    const chooser = await serve((_, response) => json(response, { next: `//${evil}/chosen` }))
    await run(chooser.url, {
      steps: [
        { name: 'Ask', url: '/', extract: [{ name: 'next', source: 'json_path', property: '$.next' }] },
        step('Chosen', '{{next}}'),
        step('Disguised', `${chooser.url.replace(/:\d+$/, '')}{{next}}`),
      ],
    })
    expect(away.received).toHaveLength(2)
    expect(away.received[1]).toMatchObject({ path: '/chosen' })
    expect(JSON.stringify(away.received[1])).not.toContain('step-secret')
  })

  it('sends bodies and parameters to no origin that only a response has named', async () => {
    const [home, away] = [await serve((_, response) => json(response, { next: `${away.url}/` })), await serve(shop)]
    const ask = { name: 'Ask', url: '/', extract: [{ name: 'next', source: 'json_path', property: '$.next' }] }
    for (const [part, value] of [
      ['requestBody', '{"password":"step-secret"}'],
      ['queryParams', [{ key: 'token', value: 'step-secret' }]],
    ]) {
      const chosen = { name: 'Chosen', method: 'POST', url: '{{next}}', [part as string]: value }
      const outcome = await run(home.url, { steps: [ask, chosen] })
      expect(outcome).toMatchObject({ success: false, cause: 'content' })
      expect(outcome.error).toContain(`step "Chosen": the url leads to ${away.url}, which only a response named`)
    }
    expect(away.received).toEqual([])
    const back = await serve((_, response) => json(response, { next: '/again' }))
    await run(back.url, { steps: [ask, { name: 'Again', method: 'POST', url: '{{next}}', requestBody: '{"a":1}' }] })
    expect(back.received[1]).toMatchObject({ path: '/again', body: '{"a":1}' })
  })

  it('masks bodies and parameters of steps everywhere, also before the step has run', async () => {
    const { url, received } = await serve(({ path }, response) => json(response, { echo: path, learned }))
    const learned = ['body-secret', 'header-secret', 'whole body of a step']
    const outcome = await run(url, {
      steps: [
        {
          name: 'First',
          url: '/',
          queryParams: [
            { key: 'api_key', value: 'query secret&' },
            { key: 'page', value: '7' },
          ],
        },
        { name: 'Second', url: '/', method: 'POST', requestBody: '{"pin_token":"body-secret","id":{{id}}}' },
        { name: 'Third', url: '/', method: 'POST', bodyType: 'raw', requestBody: 'whole body of a step' },
        { name: 'Fourth', url: '/', requestHeaders: [{ key: 'X-Api-Key', value: 'header-secret' }] },
      ],
    })
    expect(received[0]?.path).toBe('/?api_key=query+secret%26&page=7')
    expect(JSON.stringify(outcome)).not.toMatch(/query.{1,3}secret|body-secret|header-secret|whole body/)
    expect(JSON.stringify(outcome)).toContain('api_key=[redacted]&page=7')
  })

  it('fills in values of earlier steps in parameters and bodies', async () => {
    const { url, received } = await serve((_, response) => json(response, { id: 42 }))
    await run(url, {
      steps: [
        { name: 'Ask', url: '/', extract: [{ name: 'id', source: 'json_path', property: '$.id' }] },
        {
          name: 'Use',
          url: '/use',
          queryParams: [{ key: 'id', value: '{{id}}' }],
          method: 'POST',
          requestBody: '[{{id}}]',
        },
      ],
    })
    expect(received[1]).toMatchObject({ path: '/use?id=42', body: '[42]' })
  })
})

describe('a login', () => {
  it.each([
    [
      { authType: 'basic', authUsername: 'robot', authPassword: 'hunter2' },
      'authorization',
      'Basic cm9ib3Q6aHVudGVyMg==',
    ],
    [{ authType: 'bearer', bearerToken: 'hunter2' }, 'authorization', 'Bearer hunter2'],
    [{ authType: 'api_key', apiKeyName: 'X-Api-Key', apiKeyValue: 'hunter2' }, 'x-api-key', 'hunter2'],
  ])('by %j is sent, and masked if the response echoes it', async (config, name, value) => {
    const { url, received } = await serve(({ headers }, response) =>
      json(response, { you_sent: headers, padding: 'x'.repeat(990), again: headers[name] }),
    )
    const assertions = [{ source: 'text', comparison: 'contains', target: 'never there' }]
    const outcome = await run(url, { ...config, assertions })
    expect(received[0]?.headers[name]).toBe(value)
    expect(outcome.metrics['api.assertions_failed']).toBe(1)
    expect(JSON.stringify(outcome)).toContain('[redacted]')
    expect(JSON.stringify(outcome)).not.toMatch(/hunter|cm9i/)
  })

  it('by an API key in the query is masked in the evidence', async () => {
    const { url, received } = await serve(({ path }, response) =>
      path.startsWith('/moved')
        ? json(response, { path })
        : void response.writeHead(302, { Location: `/moved${path}` }).end(),
    )
    const key = { authType: 'api_key', apiKeyIn: 'query', apiKeyName: 'key', apiKeyValue: 'hunter 2&' }
    const outcome = await run(`${url}/?a=1`, key)
    expect(received.map(({ path }) => path)).toEqual(['/?a=1&key=hunter+2%26', '/moved/?a=1&key=hunter+2%26'])
    expect(JSON.stringify(outcome)).not.toContain('hunter')
  })

  it('by digest responds to the challenge', async () => {
    const md5 = (words: string): string => createHash('md5').update(words).digest('hex')
    const { url, received } = await serve(({ headers }, response) => {
      const [, answer] = /response="([0-9a-f]+)"/.exec(headers.authorization ?? '') ?? []
      const right = md5(`${md5('robot:here:hunter2')}:abc:${md5('GET:/')}`)
      const challenge = { 'WWW-Authenticate': 'Digest realm="here", nonce="abc"' }
      response.writeHead(answer === right ? 200 : 401, challenge).end()
    })
    const config = { authType: 'digest', authUsername: 'robot', authPassword: 'hunter2' }
    expect(await run(url, config)).toMatchObject({ statusCode: 200 })
    expect(received).toHaveLength(2)
  })

  it('by a client certificate works with a server that requires one', async () => {
    const authority = createAuthority()
    const net = openNet({ extraTrust: [authority.root] })
    const options = { ...authority.issue({ names: ['127.0.0.1'] }), ca: authority.root, requestCert: true }
    const server = createSecureServer(
      { ...options, rejectUnauthorized: true },
      (request, response) => void response.end((request.socket as TLSSocket).getPeerX509Certificate()?.subject),
    )
    const target = `https://127.0.0.1:${await listening(server)}/`
    const { cert, key } = authority.issue({ names: ['robot'] })
    const config = { authType: 'mtls', clientCert: cert, clientKey: key }
    expect(await run(target, config, { net })).toMatchObject({
      success: true,
      metrics: { 'api.ssl_expiry_days': 89, 'api.tls_time_ms': expect.any(Number) },
      evidence: { body: expect.stringContaining('robot') },
    })
    expect(await run(target, {}, { net })).toMatchObject({
      success: false,
      cause: expect.stringMatching(/tls|connect/),
    })
  })

  describe('by OAuth client credentials', () => {
    const oauth = {
      authType: 'oauth2_client_credentials',
      oauthClientId: 'lap wing',
      oauthClientSecret: 'client-secret:1',
      oauthScopes: 'read write',
    }
    let issued = 0
    let answerToken: Answer
    let tokens: Awaited<ReturnType<typeof serve>>
    let target: Awaited<ReturnType<typeof serve>>
    const valid = new Set<string>()
    const issue: Answer = (_, response) => {
      const access_token = `access-${++issued}`
      valid.add(access_token)
      json(response, { access_token, token_type: 'Bearer', expires_in: 600 })
    }

    beforeAll(async () => {
      tokens = await serve((received, response) => answerToken(received, response))
      target = await serve(({ headers }, response) => {
        const isValid = valid.has(headers.authorization?.replace('Bearer ', '') ?? '')
        json(response, { you: headers.authorization }, isValid ? 200 : 401)
      })
    })

    it('fetches a token once, caches it until shortly before it expires, and fetches another after a 401', async () => {
      answerToken = issue
      const clock = fakeClock(new Date())
      const net = openNet({ clock })
      const check = (): Promise<Outcome> =>
        run(target.url, { ...oauth, oauthTokenUrl: `${tokens.url}/token` }, { net, clock })
      const first = await check()
      expect(first).toMatchObject({ success: true, statusCode: 200 })
      expect(JSON.stringify(first)).not.toMatch(/access-1|client-secret/)
      expect(tokens.received).toMatchObject([
        { method: 'POST', path: '/token', body: 'grant_type=client_credentials&scope=read+write' },
      ])
      const login = Buffer.from(tokens.received[0]!.headers.authorization!.slice(6), 'base64').toString()
      expect(login).toBe('lap+wing:client-secret%3A1')

      clock.advance(560_000)
      expect(await check()).toMatchObject({ statusCode: 200 })
      expect(issued).toBe(1)
      clock.advance(15_000)
      expect(await check()).toMatchObject({ statusCode: 200 })
      expect(issued).toBe(2)
      valid.clear()
      expect(await check()).toMatchObject({ success: true, statusCode: 200 })
      expect(issued).toBe(3)
    })

    it('sends the secret in the form if the server requires it', async () => {
      answerToken = (received, response) =>
        received.headers.authorization ? json(response, { error: 'invalid_client' }, 401) : issue(received, response)
      expect(await run(target.url, { ...oauth, oauthTokenUrl: `${tokens.url}/form` })).toMatchObject({
        statusCode: 200,
      })
      expect(new URLSearchParams(tokens.received.at(-1)?.body).get('client_secret')).toBe('client-secret:1')
    })

    it.each<[string, Answer, string]>([
      [
        'refuses',
        (_, response) => json(response, { error: 'invalid_client', error_description: 'no client-secret:1' }, 400),
        '/x responded with HTTP 400 (invalid_client: no [redacted])',
      ],
      ['talks HTML', (_, response) => void response.end('<html>'), 'has no usable access_token'],
      ['gives no token', (_, response) => json(response, { access_token: 'a\r\nb' }), 'has no usable access_token'],
      ['gives other tokens', (_, response) => json(response, { access_token: 'a', token_type: 'mac' }), 'not Bearer'],
      ['redirects', (_, response) => void response.writeHead(302, { Location: '/' }).end(), 'HTTP 302'],
    ])('reports that the token endpoint %s', async (_what, answer, problem) => {
      answerToken = answer
      const outcome = await run(target.url, { ...oauth, oauthTokenUrl: `${tokens.url}/x` })
      expect(outcome).toMatchObject({ success: false, cause: 'auth', error: expect.stringContaining(problem) })
      expect(outcome.error).toMatch(/^no OAuth token: /)
    })
  })
})

describe('a redirect to another origin', () => {
  it('does not include the credentials of the first', async () => {
    const away = await serve((_, response) => json(response, {}))
    const home = await serve((_, response) => void response.writeHead(307, { Location: `${away.url}/x` }).end())
    await run(home.url, {
      method: 'POST',
      bodyType: 'json',
      requestBody: '{"password":"secret-body"}',
      authType: 'api_key',
      apiKeyName: 'X-Api-Key',
      apiKeyValue: 'secret-key',
    })
    expect(away.received).toHaveLength(1)
    expect(JSON.stringify(away.received)).not.toContain('secret')
  })
})

describe('a path or schema that would take forever', () => {
  it('ends with an error that opens no incident', async () => {
    const { url } = await serve((_, response) =>
      json(
        response,
        Array.from({ length: 20_000 }, (_, n) => ({ n })),
      ),
    )
    const assertions = [{ source: 'json_path', property: '$[?count($..n) > @.n]', comparison: 'exists' }]
    expect(await run(url, { assertions })).toMatchObject({
      infrastructure: true,
      error: expect.stringMatching(/^not checked: the JSONPaths or the JSON Schema take too long/),
      metrics: { 'api.status_code': 200 },
    })
  })
})

describe('the message of an incident', () => {
  const read = (outcome: Outcome, metric: string, rule: { operator: '>' | '=='; value: string }) =>
    findingOf({
      monitor: { name: 'Shop API' },
      rule: { metricKey: findMetric(api.metrics, metric)!.key, ...rule },
      metric: findMetric(api.metrics, metric),
      outcome,
      diagnoses: api.diagnoses,
      locations: 1,
    })

  it('names the step that failed', async () => {
    const { url } = await serve((_, response) => json(response, {}))
    const extract = [{ name: 'token', source: 'json_path', property: '$.token' }]
    const outcome = await run(url, { steps: [{ name: 'Log in', url: '/login', extract }] })
    const finding = read(outcome, 'success', { operator: '==', value: 'false' })
    expect(finding).toMatchObject({ rootCause: 'content', diagnosis: expect.stringContaining('shows the step') })
    expect(finding.message).toBe(
      'Shop API is down: step "Log in": nothing for {{token}}: the response has no value at $.token',
    )
  })

  it('counts the failed assertions', async () => {
    const { url } = await serve((_, response) => json(response, {}))
    const assertions = [{ source: 'json_path', property: '$.ok', comparison: 'eq', target: true }]
    const finding = read(await run(url, { assertions }), "metrics['api.assertions_failed']", {
      operator: '>',
      value: '0',
    })
    expect(finding.rootCause).toBe('content')
    expect(finding.message).toMatch(/^Shop API: .*\b1\b/)
  })
})
