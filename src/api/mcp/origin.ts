// Which browsers may call the MCP server, and the response to a client with too few rights.
import type { FastifyRequest } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { resourceMetadataUrl } from '../../domain/oauth/resources.ts'
import type { Headers } from '../headers.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Only pages of this installation and programs on the reader's own machine; other clients send no Origin. */
function isAllowed(from: string, origin: string): boolean {
  return from === origin || (URL.canParse(from) && loopback.test(new URL(from).hostname))
}

/** Keeps pages of other sites out, even if they reach this server by a name of their own (DNS rebinding). */
export function refuseOrigin({ headers }: FastifyRequest, origin: string): void {
  if (headers.origin === undefined || isAllowed(headers.origin, origin)) return
  throw new Fault('forbidden', 'Origin: pages of other sites may not call the MCP server')
}

export function corsOf({ headers }: FastifyRequest, origin: string): Headers {
  const from = headers.origin
  const isOpen = from !== undefined && isAllowed(from, origin)
  return {
    vary: 'origin',
    'access-control-allow-origin': isOpen ? from : origin,
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers':
      'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
    'access-control-max-age': '86400',
  }
}

const needsWrite = 'This tool needs the write scope; this credential has the read scope'

export const scopeFault = new Fault('forbidden', needsWrite)

/** Asks the client to get a token with more rights. */
export const insufficientScope = (origin: string): Fault =>
  new Fault('forbidden', needsWrite, {
    'www-authenticate': `Bearer error="insufficient_scope", scope="read write", resource_metadata="${resourceMetadataUrl(origin, 'mcp')}"`,
  })
