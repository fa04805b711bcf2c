// One HTTP exchange with the MCP library: chooses the revision and returns the response as text.
import {
  WebStandardStreamableHTTPServerTransport,
  classifyInboundRequest,
  createMcpHandler,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { type McpExchange, createMcpServer } from './server.ts'

interface McpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const exchangeKey = 'lapwing'

const modern = createMcpHandler(({ authInfo }) => createMcpServer(authInfo!.extra![exchangeKey] as McpExchange), {
  legacy: 'reject',
})

export async function exchangeMcp(request: FastifyRequest, exchange: McpExchange): Promise<McpResponse> {
  const body = request.body
  const message = new Request(`http://localhost${request.url}`, { method: 'POST', headers: headersOf(request) })
  const response = isLegacy(request)
    ? await serveLegacy(message, body, exchange)
    : await serveModern(message, body, exchange)
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

function serveModern(message: Request, parsedBody: unknown, exchange: McpExchange): Promise<Response> {
  const authInfo = { token: '', clientId: '', scopes: [], extra: { [exchangeKey]: exchange } }
  return modern.fetch(message, { parsedBody, authInfo })
}

/** The revisions before 2026-07-28, without a session. */
async function serveLegacy(message: Request, parsedBody: unknown, exchange: McpExchange): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  const server = createMcpServer(exchange)
  await server.connect(transport)
  try {
    return await transport.handleRequest(message, { parsedBody })
  } finally {
    await server.close()
  }
}

function isLegacy({ headers, body }: FastifyRequest): boolean {
  const one = (name: string): string | undefined => headers[name]?.toString()
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: one('mcp-protocol-version'),
    mcpMethodHeader: one('mcp-method'),
    mcpNameHeader: one('mcp-name'),
    body,
  })
  return kind === 'legacy'
}

const passedHeaders = /^(accept|content-type|mcp-.*)$/

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      passedHeaders.test(name) && value !== undefined ? [[name, value.toString()]] : [],
    ),
  )
}
