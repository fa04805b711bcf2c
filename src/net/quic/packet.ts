// Packets of QUIC version 1 (RFC 9000, section 17): encoded, split from a datagram, and decrypted.
import { createDecipheriv } from 'node:crypto'
import { MalformedMessage, Reader, sized, varint } from '../tls/wire.ts'
import { type Protection, tagBytes } from './protection.ts'

export type EncryptionLevel = 'initial' | 'handshake' | 'application'

const version = 1
const longHeader = 0x80
const types = { initial: 0, zeroRtt: 1, handshake: 2, retry: 3 }
/** Size of the packet number: always the longest, so that the sample starts at the payload. */
const numberBytes = 4
export const idBytes = 8
const maxIdBytes = 20
/** The minimum size of a datagram with an Initial packet, and the maximum of ours. */
export const datagramBytes = 1200

export interface PacketHeader {
  readonly level: EncryptionLevel
  readonly to: Buffer
  readonly from: Buffer
  readonly token: Buffer
}

/** Payload bytes that fit with these header fields; they fill a datagram. */
export function roomIn(fields: PacketHeader): number {
  return datagramBytes - headOf(fields, datagramBytes).length - numberBytes - tagBytes
}

export function sealPacket(fields: PacketHeader, packetNumber: number, payload: Buffer, keys: Protection): Buffer {
  const number = Buffer.alloc(numberBytes)
  number.writeUInt32BE(packetNumber % 2 ** 32)
  const head = headOf(fields, payload.length)
  const header = Buffer.concat([head, number])
  const sealed = keys.seal(packetNumber, header, payload)
  hide(header, head.length, keys.mask(sealed.subarray(0, 16)))
  return Buffer.concat([header, sealed])
}

function headOf({ level, to, from, token }: PacketHeader, payloadBytes: number): Buffer {
  const length = numberBytes - 1
  if (level === 'application') return Buffer.concat([Buffer.from([0x40 | length]), to])
  const size = varint(numberBytes + payloadBytes + tagBytes)
  const first = longHeader | 0x40 | ((level === 'initial' ? types.initial : types.handshake) << 4) | length
  const start = [Buffer.from([first, 0, 0, 0, version]), sized(1, to), sized(1, from)]
  return Buffer.concat(level === 'initial' ? [...start, varint(token.length), token, size] : [...start, size])
}

function hide(header: Buffer, numberAt: number, mask: Buffer): void {
  header[0]! ^= mask[0]! & (header[0]! & longHeader ? 0x0f : 0x1f)
  for (let n = 0; n < numberBytes; n++) header[numberAt + n]! ^= mask[n + 1]!
}

export function isShort(packet: Buffer | undefined): boolean {
  return packet !== undefined && (packet[0]! & longHeader) === 0
}

/** A received packet, still encrypted. */
export interface ProtectedPacket {
  readonly kind: EncryptionLevel | 'retry' | 'negotiation' | 'unknown'
  readonly to: Buffer
  /** The sender's connection ID; empty in packets with a short header. */
  readonly from: Buffer
  /** The offset of its packet number. */
  readonly numberAt: number
  readonly bytes: Buffer
}

/** The packets of a datagram, up to one that cannot be read. */
export function packetsIn(datagram: Buffer): ProtectedPacket[] {
  const packets: ProtectedPacket[] = []
  let rest = datagram
  try {
    while (rest.length > 0) {
      const packet = nextPacket(rest)
      packets.push(packet)
      rest = rest.subarray(packet.bytes.length)
    }
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error
  }
  return packets
}

function nextPacket(bytes: Buffer): ProtectedPacket {
  const reader = new Reader(bytes)
  const first = reader.uint(1)
  if (!(first & longHeader)) {
    const to = reader.bytes(idBytes)
    return { kind: 'application', to, from: Buffer.alloc(0), numberAt: reader.at, bytes }
  }
  const spoken = reader.uint(4)
  const [to, from] = [reader.sized(1), reader.sized(1)]
  if (from.length > maxIdBytes) throw new MalformedMessage('its id is too long')
  if (spoken === 0) return { kind: 'negotiation', to, from, numberAt: reader.at, bytes }
  if (spoken !== version) return { kind: 'unknown', to, from, numberAt: 0, bytes }
  const type = (first >> 4) & 3
  if (type === types.retry) return { kind: 'retry', to, from, numberAt: reader.at, bytes }
  if (type === types.initial) reader.bytes(reader.varint())
  const size = reader.varint()
  const numberAt = reader.at
  reader.bytes(size)
  const kind = type === types.initial ? 'initial' : type === types.handshake ? 'handshake' : 'unknown'
  return { kind, to, from, numberAt, bytes: bytes.subarray(0, numberAt + size) }
}

/** Whether a negotiation packet lists our version. */
export function offersOurVersion({ bytes, numberAt }: ProtectedPacket): boolean {
  for (let at = numberAt; at + 4 <= bytes.length; at += 4) if (bytes.readUInt32BE(at) === version) return true
  return false
}

export interface OpenPacket {
  readonly number: number
  readonly payload: Buffer
}

/** Null when decryption with these keys fails. */
export function openPacket({ bytes, numberAt }: ProtectedPacket, largest: number, keys: Protection): OpenPacket | null {
  if (bytes.length < numberAt + numberBytes + 16) return null
  const mask = keys.mask(bytes.subarray(numberAt + numberBytes, numberAt + numberBytes + 16))
  const first = bytes[0]! ^ (mask[0]! & (bytes[0]! & longHeader ? 0x0f : 0x1f))
  const size = (first & 3) + 1
  const header = Buffer.from(bytes.subarray(0, numberAt + size))
  header[0] = first
  for (let n = 0; n < size; n++) header[numberAt + n]! ^= mask[n + 1]!
  const number = wholeNumber(header.readUIntBE(numberAt, size), size, largest)
  const payload = keys.open(number, header, bytes.subarray(numberAt + size))
  return payload && { number, payload }
}

/** A packet carries the low bits of its number; the full number is the one closest to the next expected. */
function wholeNumber(end: number, size: number, largest: number): number {
  const window = 2 ** (8 * size)
  const expected = largest + 1
  const candidate = Math.floor(expected / window) * window + end
  if (candidate <= expected - window / 2) return candidate + window
  return candidate > expected + window / 2 && candidate >= window ? candidate - window : candidate
}

const retryKey = Buffer.from('be0c690b9f66575a1d766b54e368c84e', 'hex')
const retryNonce = Buffer.from('461599d35d632bf2239825bb', 'hex')

/** The token of a Retry packet, if it belongs to the original connection ID. */
export function retryToken({ bytes, numberAt }: ProtectedPacket, original: Buffer): Buffer | null {
  const end = bytes.length - tagBytes
  if (end <= numberAt) return null
  const opening = createDecipheriv('aes-128-gcm', retryKey, retryNonce, { authTagLength: tagBytes })
  opening.setAAD(Buffer.concat([sized(1, original), bytes.subarray(0, end)])).setAuthTag(bytes.subarray(end))
  try {
    opening.final()
  } catch {
    return null
  }
  return bytes.subarray(numberAt, end)
}
