// Answers a plain tools/call of the older revisions without the library, which would copy and validate everything once
// more; this takes a third of the CPU. Anything unusual goes to the library.
import type { FastifyRequest } from 'fastify'
import { callTool, failedWith } from './call-tool.ts'
import { type McpExchange, mcpRevisions } from './server.ts'

const olderRevisions = mcpRevisions.slice(1)
const plainKeys = { message: ['jsonrpc', 'id', 'method', 'params'], params: ['name', 'arguments'] }

interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly input: unknown
}

/** The JSON of the response, or null if the library should answer. */
export async function callDirectly(request: FastifyRequest, exchange: McpExchange): Promise<string | null> {
  const call = isOlderClient(request) ? plainCallIn(request.body) : null
  const tool = call && exchange.tools.byName.get(call.name)
  if (!call || !tool) return null
  const { refusal, session } = exchange
  const result = refusal ? failedWith(refusal) : await callTool(tool, call.input, session)
  return JSON.stringify({ jsonrpc: '2.0', id: call.id, result })
}

function isOlderClient({ headers }: FastifyRequest): boolean {
  const revision = headers['mcp-protocol-version']?.toString()
  const accept = headers.accept ?? ''
  return (
    (revision === undefined || olderRevisions.includes(revision)) &&
    headers['mcp-method'] === undefined &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  )
}

function plainCallIn(body: unknown): PlainCall | null {
  if (!hasOnly(body, plainKeys.message)) return null
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !hasOnly(params, plainKeys.params)) return null
  const { name, arguments: input } = params
  if ((typeof id !== 'string' && !Number.isInteger(id)) || typeof name !== 'string') return null
  return input === undefined || isObject(input) ? { id: id as string | number, name, input } : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasOnly(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).every((key) => keys.includes(key))
}
