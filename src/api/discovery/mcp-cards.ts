// Where the MCP server is and how to connect: the server card and the catalog that lists it (SEP-2127), and mcp.json.
import { resourceMetadataUrl, resourceUrl } from '../../domain/oauth/resources.ts'
import type { Services } from '../../operations/registry/services.ts'
import { mcpRevisions } from '../mcp/server.ts'

const title = 'Lapwing'
const description = 'Uptime monitoring: what is down and why, and monitors, incidents and maintenance to act on'

/** The host name backwards, as cards want it: `com.example.status/lapwing`. */
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
  const type = 'application/mcp-server-card+json'
  return {
    specVersion: '1.0',
    host: { displayName: title, identifier: new URL(origin()).hostname },
    entries: [
      {
        identifier: `urn:mcp:server:${nameAt(origin())}`,
        displayName: title,
        description,
        type,
        mediaType: type,
        url: `${resourceUrl(origin(), 'mcp')}/server-card`,
      },
    ],
  }
}
