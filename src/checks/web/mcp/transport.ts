// How messages get to an MCP server and back.
import type { Question, RpcAnswer } from './messages.ts'

export interface Transport {
  readonly name: 'streamable_http' | 'sse'
  ask(question: Question): Promise<RpcAnswer>
  /** A notification. */
  notify(message: Question): Promise<void>
  end(): Promise<void>
}
