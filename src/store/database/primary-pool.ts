// A pool of connections to the primary. With several servers it follows a failover to the standby that was promoted.
import pg from 'pg'
import { systemClock as clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { ConnectionLost } from './failures.ts'
import { type DatabaseConnection, type ServerList, addressOf } from './servers.ts'
import { type SessionTraits, type Sessions, createSessions, disconnect, responseOf } from './sessions.ts'
import { SilenceWatch } from './silence-watch.ts'

interface PoolOptions {
  readonly settings: pg.ClientConfig
  readonly connections: number
  readonly log: Log
  /** Whether it leads to a standby, for reading only. */
  readonly isStandby: boolean
  /** A connection to the same database that goes through no pooler. */
  readonly directConnection?: DatabaseConnection
}

/** A busy connection is usually free after a millisecond, and a new one costs 20 ms of CPU here and in PostgreSQL. */
const growAfterMs = 10
const poolIsBusy = 'timeout exceeded when trying to connect'

const noResponse = (): Error => new ConnectionLost('the database does not respond')

export class PrimaryPool {
  readonly #servers: ServerList
  readonly #options: PoolOptions
  readonly #sessions: Sessions
  readonly #pool: pg.Pool
  readonly #Client: new (limits?: pg.ClientConfig) => pg.Client
  readonly #watch: SilenceWatch
  /** Open connections with their servers. */
  readonly #serverOf = new Map<pg.ClientBase, DatabaseConnection>()
  #cancelGrowth: (() => void) | undefined
  #isClosing = false

  constructor(servers: ServerList, options: PoolOptions) {
    const { settings, log } = options
    this.#servers = servers
    this.#options = options
    this.#sessions = createSessions(() => ({ ...settings, ...servers.current }), log)
    const watch = (this.#watch = new SilenceWatch({
      probe: (signal) => this.#responds(signal),
      onChange: (isSilent) => this.#noteSilence(isSilent),
    }))
    const serverOf = this.#serverOf
    this.#Client = class extends pg.Client {
      constructor(limits?: pg.ClientConfig) {
        const server = servers.current
        super({ ...settings, ...limits, ...server })
        serverOf.set(this, server)
        this.once('end', () => serverOf.delete(this))
        watch.add(this)
        if (watch.isSilent) queueMicrotask(() => disconnect(this, noResponse()))
      }
    }
    this.#pool = new pg.Pool({
      ...settings,
      connectionTimeoutMillis: servers.current.connectionTimeoutMillis,
      Client: this.#Client,
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
    this.#pool.on('acquire', (client) => watch.use(client))
    this.#pool.on('release', (_error, client) => watch.release(client))
    servers.onLoss(() => this.#disconnectLost())
  }

  async connect(): Promise<pg.PoolClient> {
    for (let left = this.#servers.count - 1; ; left--) {
      if (this.#watch.isSilent) throw noResponse()
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

  /** A connection of its own without time limits; the caller ends it. */
  async openSession(): Promise<pg.Client> {
    // The first connection finds the primary.
    await this.traits()
    const client = new this.#Client({ query_timeout: 0 })
    // A lost connection fails the statement that runs.
    client.on('error', () => {})
    await client.connect()
    this.#watch.release(client)
    return client
  }

  async end(): Promise<void> {
    this.#isClosing = true
    this.#watch.stop()
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

  /** Whether statements would get a response: from the primary, or an error. Follows the primary to another server. */
  async #responds(signal: AbortSignal): Promise<boolean> {
    const { settings, directConnection } = this.#options
    const over = new AbortController()
    const until = AbortSignal.any([signal, over.signal])
    const ask = (server: DatabaseConnection) => responseOf({ ...settings, ...server }, until)
    const servers = [this.#servers.current, ...this.#servers.others]
    const responses = servers.map(ask)
    const direct = directConnection && ask(directConnection)
    try {
      // Its connections are still open, so it stays the primary if it accepts writes.
      if (!this.#watch.isSilent && (await responses[0]) === 'primary') return true
      const primary = await Promise.any(
        responses.map(async (response, index) => {
          if ((await response) !== 'primary') throw new Error('it is not the primary')
          return servers[index]!
        }),
      ).catch(() => undefined)
      if (primary) this.#servers.confirm(primary)
      if (primary) return true
      // A pooler whose connections are all in use greets as well.
      const isQueued = direct !== undefined && (await direct) !== 'none'
      const all = await Promise.all(responses)
      return all.every((response) => response === 'refusal' || (response === 'greeting' && isQueued))
    } finally {
      over.abort()
    }
  }

  #noteSilence(isSilent: boolean): void {
    const { log } = this.#options
    if (!isSilent) return log.info('the database responds again')
    log.warn('the database does not respond; statements fail until it does')
    this.#servers.lose()
  }

  #disconnectLost(): void {
    const { current } = this.#servers
    const { isSilent } = this.#watch
    if (!isSilent)
      this.#options.log.warn('another server of the database is the primary now', { server: addressOf(current) })
    for (const [client, server] of this.#serverOf) if (isSilent || server !== current) disconnect(client, noResponse())
  }
}
