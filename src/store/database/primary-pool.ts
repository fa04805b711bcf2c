// A pool of connections to the primary. With several servers it follows a failover to the standby that was promoted.
import pg from 'pg'
import { systemClock as clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type DatabaseConnection, type ServerList, addressOf } from './servers.ts'
import { type SessionTraits, type Sessions, createSessions, disconnect, isPrimary } from './sessions.ts'

interface PoolOptions {
  readonly settings: pg.ClientConfig
  readonly connections: number
  readonly log: Log
  /** Whether it leads to a standby, for reading only. */
  readonly isStandby: boolean
}

/** A machine without power does not close its connections: look for another primary if one is in use for so long. */
const suspiciousMs = 5000
/** A busy connection is usually free after a millisecond, and a new one costs 20 ms of CPU here and in PostgreSQL. */
const growAfterMs = 10
const poolIsBusy = 'timeout exceeded when trying to connect'

export class PrimaryPool {
  readonly #servers: ServerList
  readonly #options: PoolOptions
  readonly #sessions: Sessions
  readonly #pool: pg.Pool
  /** Open connections with their servers. */
  readonly #serverOf = new WeakMap<pg.ClientBase, DatabaseConnection>()
  readonly #open = new Set<pg.PoolClient>()
  readonly #usedSinceMs = new Map<pg.PoolClient, number>()
  #cancelWatch: () => void = () => undefined
  #cancelGrowth: (() => void) | undefined
  #isClosing = false

  constructor(servers: ServerList, options: PoolOptions) {
    const { settings, log } = options
    this.#servers = servers
    this.#options = options
    this.#sessions = createSessions(() => ({ ...settings, ...servers.current }), log)
    const serverOf = this.#serverOf
    class ServerClient extends pg.Client {
      constructor() {
        const server = servers.current
        super({ ...settings, ...server })
        serverOf.set(this, server)
      }
    }
    this.#pool = new pg.Pool({
      ...settings,
      Client: ServerClient,
      max: 1,
      idleTimeoutMillis: 10_000,
      onConnect: (client) => this.#prepare(client),
    })
    // The pool removes its listener before the client adds its own; an error in between would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
    this.#pool.on('error', (error) => {
      // An ending pool does not wait for its connections, and the embedded server cuts those that are left.
      if (!this.#isClosing) log.warn('a database connection was lost', { error: error.message })
    })
    this.#pool.on('remove', () => (this.#pool.options.max = Math.max(this.#pool.totalCount, 1)))
    if (servers.count > 1) this.#followPrimary()
  }

  async connect(): Promise<pg.PoolClient> {
    for (let left = this.#servers.count - 1; ; left--) {
      const server = this.#servers.current
      try {
        const connecting = this.#pool.connect()
        this.#growIfBusy()
        return await connecting
      } catch (error) {
        if ((error as Error).message === poolIsBusy) throw error
        this.#servers.leave(server)
        if (left === 0) throw error
      }
    }
  }

  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect()
    let failure: Error | undefined
    try {
      return await client.query(query)
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      client.release(failure)
    }
  }

  async traits(): Promise<SessionTraits> {
    // The first connection determines the traits of all others.
    if (!this.#sessions.traits()) (await this.connect()).release()
    return this.#sessions.traits()!
  }

  async end(): Promise<void> {
    this.#isClosing = true
    this.#cancelWatch()
    this.#cancelGrowth?.()
    await this.#pool.end()
  }

  async #prepare(client: pg.ClientBase): Promise<void> {
    await this.#sessions.prepare(client, this.#options)
    this.#servers.confirm(this.#serverOf.get(client)!)
  }

  /** Opens another connection if a statement has waited for one, and another after that while statements wait. */
  #growIfBusy(): void {
    const { connections } = this.#options
    if (this.#pool.waitingCount === 0 || this.#pool.totalCount >= connections) return
    this.#cancelGrowth ??= clock.after(growAfterMs, () => {
      this.#cancelGrowth = undefined
      if (this.#isClosing || this.#pool.waitingCount === 0) return
      this.#pool.options.max = Math.min(this.#pool.totalCount + 1, connections)
      // The statement that has waited longest gets it. If it cannot be opened, the open ones have to do.
      void this.#pool.connect().then(
        (client) => client.release(),
        () => undefined,
      )
      this.#growIfBusy()
    })
  }

  #followPrimary(): void {
    this.#pool.on('connect', (client) => void this.#open.add(client))
    this.#pool.on('remove', (client) => void this.#open.delete(client))
    this.#pool.on('acquire', (client) => void this.#usedSinceMs.set(client, clock.monotonicMs()))
    this.#pool.on('release', (_error, client) => void this.#usedSinceMs.delete(client))
    this.#servers.onMove(() => this.#disconnectOthers())
    const watch = async (): Promise<void> => {
      const limit = clock.monotonicMs() - suspiciousMs
      if ([...this.#usedSinceMs.values()].some((since) => since < limit)) await this.#findPrimary()
      if (!this.#isClosing) this.#cancelWatch = clock.after(suspiciousMs, () => void watch())
    }
    this.#cancelWatch = clock.after(suspiciousMs, () => void watch())
  }

  async #findPrimary(): Promise<void> {
    const { current, others } = this.#servers
    const { settings } = this.#options
    if (await isPrimary({ ...settings, ...current })) return
    for (const server of others) if (await isPrimary({ ...settings, ...server })) return this.#servers.confirm(server)
  }

  #disconnectOthers(): void {
    const { current } = this.#servers
    this.#options.log.warn('another server of the database is the primary now', { server: addressOf(current) })
    for (const client of this.#open) if (this.#serverOf.get(client) !== current) disconnect(client)
  }
}
