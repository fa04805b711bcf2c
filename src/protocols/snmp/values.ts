// Values of SNMP as numbers and texts.
import { isUtf8 } from 'node:buffer'
import { type BerReader, MalformedBer, asCounter, asNumber, asObjectId, tag } from './ber.ts'

export interface SnmpValue {
  readonly oid: string
  /** Null for an object that the agent does not have. */
  readonly text: string | null
  /** Null for texts that are no numbers. */
  readonly number: number | null
  /** Where a counter begins again; null for everything else. */
  readonly wrapsAt: number | null
}

const ipAddress = 0x40
const counter32 = 0x41
const gauge32 = 0x42
const timeTicks = 0x43
const opaque = 0x44
const counter64 = 0x46
const exceptions: readonly number[] = [0x80, 0x81, 0x82]

export function readValue(binding: BerReader): SnmpValue {
  const oid = asObjectId(binding.take(tag.oid))
  const { type, value } = binding.next()
  if (type === tag.octets || type === opaque) return { oid, ...readBytes(value), wrapsAt: null }
  if (type === tag.oid) return { oid, text: asObjectId(value), number: null, wrapsAt: null }
  if (type === ipAddress) return { oid, text: [...value].join('.'), number: null, wrapsAt: null }
  if (type === tag.nothing || exceptions.includes(type)) return { oid, text: null, number: null, wrapsAt: null }
  const number = numberOf(type, value)
  const wrapsAt = type === counter32 ? 2 ** 32 : type === counter64 ? 2 ** 64 : null
  return { oid, text: String(number), number, wrapsAt }
}

function numberOf(type: number, value: Buffer): number {
  if (type === tag.integer) return asNumber(value)
  if ([counter32, gauge32, timeTicks, counter64].includes(type)) return asCounter(value)
  throw new MalformedBer(`a value has the unknown type ${type}`)
}

/** Agents also write numbers as text, or wrapped as floating point numbers (Net-SNMP). */
function readBytes(value: Buffer): { text: string; number: number | null } {
  const float = value[0] === 0x9f && value.length === value[2]! + 3
  if (float && value[1] === 0x78 && value[2] === 4) return asRead(value.readFloatBE(3))
  if (float && value[1] === 0x79 && value[2] === 8) return asRead(value.readDoubleBE(3))
  const text = value.toString()
  if (!isUtf8(value) || /[^\P{Cc}\t\r\n]/u.test(text)) return { text: value.toString('hex'), number: null }
  const isNumber = /^\s*[-+]?\d+(\.\d+)?\s*$/.test(text)
  return { text, number: isNumber ? Number(text) : null }
}

const asRead = (number: number): { text: string; number: number } => ({ text: String(number), number })
