import { expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const contact = 'mailto:security@example.com'
const app = sharedLapwing({ env: { LAPWING_SECURITY_CONTACT: contact } })
const plain = sharedLapwing()
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${app().origin}${path}`, { headers })

it('describes the MCP server without a key, and lets clients cache it', async () => {
  const { origin } = app()
  for (const path of ['/mcp/server-card', '/.well-known/mcp/server-card.json']) {
    const card = await get(path)
    expect(card.headers.get('content-type')).toContain('application/mcp-server-card+json')
    expect(await card.json()).toMatchObject({
      name: expect.stringMatching(/^[\w.-]+\/lapwing$/),
      version: '0.0.0-test',
      remotes: [{ type: 'streamable-http', url: `${origin}/mcp` }],
    })
  }
  const { headers } = await get('/.well-known/mcp.json')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect((await get('/.well-known/mcp.json', { 'if-none-match': headers.get('etag')! })).status).toBe(304)
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
  const address = await (await get('/.well-known/mcp.json')).json()
  expect(address).toMatchObject({
    name: 'Lapwing',
    endpoint: `${origin}/mcp`,
    transport: 'streamable-http',
    authentication: { resource_metadata: metadata },
  })
  expect(await (await get('/.well-known/ai-catalog.json')).json()).toMatchObject({
    entries: [
      { type: 'application/mcp-server-card+json', url: `${origin}/mcp/server-card` },
      { type: 'application/a2a-agent-card+json', url: `${origin}/.well-known/agent-card.json` },
    ],
  })
})

it('serves every address that llms.txt names', async () => {
  const text = await (await get('/llms.txt')).text()
  const addresses = [...text.matchAll(/\]\((.+?)\)/g)].map(([, address]) => address!)
  expect(addresses.length).toBeGreaterThan(4)
  for (const address of addresses) {
    const { status } = await fetch(address)
    // The MCP server itself answers POST only.
    expect({ address, status }).toEqual({ address, status: address.endsWith('/mcp') ? 405 : 200 })
  }
})

it('says in security.txt whom to contact: the address of the operator, or a page that explains it', async () => {
  const now = app().clock.now()
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1)).toISOString()
  const text = await (await get('/.well-known/security.txt')).text()
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en, de']),
  )
  const usual = await (await fetch(`${plain().origin}/.well-known/security.txt`)).text()
  const page = /^Contact: (.+)$/m.exec(usual)![1]!
  expect(page).toBe(`${plain().origin}/docs/security`)
  expect(await (await fetch(page)).text()).toContain('Report a security problem')
})
