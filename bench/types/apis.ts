import { once } from 'node:events'
import { Agent, type IncomingMessage, get } from 'node:http'
import { Agent as SecureAgent, get as getSecurely } from 'node:https'
import { text } from 'node:stream/consumers'
import { type Entry, patienceMs, root, startPages, trustIn } from './entry.ts'

const agent = new Agent({ keepAlive: false })
let secureAgent: SecureAgent | undefined

// The maximum size of a body that is read.
const orders = JSON.stringify({
  orders: Array.from({ length: 3200 }, (_, id) => ({
    id,
    total: id % 200,
    customer: { name: `Customer ${id}`, email: `customer${id}@example.com` },
    lines: Array.from({ length: 5 }, (_, line) => ({ sku: `sku-${line}`, count: line })),
    note: 'As soon as possible, please',
  })),
})
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const line = object({ sku: { type: 'string', pattern: '^sku-' }, count: { type: 'integer', minimum: 0 } })
const order = object({
  id: { type: 'integer' },
  total: { type: 'number' },
  customer: object({ name: { type: 'string' }, email: { type: 'string', format: 'email' } }),
  lines: { type: 'array', items: line },
})
const jsonSchema = object({ orders: { type: 'array', items: order, uniqueItems: true } })

export const apis: readonly Entry[] = [
  {
    name: 'api',
    missing: null,
    goal: { ratio: 1.5 },
    open: async ({ http }) => ({
      target: `http://127.0.0.1:${http}/`,
      config: {
        assertions: [
          { source: 'status_code', comparison: 'eq', target: 200 },
          { source: 'text', comparison: 'contains', target: 'ok' },
        ],
      },
    }),
    async bare({ target }) {
      const [response] = (await once(get(target, { agent, timeout: patienceMs }), 'response')) as [IncomingMessage]
      if (response.statusCode !== 200 || !(await text(response)).includes('ok')) throw new Error('not ok')
    },
  },
  {
    name: 'api, 1 MB',
    type: 'api',
    missing: null,
    atOnce: 2,
    async open() {
      const { origin, stop } = await startPages({ '/': { type: 'application/json', body: orders } })
      const paths = ['$.orders[0].id', '$..lines[?@.count > 2].sku', '$.orders[?@.total > 99].id', '$..id']
      const assertions = paths.map((property) => ({ source: 'json_path', property, comparison: 'not_empty' }))
      const config = { jsonSchema, valuePath: '$.orders[0].total', assertions, timeoutSeconds: 30 }
      return { target: `${origin}/`, config, root, stop }
    },
    async bare({ target, root }) {
      secureAgent ??= new SecureAgent({ keepAlive: false, maxCachedSessions: 0, secureContext: trustIn(root) })
      const [response] = (await once(getSecurely(target, { agent: secureAgent }), 'response')) as [IncomingMessage]
      JSON.parse(await text(response))
    },
  },
  {
    name: 'mcp',
    missing: null,
    goal: { ratio: 1.5 },
    open: async ({ mcp }) => ({ target: `http://127.0.0.1:${mcp}/mcp`, config: { transport: 'streamable_http' } }),
    async bare({ target }) {
      const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
      const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
      const client = new Client({ name: 'bare', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(new URL(target)))
      await client.ping()
      if ((await client.listTools()).tools.length === 0) throw new Error('no tools')
      await client.close()
    },
  },
]
