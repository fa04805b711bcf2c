// DER encoding of ASN.1 (X.690), as far as certificates use it.
import { MalformedMessage, Reader } from './wire.ts'

export interface Element {
  readonly tag: number
  readonly content: Buffer
}

export const tags = { boolean: 0x01, integer: 0x02, bitString: 0x03, octetString: 0x04, oid: 0x06, sequence: 0x30 }

/** The consecutive elements in these bytes. */
export function elementsIn(bytes: Buffer): Element[] {
  const reader = new Reader(bytes)
  const elements: Element[] = []
  while (reader.left > 0) elements.push(nextElement(reader))
  return elements
}

/** The elements inside the single element in these bytes. */
export function elementsOf(bytes: Buffer, tag: number = tags.sequence): Element[] {
  const [outer, more] = elementsIn(bytes)
  if (!outer || outer.tag !== tag || more) throw new MalformedMessage('it is not the one element it should be')
  return elementsIn(outer.content)
}

function nextElement(reader: Reader): Element {
  const tag = reader.uint(1)
  if ((tag & 0x1f) === 0x1f) throw new MalformedMessage('a tag in it is too large')
  return { tag, content: reader.bytes(lengthAt(reader)) }
}

function lengthAt(reader: Reader): number {
  const first = reader.uint(1)
  if (first < 0x80) return first
  const bytes = first & 0x7f
  if (bytes === 0 || bytes > 4) throw new MalformedMessage('a length in it is too large')
  return reader.uint(bytes)
}

/** `2.5.29.19` */
export function oidText(content: Buffer): string {
  const parts: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    if (parts.length === 0)
      parts.push(Math.min(Math.floor(value / 40), 2), value - Math.min(Math.floor(value / 40), 2) * 40)
    else parts.push(value)
    value = 0
  }
  return parts.join('.')
}
