// Bytes that arrive in any order, handed on in theirs.
import { Malformed } from '../tls/wire.ts'

export class Reassembly {
  /** Up to where everything has been handed on. */
  end = 0
  readonly #maxBytes: number
  readonly #waiting = new Map<number, Buffer>()
  #waitingBytes = 0

  /** No more than so many bytes are taken in all. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** What can be handed on now that these bytes have come. */
  take(offset: number, data: Buffer): Buffer {
    if (offset + data.length > this.#maxBytes) throw new Malformed('it sends more than it may')
    const known = this.#waiting.get(offset)
    if (offset + data.length > this.end && data.length > (known?.length ?? 0)) {
      this.#waiting.set(offset, data)
      this.#waitingBytes += data.length - (known?.length ?? 0)
    }
    // Pieces may overlap, and one who means harm overlaps them all.
    if (this.#waitingBytes > this.#maxBytes) throw new Malformed('it sends the same again and again')
    const ready: Buffer[] = []
    for (let next = this.#next(); next; next = this.#next()) {
      ready.push(next)
      this.end += next.length
    }
    return ready.length === 1 ? ready[0]! : Buffer.concat(ready)
  }

  #next(): Buffer | null {
    for (const [offset, data] of this.#waiting) {
      if (offset > this.end) continue
      this.#waiting.delete(offset)
      this.#waitingBytes -= data.length
      if (offset + data.length > this.end) return data.subarray(this.end - offset)
    }
    return null
  }
}
