// Decodes one level of escapes: percent codes, HTML entities, and backslashes as in JSON and JavaScript. Each byte
// keeps its origin, so that matches can be masked in the original text.
import type * as Entities from 'entities'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'

const entities = onFirstUse<typeof Entities>('entities')

export interface DecodedBytes {
  readonly bytes: Uint8Array
  /** Where each byte starts in the original text, and the end of that text; null in the original text. */
  readonly origins: Int32Array | null
}

const [backslash, percent, ampersand, hash, semicolon, brace] = [0x5c, 0x25, 0x26, 0x23, 0x3b, 0x7b]
const [lowerU, lowerX] = [0x75, 0x78]
const introducers = [backslash, percent, ampersand]
const isIntroducer = Uint8Array.from({ length: 256 }, (_, byte) => (introducers.includes(byte) ? 1 : 0))
const maxEntityName = 32
const maxDigits = 8
const replacement = 0xfffd

const hexValues = new Int8Array(256).fill(-1)
for (let digit = 0; digit < 16; digit++) {
  hexValues[digit.toString(16).charCodeAt(0)] = digit
  hexValues[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
}

const controls = new Map(
  Object.entries({ b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }).map(([name, code]) => [name.charCodeAt(0), code]),
)

const quotable: readonly number[] = [...Buffer.from('"\'`\\/')]

/** The bytes that an escape stands for, and its length; null if there is none at this position. */
type EscapeSequence =
  | { readonly length: number; readonly byte: number }
  | { readonly length: number; readonly text: Uint8Array }

const highSurrogate = String.raw`[\\%]ud[89ab][\da-f]{2}`
const unfinishedBackslash = String.raw`\\(?:u(?:[\da-f]{0,3}|\{[\da-f]{0,8})|x[\da-f]?)?`
const unfinishedPercent = String.raw`%(?:u[\da-f]{0,3}|[\da-f])?`
const unfinishedEntity = String.raw`&(?:#(?:\d{0,8}|x[\da-f]{0,8})|[a-z][a-z\d]{0,31})?`
const unfinishedAny = [unfinishedBackslash, unfinishedPercent, unfinishedEntity].join('|')
const unfinished = new RegExp(`(?:${highSurrogate})?(?:${unfinishedAny})$|${highSurrogate}$`, 'i')
const maxUnfinished = 48

/** Removes escapes that the end of the text cuts off: one may start with the end of another. */
export function withoutUnfinishedEscape({ bytes, origins }: DecodedBytes): DecodedBytes {
  let { length } = bytes
  for (;;) {
    const tail = Buffer.from(bytes.subarray(Math.max(0, length - maxUnfinished), length)).toString('latin1')
    const found = unfinished.exec(tail)
    if (!found) break
    length -= found[0].length
  }
  return { bytes: bytes.subarray(0, length), origins: origins && origins.subarray(0, length + 1) }
}

/** Null if there is nothing to decode. */
export function unescapeOnce({ bytes, origins }: DecodedBytes): DecodedBytes | null {
  if (!introducers.some((introducer) => bytes.includes(introducer))) return null
  const decoded = new Uint8Array(bytes.length)
  const from = new Int32Array(bytes.length + 1)
  let written = 0
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!
    const start = origins ? origins[at]! : at
    const escape = isIntroducer[byte] === 1 ? escapeAt(bytes, at) : null
    if (escape === null) {
      from[written] = start
      decoded[written++] = byte
      at++
      continue
    }
    if ('byte' in escape) {
      from[written] = start
      decoded[written++] = escape.byte
    } else
      for (const byte of escape.text) {
        from[written] = start
        decoded[written++] = byte
      }
    at += escape.length
  }
  if (written === bytes.length) return null
  from[written] = origins ? origins[bytes.length]! : bytes.length
  return { bytes: decoded.subarray(0, written), origins: from.subarray(0, written + 1) }
}

function escapeAt(bytes: Uint8Array, at: number): EscapeSequence | null {
  const first = bytes[at]
  if (first === percent) return percentAt(bytes, at)
  if (first === backslash) return backslashAt(bytes, at)
  return first === ampersand ? entityAt(bytes, at) : null
}

function percentAt(bytes: Uint8Array, at: number): EscapeSequence | null {
  if ((bytes[at + 1]! | 0x20) === lowerU) return unitsAt(bytes, at, percent)
  const byte = hexAt(bytes, at + 1, 2)
  return byte < 0 ? null : { length: 3, byte }
}

function backslashAt(bytes: Uint8Array, at: number): EscapeSequence | null {
  const next = bytes[at + 1]
  if (next === undefined) return null
  if (next === lowerU) return bytes[at + 2] === brace ? braceAt(bytes, at) : unitsAt(bytes, at, backslash)
  if (next === lowerX) {
    const code = hexAt(bytes, at + 2, 2)
    return code < 0 ? null : { length: 4, text: utf8(code) }
  }
  const control = controls.get(next)
  if (control !== undefined) return { length: 2, byte: control }
  return quotable.includes(next) ? { length: 2, byte: next } : null
}

/** `\u00fc` or `%u00fc`; two of them if they are surrogates of one character. */
function unitsAt(bytes: Uint8Array, at: number, introducer: number): EscapeSequence | null {
  const first = hexAt(bytes, at + 2, 4)
  if (first < 0) return null
  const isPair = first >= 0xd800 && first < 0xdc00 && bytes[at + 6] === introducer && (bytes[at + 7]! | 0x20) === lowerU
  const second = isPair ? hexAt(bytes, at + 8, 4) : -1
  if (second >= 0xdc00 && second < 0xe000)
    return { length: 12, text: utf8(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)) }
  return { length: 6, text: utf8(first) }
}

/** `\u{1f600}` */
function braceAt(bytes: Uint8Array, at: number): EscapeSequence | null {
  const { value, end } = digitsAt(bytes, at + 3, 16)
  return end > at + 3 && bytes[end] === brace + 2 ? { length: end + 1 - at, text: utf8(value) } : null
}

function entityAt(bytes: Uint8Array, at: number): EscapeSequence | null {
  if (bytes[at + 1] !== hash) return namedEntityAt(bytes, at)
  const isHex = (bytes[at + 2]! | 0x20) === lowerX
  const start = at + (isHex ? 3 : 2)
  const { value, end } = digitsAt(bytes, start, isHex ? 16 : 10)
  return end > start && bytes[end] === semicolon ? { length: end + 1 - at, text: utf8(value) } : null
}

const knownEntities = new Map<string, Uint8Array>()

function namedEntityAt(bytes: Uint8Array, at: number): EscapeSequence | null {
  let end = at + 1
  while (end - at <= maxEntityName && isAlphanumeric(bytes[end])) end++
  if (end === at + 1 || bytes[end] !== semicolon) return null
  const spelled = String.fromCharCode(...bytes.subarray(at, end + 1))
  const text = knownEntities.get(spelled) ?? readEntity(spelled)
  return text && text.length < spelled.length ? { length: spelled.length, text } : null
}

/** Caches only entities that exist: a hostile text can contain any number of others. */
function readEntity(spelled: string): Uint8Array | null {
  const decoded = entities().decodeHTMLStrict(spelled)
  if (decoded === spelled) return null
  const text = new TextEncoder().encode(decoded)
  knownEntities.set(spelled, text)
  return text
}

function digitsAt(bytes: Uint8Array, start: number, base: 10 | 16): { value: number; end: number } {
  let [value, end] = [0, start]
  for (; end - start < maxDigits; end++) {
    const digit = hexValues[bytes[end] ?? 0]!
    if (digit < 0 || digit >= base) break
    value = value * base + digit
  }
  return { value, end }
}

/** -1 unless all are hexadecimal digits. */
function hexAt(bytes: Uint8Array, start: number, digits: number): number {
  let value = 0
  for (let at = start; at < start + digits; at++) {
    const digit = hexValues[bytes[at] ?? 0]!
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

const encodedAscii = Array.from({ length: 128 }, (_, code) => Uint8Array.of(code))

function utf8(code: number): Uint8Array {
  const ascii = encodedAscii[code]
  if (ascii) return ascii
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return new TextEncoder().encode(String.fromCodePoint(isCharacter ? code : replacement))
}

const isAlphanumeric = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a))
