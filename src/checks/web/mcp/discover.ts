// The handshake of protocol 2026-07-28: one request, and no session.
import { isObject } from '../json/values.ts'
import { HandshakeRefused, type McpHandshake, isVersion } from './handshake.ts'
import type { Link } from './link.ts'
import { type McpExchangeRow, requestsOver } from './requests.ts'
import { statelessHttp, statelessProtocol } from './stateless-http.ts'

export async function discover(link: Link, rows: McpExchangeRow[]): Promise<McpHandshake> {
  link.agreed = { protocol: statelessProtocol }
  const transport = statelessHttp(link)
  const ask = requestsOver(transport, link, rows)
  const answer = await ask('server/discover')
  if ('error' in answer) throw new HandshakeRefused('the server refuses server/discover', answer.error)
  const { supportedVersions, capabilities, _meta: meta } = answer.result
  if (!Array.isArray(supportedVersions) || !isObject(capabilities))
    throw new HandshakeRefused('the response to server/discover lacks supportedVersions or capabilities')
  const versions = supportedVersions.filter(isVersion)
  if (!versions.includes(statelessProtocol))
    throw new HandshakeRefused(`the response to server/discover does not list protocol ${statelessProtocol}`)
  const info = isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : null
  return {
    session: { transport, capabilities, hasPing: false, ask },
    protocol: statelessProtocol,
    versions,
    serverInfo: isObject(info) ? info : {},
  }
}
