// Servers that misbehave in every way a target can.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../checks/certificates.ts'

export interface HostileServer {
  readonly port: number
  /** What has left for those who asked, the buffers of the way included. */
  sentBytes(): number
  /** Resolves when every connection it ever had is gone. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export type Behaviour = (socket: Socket) => void

const leftOpenMs = 120_000

// The same in every run: errors quote it, and chance sometimes writes what no error may say.
const garbage = createHash('shake256', { outputLength: 4096 }).update('garbage').digest()

/** Each gets what a good server would say first, made from the request. */
export type Opening = (request: Buffer) => string

export const behaviours = {
  'never says a word': () => () => undefined,
  'closes at once': () => (socket) => void socket.end(),
  'resets at once': () => (socket) => void socket.resetAndDestroy(),
  'resets when it received the request': () => (socket) => void socket.once('data', () => socket.resetAndDestroy()),
  'talks garbage': () => (socket) => void socket.end(garbage),
  'falls silent in its answer': (opening) => after(opening, () => undefined),
  'resets in its answer': (opening) => after(opening, (socket) => void setTimeout(() => socket.resetAndDestroy(), 20)),
  'drips its answer': (opening) =>
    after(opening, (socket) => {
      const drip = setInterval(() => socket.write('.'), 20)
      socket.once('close', () => clearInterval(drip))
    }),
  'never ends its answer': (opening) => after(opening, (socket) => pour(socket, '.')),
} as const satisfies Record<string, (opening: Opening) => Behaviour>

/** Says it again and again, as fast as it is read. */
function pour(socket: Socket, piece: string | Buffer): void {
  const one = Buffer.from(piece)
  const block = Buffer.concat(Array.from({ length: Math.ceil(65_536 / one.length) }, () => one))
  const more = (): void => {
    while (!socket.destroyed && socket.write(block));
  }
  socket.on('drain', more)
  more()
}

/** A server that begins like this when it received something, and goes on like that for ever. */
export function endless(first: string | Buffer, piece: string | Buffer): Behaviour {
  return (socket) =>
    void socket.once('data', () => {
      socket.write(first)
      pour(socket, piece)
    })
}

export type Misbehaviour = keyof typeof behaviours

function after(opening: Opening, then: Behaviour): Behaviour {
  return (socket) =>
    void socket.once('data', (request) => {
      socket.write(opening(request))
      then(socket)
    })
}

export async function startHostile(behave: Behaviour, certificate?: Certificate, port = 0): Promise<HostileServer> {
  const open = new Set<Socket>()
  let sentBytes = 0
  const waiting: (() => void)[] = []
  const meet = (socket: Socket): void => {
    socket.on('error', () => undefined)
    behave(socket)
    // A socket that is not read never hears that the other side has gone.
    socket.resume()
  }
  const server: Server = certificate ? createTlsServer(certificate, meet) : createServer(meet)
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    open.add(socket)
    socket.once('close', () => {
      sentBytes += socket.bytesWritten - socket.writableLength
      open.delete(socket)
      if (open.size === 0) waiting.splice(0).forEach((resolve) => resolve())
    })
  })
  server.on('tlsClientError', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sentBytes: () => sentBytes,
    idle: () =>
      new Promise((resolve, reject) => {
        if (open.size === 0) return resolve()
        const timer = setTimeout(() => reject(new Error(`${open.size} connections were left open`)), leftOpenMs)
        waiting.push(() => (clearTimeout(timer), resolve()))
      }),
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
