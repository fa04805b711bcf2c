// Searches for patterns inside Base64, in both of its alphabets. The start of the encoded bytes is unknown, so each run
// of its characters is decoded at all four offsets of a group.
import type { OnMatch, PatternSet } from './pattern-set.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const values = new Int8Array(256).fill(-1)
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value
for (const [characters, value] of [
  ['+-', 62],
  ['/_', 63],
] as const)
  for (const character of characters) values[character.charCodeAt(0)] = value

/** Any text decodes to something: shorter matches would be accidental. */
const minBytes = 4
const minRun = Math.ceil((minBytes * 8) / 6)

/** Returns the start of a pattern that the end of the text cuts off; the length of the text if there is none. */
export function scanBase64(bytes: Uint8Array, patterns: PatternSet, onMatch: OnMatch): number {
  let cutOffAt = bytes.length
  for (let start = 0; start < bytes.length; start++) {
    if (values[bytes[start]!]! < 0) continue
    let end = start + 1
    while (end < bytes.length && values[bytes[end]!]! >= 0) end++
    const isLast = end === bytes.length
    if (end - start >= minRun || isLast)
      for (let phase = 0; phase < 4; phase++) {
        const cut = scanRun(bytes, { start: start + phase, end }, patterns, onMatch)
        if (isLast) cutOffAt = Math.min(cutOffAt, cut)
      }
    start = end
  }
  return cutOffAt
}

/** Returns the start of a pattern that the end of the run cuts off. */
function scanRun(
  bytes: Uint8Array,
  { start, end }: { start: number; end: number },
  patterns: PatternSet,
  onMatch: OnMatch,
): number {
  let [state, buffer, bits, decoded] = [0, 0, 0, 0]
  for (let at = start; at < end; at++) {
    buffer = ((buffer << 6) | values[bytes[at]!]!) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    state = patterns.next(state, (buffer >> bits) & 0xff)
    decoded++
    const length = patterns.matchLength(state)
    if (length >= minBytes) onMatch(start + Math.floor(((decoded - length) * 4) / 3), at + 1)
  }
  const depth = patterns.depth(state)
  return depth === 0 ? end : start + Math.floor(((decoded - depth) * 4) / 3)
}
