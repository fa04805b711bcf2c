// The official MCP clients find out by themselves how to get a token for /mcp.
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'
import { UnauthorizedError as OlderUnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { decide } from '../../kit/people/oauth.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const document = 'https://assistant.example.com/client.json'
const redirectUrl = 'http://localhost:8085/callback'
const metadata = {
  client_name: 'Assistant',
  redirect_uris: ['http://localhost/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
}

const app = sharedLapwing({ clientDocument: async () => JSON.stringify({ client_id: document, ...metadata }) })
const clientInfo = { name: 'assistant', version: '1.0.0' }

/** Keeps what a client has to remember, and where it sent the browser. */
function newProvider(clientMetadataUrl?: string) {
  const kept: { client?: any; tokens?: any; verifier?: string; sentTo?: URL } = {}
  const provider = {
    redirectUrl,
    clientMetadata: metadata,
    clientMetadataUrl,
    state: () => 'x7',
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.sentTo = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
  }
  return { kept, provider: provider as OAuthClientProvider & typeof provider }
}

/** What the browser and the user do: returns the parameters that the client gets back. */
async function consent(address: URL): Promise<URLSearchParams> {
  const { headers } = await fetch(address, { redirect: 'manual' })
  const id = new URL(headers.get('location')!).searchParams.get('request')!
  return (await decide(await signedIn(app()), id, { scope: 'read' })).searchParams
}

it('works for the current client, which has a metadata document', async () => {
  const { kept, provider } = newProvider(document)
  const open = () => new StreamableHTTPClientTransport(new URL(`${app().origin}/mcp`), { authProvider: provider })
  const transport = open()
  await expect(new Client(clientInfo).connect(transport)).rejects.toThrow(UnauthorizedError)
  expect(kept.sentTo!.searchParams.get('resource')).toBe(`${app().origin}/mcp`)
  // It asks for the scope in the challenge, which is to read.
  expect(kept.sentTo!.searchParams.get('scope')).toMatch(/^read( offline_access)?$/)
  await transport.finishAuth(await consent(kept.sentTo!))
  expect(kept.client.client_id).toBe(document)
  expect(kept.tokens.refresh_token).toMatch(/^lwr_/)
  const client = new Client(clientInfo)
  await client.connect(open())
  expect((await client.listTools()).tools.length).toBeGreaterThan(5)
  app().clock.advance(3_600_000)
  const before = kept.tokens.access_token
  expect((await client.listTools()).tools.length).toBeGreaterThan(5)
  expect(kept.tokens.access_token).not.toBe(before)
  await client.close()
})

it('works for the older client, which registers itself', async () => {
  const { kept, provider } = newProvider()
  const open = () => new OlderTransport(new URL(`${app().origin}/mcp`), { authProvider: provider as never })
  const transport = open()
  await expect(new OlderClient(clientInfo).connect(transport)).rejects.toThrow(OlderUnauthorizedError)
  await transport.finishAuth((await consent(kept.sentTo!)).get('code')!)
  expect(kept.client.client_id).toMatch(/^lwc_/)
  const client = new OlderClient(clientInfo)
  await client.connect(open())
  expect((await client.listTools()).tools.length).toBeGreaterThan(5)
  await client.close()
})

it('asks for the write scope if the address says so, and its user narrows it', async () => {
  const { kept, provider } = newProvider(document)
  const address = new URL(`${app().origin}/mcp?scope=write`)
  const open = () => new StreamableHTTPClientTransport(address, { authProvider: provider })
  const transport = open()
  await expect(new Client(clientInfo).connect(transport)).rejects.toThrow(UnauthorizedError)
  expect(kept.sentTo!.searchParams.get('scope')).toContain('read write')
  expect(kept.sentTo!.searchParams.get('resource')).toBe(`${app().origin}/mcp`)
  await transport.finishAuth(await consent(kept.sentTo!))
  expect(kept.tokens.scope).toBe('read offline_access')
  const client = new Client(clientInfo)
  await client.connect(open())
  const { tools } = await client.listTools()
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
  await client.close()
})
