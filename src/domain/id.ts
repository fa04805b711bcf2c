import { randomBytes } from 'node:crypto'

const maxPerMillisecond = 0xfff
const maxMoments = 64

interface Stamp {
  readonly ms: number
  readonly count: number
}

/** The last id of each recent millisecond, the one used longest ago first: concurrent requests use different times. */
const latest = new Map<number, Stamp>()

/**
 * Returns a UUID of version 7: later ids sort later, which keeps newest-first lists correct and their indexes compact.
 * A counter keeps the order within a millisecond (RFC 9562, 6.2, method 1); processes do not share it.
 */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  const { ms, count } = nextStamp(now.getTime(), bytes.readUInt16BE(6) & (maxPerMillisecond >> 1))
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | count, 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function nextStamp(now: number, begin: number): Stamp {
  const stamp = following(latest.get(now)) ?? { ms: now, count: begin }
  latest.delete(now)
  latest.set(now, stamp)
  if (latest.size > maxMoments) latest.delete(latest.keys().next().value!)
  return stamp
}

/** An import may create thousands of ids within one millisecond; those that do not fit use the next one. */
function following(last: Stamp | undefined): Stamp | undefined {
  if (!last) return undefined
  return last.count < maxPerMillisecond ? { ...last, count: last.count + 1 } : { ms: last.ms + 1, count: 0 }
}
