// Numbers and lengths in the encoding of TLS and QUIC.

export function short(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff])
}

/** The parts after their length, which takes this many bytes. */
export function sized(lengthBytes: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = Buffer.alloc(lengthBytes)
  size.writeUIntBE(content.length, 0, lengthBytes)
  return Buffer.concat([size, content])
}

/** An extension of a TLS hello. */
export function extension(kind: number, ...content: readonly Uint8Array[]): Buffer {
  return Buffer.concat([short(kind), sized(2, ...content)])
}

/** A QUIC integer: its two highest bits give its size. */
export function varint(value: number): Buffer {
  if (value < 0x40) return Buffer.from([value])
  if (value < 0x4000) return short(value | 0x4000)
  const bytes = Buffer.alloc(value < 0x4000_0000 ? 4 : 8)
  if (bytes.length === 4) bytes.writeUInt32BE((value | 0x8000_0000) >>> 0)
  else bytes.writeBigUInt64BE(BigInt(value) | 0xc000_0000_0000_0000n)
  return bytes
}

/** The input ends too early, or contains an invalid value. */
export class MalformedMessage extends Error {
  override name = 'Malformed'
}

/** Reads bytes from the front. */
export class Reader {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.#bytes.length - this.at
  }

  bytes(count: number): Buffer {
    if (count > this.left) throw new MalformedMessage('it ends too early')
    return this.#bytes.subarray(this.at, (this.at += count))
  }

  uint(byteCount: number): number {
    return this.bytes(byteCount).readUIntBE(0, byteCount)
  }

  /** The bytes after a length of this many bytes. */
  sized(lengthBytes: number): Buffer {
    return this.bytes(this.uint(lengthBytes))
  }

  rest(): Buffer {
    return this.bytes(this.left)
  }

  varint(): number {
    const first = this.uint(1)
    const size = 1 << (first >> 6)
    if (size === 1) return first & 0x3f
    if (size < 8) return (first & 0x3f) * 2 ** (8 * (size - 1)) + this.uint(size - 1)
    const value = (first & 0x3f) * 2 ** 56 + this.uint(3) * 2 ** 32 + this.uint(4)
    // No valid value is that large; the precision of a double is enough.
    return Math.min(value, Number.MAX_SAFE_INTEGER)
  }
}
