// Frames of QUIC (RFC 9000, section 19), as far as a client with one request needs them.
import type { EncryptionLevel } from './packet.ts'
import { MalformedMessage, Reader, sized, varint } from '../tls/wire.ts'

export type QuicFrame =
  | { readonly kind: 'ack'; readonly ranges: readonly PacketRange[] }
  | { readonly kind: 'crypto'; readonly offset: number; readonly data: Buffer }
  | {
      readonly kind: 'stream'
      readonly id: number
      readonly offset: number
      readonly data: Buffer
      readonly isLast: boolean
    }
  | { readonly kind: 'reset_stream' | 'stop_sending'; readonly id: number; readonly code: number }
  | { readonly kind: 'max_data'; readonly max: number }
  | { readonly kind: 'max_stream_data'; readonly id: number; readonly max: number }
  | { readonly kind: 'new_connection_id'; readonly sequence: number; readonly retirePrior: number; readonly id: Buffer }
  | { readonly kind: 'path_challenge'; readonly data: Buffer }
  | {
      readonly kind: 'connection_close'
      readonly code: number
      readonly isApplication: boolean
      readonly reason: string
    }
  | { readonly kind: 'handshake_done' }

/** From the lower to the higher number, both included. */
export type PacketRange = readonly [low: number, high: number]

export interface PacketPayload {
  readonly frames: readonly QuicFrame[]
  /** All frames except padding, including those that need no action. */
  readonly count: number
  /** Whether the packet has to be acknowledged. */
  readonly elicitsAck: boolean
}

/**
 * Frames allowed before the handshake ends: PADDING, PING, ACK, CRYPTO, CONNECTION_CLOSE (RFC 9000, section 12.4).
 */
const ofHandshake = new Set([0x00, 0x01, 0x02, 0x03, 0x06, 0x1c])

export function framesIn(payload: Buffer, level: EncryptionLevel): PacketPayload {
  const reader = new Reader(payload)
  const frames: QuicFrame[] = []
  let count = 0
  let elicitsAck = false
  while (reader.left > 0) {
    const type = reader.varint()
    if (type === 0x00) continue
    if (level !== 'application' && !ofHandshake.has(type)) throw new MalformedMessage('a frame in it comes too early')
    count += 1
    const frame = read(type, reader)
    if (frame) frames.push(frame)
    elicitsAck ||= frame?.kind !== 'ack' && frame?.kind !== 'connection_close'
  }
  return { frames, count, elicitsAck }
}

/** Null for frames that need no action. */
function read(type: number, reader: Reader): QuicFrame | null {
  if (type >= 0x08 && type <= 0x0f) return readStream(type, reader)
  const skip = (count: number): null => {
    for (let n = 0; n < count; n++) reader.varint()
    return null
  }
  switch (type) {
    case 0x01:
      return null
    case 0x02:
    case 0x03:
      return readAck(reader, type === 0x03)
    case 0x04: {
      const [id, code] = [reader.varint(), reader.varint()]
      reader.varint()
      return { kind: 'reset_stream', id, code }
    }
    case 0x05:
      return { kind: 'stop_sending', id: reader.varint(), code: reader.varint() }
    case 0x06:
      return { kind: 'crypto', offset: reader.varint(), data: reader.bytes(reader.varint()) }
    case 0x07:
      reader.bytes(reader.varint())
      return null
    case 0x10:
      return { kind: 'max_data', max: reader.varint() }
    case 0x11:
      return { kind: 'max_stream_data', id: reader.varint(), max: reader.varint() }
    // A raised stream limit, or a peer blocked by our limits.
    case 0x12:
    case 0x13:
    case 0x14:
    case 0x16:
    case 0x17:
    case 0x19:
      return skip(1)
    case 0x15:
      return skip(2)
    case 0x18:
      return readNewId(reader)
    case 0x1a:
      return { kind: 'path_challenge', data: reader.bytes(8) }
    case 0x1b:
      reader.bytes(8)
      return null
    case 0x1c:
    case 0x1d:
      return readClose(reader, type === 0x1d)
    case 0x1e:
      return { kind: 'handshake_done' }
    default:
      throw new MalformedMessage(`there is no frame of type ${type}`)
  }
}

function readStream(type: number, reader: Reader): QuicFrame {
  const id = reader.varint()
  const offset = type & 0x04 ? reader.varint() : 0
  const data = type & 0x02 ? reader.bytes(reader.varint()) : reader.rest()
  return { kind: 'stream', id, offset, data, isLast: (type & 0x01) !== 0 }
}

function readAck(reader: Reader, countsMarks: boolean): QuicFrame {
  let high = reader.varint()
  reader.varint()
  const more = reader.varint()
  let low = high - reader.varint()
  const ranges: PacketRange[] = [[low, high]]
  for (let n = 0; n < more; n++) {
    high = low - reader.varint() - 2
    low = high - reader.varint()
    ranges.push([low, high])
  }
  if (countsMarks) for (let n = 0; n < 3; n++) reader.varint()
  if (low < 0) throw new MalformedMessage('it acknowledges packets below 0')
  return { kind: 'ack', ranges }
}

function readNewId(reader: Reader): QuicFrame {
  const [sequence, retirePrior] = [reader.varint(), reader.varint()]
  const id = reader.sized(1)
  if (id.length === 0 || id.length > 20 || retirePrior > sequence)
    throw new MalformedMessage('it offers an id that cannot be')
  reader.bytes(16)
  return { kind: 'new_connection_id', sequence, retirePrior, id }
}

function readClose(reader: Reader, isApplication: boolean): QuicFrame {
  const code = reader.varint()
  if (!isApplication) reader.varint()
  return { kind: 'connection_close', code, isApplication, reason: reader.bytes(reader.varint()).toString('utf8') }
}

export const pingFrame = Buffer.from([0x01])

/** `ranges` run from the highest to the lowest. */
export function ackFrame(ranges: readonly PacketRange[]): Buffer {
  const [[low, high], ...more] = ranges as [PacketRange, ...PacketRange[]]
  const parts = [0x02, high, 0, more.length, high - low].map(varint)
  let before = low
  for (const [nextLow, nextHigh] of more) {
    parts.push(varint(before - nextHigh - 2), varint(nextHigh - nextLow))
    before = nextLow
  }
  return Buffer.concat(parts)
}

export function cryptoFrame(offset: number, data: Buffer): Buffer {
  return Buffer.concat([varint(0x06), varint(offset), varint(data.length), data])
}

export function streamFrame(id: number, offset: number, data: Buffer, isLast: boolean): Buffer {
  return Buffer.concat([varint(isLast ? 0x0f : 0x0e), varint(id), varint(offset), varint(data.length), data])
}

export function retireConnectionIdFrame(sequence: number): Buffer {
  return Buffer.concat([varint(0x19), varint(sequence)])
}

export function pathResponseFrame(challenge: Buffer): Buffer {
  return Buffer.concat([varint(0x1b), challenge])
}

export function closeFrame(code: number, isApplication: boolean): Buffer {
  return Buffer.concat([
    varint(isApplication ? 0x1d : 0x1c),
    varint(code),
    ...(isApplication ? [] : [varint(0)]),
    sized(1),
  ])
}
