import { once } from 'node:events'
import { type RequestListener, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { disconnectSlowReaders } from './slow-readers.ts'

const piece = Buffer.alloc(64 * 1024, 'x')
// More than the operating system buffers for a client that does not read.
const pieces = 2048
const unreadMs = 20

async function served(answer: RequestListener) {
  const server = createServer(answer)
  disconnectSlowReaders(server, unreadMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = (path: string): Socket => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: lapwing\r\n\r\n`)
    return socket
  }
  return { server, ask }
}

/** Resolves when the server has disconnected a client that does not read. */
async function expectDisconnect(server: ReturnType<typeof createServer>, ask: () => Socket): Promise<void> {
  const connected = once(server, 'connection')
  ask()
  const [socket] = (await connected) as [Socket]
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
}

it.each<[string, RequestListener]>([
  ['one piece', (_request, response) => response.end(Buffer.alloc(pieces * piece.length, 'x'))],
  ['a stream', (_request, response) => Readable.from(Array(pieces).fill(piece)).pipe(response)],
  ['chunks over time', (_request, response) => void setInterval(() => response.write(piece), 1).unref()],
])('disconnects a client that stops reading a response of %s', async (_case, answer) => {
  const { server, ask } = await served(answer)
  await expectDisconnect(server, () => ask('/'))
})

it('keeps clients that wait for a response or an idle stream', async () => {
  const late: ServerResponse[] = []
  const { server, ask } = await served((request, response) => {
    if (request.url === '/unread') return response.end(Buffer.alloc(pieces * piece.length, 'x'))
    if (request.url === '/quiet') response.write('hello ')
    late.push(response)
  })
  // A client that has sent no request waits for no response, and a busy machine may receive it late.
  server.timeout = 0
  const patient = [ask('/quiet'), ask('/waiting')]
  await waitUntil(() => late.length === patient.length)
  for (const { socket } of late) socket!.setTimeout(unreadMs)
  server.timeout = unreadMs
  for (let round = 0; round < 3; round++) await expectDisconnect(server, () => ask('/unread'))
  for (const response of late) response.end('at last')
  for (const socket of patient.map((socket) => socket.setEncoding('utf8'))) {
    let text = ''
    while (!text.includes('at last')) text += ((await once(socket, 'data')) as [string])[0]
  }
})

it('disconnects an idle keep-alive connection', async () => {
  const { server, ask } = await served((_request, response) => response.end('done'))
  server.keepAliveTimeout = 1
  server.keepAliveTimeoutBuffer = 1
  await expectDisconnect(server, () => ask('/').resume())
})
