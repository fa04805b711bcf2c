// NTP packets (RFC 5905): writes requests and reads responses.

export interface NtpAnswer {
  /** 0 to 3; 3 means that the server's clock is not synchronized. */
  readonly leap: number
  /** 16 when it is not synchronized; 0 for a kiss of death. */
  readonly stratum: number
  readonly rootDelayMs: number
  readonly rootDispersionMs: number
  /** The server's time source. */
  readonly reference: string
  /** When the server's clock was set last; null when it never was. Times are milliseconds since 1970, by that clock. */
  readonly setAt: number | null
  readonly receivedAt: number
  readonly sentAt: number
  /** Why the server refuses to respond; null when it does not. */
  readonly kiss: string | null
}

const length = 48
const modes = { client: 3, server: 4 }
const from1900To1970 = 2_208_988_800
const eraMs = 2 ** 32 * 1000

/** The nonce replaces the client's time. The server repeats it, so that others cannot forge the response. */
export function ntpRequest(version: number, nonce: Uint8Array): Buffer {
  const packet = Buffer.alloc(length)
  packet[0] = (version << 3) | modes.client
  packet.set(nonce, 40)
  return packet
}

/** Null for anything but a response to this nonce. `nowMs` determines the era of its times. */
export function readNtpAnswer(packet: Buffer, nonce: Uint8Array, nowMs: number): NtpAnswer | null {
  if (packet.length < length) return null
  const first = packet.readUInt8(0)
  const isOurs = (first & 7) === modes.server && packet.subarray(24, 32).equals(nonce)
  const stratum = packet.readUInt8(1)
  const leap = first >> 6
  const sentAt = timeAt(packet, 40, nowMs)
  const kiss = stratum === 0 && kisses.has(code(packet)) ? code(packet) : null
  if (!isOurs || (sentAt === null && kiss === null)) return null
  return {
    leap,
    // 16 is encoded as 0.
    stratum: kiss ? 0 : stratum === 0 ? 16 : Math.min(stratum, 16),
    rootDelayMs: (packet.readUInt32BE(4) / 65_536) * 1000,
    rootDispersionMs: (packet.readUInt32BE(8) / 65_536) * 1000,
    reference: stratum > 1 ? packet.subarray(12, 16).join('.') : code(packet),
    setAt: timeAt(packet, 16, nowMs),
    receivedAt: timeAt(packet, 32, nowMs) ?? 0,
    sentAt: sentAt ?? 0,
    kiss,
  }
}

// INIT and STEP are codes too, but mean that the server is not synchronized yet.
const kisses: ReadonlySet<string> = new Set([
  'ACST',
  'AUTH',
  'AUTO',
  'BCST',
  'CRYP',
  'DENY',
  'DROP',
  'MCST',
  'NKEY',
  'NTSN',
  'RATE',
  'RMOT',
  'RSTR',
])

function code(packet: Buffer): string {
  return packet
    .subarray(12, 16)
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
}

function timeAt(packet: Buffer, offset: number, nowMs: number): number | null {
  const seconds = packet.readUInt32BE(offset)
  const fraction = packet.readUInt32BE(offset + 4)
  if (seconds === 0 && fraction === 0) return null
  const ms = (seconds - from1900To1970) * 1000 + (fraction / 2 ** 32) * 1000
  // Seconds are counted modulo 2^32: pick the time nearest to now.
  return ms + Math.round((nowMs - ms) / eraMs) * eraMs
}
