import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Clock, rest } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type ChangeMessage, changesChannel } from './change-publisher.ts'
import type { ServerList } from './servers.ts'
import { disconnect, isDirect } from './sessions.ts'

export interface ListenerOptions {
  readonly clock: Clock
  readonly log: Log
  hear(message: ChangeMessage): void
  /** Called when listening starts; earlier changes may have been missed. */
  missed(): void
}

interface ListenConnection {
  readonly settings: pg.ClientConfig
  readonly servers: ServerList
  /** Calls back when open connections lead nowhere; returns a function that unsubscribes. */
  onLoss(listener: () => void): () => void
  /** Whether it is a dedicated connection, which may lead to another server. */
  readonly isSeparate: boolean
  /** Sends a notification over another connection. */
  notify(channel: string, text: string): Promise<unknown>
}

const retryMs = 1000
// Long enough for a busy machine. Notifications that arrive in the meantime are used.
const probeMs = 10_000
const pollMs = 10_000

const pollingNotice =
  'Notifications of the database do not arrive, so dashboards and status pages are refreshed every 10 seconds. ' +
  'A connection pooler in transaction mode does not pass them on: set LAPWING_DATABASE_LISTEN_URL to a direct ' +
  'connection to the same database.'

/** Listens for changes on one connection for all subscribers, while there are any, and reconnects when it is lost. */
export function createListening(connection: ListenConnection): (subscriber: ListenerOptions) => ChangeSubscription {
  const subscribers = new Set<ListenerOptions>()
  let listener: ChangeListener | undefined
  return (subscriber) => {
    const isFirst = subscribers.size === 0
    subscribers.add(subscriber)
    if (isFirst)
      listener = new ChangeListener(connection, {
        ...subscriber,
        hear: (message) => subscribers.forEach(({ hear }) => hear(message)),
        missed: () => subscribers.forEach(({ missed }) => missed()),
      })
    // Otherwise it is notified with the others when the connection is open.
    else if (listener!.isListening) queueMicrotask(subscriber.missed)
    return {
      async stop() {
        subscribers.delete(subscriber)
        if (subscribers.size === 0) await listener!.stop()
      },
    }
  }
}

interface ChangeSubscription {
  stop(): Promise<void>
}

class ChangeListener {
  readonly #connection: ListenConnection
  readonly #options: ListenerOptions
  readonly #stopping = new AbortController()
  readonly #signal = this.#stopping.signal
  readonly #done: Promise<void>
  readonly #unsubscribe: () => void
  #client: pg.Client | undefined

  constructor(connection: ListenConnection, options: ListenerOptions) {
    this.#connection = connection
    this.#options = options
    // A machine without power does not close its connections.
    this.#unsubscribe = connection.onLoss(() => this.#client && disconnect(this.#client))
    this.#done = this.#run()
  }

  /** Whether notifications arrive from now on. */
  get isListening(): boolean {
    return this.#client !== undefined
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#unsubscribe()
    await this.#client?.end().catch(() => undefined)
    await this.#done
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#options
    while (!this.#signal.aborted) {
      const reason = await this.#connect().then(
        (isLost) => (isLost ? 'the connection ended' : null),
        (error: unknown) => String(error),
      )
      if (this.#signal.aborted) return
      if (reason === null) return this.#poll()
      log.warn('lost the connection for notifications; reconnecting', { reason })
      await rest(clock, retryMs, this.#signal)
    }
  }

  /** Resolves to true when the connection ends, and to false if it works but notifications do not arrive. */
  async #connect(): Promise<boolean> {
    const { settings, servers } = this.#connection
    const server = servers.current
    const client = new pg.Client({ ...settings, ...server })
    const ended = new Promise<true>((resolve) => client.once('end', () => resolve(true)))
    client.on('error', () => void client.end().catch(() => undefined))
    client.on('notification', ({ channel, payload }) => {
      if (channel === changesChannel) this.#options.hear(JSON.parse(payload!) as ChangeMessage)
    })
    let isCertain: boolean
    try {
      await client.connect()
      isCertain = (await isDirect(client)) && !this.#connection.isSeparate
      await client.query(`listen ${changesChannel}`)
    } catch (error) {
      servers.leave(server)
      void client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    // A connection that is ended while it connects would never report it.
    if (this.#signal.aborted) await client.end()
    else this.#options.missed()
    if (isCertain || (await Promise.race([ended, this.#receivesNotifications(client)]))) return ended
    await client.end().catch(() => undefined)
    return false
  }

  async #receivesNotifications(client: pg.Client): Promise<boolean> {
    const probe = `lapwing_probe_${randomBytes(8).toString('hex')}`
    const received = new Promise<true>((resolve) =>
      client.on('notification', ({ channel }) => channel === probe && resolve(true)),
    )
    await client.query(`listen ${probe}`)
    await this.#connection.notify(probe, '')
    const timeout = rest(this.#options.clock, probeMs, this.#signal).then(() => this.#signal.aborted)
    return Promise.race([received, timeout])
  }

  async #poll(): Promise<void> {
    const { clock, log, missed } = this.#options
    log.warn(pollingNotice)
    while (!this.#signal.aborted) {
      await rest(clock, pollMs, this.#signal)
      if (!this.#signal.aborted) missed()
    }
  }
}
