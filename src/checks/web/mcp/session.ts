// A session with an MCP server: the handshake, then requests in order.
import { TargetDown } from '../../../domain/outcome.ts'
import { isObject } from '../json/values.ts'
import { LoginRequired, type Link, McpStatusError } from './link.ts'
import { type Members, NotJsonRpc, type RpcRequest, type RpcAnswer, type RpcError } from './messages.ts'
import { openSse } from './sse.ts'
import { streamableHttp } from './streamable-http.ts'
import type { McpTransport } from './transport.ts'

const newestProtocol = '2025-11-25'

export interface McpSession {
  readonly transport: McpTransport
  readonly capabilities: Members
  /** Also measures the time of the response. */
  ask(method: string, params?: unknown): Promise<TimedRpcAnswer>
}

export type TimedRpcAnswer = RpcAnswer & { readonly ms: number }

/** Evidence of each request. */
export interface McpExchangeRow {
  readonly asked: string
  answered?: string
  ms?: number
}

export async function openSession(link: Link, rows: McpExchangeRow[]): Promise<McpSession> {
  const start = link.context.clock.monotonicMs()
  const { transport, ask, answer } = await greet(link, rows)
  const { metrics, evidence } = link.context.observed
  if ('error' in answer) throw handshakeFailed(link, `the server refuses to initialize: ${told(answer.error)}`)
  const { protocolVersion, capabilities, serverInfo } = answer.result
  if (typeof protocolVersion !== 'string' || !isObject(capabilities) || !isObject(serverInfo))
    throw handshakeFailed(link, 'the response to initialize lacks protocolVersion, capabilities or serverInfo')
  evidence.server = {
    name: String(serverInfo['name'] ?? '').slice(0, 100),
    version: String(serverInfo['version'] ?? '').slice(0, 100),
    protocol: protocolVersion.slice(0, 50),
    transport: transport.name,
  }
  const { expectedProtocolVersion: expected } = link.config
  if (expected) metrics['mcp.protocol_match'] = protocolVersion === expected ? 1 : 0
  if (/^[\x21-\x7e]{1,50}$/.test(protocolVersion)) link.agreed.protocol = protocolVersion
  await transport.notify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  metrics['mcp.handshake_ok'] = 1
  metrics['mcp.initialize_ms'] = link.context.clock.monotonicMs() - start
  return { transport, capabilities, ask }
}

function handshakeFailed({ context }: Link, message: string): TargetDown {
  context.observed.metrics['mcp.handshake_ok'] = 0
  return new TargetDown('content', message)
}

export const told = ({ code, message }: RpcError): string => `${message} (${code})`

interface InitializedSession {
  readonly transport: McpTransport
  readonly ask: McpSession['ask']
  readonly answer: RpcAnswer
}

/** Servers with the older transport do not support POST at that URL, which identifies them. */
async function greet(link: Link, rows: McpExchangeRow[]): Promise<InitializedSession> {
  const { transport } = link.config
  if (transport === 'sse') return initialize(link, await openSse(link), rows)
  try {
    return await initialize(link, streamableHttp(link), rows)
  } catch (error) {
    const isOlder = error instanceof McpStatusError && error.status >= 400 && error.status < 500
    if (transport !== 'auto' || !isOlder) throw error
    link.hasBegun = false
    const older = await openSse(link).catch((problem: unknown) => {
      const isRecent =
        !(problem instanceof TargetDown) || problem instanceof LoginRequired || link.context.signal.aborted
      throw isRecent ? problem : error
    })
    return initialize(link, older, rows)
  }
}

async function initialize(link: Link, transport: McpTransport, rows: McpExchangeRow[]): Promise<InitializedSession> {
  const params = {
    protocolVersion: link.config.expectedProtocolVersion ?? newestProtocol,
    capabilities: {},
    clientInfo: { name: 'Lapwing', version: '1' },
  }
  const ask = questions(link, transport, rows)
  try {
    return { transport, ask, answer: await ask('initialize', params) }
  } catch (error) {
    if (error instanceof McpStatusError || error instanceof NotJsonRpc)
      link.context.observed.metrics['mcp.handshake_ok'] = 0
    await transport.end()
    throw error
  }
}

function questions(link: Link, transport: McpTransport, rows: McpExchangeRow[]): McpSession['ask'] {
  const { clock, observed } = link.context
  let id = 0
  return async (method, params) => {
    const question: RpcRequest = { jsonrpc: '2.0', id: ++id, method, ...(params !== undefined && { params }) }
    const row: McpExchangeRow = { asked: method }
    rows.push(row)
    const start = clock.monotonicMs()
    try {
      const answer = await transport.ask(question)
      const ms = clock.monotonicMs() - start
      Object.assign(row, { answered: 'error' in answer ? told(answer.error) : 'result', ms: Math.round(ms * 10) / 10 })
      observed.metrics['mcp.jsonrpc_valid'] ??= 1
      return { ...answer, ms }
    } catch (error) {
      if (error instanceof NotJsonRpc) observed.metrics['mcp.jsonrpc_valid'] = 0
      if (error instanceof TargetDown) row.answered = error.message
      throw error
    }
  }
}
