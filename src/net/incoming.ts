// A connection that the peer opens to us, as FTP's active mode requires.
import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import type { Clock } from '../domain/clock.ts'
import type { NetConnection } from './connect.ts'
import { attempt } from './deadline.ts'

export interface PeerListener {
  /** The address the peer connects to. */
  readonly address: string
  readonly family: 4 | 6
  readonly port: number
  /** Settles with the first connection from the expected peer; others are closed. */
  arrival(signal: AbortSignal): Promise<NetConnection>
  /** Stops listening. An accepted connection stays open. */
  stop(): void
}

/** Listens for the peer of this connection, on its local address. */
export async function listenForPeer(peer: NetConnection, clock: Clock): Promise<PeerListener> {
  const arrived: Socket[] = []
  let take: ((socket: Socket) => void) | null = null
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (!isFrom(socket, peer.address)) return void socket.destroy()
    if (take) take(socket)
    else if (arrived.length === 0) arrived.push(socket)
    else socket.destroy()
  })
  const address = plain(peer.socket.localAddress ?? '')
  server.listen({ host: address, port: 0, backlog: 4 })
  await once(server, 'listening')
  const start = clock.monotonicMs()
  const connectionOf = (socket: Socket): NetConnection => {
    const { host, address: from, family } = peer
    const [port, connectMs] = [socket.remotePort ?? 0, clock.monotonicMs() - start]
    return { socket, host, address: from, family, port, dnsMs: 0, connectMs }
  }
  return {
    address,
    family: peer.family,
    port: (server.address() as AddressInfo).port,
    arrival: (signal) =>
      attempt(signal, 'waiting for the server to connect back', (done) => {
        take = (socket) => done(connectionOf(socket))
        const early = arrived.shift()
        if (early) take(early)
        return () => (take = null)
      }),
    stop() {
      server.close()
      for (const socket of arrived) socket.destroy()
    },
  }
}

function isFrom({ remoteAddress = '' }: Socket, address: string): boolean {
  return plain(remoteAddress) === plain(address)
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
