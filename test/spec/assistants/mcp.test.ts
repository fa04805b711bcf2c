// The MCP server at /mcp: both revisions, resources and prompts, who may call it, and what it refuses.
import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { currentClient, olderClient } from '../../kit/servers/mcp-clients.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { openIncident } from '../../kit/resources/incidents.ts'

const app = sharedLapwing()

describe.each([
  ['2025-11-25', olderClient],
  ['2026-07-28', currentClient],
])('the official client of revision %s', (_revision, connect) => {
  it('calls tools, reads resources and gets prompts', async () => {
    const incident = await openIncident(app())
    const client = await connect(app().origin, { key: keys.write })
    expect(client.getServerVersion()).toMatchObject({ name: 'lapwing', version: '0.0.0-test' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('status_overview')
    const result = await client.callTool({ name: 'status_overview', arguments: {} })
    expect(result.structuredContent).toMatchObject({ open_incidents: expect.any(Number) })
    const uri = `lapwing://incidents/${incident.id}`
    expect((await client.listResources()).resources.map((resource) => resource.uri)).toContain(uri)
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2)
    const { contents } = await client.readResource({ uri })
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ incident: { id: incident.id } })
    const monitor = await client.readResource({ uri: `lapwing://monitors/${incident.monitor.id}` })
    expect(monitor.contents[0]).toMatchObject({ mimeType: 'application/json' })
    await expect(client.readResource({ uri: 'lapwing://incidents/999999' })).rejects.toThrow(/not found/i)
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/not found/i)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['investigate_incident', 'set_up_monitoring'])
    const site = { name: 'set_up_monitoring', arguments: { site: 'https://example.com' } }
    expect(JSON.stringify(await client.getPrompt(site))).toContain('The site is https://example.com.')
    await expect(client.getPrompt({ name: 'set_up_monitoring', arguments: {} })).rejects.toThrow(/required argument/)
    const ref = { type: 'ref/prompt' as const, name: 'investigate_incident' }
    const { completion } = await client.complete({ ref, argument: { name: 'incident_id', value: '' } })
    expect(completion.values).toContain(String(incident.id))
    await client.close()
  })
})

type Send = { key?: string | null; body?: unknown; headers?: Record<string, string>; method?: string }

async function send({ key = keys.write, body, headers = {}, method = 'POST' }: Send): Promise<Response> {
  return fetch(`${app().origin}/mcp`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

const rpc = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const overview = rpc('tools/call', { name: 'status_overview', arguments: {} })

describe('a request', () => {
  it('needs a credential, and learns where to get one', async () => {
    const metadata = `resource_metadata="${app().origin}/.well-known/oauth-protected-resource/mcp", scope="read"`
    const without = await send({ key: null, body: overview })
    expect(without.status).toBe(401)
    expect(without.headers.get('www-authenticate')).toBe(`Bearer ${metadata}`)
    const wrong = await send({ key: 'lw_wrong', body: overview })
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`)
  })

  it('is refused from pages of other sites', async () => {
    for (const origin of ['https://evil.example', 'null', `https://${new URL(app().origin).host}`]) {
      const { status } = await send({ body: overview, headers: { origin } })
      expect({ origin, status }).toEqual({ origin, status: origin.startsWith('https://127') ? 200 : 403 })
    }
    const own = await send({ body: overview, headers: { origin: app().origin } })
    expect(own.headers.get('access-control-allow-origin')).toBe(app().origin)
  })

  it.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['nothing', '', 400, -32700],
    ['a batch', [overview, overview], 400, -32600],
    ['an unknown method', rpc('monitors/delete'), 200, -32601],
    ['an unknown tool', rpc('tools/call', { name: 'x'.repeat(5000) }), 200, -32602],
    ['no message', { hello: 'world' }, 400, -32600],
    ['too much', rpc('tools/call', { name: 'find_monitors', arguments: { query: 'x'.repeat(300_000) } }), 413, -32000],
    ['a subscription', rpc('subscriptions/listen', { _meta: { x: 1 } }), 404, -32601],
  ])('with %s gets an error of JSON-RPC', async (_name, body, status, code) => {
    const response = await send({ body })
    const { error } = (await response.json()) as { error: { code: number; message: string } }
    expect({ status: response.status, code: error.code }).toEqual({ status, code })
    expect(error.message.length).toBeLessThan(500)
  })

  it('with a wrong version of the protocol is refused', async () => {
    const headers = { 'mcp-protocol-version': '1999-01-01' }
    expect((await send({ body: overview, headers })).status).toBe(400)
  })

  it('for a stream or the end of a session is not supported', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await send({ method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    }
  })

  it('beyond the budget is a result that an assistant can read', async () => {
    const limited = { key: keys.starter, body: overview }
    let text = ''
    let last = await send(limited)
    for (let n = 0; n < 8 && !text.includes('rate_limited'); n++) {
      last = await send(limited)
      text = await last.text()
    }
    expect(text).toMatch(/"isError":true/)
    expect(text).toContain('rate_limited: More than 5 requests in a minute; try again in')
    expect(last.status).toBe(200)
    expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
    const other = await send({ key: keys.starter, body: rpc('tools/list') })
    expect(other.status).toBe(429)
    expect(other.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

it('answers hundreds of calls at once, and forgets clients that hang up', async () => {
  const slow = httpRequest(`${app().origin}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.write}`, 'content-type': 'application/json', 'content-length': 1000 },
  })
  slow.on('error', () => undefined)
  slow.write('{"jsonrpc":')
  const list = rpc('tools/list')
  // More connections at once than the operating system queues would be reset before they reach the server.
  const statuses = await Promise.all(Array.from({ length: 250 }, async () => (await send({ body: list })).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  slow.destroy()
  expect((await send({ body: overview })).status).toBe(200)
})
