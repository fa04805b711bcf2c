// Outgoing stream data: cut into frames, within the server's flow control and the congestion window.
import { streamFrame } from './frames.ts'
import type { ServerParameters } from './transport-parameters.ts'

interface OutgoingStream {
  readonly id: number
  readonly bytes: Buffer
  readonly isLast: boolean
  sent: number
  max: number
  isDone: boolean
}

const frameOverhead = 24
const firstWindow = 12_000
const minWindow = 2400

export class StreamSender {
  /** Bytes that may be in flight. */
  window = firstWindow
  readonly #streams: OutgoingStream[] = []
  #limits: ServerParameters | null = null
  #max = 0
  #sent = 0

  open(limits: ServerParameters): void {
    this.#limits = limits
    this.#max = limits.maxData
  }

  add(id: number, bytes: Buffer, isLast: boolean): void {
    const max = ((id & 2) === 0 ? this.#limits?.maxBidi : this.#limits?.maxUni) ?? 0
    this.#streams.push({ id, bytes, isLast, sent: 0, max, isDone: false })
  }

  allow(max: number): void {
    this.#max = Math.max(this.#max, max)
  }

  allowStream(id: number, max: number): void {
    for (const stream of this.#streams) if (stream.id === id) stream.max = Math.max(stream.max, max)
  }

  /** The server has stopped reading the stream. */
  stop(id: number): void {
    for (const stream of this.#streams) if (stream.id === id) stream.isDone = true
  }

  /** A loss shrinks the congestion window; acknowledged bytes grow it. */
  acknowledged(bytes: number, lost: boolean): void {
    this.window = lost ? Math.max(this.window / 2, minWindow) : this.window + bytes
  }

  /** The next frame that fits and is allowed. */
  next(room: number): Buffer | null {
    for (const stream of this.#streams) {
      if (stream.isDone) continue
      const left = stream.bytes.length - stream.sent
      const size = Math.min(left, room - frameOverhead, stream.max - stream.sent, this.#max - this.#sent)
      if (size < 0 || (size === 0 && left > 0)) continue
      const offset = stream.sent
      stream.sent += size
      this.#sent += size
      stream.isDone = stream.sent === stream.bytes.length
      return streamFrame(stream.id, offset, stream.bytes.subarray(offset, stream.sent), stream.isDone && stream.isLast)
    }
    return null
  }
}
