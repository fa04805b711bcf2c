// Protocol 2026-07-28, and its negotiation with servers that speak one revision, both, or neither.
import { type RequestListener, createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer as OlderServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { McpServer, createMcpHandler, inputRequired } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runCheck } from '../../../test/kit/checks/run-check.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { mcp } from './mcp.ts'

const run = (target: string, config: Record<string, unknown> = {}): Promise<Outcome> =>
  runCheck(mcp, target, { config, deadlineMs: 30_000 })

interface SeenRequest {
  readonly method: string | undefined
  readonly headers: Record<string, unknown>
}

async function serve(handle: RequestListener): Promise<{ origin: string; requests: SeenRequest[] }> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    requests.push({ method: request.method, headers: request.headers })
    void handle(request, response)
  })
  return { origin: `http://127.0.0.1:${await listening(server)}`, requests }
}

function shop(): McpServer {
  const server = new McpServer({ name: 'shop', version: '2.0.0' })
  const routed = z.object({
    region: z.string().meta({ 'x-mcp-header': 'Region' }),
    page: z.object({ size: z.number().int().meta({ 'x-mcp-header': 'Page-Size' }) }).optional(),
  })
  server.registerTool('stock', { description: 'Lists the stock', inputSchema: routed }, ({ region }) => ({
    content: [{ type: 'text', text: `stock of ${region}` }],
  }))
  server.registerTool('order', { description: 'Asks for more' }, () => inputRequired({ requestState: 'later' }))
  server.registerResource('price list', 'shop://prices', {}, (uri) => ({ contents: [{ uri: uri.href, text: '1' }] }))
  return server
}

const serveNewest = (legacy: 'reject' | 'stateless') => serve(toNodeHandler(createMcpHandler(shop, { legacy })))

const serveOlder = () =>
  serve(async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true })
    await new OlderServer({ name: 'old shop', version: '1' }).connect(transport)
    await transport.handleRequest(request, response)
  })

describe('a server that speaks only 2026-07-28', () => {
  it('is measured without a session and without pings', async () => {
    const { origin, requests } = await serveNewest('reject')
    const outcome = await run(`${origin}/mcp`)
    const time = expect.any(Number)
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'mcp.status_code': 200,
      'mcp.handshake_ok': 1,
      'mcp.jsonrpc_valid': 1,
      'mcp.initialize_ms': time,
      'mcp.tools_count': 2,
      'mcp.tools_list_ms': time,
      'mcp.tools_changed': 0,
      'mcp.resources_count': 1,
      'mcp.prompts_count': 0,
      'mcp.auth_required': 0,
      'mcp.total_time_ms': time,
    })
    expect(outcome.evidence).toMatchObject({
      server: { name: 'shop', version: '2.0.0', protocol: '2026-07-28', transport: 'streamable_http' },
      tools: ['stock', 'order'],
    })
    expect(requests.map(({ method, headers }) => [method, headers['mcp-method']])).toEqual([
      ['POST', 'server/discover'],
      ['POST', 'tools/list'],
      ['POST', 'resources/list'],
    ])
    for (const { headers } of requests) expect(headers['mcp-protocol-version']).toBe('2026-07-28')
  })

  it.each([
    [{ name: 'stock', arguments: { region: 'Köln', page: { size: 5 } } }, { result: 'stock of Köln' }, 1],
    [{ name: 'stock', arguments: { region: 'eu-1' } }, { result: 'stock of eu-1' }, 1],
    [{ name: 'order' }, { problem: 'the tool asks for more input', result: 'null' }, 0],
  ])('has %j called: %j', async (callTool, shown, isGood) => {
    const { origin } = await serveNewest('reject')
    const { metrics, evidence } = await run(origin, { callTool })
    expect(evidence?.['tool_call']).toEqual({ tool: callTool.name, ...shown })
    expect(metrics['mcp.tool_call_ok']).toBe(isGood)
  })
})

describe('the expected protocol version', () => {
  it.each([
    ['both revisions', () => serveNewest('stateless'), undefined, '2026-07-28', undefined],
    ['both revisions', () => serveNewest('stateless'), '2026-07-28', '2026-07-28', 1],
    ['both revisions', () => serveNewest('stateless'), '2025-11-25', '2025-11-25', 1],
    ['only the newer', () => serveNewest('reject'), '2025-11-25', '2026-07-28', 0],
    ['only the older', serveOlder, '2026-07-28', '2025-11-25', 0],
  ])('of a server that speaks %s (%#)', async (_what, start, expectedProtocolVersion, protocol, isMatch) => {
    const { origin } = await start()
    const outcome = await run(origin, { expectedProtocolVersion, transport: 'streamable_http' })
    expect(outcome.evidence?.['server']).toMatchObject({ protocol })
    expect(outcome.metrics['mcp.protocol_match']).toBe(isMatch)
    expect(outcome.metrics).toMatchObject({ 'mcp.handshake_ok': 1, 'mcp.status_code': 200, 'mcp.jsonrpc_valid': 1 })
  })
})

type Reply = readonly [status: number, body: object]

/** A server written by hand, for responses that the library does not give. */
const replying = (reply: (method: string) => Reply) =>
  serve(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = (await json(request)) as { id: number; method: string }
    const [status, body] = reply(method)
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  })

const unsupported = (...supported: string[]): Reply => [
  400,
  { error: { code: -32_022, message: 'Unsupported protocol version', data: { supported } } },
]

describe('a server without a common handshake', () => {
  it('says which protocol versions it supports', async () => {
    const { origin } = await replying(() => unsupported('2027-01-01', '2027-06-01'))
    const error =
      'the server refuses server/discover: Unsupported protocol version (-32022). It supports 2027-01-01, 2027-06-01'
    const failure = { success: false, cause: 'content', error, metrics: { 'mcp.handshake_ok': 0 } }
    expect(await run(origin)).toMatchObject(failure)
    expect(await run(origin, { expectedProtocolVersion: '2025-06-18' })).toMatchObject(failure)
  })

  it('that has no older one is down for the reason of the newer one', async () => {
    const { origin } = await replying((method) =>
      method === 'initialize' ? unsupported('2026-07-28') : [500, { error: { code: -32_603, message: 'no database' } }],
    )
    expect(await run(origin)).toMatchObject({
      success: false,
      cause: 'http_status',
      error: 'the server responded to server/discover with HTTP 500 Internal Server Error: no database (-32603)',
      metrics: { 'mcp.handshake_ok': 0 },
    })
  })
})

it('an unknown method of 2026-07-28, a 404 with a JSON-RPC error, does not make the server down', async () => {
  const discovered = { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, resources: {} } }
  const { origin } = await replying((method) => {
    if (method === 'server/discover') return [200, { result: discovered }]
    if (method === 'tools/list') return [200, { result: { tools: [] } }]
    return [404, { error: { code: -32_601, message: 'Method not found' } }]
  })
  expect(await run(origin)).toMatchObject({
    success: true,
    evidence: { resources: 'the server does not list its resources: Method not found (-32601)' },
  })
})
