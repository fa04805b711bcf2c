// Reads what this server needs of a JSON-RPC message before the library validates it, and writes errors.
import type * as Library from '@modelcontextprotocol/server'
import type { Fault, FaultCode } from '../../domain/fault.ts'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'

const library = onFirstUse<typeof Library>('@modelcontextprotocol/server')

/** The current revision, and those that clients negotiate with `initialize`. */
export const mcpRevisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

const maxClientLength = 100

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly _meta?: Readonly<Record<string, unknown>> } | null
}

const messageOf = (body: unknown): Message => (typeof body === 'object' && body !== null ? body : {})

export const methodOf = (body: unknown): unknown => messageOf(body).method

/** The name of the tool that a message calls. */
export function toolOf(body: unknown): string | null {
  const { method, params } = messageOf(body)
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null
}

/** The name and version that a client states with each request since 2026-07-28; cut, because they are stored. */
export function clientOf(body: unknown): { client?: string } {
  const info = messageOf(body).params?.['_meta']?.[library().CLIENT_INFO_META_KEY] as {
    name?: unknown
    version?: unknown
  } | null
  if (typeof info?.name !== 'string') return {}
  const version = typeof info.version === 'string' ? ` ${info.version}` : ''
  return { client: `${info.name}${version}`.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, maxClientLength) }
}

const parseError = -32_700
const invalidRequest = -32_600
const internalError = -32_603
const methodNotFound = -32_601
const serverError = -32_000

const codes: Partial<Record<FaultCode, number>> = {
  invalid_request: invalidRequest,
  not_found: methodNotFound,
  internal_error: internalError,
}

export function errorMessage({ code, message, status }: Fault, body: unknown): object {
  const { id } = messageOf(body)
  return {
    jsonrpc: '2.0',
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    error: {
      code: message.startsWith('Malformed JSON') ? parseError : (codes[code] ?? serverError),
      message,
      data: { code, status },
    },
  }
}
