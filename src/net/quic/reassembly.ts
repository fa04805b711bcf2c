// Puts the bytes of a stream back in order.
import { MalformedMessage } from '../tls/wire.ts'
import { maxWaitingPieces } from './limits.ts'

interface Piece {
  readonly offset: number
  readonly data: Buffer
}

export class Reassembly {
  /** Offset up to which everything was delivered. */
  end = 0
  readonly #maxBytes: number
  /** Sorted by offset. */
  readonly #waiting: Piece[] = []
  #waitingBytes = 0

  /** The maximum number of bytes in total. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the bytes that can be delivered now. */
  take(offset: number, data: Buffer): Buffer {
    if (offset + data.length > this.#maxBytes) throw new MalformedMessage('it sends more than it may')
    if (data.length > 0 && offset + data.length > this.end) this.#keep({ offset, data })
    const ready: Buffer[] = []
    while (this.#waiting.length > 0 && this.#waiting[0]!.offset <= this.end) {
      const { offset: start, data: bytes } = this.#waiting.shift()!
      this.#waitingBytes -= bytes.length
      if (start + bytes.length <= this.end) continue
      ready.push(bytes.subarray(this.end - start))
      this.end = start + bytes.length
    }
    return ready.length === 1 ? ready[0]! : Buffer.concat(ready)
  }

  #keep(piece: Piece): void {
    const index = this.#indexOf(piece.offset)
    const existing = this.#waiting[index]
    const isDuplicate = existing?.offset === piece.offset
    if (isDuplicate && existing.data.length >= piece.data.length) return
    this.#waiting.splice(index, isDuplicate ? 1 : 0, piece)
    this.#waitingBytes += piece.data.length - (isDuplicate ? existing.data.length : 0)
    // Pieces may overlap, and a hostile server overlaps them all.
    if (this.#waitingBytes > this.#maxBytes) throw new MalformedMessage('it sends the same again and again')
    if (this.#waiting.length > maxWaitingPieces) throw new MalformedMessage('it sends too many pieces out of order')
  }

  /** The index of a piece with this offset. */
  #indexOf(offset: number): number {
    let [low, high] = [0, this.#waiting.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#waiting[middle]!.offset < offset) low = middle + 1
      else high = middle
    }
    return low
  }
}
