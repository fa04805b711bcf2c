// Requests to an MCP server in order, each timed and recorded.
import { TargetDown } from '../../../domain/outcome.ts'
import type { RequestOptions } from '../../../net/http/request.ts'
import type { Link } from './link.ts'
import { type Members, NotJsonRpc, type RpcAnswer, type RpcRequest, rpcErrorText } from './messages.ts'
import type { McpTransport } from './transport.ts'

export interface McpSession {
  readonly transport: McpTransport
  readonly capabilities: Members
  /** Protocol 2026-07-28 has no ping. */
  readonly hasPing: boolean
  /** The headers are those of the arguments of a tool call. */
  ask(method: string, params?: object, headers?: RequestOptions['headers']): Promise<TimedRpcAnswer>
}

export type TimedRpcAnswer = RpcAnswer & { readonly ms: number }

/** Evidence of each request. */
export interface McpExchangeRow {
  readonly asked: string
  answered?: string
  ms?: number
}

export function requestsOver(transport: McpTransport, link: Link, rows: McpExchangeRow[]): McpSession['ask'] {
  const { clock, observed } = link.context
  let id = 0
  return async (method, params, headers) => {
    const question: RpcRequest = { jsonrpc: '2.0', id: ++id, method, ...(params !== undefined && { params }) }
    const row: McpExchangeRow = { asked: method }
    rows.push(row)
    const start = clock.monotonicMs()
    try {
      const answer = await transport.ask(question, headers)
      const ms = clock.monotonicMs() - start
      const text = 'error' in answer ? rpcErrorText(answer.error) : 'result'
      Object.assign(row, { answered: text, ms: Math.round(ms * 10) / 10 })
      observed.metrics['mcp.jsonrpc_valid'] ??= 1
      return { ...answer, ms }
    } catch (error) {
      if (error instanceof NotJsonRpc) observed.metrics['mcp.jsonrpc_valid'] = 0
      if (error instanceof TargetDown) row.answered = error.message
      throw error
    }
  }
}
