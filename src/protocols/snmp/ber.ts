// BER, as far as SNMP needs it: tags of one byte, lengths and numbers within a datagram.

export const tag = { integer: 0x02, octets: 0x04, nothing: 0x05, oid: 0x06, sequence: 0x30 } as const

/** What was received is not BER, or not what SNMP says at this place. */
export class MalformedBer extends Error {
  override name = 'MalformedBer'
}

export function tagged(type: number, ...parts: readonly Uint8Array[]): Buffer {
  let length = 0
  for (const part of parts) length += part.length
  const lengthBytes = length < 128 ? 0 : length < 256 ? 1 : 2
  const element = Buffer.allocUnsafe(2 + lengthBytes + length)
  element[0] = type
  element[1] = lengthBytes === 0 ? length : 128 | lengthBytes
  if (lengthBytes > 0) element.writeUIntBE(length, 2, lengthBytes)
  let at = 2 + lengthBytes
  for (const part of parts) {
    element.set(part, at)
    at += part.length
  }
  return element
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(tag.sequence, ...parts)
export const octets = (value: Uint8Array | string): Buffer => tagged(tag.octets, Buffer.from(value as string))

export function integer(value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeIntBE(value, 0, 6)
  let start = 0
  while (start < 5 && isPadding(bytes[start]!, bytes[start + 1]!)) start++
  return tagged(tag.integer, bytes.subarray(start))
}

export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return tagged(tag.oid, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

export class BerReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** The next element; its value is a part of the datagram. */
  next(): { type: number; value: Buffer } {
    const type = this.#byte()
    const first = this.#byte()
    const count = first & 127
    if (first > 128 + 4 || first === 128) throw new MalformedBer('a length is malformed')
    const length = first < 128 ? first : this.#take(count).readUIntBE(0, count)
    return { type, value: this.#take(length) }
  }

  take(type: number): Buffer {
    const found = this.next()
    if (found.type !== type) throw new MalformedBer(`expected the type ${type}, found ${found.type}`)
    return found.value
  }

  into(type: number = tag.sequence): BerReader {
    return new BerReader(this.take(type))
  }

  number(): number {
    return asNumber(this.take(tag.integer))
  }

  #byte(): number {
    return this.#take(1)[0]!
  }

  #take(count: number): Buffer {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new MalformedBer('it ends too early')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}

/** Signed. */
export function asNumber(bytes: Buffer): number {
  if (bytes.length === 0 || bytes.length > 8) throw new MalformedBer('a number has a wrong length')
  if (bytes.length <= 6) return bytes.readIntBE(0, bytes.length)
  return Number(BigInt.asIntN(bytes.length * 8, asBigInt(bytes)))
}

/** Counters may have a leading zero, so that they are not negative. */
export function asCounter(bytes: Buffer): number {
  if (bytes.length === 0 || bytes.length > 9) throw new MalformedBer('a number has a wrong length')
  return bytes.length <= 6 ? bytes.readUIntBE(0, bytes.length) : Number(asBigInt(bytes))
}

export function asObjectId(bytes: Buffer): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of bytes) {
    arc = arc * 128 + (byte & 127)
    if (arc > 0xffffffff) throw new MalformedBer('an object identifier is malformed')
    if (byte >= 128) continue
    arcs.push(arc)
    arc = 0
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join('.')
}

const asBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)
const isPadding = (byte: number, next: number): boolean => (byte === 0 && next < 128) || (byte === 255 && next >= 128)

function base128(arc: number): number[] {
  const bytes = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 128)
  return bytes
}
