// Transports of messages to and from an MCP server.
import type { RequestOptions } from '../../../net/http/request.ts'
import type { RpcRequest, RpcAnswer } from './messages.ts'

export interface McpTransport {
  readonly name: 'streamable_http' | 'sse'
  /** The headers are for revisions that repeat parts of a request in headers; others ignore them. */
  ask(question: RpcRequest, headers?: RequestOptions['headers']): Promise<RpcAnswer>
  /** Sends a notification. */
  notify(message: RpcRequest): Promise<void>
  end(): Promise<void>
}
