// Concurrent pings with equal packets share one fping, so that thousands of hosts need few processes.
import type { Clock } from '../../domain/clock.ts'
import { type PacketSettings, startFping } from './fping.ts'
import { type PingedHost, type Pinger, countResult, hostProblem, isSettled, newHost, settle } from './pinged-host.ts'

// A single ping hardly waits. The more runs are active, the longer the next one gathers: starting a process costs
// milliseconds, and each active one is woken by the responses to all others.
const gatherMs = 10
const perRunMs = 50
const maxGatherMs = 250
// Limits of one run: fping has 65536 sequence numbers, and packets sent at once have to fit into the buffers of this
// machine. Runs are spaced for the same reason.
const maxAddresses = 1000
const maxPackets = 20_000
const maxBytesAtOnce = 1_048_576
const apartMs = 40

interface Batch {
  readonly settings: PacketSettings
  readonly hosts: Map<string, PingedHost>
  readonly since: number
  /** Ends its run, once that has started. */
  stop: (() => void) | null
}

export class PingBatches {
  readonly #clock: Clock
  readonly #path: string | undefined
  readonly #gathering = new Set<Batch>()
  #running = 0
  #startedAt = -Infinity
  #cancelTimer: (() => void) | undefined

  constructor(clock: Clock, path: string | undefined) {
    this.#clock = clock
    this.#path = path
  }

  /** Returns a function that leaves the batch. */
  join(address: string, settings: PacketSettings, pinger: Pinger): () => void {
    const batch = this.#batchFor(settings)
    const host = batch.hosts.get(address) ?? newHost()
    batch.hosts.set(address, host)
    host.pingers.add(pinger)
    if (isFull(batch)) this.#schedule()
    return () => {
      host.pingers.delete(pinger)
      if (host.pingers.size === 0) this.#drop(batch, address)
    }
  }

  #batchFor(settings: PacketSettings): Batch {
    for (const batch of this.#gathering) if (!isFull(batch) && isEqual(batch.settings, settings)) return batch
    const batch = { settings, hosts: new Map(), since: this.#clock.monotonicMs(), stop: null }
    this.#gathering.add(batch)
    this.#schedule()
    return batch
  }

  #schedule(): void {
    this.#cancelTimer?.()
    const [next] = [...this.#gathering].sort((one, other) => this.#startAt(one) - this.#startAt(other))
    if (!next) return
    const waitMs = Math.max(0, this.#startAt(next) - this.#clock.monotonicMs())
    this.#cancelTimer = this.#clock.after(waitMs, () => (this.#start(next), this.#schedule()))
  }

  #startAt(batch: Batch): number {
    const { count, spacingMs } = batch.settings
    const gather = Math.min(gatherMs + perRunMs * this.#running, maxGatherMs, (count * spacingMs) / 4)
    return Math.max(isFull(batch) ? batch.since : batch.since + gather, this.#startedAt + apartMs)
  }

  #start(batch: Batch): void {
    this.#gathering.delete(batch)
    this.#running += 1
    this.#startedAt = this.#clock.monotonicMs()
    const { settings, hosts } = batch
    batch.stop = startFping(this.#path, settings, {
      addresses: [...hosts.keys()],
      onResult(address, result) {
        const host = hosts.get(address)
        if (!host) return
        countResult(host, result)
        if (isSettled(host, settings)) settle(host, hostProblem(host, address, settings))
      },
      onEnd(problem) {
        for (const [address, host] of hosts) settle(host, problem ?? hostProblem(host, address, settings))
      },
    })
  }

  /** The last one to leave ends the run. */
  #drop(batch: Batch, address: string): void {
    batch.hosts.delete(address)
    if (batch.hosts.size > 0) return
    if (this.#gathering.delete(batch)) return this.#schedule()
    this.#running -= 1
    batch.stop?.()
  }
}

function isFull({ settings: { count, dataBytes }, hosts }: Batch): boolean {
  return hosts.size >= Math.min(maxAddresses, maxPackets / count, maxBytesAtOnce / dataBytes)
}

function isEqual(one: PacketSettings, other: PacketSettings): boolean {
  return (
    one.family === other.family &&
    one.count === other.count &&
    one.dataBytes === other.dataBytes &&
    one.spacingMs === other.spacingMs
  )
}
