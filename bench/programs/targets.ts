// The targets of benchmark checks, in a separate process: HTTP, HTTPS, WebSocket, MCP, TCP, UDP and DNS, as cheap as
// possible.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, type Server, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'

const [keyFile = '', certFile = ''] = process.argv.slice(2)

const answer = (_request: unknown, response: { end(text: string): void }): void => response.end('ok')

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function echo(): Promise<number> {
  const socket = createSocket('udp4')
  socket.on('message', (words, { port, address }) => socket.send(words, port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket.address().port
}

/** Responds to pings by itself. */
async function websocket(): Promise<number> {
  const server = createServer()
  new WebSocketServer({ server }).on('connection', (socket) => socket.on('error', () => undefined))
  return listening(server)
}

/** Responds to every query with one address. */
async function dns(): Promise<number> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5
    const head = Buffer.from(question.subarray(0, end))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(1, 6)
    head.writeUInt32BE(0, 8)
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1])
    socket.send(Buffer.concat([head, record]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket.address().port
}

const mcpResults: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1' },
  },
  ping: {},
  'tools/list': { tools: [{ name: 'echo', description: 'Says it again', inputSchema: { type: 'object' } }] },
}

/** An MCP server that responds with JSON and has no sessions. */
async function mcp(): Promise<number> {
  return listening(
    createServer(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const { id, method } = JSON.parse(await text(request)) as { id?: number; method: string }
      if (id === undefined) return void response.writeHead(202).end()
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: mcpResults[method] }))
    }),
  )
}

process.on('message', () => process.exit(0))
process.send!({
  http: await listening(createServer(answer)),
  https: await listening(createSecureServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, answer)),
  tcp: await listening(createTcpServer((socket) => void socket.on('error', () => undefined).end())),
  udp: await echo(),
  websocket: await websocket(),
  dns: await dns(),
  mcp: await mcp(),
})
