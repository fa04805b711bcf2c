// Header compression of HTTP/3 (QPACK, RFC 9204), without the dynamic table.
import { MalformedMessage, Reader } from '../tls/wire.ts'
import { unpacked } from './huffman.ts'
import { staticTable } from './static-table.ts'

export type HeaderField = readonly [name: string, value: string]

/** One byte can encode a whole header. */
const maxFields = 2000

/** Secrets, which intermediaries must not index either. */
const secrets = new Set(['authorization', 'cookie', 'proxy-authorization'])

export function encodeFields(fields: readonly HeaderField[]): Buffer {
  const lines = fields.flatMap(([name, value]) => {
    const first = secrets.has(name) ? 0x30 : 0x20
    const texts = [name, value].map((part) => Buffer.from(part, 'latin1')) as [Buffer, Buffer]
    return [prefixed(first, 3, name.length), texts[0], prefixed(0, 7, value.length), texts[1]]
  })
  return Buffer.concat([Buffer.from([0, 0]), ...lines])
}

export function decodeFields(packed: Buffer): HeaderField[] {
  const reader = new Reader(packed)
  if (integer(reader, reader.uint(1), 8) !== 0)
    throw new MalformedMessage('it refers to a table of headers that nobody has made')
  integer(reader, reader.uint(1), 7)
  const fields: HeaderField[] = []
  while (reader.left > 0) {
    if (fields.length >= maxFields) throw new MalformedMessage('it has too many headers')
    fields.push(unpackField(reader))
  }
  return fields
}

function unpackField(reader: Reader): HeaderField {
  const first = reader.uint(1)
  if ((first & 0xc0) === 0xc0) return staticField(integer(reader, first, 6))
  if ((first & 0xd0) === 0x50) return [staticField(integer(reader, first, 4))[0], text(reader, reader.uint(1), 7)]
  if ((first & 0xe0) === 0x20) return [text(reader, first, 3), text(reader, reader.uint(1), 7)]
  throw new MalformedMessage('it refers to a table of headers that nobody has made')
}

function staticField(index: number): HeaderField {
  const field = staticTable[index]
  if (!field) throw new MalformedMessage(`there is no header number ${index}`)
  return field
}

/** The bit before the length marks Huffman encoding. */
function text(reader: Reader, first: number, bits: number): string {
  const bytes = reader.bytes(integer(reader, first, bits))
  return ((first >> bits) & 1 ? unpacked(bytes) : bytes).toString('latin1')
}

/** An integer that starts in the last bits of a byte. */
function integer(reader: Reader, first: number, bits: number): number {
  const prefixMax = 2 ** bits - 1
  let value = first & prefixMax
  if (value < prefixMax) return value
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = reader.uint(1)
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return value
  }
  throw new MalformedMessage('a number in it is too large')
}

function prefixed(first: number, bits: number, value: number): Buffer {
  const prefixMax = 2 ** bits - 1
  if (value < prefixMax) return Buffer.from([first | value])
  const bytes = [first | prefixMax]
  let rest = value - prefixMax
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return Buffer.from([...bytes, rest])
}
