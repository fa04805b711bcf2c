// The servers of a database: one, or several of which one is the primary and the others are its standbys.
import type { DatabaseConnection } from './database.ts'

const severalHosts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/

/**
 * One URL per server of a URL in the form of libpq: `postgres://user@one:5432,two:5432/database`, or with
 * `?host=/run/one,/run/two`. `target_session_attrs` is ignored: Lapwing always looks for the primary.
 */
export function serverUrls(url: string): string[] {
  const [, start = '', hosts = '', path = '', query = ''] = severalHosts.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const named = parameters.get('host')?.split(',') ?? []
  if (!hosts.includes(',') && named.length < 2 && !parameters.has('target_session_attrs')) return [url]
  parameters.delete('target_session_attrs')
  const ports = parameters.get('port')?.split(',') ?? []
  const hostOf = hosts.split(',')
  return (named.length > 0 ? named : hostOf).map((host, index) => {
    const own = new URLSearchParams(parameters)
    if (named.length > 0) own.set('host', host)
    if (ports.length > 0) own.set('port', ports[index] ?? ports[0]!)
    const authority = named.length > 0 ? hostOf[0]! : host
    return `${start}${authority}${path}${own.size === 0 ? '' : `?${own}`}`
  })
}

export class ServerList {
  readonly #servers: readonly DatabaseConnection[]
  readonly #listeners = new Set<() => void>()
  #index = 0
  #primary: DatabaseConnection | undefined

  constructor({ connectionString, ...connection }: DatabaseConnection) {
    this.#servers =
      connectionString === undefined
        ? [connection]
        : serverUrls(connectionString).map((url) => ({ ...connection, connectionString: url }))
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
    if (hasMoved) for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` when another server has become the primary; returns a function that unsubscribes. */
  onMove(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The address of a server, for the log. */
export function addressOf({ connectionString, host = '', port = 5432 }: DatabaseConnection): string {
  if (connectionString === undefined) return `${host}:${port}`
  const url = new URL(connectionString)
  return url.searchParams.get('host') ?? url.host
}
