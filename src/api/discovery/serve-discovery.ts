// What programs can find out about this installation without a key: the MCP server, and whom to tell about a hole.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../operations/registry/services.ts'
import { takeFromAddressBudget } from '../admit.ts'
import { jsonType } from '../errors.ts'
import { commonHeaders } from '../headers.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'
import { llmsText } from './llms-text.ts'
import { aiCatalog, mcpAddress, serverCard } from './mcp-cards.ts'
import { securityText } from './security-text.ts'

export interface DiscoveryContext {
  readonly services: Services
  readonly takeFromAddress: TakeFromAddress
  /** Where to report security problems; null if the operator has not set it. */
  readonly securityContact: string | null
}

type WriteDocument = (context: DiscoveryContext) => string

interface DiscoveryDocument {
  readonly type: string
  readonly write: WriteDocument
}

const plainText = 'text/plain; charset=utf-8'
const json = (write: (services: Services) => object, type = jsonType): DiscoveryDocument => ({
  type,
  write: ({ services }) => JSON.stringify(write(services)),
})

const documents: Readonly<Record<string, DiscoveryDocument>> = {
  '/mcp/server-card': json(serverCard, 'application/mcp-server-card+json'),
  '/.well-known/mcp/server-card.json': json(serverCard, 'application/mcp-server-card+json'),
  '/.well-known/mcp.json': json(mcpAddress),
  '/.well-known/ai-catalog.json': json(aiCatalog, 'application/ai-catalog+json'),
  '/llms.txt': { type: plainText, write: ({ services }) => llmsText(services) },
  '/.well-known/security.txt': {
    type: plainText,
    write: ({ services, securityContact }) => securityText(services, securityContact),
  },
}

export function serveDiscovery(app: FastifyInstance, context: DiscoveryContext): void {
  const admit = async (request: FastifyRequest): Promise<void> =>
    takeFromAddressBudget(context.takeFromAddress, request)
  for (const [path, route] of Object.entries(documents))
    app.get(path, { onRequest: admit }, (request, reply) => sendDocument(route, context, { request, reply }))
}

interface DocumentExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

function sendDocument(
  { type, write }: DiscoveryDocument,
  context: DiscoveryContext,
  { request, reply }: DocumentExchange,
) {
  const text = write(context)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.headers({ ...commonHeaders(request.budget), 'cache-control': 'public, max-age=3600', etag })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.header('content-type', type).send(text)
}
