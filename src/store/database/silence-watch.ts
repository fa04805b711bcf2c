// Finds out that a database is silent: it takes statements and connections, or the network drops them, and nothing
// comes back. A statement that runs for long is no silence, because a new connection gets a response meanwhile.
import type { Socket } from 'node:net'
import type pg from 'pg'
import { systemClock as clock } from '../../domain/clock.ts'

interface WatchOptions {
  /** Whether the database responds to new connections. Resolves at the latest when the signal aborts. */
  probe(signal: AbortSignal): Promise<boolean>
  /** Called when the database falls silent, and when it responds again. */
  onChange(isSilent: boolean): void
}

// Ticks are counted instead of time: a process that was suspended itself cannot know what it would have received.
const tickMs = 1000
const maxQuietTicks = 2
const maxProbeTicks = 5

export class SilenceWatch {
  readonly #options: WatchOptions
  /** Open connections, with the bytes that they had received at the last tick. */
  readonly #received = new Map<pg.Client, number>()
  /** Connections in use, and those that are being opened. */
  readonly #busy = new Set<pg.ClientBase>()
  #isSilent = false
  #quietTicks = 0
  #probing: AbortController | undefined
  #probeTicks = 0
  #cancelTick: (() => void) | undefined
  #isStopped = false

  constructor(options: WatchOptions) {
    this.#options = options
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  /** Adds a connection that is being opened. */
  add(client: pg.Client): void {
    this.#received.set(client, 0)
    client.once('end', () => {
      this.#received.delete(client)
      this.#busy.delete(client)
    })
    this.use(client)
  }

  use(client: pg.ClientBase): void {
    this.#busy.add(client)
    this.#cancelTick ??= clock.after(tickMs, () => this.#tick())
  }

  release(client: pg.ClientBase): void {
    this.#busy.delete(client)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTick?.()
    this.#probing?.abort()
  }

  #tick(): void {
    const isQuiet = this.#busy.size > 0 && !this.#hasReceived()
    this.#quietTicks = isQuiet ? this.#quietTicks + 1 : 0
    if (this.#probing) {
      this.#probeTicks += 1
      if (this.#probeTicks === maxProbeTicks || !(isQuiet || this.#isSilent)) this.#probing.abort()
    } else if (this.#isSilent || this.#quietTicks >= maxQuietTicks) void this.#probe()
    const isOver = this.#busy.size === 0 && !this.#probing && !this.#isSilent
    this.#cancelTick = isOver ? undefined : clock.after(tickMs, () => this.#tick())
  }

  #hasReceived(): boolean {
    let hasReceived = false
    for (const [client, before] of this.#received) {
      const { bytesRead } = client.connection.stream as Socket
      if (bytesRead === before) continue
      hasReceived = true
      this.#received.set(client, bytesRead)
    }
    return hasReceived
  }

  async #probe(): Promise<void> {
    this.#probing = new AbortController()
    this.#probeTicks = 0
    const responds = await this.#options.probe(this.#probing.signal)
    this.#probing = undefined
    if (this.#isStopped) return
    if (responds || this.#hasReceived()) this.#quietTicks = 0
    const isSilent = !responds && (this.#isSilent || this.#quietTicks >= maxQuietTicks + maxProbeTicks)
    if (isSilent === this.#isSilent) return
    this.#isSilent = isSilent
    this.#options.onChange(isSilent)
  }
}
