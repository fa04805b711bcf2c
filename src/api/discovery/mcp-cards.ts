// Where the MCP server is and how to connect: the server card and the catalog that lists it (SEP-2127), and mcp.json.
import { resourceMetadataUrl, resourceUrl } from '../../domain/oauth/resources.ts'
import type { Services } from '../../operations/registry/services.ts'
import { cardPath } from '../a2a/card.ts'
import { mcpRevisions } from '../mcp/message.ts'

const title = 'Lapwing'
const description = 'Uptime monitoring: what is down and why, and monitors, incidents and maintenance to act on'

/** The hostname backwards, as cards want it: `com.example.status/lapwing`. */
const nameAt = (origin: string): string =>
  `${new URL(origin).hostname.replace(/[[\]]/g, '').replaceAll(':', '-').split('.').toReversed().join('.')}/lapwing`

export function serverCard({ origin, version }: Services): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: nameAt(origin()),
    version,
    title,
    description,
    websiteUrl: origin(),
    remotes: [{ type: 'streamable-http', url: resourceUrl(origin(), 'mcp'), supportedProtocolVersions: mcpRevisions }],
  }
}

export function mcpAddress({ origin }: Services): object {
  return {
    name: title,
    description,
    endpoint: resourceUrl(origin(), 'mcp'),
    transport: 'streamable-http',
    protocolVersions: mcpRevisions,
    authentication: {
      schemes: ['oauth2', 'bearer'],
      resource_metadata: resourceMetadataUrl(origin(), 'mcp'),
      scopes: ['read', 'write'],
    },
  }
}

export function aiCatalog({ origin }: Services): object {
  const entry = (identifier: string, type: string, url: string) => ({
    identifier,
    displayName: title,
    description,
    type,
    mediaType: type,
    url,
  })
  const name = nameAt(origin())
  return {
    specVersion: '1.0',
    host: { displayName: title, identifier: new URL(origin()).hostname },
    entries: [
      entry(
        `urn:mcp:server:${name}`,
        'application/mcp-server-card+json',
        `${resourceUrl(origin(), 'mcp')}/server-card`,
      ),
      entry(`urn:a2a:agent:${name}`, 'application/a2a-agent-card+json', `${origin()}${cardPath}`),
    ],
  }
}
