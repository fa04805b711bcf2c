// The first bytes of a stream. Small pieces are copied together: a piece of one byte would otherwise keep alive the
// block it was cut from.

const blockBytes = 65_536
const smallBytes = 8192

export class KeptBytes {
  readonly #max: number
  readonly #pieces: Buffer[] = []
  #block: Buffer = Buffer.alloc(0)
  #blockUsed = 0
  #length = 0

  constructor(maxBytes: number) {
    this.#max = maxBytes
  }

  /** Drops bytes beyond the limit. */
  add(bytes: Buffer): void {
    const room = this.#max - this.#length
    if (room <= 0) return
    const piece = bytes.length > room ? bytes.subarray(0, room) : bytes
    // Most responses are one piece, which needs no copy.
    const isWhole = this.#length === 0 || piece.length >= smallBytes
    this.#length += piece.length
    if (isWhole) {
      this.#closeBlock()
      this.#pieces.push(piece)
    } else this.#copy(piece)
  }

  whole(): Buffer {
    this.#closeBlock()
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
  }

  #copy(piece: Buffer): void {
    if (this.#blockUsed + piece.length > this.#block.length) {
      this.#closeBlock()
      this.#block = Buffer.allocUnsafe(blockBytes)
    }
    piece.copy(this.#block, this.#blockUsed)
    this.#blockUsed += piece.length
  }

  #closeBlock(): void {
    if (this.#blockUsed > 0) this.#pieces.push(this.#block.subarray(0, this.#blockUsed))
    this.#block = this.#block.subarray(this.#blockUsed)
    this.#blockUsed = 0
  }
}
