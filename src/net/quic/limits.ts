// How much a server may make one connection do, whatever it sends. A connection that keeps to the protocol stays far
// below.
import { TargetDown } from '../../domain/outcome.ts'

/** None of ours is longer, and we say so in our parameters; a longer one is not read. */
export const maxDatagramBytes = 1500
/** Pieces of a stream that wait for one before them. */
export const maxWaitingPieces = 4096
/** Frames that are owed to the server and wait to be sent. */
export const maxOwedFrames = 64
const beforeHandshake = 1000
const packetsAtLeast = 5000
const framesPerPacket = 8
const contentPerPacket = 200

/** Counts what comes in; throws when it is too much. */
export class IncomingBudget {
  readonly #peer: string
  readonly #maxPackets: number
  #packets = 0
  #frames = 0

  constructor(peer: string, maxBytes: number) {
    this.#peer = peer
    this.#maxPackets = packetsAtLeast + maxBytes / contentPerPacket
  }

  /** Also packets that cannot be opened. */
  countPacket(isHandshakeDone: boolean): void {
    this.#packets += 1
    if (this.#packets > (isHandshakeDone ? this.#maxPackets : beforeHandshake)) throw this.#exceeded()
  }

  countFrames(count: number): void {
    this.#frames += count
    if (this.#frames > this.#maxPackets * framesPerPacket) throw this.#exceeded()
  }

  #exceeded(): TargetDown {
    return new TargetDown('other', `${this.#peer} sends much more over QUIC than it says`)
  }
}
