import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fakeClock } from '../../../test/kit/clock.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { keepsTheContractOverHttp } from '../../../test/kit/checks/run-contract.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { findingOf } from '../../domain/alerting/finding.ts'
import { findMetric } from '../../domain/metric.ts'
import type { CheckMemory, Outcome } from '../../domain/outcome.ts'
import { mcp } from './mcp.ts'
import { EventStream } from './mcp/event-stream.ts'

keepsTheContractOverHttp(mcp, {
  path: '/mcp',
  opening: () => 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n',
  misbehaviours: { 'never ends its answer': 'content' },
})

const deadlineMs = 30_000

const run = (target: string, config: Record<string, unknown> = {}, more = {}): Promise<Outcome> =>
  runCheck(mcp, target, { config, deadlineMs, ...more })

/** The official library, with tools, a resource and a prompt. */
function officialServer(echoes = 'Says it again'): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.2.3' })
  const say = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })
  server.registerTool('echo', { description: echoes, inputSchema: { words: z.string() } }, ({ words }) => say(words))
  server.registerTool('wipe', { description: 'Deletes all', annotations: { destructiveHint: true } }, () => say('gone'))
  server.registerTool('fail', { description: 'Fails' }, () => ({ ...say('out of stock'), isError: true }))
  server.registerResource('price list', 'shop://prices', {}, (uri) => ({ contents: [{ uri: uri.href, text: '1' }] }))
  server.registerPrompt('sell', {}, () => ({ messages: [] }))
  return server
}

interface ReceivedRequest {
  readonly method: string | undefined
  readonly headers: IncomingMessage['headers']
}

async function serve(handle: RequestListener): Promise<{ origin: string; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    received.push({ method: request.method, headers: request.headers })
    void handle(request, response)
  })
  return { origin: `http://127.0.0.1:${await listening(server)}`, received }
}

async function serveStreamable(options: { json?: boolean; describes?: () => string } = {}) {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  return serve(async (request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id']))
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse: options.json,
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      })
    if (!known) await officialServer(options.describes?.()).connect(transport)
    await transport.handleRequest(request, response)
  })
}

async function serveSse(): Promise<{ origin: string; received: ReceivedRequest[] }> {
  const streams = new Map<string, SSEServerTransport>()
  return serve(async (request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response)
      streams.set(transport.sessionId, transport)
      return officialServer().connect(transport)
    }
    const transport = streams.get(url.searchParams.get('sessionId') ?? '')
    if (transport) await transport.handlePostMessage(request, response)
    else response.writeHead(405).end()
  })
}

const time = expect.any(Number)
const whole = {
  'mcp.status_code': 200,
  'mcp.handshake_ok': 1,
  'mcp.jsonrpc_valid': 1,
  'mcp.initialize_ms': time,
  'mcp.ping_ok': 1,
  'mcp.ping_ms': time,
  'mcp.tools_count': 3,
  'mcp.tools_list_ms': time,
  'mcp.tools_changed': 0,
  'mcp.resources_count': 1,
  'mcp.prompts_count': 1,
  'mcp.auth_required': 0,
  'mcp.total_time_ms': time,
}

describe('a server of the official library', () => {
  it.each([
    ['streamable HTTP that streams', () => serveStreamable(), 'streamable_http'],
    ['streamable HTTP that answers with JSON', () => serveStreamable({ json: true }), 'streamable_http'],
    ['the older transport', serveSse, 'sse'],
  ])('over %s is measured and shown', async (_what, start, transport) => {
    const { origin } = await start()
    const outcome = await run(`${origin}/mcp`)
    expect(outcome).toMatchObject({ success: true, error: null, metrics: whole })
    expect(Object.keys(outcome.metrics).sort()).toEqual(Object.keys(whole).sort())
    expect(outcome.evidence).toMatchObject({
      server: { name: 'shop', version: '1.2.3', protocol: '2025-11-25', transport },
      tools: ['echo', 'wipe', 'fail'],
      questions: expect.arrayContaining([{ asked: 'tools/list', answered: 'result', ms: time }]),
    })
  })

  it('gets the negotiated headers, and the end of the session', async () => {
    const { origin, received } = await serveStreamable()
    await run(`${origin}/mcp`)
    const [discovery, first, ...others] = received
    expect(discovery?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'server/discover',
    })
    expect(first?.headers).not.toHaveProperty('mcp-session-id')
    expect(first?.headers).not.toHaveProperty('mcp-protocol-version')
    for (const { headers } of others) {
      expect(headers).not.toHaveProperty('mcp-method')
      expect(headers['mcp-protocol-version']).toBe('2025-11-25')
      expect(headers['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(received.map(({ method }) => method)).toEqual([...Array<string>(7).fill('POST'), 'DELETE'])
  })

  it('is queried only with the configured transport', async () => {
    const [streamable, sse] = [await serveStreamable(), await serveSse()]
    expect(await run(streamable.origin, { transport: 'streamable_http' })).toMatchObject({ success: true })
    expect(await run(sse.origin, { transport: 'sse' })).toMatchObject({ success: true })
    expect(await run(sse.origin, { transport: 'streamable_http' })).toMatchObject({
      success: false,
      cause: 'http_status',
      error: 'the server responded to initialize with HTTP 405 Method Not Allowed',
      metrics: { 'mcp.handshake_ok': 0, 'mcp.status_code': 405 },
    })
    expect((await run(streamable.origin, { transport: 'sse' })).success).toBe(false)
  })

  it('negotiates an older version, or fails', async () => {
    const { origin } = await serveStreamable()
    const match = async (expectedProtocolVersion: string) =>
      (await run(origin, { expectedProtocolVersion })).metrics['mcp.protocol_match']
    expect([await match('2025-03-26'), await match('1999-01-01')]).toEqual([1, 0])
  })

  it('must offer the expected tools', async () => {
    const { origin } = await serveStreamable()
    expect(await run(origin, { expectedTools: ['echo', 'buy', 'sell'] })).toMatchObject({
      success: true,
      metrics: { 'mcp.expected_tools_missing': 2 },
      evidence: { missing_tools: ['buy', 'sell'] },
    })
  })

  it.each([
    [{ name: 'echo', arguments: { words: 'ping' } }, { result: 'ping' }],
    [
      { name: 'echo', arguments: { words: 'pong' } },
      { problem: 'the result does not match ^ping$', result: 'pong' },
    ],
    [{ name: 'fail' }, { problem: 'the tool reports an error', result: 'out of stock' }],
    [{ name: 'wipe' }, { problem: 'not called: the server marks it destructive' }],
    [{ name: 'gone' }, { problem: 'not called: the server does not offer it' }],
  ])('with a call of %j: %j', async (callTool, shown) => {
    const { origin } = await serveStreamable()
    const { metrics, evidence, success } = await run(origin, { callTool, expectResultRegexp: '^ping$' })
    expect(success).toBe(true)
    expect(evidence?.['tool_call']).toEqual({ tool: callTool.name, ...shown })
    expect(metrics['mcp.tool_call_ok']).toBe('problem' in shown ? 0 : 1)
    expect('mcp.tool_call_ms' in metrics).toBe('result' in shown)
  })
})

describe('changed tools', () => {
  it('are reported by name for a day, and are normal then', async () => {
    let description = 'Says it again'
    const { origin } = await serveStreamable({ json: true, describes: () => description })
    const clock = fakeClock(new Date('2026-03-01T12:00:00Z'))
    const net = openNet({ clock })
    let known: CheckMemory | undefined
    const look = async (): Promise<[number | undefined, unknown]> => {
      const { metrics, evidence, remember } = await run(origin, { confirmationThreshold: 1 }, { net, clock, known })
      known = remember ?? known
      return [metrics['mcp.tools_changed'], evidence?.['tool_changes']]
    }
    const change = { added: [], removed: [], changed: ['echo'], since: '2026-03-01T12:00:00.000Z' }
    expect(await look()).toEqual([0, undefined])
    const first = known
    description = 'Says it backwards'
    expect(await look()).toEqual([1, change])
    description = 'Says it again'
    expect(await look()).toEqual([0, undefined])
    expect(known).toEqual(first)
    description = 'Says it backwards'
    expect(await look()).toEqual([1, change])
    clock.advance(86_000_000)
    expect(await look()).toEqual([1, change])
    clock.advance(1_000_000)
    expect(await look()).toEqual([0, undefined])
    expect(known).not.toEqual(first)
    expect(await look()).toEqual([0, undefined])
  })

  it('are not reported if not configured, or for another server', async () => {
    const { origin } = await serveStreamable({ json: true })
    const { metrics, remember } = await run(origin, { trackToolChanges: false })
    expect([metrics['mcp.tools_changed'], remember]).toEqual([undefined, undefined])
    const moved = await run(origin, {}, { known: { subject: 'https://old.example/', usual: '{"hash":"x"}' } })
    expect(moved).toMatchObject({ metrics: { 'mcp.tools_changed': 0 }, remember: { subject: `${origin}/` } })
  })
})

describe('a login', () => {
  const guarded =
    (header: string | undefined, metadata?: (origin: string) => unknown): RequestListener =>
    (request, response) => {
      const origin = `http://${request.headers.host}`
      const isMetadata = request.url!.startsWith('/.well-known/oauth-protected-resource')
      if (isMetadata && metadata) return void response.end(JSON.stringify(metadata(origin)))
      if (isMetadata) return void response.writeHead(404).end()
      response
        .writeHead(401, header === undefined ? {} : { 'WWW-Authenticate': header.replace('ORIGIN', origin) })
        .end()
    }
  const good = (origin: string) => ({ resource: `${origin}/mcp`, authorization_servers: ['https://auth.example.com'] })

  it('that is required is a failure, with the details of the challenge', async () => {
    const { origin } = await serve(
      guarded('Bearer resource_metadata="ORIGIN/.well-known/oauth-protected-resource"', good),
    )
    expect(await run(`${origin}/mcp`)).toMatchObject({
      success: false,
      cause: 'auth',
      error: expect.stringMatching(/^the server requires a login: HTTP 401 with Bearer/),
      metrics: { 'mcp.status_code': 401, 'mcp.auth_required': 1, 'mcp.auth_metadata_valid': 1 },
    })
    expect(await run(`${origin}/mcp`, { acceptAuthChallenge: true })).toMatchObject({ success: true, error: null })
  })

  it.each([
    ['names no servers', (origin: string) => ({ resource: origin }), 'it names no authorization_servers'],
    ['is of another resource', () => good('https://other.example'), 'its resource is https://other.example/mcp, not'],
    ['is no object', () => [], 'it is not an object'],
    ['is missing', undefined, 'it responds with HTTP 404'],
  ])('whose metadata %s is reported', async (_what, metadata, problem) => {
    const { origin } = await serve(guarded('Bearer', metadata))
    expect(await run(`${origin}/mcp`, { acceptAuthChallenge: true })).toMatchObject({
      success: true,
      metrics: { 'mcp.auth_metadata_valid': 0 },
      evidence: { challenge: { problem: expect.stringContaining(problem) } },
    })
  })

  it('that is required without a challenge is a failure too', async () => {
    const { origin } = await serve(guarded(undefined))
    expect(await run(origin, { acceptAuthChallenge: true })).toMatchObject({ success: false, cause: 'auth' })
  })

  it.each([
    [{ authType: 'bearer', bearerToken: 'hunter2' }, 'Bearer hunter2'],
    [{ authType: 'header', requestHeaders: [{ key: 'Authorization', value: 'Key hunter2' }] }, 'Key hunter2'],
  ])('by %j is sent and masked', async (config, authorization) => {
    const { origin, received } = await serve(
      (request, response) => void response.writeHead(500, `${request.headers.authorization}`).end(),
    )
    const outcome = await run(origin, config)
    expect(received[0]?.headers.authorization).toBe(authorization)
    expect(outcome.error).toContain('[redacted]')
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  it('by OAuth fetches a token and refreshes it after a 401', async () => {
    let issued = 0
    const tokens = await serve(
      (_request, response) =>
        void response.end(JSON.stringify({ access_token: `access-${++issued}`, expires_in: 3600 })),
    )
    const { origin } = await serve(async (request, response) => {
      if (request.headers.authorization !== `Bearer access-${issued}`) return void response.writeHead(401).end()
      await speak(request, response)
    })
    const net = openNet()
    const config = {
      authType: 'oauth2_client_credentials',
      oauthTokenUrl: tokens.origin,
      oauthClientId: 'a',
      oauthClientSecret: 'client-secret',
    }
    expect(await run(origin, config, { net })).toMatchObject({ success: true })
    issued++
    expect(await run(origin, config, { net })).toMatchObject({ success: true, metrics: { 'mcp.status_code': 200 } })
    expect(issued).toBe(3)
  })
})

type Reply = (method: string, params: any) => unknown

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'small', version: '1' },
}

const usual: Reply = (method) => (method === 'initialize' ? initialized : method === 'tools/list' ? { tools: [] } : {})

/** A custom server, for errors that the library does not make. */
async function speak(request: IncomingMessage, response: ServerResponse, reply: Reply = usual): Promise<void> {
  const body = await text(request)
  const { id, method, params } = body === '' ? { id: undefined, method: '', params: {} } : JSON.parse(body)
  if (id === undefined) return void response.writeHead(202).end()
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: reply(method, params) }))
}

const answering =
  (body: string, type = 'application/json'): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'Content-Type': type }).end(body)

describe('a faulty server', () => {
  it.each<[string, RequestListener, string, number]>([
    [
      'shows a page',
      answering('<html>', 'text/html'),
      'the response to initialize is not JSON-RPC: the response is not JSON',
      0,
    ],
    ['is older than JSON-RPC 2', answering('{"id":1,"result":{}}'), 'it does not contain "jsonrpc": "2.0"', 0],
    ['answers something else', answering('{"jsonrpc":"2.0","id":7,"result":{}}'), 'no message in it has the id', 0],
    ['answers nothing', answering('{"jsonrpc":"2.0","id":1}'), 'it has no result', 0],
    ['has a broken error', answering('{"jsonrpc":"2.0","id":1,"error":{}}'), 'its error has no code and message', 0],
    [
      'refuses',
      answering('{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"go away"}}'),
      'the server refuses to initialize: go away (-32600)',
      1,
    ],
    ['says too little', answering('{"jsonrpc":"2.0","id":1,"result":{}}'), 'lacks protocolVersion', 1],
    ['streams nothing', answering(': hello\n\n', 'text/event-stream'), 'no message in it has the id', 0],
    ['nests', answering('['.repeat(100_000)), 'is nested more than 200 levels', 0],
  ])('and %s has no handshake', async (_what, handle, problem, valid) => {
    const { origin } = await serve(handle)
    expect(await run(origin)).toMatchObject({
      success: false,
      cause: 'content',
      error: expect.stringContaining(problem),
      metrics: { 'mcp.handshake_ok': 0, 'mcp.jsonrpc_valid': valid },
    })
  })

  it('is listed page by page, up to a limit', async () => {
    let cursors: unknown[] = []
    const paging =
      (next: (page: number) => string | undefined): RequestListener =>
      (request, response) =>
        void speak(request, response, (method, params) => {
          if (method !== 'tools/list') return usual(method, params)
          cursors.push(params?.cursor)
          return { tools: [{ name: `tool ${cursors.length}` }], nextCursor: next(cursors.length) }
        })
    const three = await serve(paging((page) => (page < 3 ? `page ${page + 1}` : undefined)))
    expect(await run(three.origin)).toMatchObject({ metrics: { 'mcp.tools_count': 3, 'mcp.tools_changed': 0 } })
    expect(cursors).toEqual([undefined, 'page 2', 'page 3'])
    cursors = []
    const same = await run((await serve(paging(() => 'again'))).origin)
    expect(same).toMatchObject({
      success: true,
      metrics: { 'mcp.tools_count': 2 },
      evidence: { tools_list_is_cut: true },
    })
    expect(same.metrics).not.toHaveProperty('mcp.tools_changed')
    cursors = []
    await run((await serve(paging((page) => `page ${page}`))).origin)
    expect(cursors).toHaveLength(20)
  })

  it('may lack lists that it announces, except for tools', async () => {
    const lacking =
      (kind: string): RequestListener =>
      (request, response) =>
        void speak(request, response, (method, params) => {
          if (method === 'initialize') return { ...initialized, capabilities: { [kind]: {} } }
          return method.endsWith('/list') ? {} : usual(method, params)
        })
    expect(await run((await serve(lacking('prompts'))).origin)).toMatchObject({
      success: true,
      evidence: { prompts: 'the response to prompts/list has no list of prompts' },
    })
    expect(await run((await serve(lacking('tools'))).origin)).toMatchObject({
      success: false,
      cause: 'content',
      error: 'the response to tools/list has no list of tools',
    })
  })

  it.each([
    ['event: endpoint\ndata: https://evil.example/\n\n', 'the server wants its messages at another origin'],
    [': nothing\n\n', 'the server ended its event stream'],
  ])('with the older transport is detected (%#)', async (stream, problem) => {
    const { origin, received } = await serve(answering(stream, 'text/event-stream'))
    const outcome = await run(origin, { transport: 'sse', authType: 'bearer', bearerToken: 'hunter2' })
    expect(outcome).toMatchObject({ success: false, cause: 'content', error: expect.stringContaining(problem) })
    expect(received).toHaveLength(1)
  })
})

describe('events of a stream', () => {
  it('do not depend on how the stream is split', () => {
    const bytes = Buffer.from(': hi\r\nevent: endpoint\r\ndata: /é\r\n\r\ndata: a\ndata:b\n\nid: 1\rdata\r\rrest')
    const whole = [
      { event: 'endpoint', data: '/é' },
      { event: 'message', data: 'a\nb' },
      { event: 'message', data: '' },
    ]
    for (const size of [1, 2, 7, 1000]) {
      const stream = new EventStream()
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      )
      expect(pieces.flatMap((piece) => stream.read(piece))).toEqual(whole)
    }
  })
})

describe('the message of an incident', () => {
  it('names what the server did', async () => {
    const { origin } = await serve(answering('<html>', 'text/html'))
    const outcome = await run(origin)
    const finding = (metric: string, value: string) =>
      findingOf({
        monitor: { name: 'Tools' },
        rule: { metricKey: findMetric(mcp.metrics, metric)!.key, operator: '==', value },
        metric: findMetric(mcp.metrics, metric),
        outcome,
        diagnoses: mcp.diagnoses,
        locations: 1,
      })
    const down = finding('success', 'false')
    expect(down.message).toBe('Tools is down: the response to initialize is not JSON-RPC: the response is not JSON')
    expect(down).toMatchObject({
      rootCause: 'content',
      diagnosis: expect.stringContaining('not as an MCP server should'),
    })
    expect(finding("metrics['mcp.handshake_ok']", '0').message).toMatch(/^Tools: /)
  })
})
