// The servers of a database: one, or several of which one is the primary and the others are its standbys.
import { connectTimeoutMs, serverUrls } from '../../domain/database/server-urls.ts'

export interface DatabaseConnection {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
  connectionTimeoutMillis?: number
}

export class ServerList {
  readonly #servers: readonly DatabaseConnection[]
  readonly #listeners = new Set<() => void>()
  #index = 0
  #primary: DatabaseConnection | undefined

  constructor({ connectionString, ...connection }: DatabaseConnection) {
    const own = { connectionTimeoutMillis: connectTimeoutMs(connectionString ?? ''), ...connection }
    this.#servers =
      connectionString === undefined
        ? [own]
        : serverUrls(connectionString).map((url) => ({ ...own, connectionString: url }))
  }

  get count(): number {
    return this.#servers.length
  }

  /** The server that new connections lead to. */
  get current(): DatabaseConnection {
    return this.#servers[this.#index]!
  }

  get others(): DatabaseConnection[] {
    return this.#servers.filter((server) => server !== this.current)
  }

  /** Notes that a connection to this server failed, so the next one leads to another server. */
  leave(server: DatabaseConnection): void {
    if (server === this.current) this.#index = (this.#index + 1) % this.count
  }

  /** Notes that this server accepts writes. */
  confirm(server: DatabaseConnection): void {
    this.#index = this.#servers.indexOf(server)
    if (this.#primary === server) return
    const hasMoved = this.#primary !== undefined
    this.#primary = server
    if (hasMoved) this.lose()
  }

  /** Notes that connections that are open lead nowhere. */
  lose(): void {
    for (const listener of this.#listeners) listener()
  }

  /**
   * Calls `listener` when another server has become the primary, and when none responds; returns a function that
   * unsubscribes.
   */
  onLoss(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The address of a server, for the log. */
export function addressOf({ connectionString, host = '', port = 5432 }: DatabaseConnection): string {
  if (connectionString === undefined) return `${host}:${port}`
  const { searchParams, host: authority } = new URL(connectionString)
  return Object.fromEntries(searchParams)['host'] ?? authority
}
