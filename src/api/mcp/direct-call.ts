// Answers a plain tools/call without the library, which would copy and validate everything once more: a third of the
// CPU. Anything unusual goes to the library.
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  type CallToolResult,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { callTool, failedWith } from './call-tool.ts'
import { mcpRevisions } from './message.ts'
import { type McpExchange, serverInfoOf } from './server.ts'

const [currentRevision, ...olderRevisions] = mcpRevisions

interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly input: unknown
  readonly meta: unknown
}

/** The JSON of the response, or null if the library should answer. */
export async function callDirectly(request: FastifyRequest, exchange: McpExchange): Promise<string | null> {
  const call = plainCallIn(request.body)
  const tool = call && exchange.tools.byName.get(call.name)
  if (!tool || !acceptsBoth(request)) return null
  const isCurrent = isCurrentCall(request, call)
  if (!isCurrent && !isOlderCall(request, call)) return null
  const { refusal, session } = exchange
  const outcome = refusal ? failedWith(refusal) : await callTool(tool, call.input, session)
  const about = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: serverInfoOf(session) } }
  return `{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":${writeResult(outcome, isCurrent ? about : {})}}`
}

/** The text of a result is its structured content as JSON, so it is not written twice. */
function writeResult({ structuredContent, ...rest }: CallToolResult, about: object): string {
  const json = JSON.stringify({ ...rest, ...about })
  const [part] = rest.content
  if (structuredContent === undefined || part?.type !== 'text') return json
  return `${json.slice(0, -1)},"structuredContent":${part.text}}`
}

function acceptsBoth({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && accept.includes('text/event-stream')
}

/** The headers and the message say the same, as revision 2026-07-28 requires. */
function isCurrentCall({ headers }: FastifyRequest, { name, meta }: PlainCall): boolean {
  return (
    headers['mcp-protocol-version'] === currentRevision &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    hasOnly(meta, [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]) &&
    meta[PROTOCOL_VERSION_META_KEY] === currentRevision &&
    isClientInfo(meta[CLIENT_INFO_META_KEY]) &&
    isObject(meta[CLIENT_CAPABILITIES_META_KEY])
  )
}

function isOlderCall({ headers }: FastifyRequest, { meta }: PlainCall): boolean {
  const revision = headers['mcp-protocol-version']?.toString()
  return (
    (revision === undefined || olderRevisions.includes(revision)) &&
    headers['mcp-method'] === undefined &&
    meta === undefined
  )
}

function plainCallIn(body: unknown): PlainCall | null {
  if (!hasOnly(body, ['jsonrpc', 'id', 'method', 'params'])) return null
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !hasOnly(params, ['name', 'arguments', '_meta'])) return null
  const { name, arguments: input, _meta: meta } = params
  if ((typeof id !== 'string' && !Number.isInteger(id)) || typeof name !== 'string') return null
  return input === undefined || isObject(input) ? { id: id as string | number, name, input, meta } : null
}

const isClientInfo = (value: unknown): boolean =>
  hasOnly(value, ['name', 'version']) && typeof value['name'] === 'string' && typeof value['version'] === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasOnly(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).every((key) => keys.includes(key))
}
