// WebSocket frames (RFC 6455) as a client sees them: what it sends is masked, what it gets must not be. No extensions.
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
  /** Empty frames have no bytes to be counted by. */
  readonly maxFrames: number
}

// Beyond so many pieces, what has arrived of a frame is put together, so that tiny ones do not cost more than they
// hold.
const maxPieces = 256

/** Puts frames back together from whatever pieces they arrive in. */
export class MessageReader {
  /** There is more than it may read; it holds nothing and nothing comes out any more. */
  isFull = false
  readonly #limits: ReadLimits
  #frames = 0
  #chunks: Buffer[] = []
  #held = 0
  #wanted = 2
  #read = 0
  #opened: MessageKind | null = null
  #parts: Buffer[] = []

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  /** The messages that are complete now. Throws TargetDown when it is not WebSocket what arrives. */
  push(chunk: Buffer): WebSocketMessage[] {
    if (this.isFull) return []
    this.#chunks.push(chunk)
    this.#held += chunk.length
    if (this.#chunks.length > maxPieces) this.#chunks = [Buffer.concat(this.#chunks)]
    const messages: WebSocketMessage[] = []
    while (this.#held >= this.#wanted && !this.isFull) {
      const held = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks)
      const rest = this.#takeFrame(held, messages)
      this.#chunks = [rest]
      if (rest.length === held.length) break
      this.#held = rest.length
    }
    if (this.isFull) this.#letGo()
    return messages
  }

  #takeFrame(held: Buffer, messages: WebSocketMessage[]): Buffer {
    const head = readHead(held)
    this.#wanted = head ? head.size + head.length : Math.max(this.#wanted, headSize(held))
    if (!head) return held
    const { maxBytes, maxFrames } = this.#limits
    if (this.#read + head.length > maxBytes || this.#frames >= maxFrames) {
      this.isFull = true
      return held
    }
    if (held.length < this.#wanted) return held
    const payload = held.subarray(head.size, this.#wanted)
    const rest = held.subarray(this.#wanted)
    this.#wanted = 2
    this.#read += payload.length
    this.#frames += 1
    const message = this.#join(head, payload)
    if (message) messages.push(message)
    return rest
  }

  #letGo(): void {
    this.#chunks = []
    this.#parts = []
    this.#held = 0
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

function headSize(held: Buffer): number {
  const short = (held[1] as number) & 0x7f
  return short < 126 ? 2 : short === 126 ? 4 : 10
}

function readHead(held: Buffer): FrameHead | null {
  const first = held[0] as number
  if (first & 0x70) throw notWebSocket('a frame with an extension that was not agreed on')
  if ((held[1] as number) & 0x80) throw notWebSocket('a masked frame, which only clients may send')
  const size = headSize(held)
  if (held.length < size) return null
  const long = size === 10 ? Number(held.readBigUInt64BE(2)) : size === 4 ? held.readUInt16BE(2) : (held[1] as number)
  return { isFinal: (first & 0x80) !== 0, opcode: first & 0x0f, size, length: long }
}

function notWebSocket(what: string): TargetDown {
  return new TargetDown('other', `the server sent ${what}`)
}
