import { once } from 'node:events'
import { Agent, type IncomingMessage, get } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Entry } from './entry.ts'

const agent = new Agent({ keepAlive: false })

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
      const [response] = (await once(get(target, { agent }), 'response')) as [IncomingMessage]
      if (response.statusCode !== 200 || !(await text(response)).includes('ok')) throw new Error('not ok')
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
