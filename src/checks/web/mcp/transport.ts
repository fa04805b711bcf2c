// Transports of messages to and from an MCP server.
import type { RpcRequest, RpcAnswer } from './messages.ts'

export interface McpTransport {
  readonly name: 'streamable_http' | 'sse'
  ask(question: RpcRequest): Promise<RpcAnswer>
  /** Sends a notification. */
  notify(message: RpcRequest): Promise<void>
  end(): Promise<void>
}
