// How messages get to an MCP server and back.
import type { RpcRequest, RpcAnswer } from './messages.ts'

export interface McpTransport {
  readonly name: 'streamable_http' | 'sse'
  ask(question: RpcRequest): Promise<RpcAnswer>
  /** A notification. */
  notify(message: RpcRequest): Promise<void>
  end(): Promise<void>
}
