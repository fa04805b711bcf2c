// Opens a session with an MCP server: negotiates the protocol revision and measures the handshake.
import { discover } from './discover.ts'
import { type McpHandshake, isHandshakeFailure, isUnsupportedVersion } from './handshake.ts'
import { initialize } from './initialize.ts'
import type { Link } from './link.ts'
import type { McpExchangeRow, McpSession } from './requests.ts'
import { statelessProtocol } from './stateless-http.ts'

export async function openSession(link: Link, rows: McpExchangeRow[]): Promise<McpSession> {
  const { metrics, evidence } = link.context.observed
  try {
    const { session, protocol, versions, serverInfo } = await negotiate(link, rows)
    metrics['mcp.handshake_ok'] = 1
    const { expectedProtocolVersion: expected } = link.config
    if (expected) metrics['mcp.protocol_match'] = versions.includes(expected) ? 1 : 0
    evidence.server = {
      name: String(serverInfo['name'] ?? '').slice(0, 100),
      version: String(serverInfo['version'] ?? '').slice(0, 100),
      protocol: protocol.slice(0, 50),
      transport: session.transport.name,
    }
    return session
  } catch (error) {
    if (isHandshakeFailure(error)) metrics['mcp.handshake_ok'] = 0
    throw error
  }
}

type Handshake = typeof discover

/** Tries the newest revision first, unless the monitor expects an older one. */
async function negotiate(link: Link, rows: McpExchangeRow[]): Promise<McpHandshake> {
  const { transport, expectedProtocolVersion: expected } = link.config
  const attempt = (handshake: Handshake) => timed(handshake, link, rows)
  if (transport === 'sse') return attempt(initialize)
  const expectsOlder = expected !== undefined && expected < statelessProtocol
  const [first, second] = expectsOlder ? [initialize, discover] : [discover, initialize]
  try {
    return await attempt(first)
  } catch (firstError) {
    if (!isHandshakeFailure(firstError)) throw firstError
    delete link.context.observed.metrics['mcp.jsonrpc_valid']
    return attempt(second).catch((secondError: unknown) => {
      if (!isHandshakeFailure(secondError)) throw secondError
      const [discovery, initialization] = expectsOlder ? [secondError, firstError] : [firstError, secondError]
      // A server that has no version for `initialize` needs its newer handshake repaired.
      throw isUnsupportedVersion(initialization) ? discovery : initialization
    })
  }
}

/** The status code and the times are those of this attempt, not of the one before. */
async function timed(handshake: Handshake, link: Link, rows: McpExchangeRow[]): Promise<McpHandshake> {
  const { clock, observed } = link.context
  Object.assign(link, { hasBegun: false, agreed: {} })
  const start = clock.monotonicMs()
  const done = await handshake(link, rows)
  observed.metrics['mcp.initialize_ms'] = clock.monotonicMs() - start
  return done
}
