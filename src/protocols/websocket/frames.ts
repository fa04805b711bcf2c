// WebSocket frames (RFC 6455) of a client: sent frames are masked, received ones must not be. No extensions.
import { randomBytes } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'

export type MessageKind = 'text' | 'binary' | 'close' | 'ping' | 'pong'

export interface WebSocketMessage {
  readonly kind: MessageKind
  readonly payload: Buffer
}

const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const
const kinds = new Map<number, MessageKind>(
  Object.entries(opcodes).map(([kind, opcode]) => [opcode, kind as MessageKind]),
)
const continuation = 0

export function encodeMessage(kind: MessageKind, payload: Uint8Array): Buffer {
  const { length } = payload
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const frame = Buffer.allocUnsafe(6 + extended + length)
  frame[0] = 0x80 | opcodes[kind]
  frame[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127)
  if (extended === 2) frame.writeUInt16BE(length, 2)
  if (extended === 8) frame.writeBigUInt64BE(BigInt(length), 2)
  const mask = randomBytes(4)
  const start = 6 + extended
  mask.copy(frame, start - 4)
  for (let index = 0; index < length; index++)
    frame[start + index] = (payload[index] as number) ^ (mask[index & 3] as number)
  return frame
}

interface FrameHead {
  readonly isFinal: boolean
  readonly opcode: number
  readonly size: number
  readonly length: number
}

export interface ReadLimits {
  readonly maxBytes: number
  /** Empty frames count too, because they have no bytes to count. */
  readonly maxFrames: number
}

// Beyond this many pieces the data so far is joined, so that tiny pieces do not cost more than they hold.
const maxPieces = 256

/** Assembles frames from pieces of any size. */
export class MessageReader {
  /** The limit is exceeded: the reader drops its data and returns no more messages. */
  isFull = false
  readonly #limits: ReadLimits
  #frames = 0
  #chunks: Buffer[] = []
  #bufferedBytes = 0
  #neededBytes = 2
  #read = 0
  #opened: MessageKind | null = null
  #parts: Buffer[] = []

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  /** Returns the messages that are complete. Throws TargetDown when the data is not WebSocket. */
  push(chunk: Buffer): WebSocketMessage[] {
    if (this.isFull) return []
    this.#chunks.push(chunk)
    this.#bufferedBytes += chunk.length
    if (this.#chunks.length > maxPieces) this.#chunks = [Buffer.concat(this.#chunks)]
    const messages: WebSocketMessage[] = []
    while (this.#bufferedBytes >= this.#neededBytes && !this.isFull) {
      const buffered = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks)
      const rest = this.#takeFrame(buffered, messages)
      this.#chunks = [rest]
      if (rest.length === buffered.length) break
      this.#bufferedBytes = rest.length
    }
    if (this.isFull) this.#letGo()
    return messages
  }

  #takeFrame(buffered: Buffer, messages: WebSocketMessage[]): Buffer {
    const head = readHead(buffered)
    this.#neededBytes = head ? head.size + head.length : Math.max(this.#neededBytes, headSize(buffered))
    if (!head) return buffered
    const { maxBytes, maxFrames } = this.#limits
    if (this.#read + head.length > maxBytes || this.#frames >= maxFrames) {
      this.isFull = true
      return buffered
    }
    if (buffered.length < this.#neededBytes) return buffered
    const payload = buffered.subarray(head.size, this.#neededBytes)
    const rest = buffered.subarray(this.#neededBytes)
    this.#neededBytes = 2
    this.#read += payload.length
    this.#frames += 1
    const message = this.#join(head, payload)
    if (message) messages.push(message)
    return rest
  }

  #letGo(): void {
    this.#chunks = []
    this.#parts = []
    this.#bufferedBytes = 0
  }

  #join({ isFinal, opcode }: FrameHead, payload: Buffer): WebSocketMessage | null {
    const kind = kinds.get(opcode)
    if (opcode >= 8) {
      if (!kind || !isFinal || payload.length > 125) throw notWebSocket('a broken control frame')
      return { kind, payload }
    }
    if ((opcode === continuation) !== (this.#opened !== null)) throw notWebSocket('fragments out of order')
    if (opcode !== continuation && !kind) throw notWebSocket(`a frame of unknown kind ${opcode}`)
    const opened = this.#opened ?? (kind as MessageKind)
    this.#parts.push(payload)
    this.#opened = isFinal ? null : opened
    if (!isFinal) return null
    const whole = this.#parts.length === 1 ? payload : Buffer.concat(this.#parts)
    this.#parts = []
    return { kind: opened, payload: whole }
  }
}

function headSize(buffered: Buffer): number {
  const short = (buffered[1] as number) & 0x7f
  return short < 126 ? 2 : short === 126 ? 4 : 10
}

function readHead(buffered: Buffer): FrameHead | null {
  const first = buffered[0] as number
  if (first & 0x70) throw notWebSocket('a frame with an extension that was not agreed on')
  if ((buffered[1] as number) & 0x80) throw notWebSocket('a masked frame, which only clients may send')
  const size = headSize(buffered)
  if (buffered.length < size) return null
  const long =
    size === 10 ? Number(buffered.readBigUInt64BE(2)) : size === 4 ? buffered.readUInt16BE(2) : (buffered[1] as number)
  return { isFinal: (first & 0x80) !== 0, opcode: first & 0x0f, size, length: long }
}

function notWebSocket(what: string): TargetDown {
  return new TargetDown('other', `the server sent ${what}`)
}
