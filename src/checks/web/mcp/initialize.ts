// The handshake of protocol 2025-11-25 and earlier, over streamable HTTP or the older event stream.
import { TargetDown } from '../../../domain/outcome.ts'
import { isObject } from '../json/values.ts'
import { HandshakeRefused, type McpHandshake, clientInfo, isVersion } from './handshake.ts'
import { LoginRequired, type Link, McpStatusError } from './link.ts'
import type { Members } from './messages.ts'
import { type McpExchangeRow, requestsOver } from './requests.ts'
import { openSse } from './sse.ts'
import { statelessProtocol } from './stateless-http.ts'
import { streamableHttp } from './streamable-http.ts'
import type { McpTransport } from './transport.ts'

const newestInitialized = '2025-11-25'

/** Servers with the older transport do not support POST at that URL, which identifies them. */
export async function initialize(link: Link, rows: McpExchangeRow[]): Promise<McpHandshake> {
  const { transport } = link.config
  if (transport === 'sse') return initializeOver(await openSse(link), link, rows)
  try {
    return await initializeOver(streamableHttp(link), link, rows)
  } catch (error) {
    const isOlder = error instanceof McpStatusError && error.status >= 400 && error.status < 500
    if (transport !== 'auto' || !isOlder) throw error
    link.hasBegun = false
    const older = await openSse(link).catch((problem: unknown) => {
      const isRecent =
        !(problem instanceof TargetDown) || problem instanceof LoginRequired || link.context.signal.aborted
      throw isRecent ? problem : error
    })
    return initializeOver(older, link, rows)
  }
}

async function initializeOver(transport: McpTransport, link: Link, rows: McpExchangeRow[]): Promise<McpHandshake> {
  const ask = requestsOver(transport, link, rows)
  try {
    const answer = await ask('initialize', { protocolVersion: offeredVersion(link), capabilities: {}, clientInfo })
    if ('error' in answer) throw new HandshakeRefused('the server refuses to initialize', answer.error)
    const { protocol, capabilities, serverInfo } = readResult(answer.result)
    if (isVersion(protocol)) link.agreed.protocol = protocol
    await transport.notify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    const session = { transport, capabilities, hasPing: true, ask }
    return { session, protocol, versions: [protocol], serverInfo }
  } catch (error) {
    await transport.end()
    throw error
  }
}

/** This handshake does not negotiate 2026-07-28 and later. */
function offeredVersion({ config: { expectedProtocolVersion: expected } }: Link): string {
  return expected !== undefined && expected < statelessProtocol ? expected : newestInitialized
}

function readResult({ protocolVersion, capabilities, serverInfo }: Members) {
  if (typeof protocolVersion !== 'string' || !isObject(capabilities) || !isObject(serverInfo))
    throw new HandshakeRefused('the response to initialize lacks protocolVersion, capabilities or serverInfo')
  return { protocol: protocolVersion, capabilities, serverInfo }
}
