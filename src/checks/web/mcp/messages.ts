// JSON-RPC 2.0 as MCP uses it: requests and valid responses.
import { TargetDown } from '../../../domain/outcome.ts'
import { readJson } from '../json/read.ts'
import { type JsonValue, isObject } from '../json/values.ts'

export interface RpcRequest {
  readonly jsonrpc: '2.0'
  /** Absent in a notification, which has no response. */
  readonly id?: number
  readonly method: string
  readonly params?: object
}

export type Members = { readonly [name: string]: JsonValue }

export type RpcAnswer = { readonly result: Members } | { readonly error: RpcError }

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: JsonValue
}

export const rpcErrorText = ({ code, message }: RpcError): string => `${message} (${code})`

/** The server's message is not valid JSON-RPC. */
export class NotJsonRpc extends TargetDown {
  override name = 'NotJsonRpc'

  constructor({ method }: RpcRequest, problem: string) {
    super('content', `the response to ${method} is not JSON-RPC: ${problem}`)
  }
}

/** The response to a request among the messages in a text; null if there is none. */
export function answerIn(text: string, question: RpcRequest): RpcAnswer | null {
  const read = readJson(text)
  if ('problem' in read) throw new NotJsonRpc(question, read.problem)
  const messages = Array.isArray(read.value) ? (read.value as readonly JsonValue[]) : [read.value]
  const found = messages.find((message) => isAnswer(message, question))
  return found === undefined ? null : readAnswer(found as Members, question)
}

/** Servers also send notifications and requests. An error may lack the id of a request that could not be parsed. */
function isAnswer(message: JsonValue, { id }: RpcRequest): boolean {
  if (!isObject(message) || 'method' in message) return false
  return message['id'] === id || (message['id'] === null && 'error' in message)
}

function readAnswer(message: Members, question: RpcRequest): RpcAnswer {
  if (message['jsonrpc'] !== '2.0') throw new NotJsonRpc(question, 'it does not contain "jsonrpc": "2.0"')
  const { result, error } = message
  if (isObject(error)) {
    const read = readError(error)
    if (!read) throw new NotJsonRpc(question, 'its error has no code and message')
    return { error: read }
  }
  if (!isObject(result)) throw new NotJsonRpc(question, 'it has no result')
  return { result }
}

/** The JSON-RPC error in the body of a failed request, if it is one. */
export function errorIn(text: string): RpcError | null {
  const read = readJson(text)
  if ('problem' in read || !isObject(read.value) || read.value['jsonrpc'] !== '2.0') return null
  const { error } = read.value
  return isObject(error) ? readError(error) : null
}

function readError({ code, message, data }: Members): RpcError | null {
  if (typeof code !== 'number' || typeof message !== 'string') return null
  return { code, message: message.slice(0, 300), ...(data !== undefined && { data }) }
}
