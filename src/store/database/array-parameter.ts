// Array parameters in PostgreSQL's binary format, for long lists: both sides write and read it faster than text.
import { storableText } from '../../domain/database/storable.ts'

interface ElementType<Value> {
  readonly oid: number
  bytesOf(value: Value): number
  write(buffer: Buffer, value: Value, place: number): void
}

type Elements<Value> = readonly (Value | null | undefined)[]

const headerBytes = 20
const halfOfInt8 = 2 ** 32
const epochOfPostgres = Date.UTC(2000, 0, 1)

function encoderOf<Value>({ oid, bytesOf, write }: ElementType<Value>): (values: Elements<Value>) => Buffer {
  return (values) => {
    const sizes = values.map((value) => (value === null || value === undefined ? -1 : bytesOf(value)))
    const buffer = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + Math.max(size, 0), headerBytes))
    const [dimensions, lowerBound] = [1, 1]
    const header = [dimensions, Number(sizes.includes(-1)), oid, values.length, lowerBound]
    header.forEach((field, index) => buffer.writeInt32BE(field, index * 4))
    let place = headerBytes
    sizes.forEach((size, index) => {
      buffer.writeInt32BE(size, place)
      place += 4
      if (size < 0) return
      write(buffer, values[index]!, place)
      place += size
    })
    return buffer
  }
}

const fixed = (bytes: number) => (): number => bytes

const encodeTexts = encoderOf<string>({
  oid: 25,
  bytesOf: (text) => Buffer.byteLength(text),
  write: (b, text, at) => b.write(text, at),
})

/** Parameters for a cast to the array type, such as `${arrays.integer(numbers)}::int[]`. */
export const arrays = {
  boolean: encoderOf<boolean>({ oid: 16, bytesOf: fixed(1), write: (b, value, at) => b.writeUInt8(Number(value), at) }),
  smallint: encoderOf<number>({ oid: 21, bytesOf: fixed(2), write: (b, value, at) => b.writeInt16BE(value, at) }),
  integer: encoderOf<number>({ oid: 23, bytesOf: fixed(4), write: (b, value, at) => b.writeInt32BE(value, at) }),
  real: encoderOf<number>({ oid: 700, bytesOf: fixed(4), write: (b, value, at) => b.writeFloatBE(value, at) }),
  text: (texts: Elements<string>): Buffer => encodeTexts(texts.map((text) => text && storableText(text))),
  bytea: encoderOf<Buffer>({ oid: 17, bytesOf: (bytes) => bytes.length, write: (b, bytes, at) => b.set(bytes, at) }),
  timestamptz: encoderOf<Date>({
    oid: 1184,
    bytesOf: fixed(8),
    write(b, date, at) {
      // Two halves: a BigInt would be an object.
      const microseconds = (date.getTime() - epochOfPostgres) * 1000
      const high = Math.floor(microseconds / halfOfInt8)
      b.writeInt32BE(high, at)
      b.writeUInt32BE(microseconds - high * halfOfInt8, at + 4)
    },
  }),
}
