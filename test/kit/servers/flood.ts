// A server that answers without end, and counts what it got rid of.
import { type Server, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../checks/certificates.ts'
import { listening } from './listening.ts'

export interface Flood {
  readonly port: number
  /** Bytes that have left for the client. */
  poured(): number
  /** Settles when the client has hung up. */
  readonly hungUp: Promise<void>
}

interface Pour {
  /** Sent when somebody comes. */
  greeting?: string
  /** Sent once, before the flood. */
  first?: string | Buffer
  /** Sent again and again; a function creates each. */
  again: string | Buffer | (() => Buffer)
  /** Begins before the client has said anything. */
  atOnce?: boolean
  certificate?: Certificate
}

const blockBytes = 65_536

export async function startFlood({
  greeting = '',
  first = '',
  again,
  atOnce = false,
  certificate,
}: Pour): Promise<Flood> {
  let poured = 0
  const next = typeof again === 'function' ? again : repeated(again)
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>()
  const meet = (socket: Socket): void => {
    socket.on('error', () => undefined).on('close', () => hangUp())
    const begin = (): void => {
      socket.write(first)
      pour(socket, next, () => (poured = socket.bytesWritten))
    }
    socket.on('close', () => (poured = socket.bytesWritten - socket.writableLength))
    socket.write(greeting)
    if (atOnce) begin()
    else socket.once('data', begin)
  }
  const server: Server = certificate ? createTlsServer(certificate, meet) : createServer(meet)
  return { port: await listening(server), poured: () => poured, hungUp }
}

/** Writes again and again, as fast as it is read. */
export function pour(socket: Socket, next: () => Buffer, written: () => void = () => undefined): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(next())) written()
  }
  socket.on('drain', more)
  more()
}

export function repeated(words: string | Buffer): () => Buffer {
  const piece = Buffer.from(words as string)
  const block = Buffer.alloc(Math.max(1, Math.floor(blockBytes / piece.length)) * piece.length, piece)
  return () => block
}

/** How many megabytes the process has grown by while this ran. */
export async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return (Math.max(most, process.memoryUsage().rss) - before) / 1_048_576
}
