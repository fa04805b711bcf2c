// Limits of JSON that others send. They are checked in one pass over the bytes, before any object is built: two bytes
// of JSON can become a hundred bytes of memory.
import { isUtf8 } from 'node:buffer'
import { Fault } from '../fault.ts'

export interface JsonBounds {
  /** Objects, lists, texts, numbers, true, false and null; keys do not count. */
  readonly maxValues: number
  /** Lists and objects inside each other. */
  readonly maxDepth: number
}

export interface RequestLimits extends JsonBounds {
  readonly maxBytes: number
}

/** What a request may send unless its endpoint says otherwise; also what is read without another process. */
export const usualLimits: RequestLimits = { maxBytes: 262_144, maxValues: 10_000, maxDepth: 32 }

/** Whether JSON is within these limits, if it is valid. */
export const isWithin = (bytes: Uint8Array, limits: RequestLimits): boolean =>
  bytes.length <= limits.maxBytes && excessOf(bytes, limits) === null

/** Undefined if the text is empty. `whole` names it in messages. */
export function parseJson(bytes: Buffer, limits: JsonBounds, whole = 'body'): unknown {
  if (!isUtf8(bytes)) throw new Fault('invalid_request', 'Malformed JSON: must be UTF-8')
  refuseExcess(bytes, limits, whole)
  const text = bytes.toString().replace(/^\ufeff/, '')
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    // The engine quotes the text around the error, which may contain a secret.
    throw new Fault('invalid_request', `Malformed JSON: ${(error as Error).message.replace(/, (\.\.\.)?".*$/s, '')}`)
  }
}

export function refuseExcess(bytes: Uint8Array, limits: JsonBounds, whole: string): void {
  const excess = excessOf(bytes, limits)
  if (excess === 'depth') throw new Fault('invalid_request', `${whole}: nested deeper than ${limits.maxDepth} levels`)
  if (excess === 'values') throw tooManyValues(limits.maxValues, whole)
}

export const tooManyValues = (maxValues: number, whole = 'body'): Fault =>
  new Fault(
    'payload_too_large',
    `${whole}: has more than ${maxValues.toLocaleString('en')} values (objects, lists, texts, numbers)`,
  )

/** How many values valid JSON has. */
export function countValues(bytes: Uint8Array): number {
  return scan(bytes, { maxValues: Infinity, maxDepth: Infinity }).values
}

function excessOf(bytes: Uint8Array, limits: JsonBounds): 'values' | 'depth' | null {
  const { values, depth } = scan(bytes, limits)
  if (depth > limits.maxDepth) return 'depth'
  return values > limits.maxValues ? 'values' : null
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Stops at the first excess. A list or object with anything inside has one value more than commas. Up to the place
 * where the JSON is invalid, which is as far as a parser comes, the counts are exact.
 */
function scan(bytes: Uint8Array, { maxValues, maxDepth }: JsonBounds): { values: number; depth: number } {
  let values = 1
  let depth = 0
  let isFirst = false
  for (let at = 0; at < bytes.length && values <= maxValues; at++) {
    const byte = bytes[at]!
    if (byte <= 0x20) continue
    if (isFirst && byte !== closeList && byte !== closeObject) values += 1
    isFirst = byte === openList || byte === openObject
    if (isFirst) {
      if (++depth > maxDepth) break
    } else if (byte === closeList || byte === closeObject) depth -= 1
    else if (byte === comma) values += 1
    else if (byte === quote) at = endOfText(bytes, at)
  }
  return { values, depth }
}

function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}
