// A time server that answers as a test says, also badly. For a good one there is chrony.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export interface TimeReply {
  leap?: number
  version?: number
  mode?: number
  stratum?: number
  rootDelayMs?: number
  rootDispersionMs?: number
  /** Four characters, or an address for stratum 2 and above. */
  reference?: string
  /** How far its clock is ahead of the machine's. */
  aheadMs?: number
  /** How long ago it was set; null when it never was. */
  setAgoMs?: number | null
  /** Instead of what the client sent. */
  origin?: Uint8Array
}

export type Behave = (request: Buffer, number: number, reply: (fields: TimeReply | Buffer) => void) => void

/** Gets every request with its number from 1; answers as often as it likes. */
export async function startTimeServer(
  behave: Behave,
  now: () => number = Date.now,
): Promise<{ port: number; requested: Buffer[] }> {
  const socket = createSocket('udp4')
  const requested: Buffer[] = []
  socket.on('message', (request, from) => {
    const reply = (fields: TimeReply | Buffer): void =>
      socket.send(Buffer.isBuffer(fields) ? fields : packetFrom(request, fields, now()), from.port, from.address)
    behave(request, requested.push(request), reply)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { port: socket.address().port, requested }
}

export function packetFrom(request: Buffer, fields: TimeReply, at = Date.now()): Buffer {
  const {
    leap = 0,
    version = 4,
    mode = 4,
    stratum = 2,
    aheadMs = 0,
    setAgoMs = 60_000,
    reference = '192.0.2.1',
  } = fields
  const now = at + aheadMs
  const packet = Buffer.alloc(48)
  packet[0] = (leap << 6) | (version << 3) | mode
  packet[1] = stratum
  packet.writeUInt32BE(Math.round(((fields.rootDelayMs ?? 0) / 1000) * 65_536), 4)
  packet.writeUInt32BE(Math.round(((fields.rootDispersionMs ?? 0) / 1000) * 65_536), 8)
  if (stratum > 1) packet.set(reference.split('.').map(Number), 12)
  else packet.write(reference.slice(0, 4), 12, 'latin1')
  if (setAgoMs !== null) writeTime(packet, 16, now - setAgoMs)
  packet.set(fields.origin ?? request.subarray(40, 48), 24)
  writeTime(packet, 32, now)
  writeTime(packet, 40, now)
  return packet
}

/** Milliseconds since 1970 as seconds since 1900, modulo 2^32, and a fraction. */
export function writeTime(packet: Buffer, offset: number, ms: number): void {
  const seconds = Math.floor(ms / 1000) + 2_208_988_800
  packet.writeUInt32BE(seconds % 2 ** 32, offset)
  packet.writeUInt32BE(Math.floor(((ms % 1000) / 1000) * 2 ** 32), offset + 4)
}
