// Without its capability, fping 5.1 may send through ping sockets and ignore every reply. All hosts would look down, so
// a ping counts as lost only if this machine got a reply at about the same time, if need be from itself.
import type { Clock } from '../../domain/clock.ts'
import type { PacketSettings } from './fping.ts'
import type { PingBatches } from './ping-batches.ts'

/** A fault of this machine: nobody knows whether the host is down. */
export class NoPingReply extends Error {
  constructor() {
    super(
      'fping gets no reply, not even from this machine: give it the capability CAP_NET_RAW; in a container, add ' +
        'NET_RAW and do not set no-new-privileges',
    )
  }
}

const receivedForMs = 60_000
const self = '127.0.0.1'

export class Hearing {
  readonly #clock: Clock
  readonly #batches: PingBatches
  #receivedAt = -Infinity

  constructor(clock: Clock, batches: PingBatches) {
    this.#clock = clock
    this.#batches = batches
  }

  noteReply(): void {
    this.#receivedAt = this.#clock.monotonicMs()
  }

  hasReply(): boolean {
    return this.#clock.monotonicMs() - this.#receivedAt < receivedForMs
  }

  /** Pings this machine in the batch of the caller, unless a reply arrived lately. Returns a function to end that. */
  test(settings: PacketSettings): () => void {
    if (this.hasReply()) return () => undefined
    const nothing = (): void => undefined
    const pinger = { onAnswer: () => this.noteReply(), done: nothing, fail: nothing }
    return this.#batches.join(self, { ...settings, family: 4 }, pinger)
  }
}
