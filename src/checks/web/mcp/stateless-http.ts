// Streamable HTTP of protocol 2026-07-28: each request names its version and client, and headers repeat what proxies
// route by.
import type { RequestOptions } from '../../../net/http/request.ts'
import { isObject } from '../json/values.ts'
import { headerText } from './argument-headers.ts'
import { clientInfo } from './handshake.ts'
import { type Link, McpStatusError } from './link.ts'
import type { RpcAnswer, RpcRequest } from './messages.ts'
import { askOverHttp, streamableHttp } from './streamable-http.ts'
import type { McpTransport } from './transport.ts'

export const statelessProtocol = '2026-07-28'

const envelope = {
  'io.modelcontextprotocol/protocolVersion': statelessProtocol,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
}

export function statelessHttp(link: Link): McpTransport {
  return { ...streamableHttp(link), ask: (question, headers = []) => ask(link, question, headers) }
}

type RequestHeaders = NonNullable<RequestOptions['headers']>

async function ask(link: Link, question: RpcRequest, headers: RequestHeaders): Promise<RpcAnswer> {
  const params = { ...question.params, _meta: envelope }
  try {
    return await askOverHttp(link, { ...question, params }, [...standardHeaders(question), ...headers])
  } catch (error) {
    // Errors such as an unknown method come with 400 or 404.
    if (error instanceof McpStatusError && error.rpc && error.status < 500) return { error: error.rpc }
    throw error
  }
}

function standardHeaders({ method, params }: RpcRequest): RequestHeaders {
  const name = method === 'tools/call' && isObject(params) ? params['name'] : null
  return [
    { key: 'Mcp-Method', value: method },
    ...(typeof name === 'string' ? [{ key: 'Mcp-Name', value: headerText(name) }] : []),
  ]
}
