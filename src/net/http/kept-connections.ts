// Connections that stay open for the next request of the same owner to the same server. Only connections whose
// response was read in full by the strict parser come here, so no byte of one response can end up in the next.
import type { Clock } from '../../domain/clock.ts'
import type { NetConnection } from '../connect.ts'
import type { HttpRequest } from './exchange.ts'

/** Requests use each other's connections only if all of this is equal. */
type ConnectionUse = Pick<HttpRequest, 'url' | 'ipVersion' | 'verify' | 'clientCert' | 'clientKey'>

interface IdleConnection {
  readonly connection: NetConnection
  readonly use: ConnectionUse
  readonly sinceMs: number
  readonly drop: () => void
}

const maxPerOwner = 8
const maxIdle = 512
// Many servers close idle connections after five seconds.
const idleMs = 2000
// A new connection looks up the name again.
const maxAgeMs = 60_000

export class KeptConnections {
  readonly #clock: Clock
  readonly #idle = new Map<string, IdleConnection[]>()
  #size = 0
  #isClosed = false
  #cancelSweep: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How many connections wait for a request. */
  get size(): number {
    return this.#size
  }

  /** The connection belongs to the caller, who destroys it or keeps it again. */
  take(owner: string, use: ConnectionUse): NetConnection | null {
    for (;;) {
      const idle = this.#idle.get(owner)?.findLast((one) => servesAlike(one.use, use))
      if (!idle) return null
      this.#remove(owner, idle)
      const { socket, keptSinceMs = 0 } = idle.connection
      if (socket.writable && this.#clock.monotonicMs() - keptSinceMs < maxAgeMs) return idle.connection
      socket.destroy()
    }
  }

  /** Destroys the connection if there are too many. */
  keep(owner: string, request: ConnectionUse, connection: NetConnection): void {
    const { socket } = connection
    const others = this.#idle.get(owner) ?? []
    if (this.#isClosed || this.#size >= maxIdle || others.length >= maxPerOwner) return void socket.destroy()
    const sinceMs = this.#clock.monotonicMs()
    const kept = connection.keptSinceMs === undefined ? { ...connection, keptSinceMs: sinceMs } : connection
    const drop = (): void => {
      this.#remove(owner, idle)
      socket.destroy()
    }
    // Without the body and all else that the request holds.
    const { url, ipVersion, verify, clientCert, clientKey } = request
    const use = { url, ipVersion, verify, clientCert, clientKey }
    const idle: IdleConnection = { connection: kept, use, sinceMs, drop }
    // Nothing was requested, so bytes that arrive now belong to no response.
    socket.on('data', drop).on('end', drop).on('close', drop)
    this.#idle.set(owner, others)
    others.push(idle)
    this.#size += 1
    this.#cancelSweep ??= this.#clock.after(idleMs, () => this.#sweep())
  }

  /** Closes all idle connections, and from now on those that come back. */
  close(): void {
    this.#isClosed = true
    this.#cancelSweep?.()
    for (const idle of [...this.#idle.values()].flat()) idle.drop()
  }

  #sweep(): void {
    const oldest = this.#clock.monotonicMs() - idleMs
    for (const { sinceMs, drop } of [...this.#idle.values()].flat()) if (sinceMs <= oldest) drop()
    this.#cancelSweep = this.#size > 0 ? this.#clock.after(idleMs, () => this.#sweep()) : undefined
  }

  #remove(owner: string, idle: IdleConnection): void {
    const all = this.#idle.get(owner) ?? []
    const index = all.indexOf(idle)
    if (index < 0) return
    all.splice(index, 1)
    if (all.length === 0) this.#idle.delete(owner)
    this.#size -= 1
    const { socket } = idle.connection
    socket.off('data', idle.drop).off('end', idle.drop).off('close', idle.drop)
  }
}

function servesAlike(one: ConnectionUse, other: ConnectionUse): boolean {
  return (
    one.url.protocol === other.url.protocol &&
    one.url.host === other.url.host &&
    one.ipVersion === other.ipVersion &&
    one.verify === other.verify &&
    one.clientCert === other.clientCert &&
    one.clientKey === other.clientKey
  )
}
