// The official MCP clients of both revisions, connected to a Lapwing.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const clientInfo = { name: 'test-client', version: '1.2.3' }

interface McpConnection {
  readonly key: string
  readonly toolsets?: string
}

export async function currentClient(origin: string, { key, toolsets }: McpConnection): Promise<Client> {
  const client = new Client(clientInfo, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(addressOf(origin, toolsets), headersOf(key)))
  return client
}

export async function olderClient(origin: string, { key, toolsets }: McpConnection): Promise<OlderClient> {
  const client = new OlderClient(clientInfo)
  await client.connect(new OlderTransport(addressOf(origin, toolsets), headersOf(key)))
  return client
}

function addressOf(origin: string, toolsets?: string): URL {
  return new URL(`${origin}/mcp${toolsets === undefined ? '' : `?toolsets=${toolsets}`}`)
}

const headersOf = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } })
