// Limits of the work a server can cause on one connection. A correct server stays far below them.
import { TargetDown } from '../../domain/outcome.ts'

/** Announced in our parameters; longer datagrams are ignored. */
export const maxDatagramBytes = 1500
/** Pieces of a stream that wait for an earlier one. */
export const maxWaitingPieces = 4096
/** Frames queued in response to the server. */
export const maxOwedFrames = 64
const beforeHandshake = 1000
const packetsAtLeast = 5000
const framesPerPacket = 8
const contentPerPacket = 200

/** Counts input; throws beyond the limit. */
export class IncomingBudget {
  readonly #peer: string
  readonly #maxPackets: number
  #packets = 0
  #frames = 0

  constructor(peer: string, maxBytes: number) {
    this.#peer = peer
    this.#maxPackets = packetsAtLeast + maxBytes / contentPerPacket
  }

  /** Also counts packets that cannot be decrypted. */
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
