// HTTP/2 by hand (RFC 9113), for answers that no server would give.
import type { Certificate } from '../checks/certificates.ts'

type Kind =
  | 'data'
  | 'headers'
  | 'reset'
  | 'settings'
  | 'push'
  | 'ping'
  | 'goaway'
  | 'windowUpdate'
  | 'continuation'
  | 'odd'

const kinds: Record<Kind, number> = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
  odd: 200,
}
export const flags = { endStream: 1, ack: 1, endHeaders: 4 }

export function frame(kind: Kind, flag = 0, content: string | Buffer = '', stream = 1): Buffer {
  const body = Buffer.from(content as string)
  const head = Buffer.alloc(9)
  head.writeUIntBE(body.length, 0, 3)
  head[3] = kinds[kind]
  head[4] = flag
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, body])
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Not indexed, and with both parts in full (RFC 7541, section 6.2.2). */
export function header(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0]), ...[name, value].flatMap((text) => [lengthOf(text), Buffer.from(text)])])
}

function lengthOf(text: string): Buffer {
  const bytes = [Math.min(text.length, 127)]
  for (let left = text.length - 127; left >= 0; left = left >= 128 ? left >> 7 : -1)
    bytes.push(left >= 128 ? (left % 128) + 128 : left)
  return Buffer.from(bytes)
}

export const settings = frame('settings', 0, '', 0)
/** `:status: 200` of the table that every side knows. */
export const ok = Buffer.from([0x88])
export const head = frame('headers', flags.endHeaders, ok)
export const reset = (code: number): Buffer => frame('reset', 0, number(code))
export const goaway = (code: number): Buffer => frame('goaway', 0, Buffer.concat([number(0), number(code)]), 0)
export const pushPromise = frame(
  'push',
  flags.endHeaders,
  Buffer.concat([number(2), Buffer.from([0x82, 0x87, 0x84]), header(':authority', 'localhost')]),
)

/** Chooses HTTP/2 when it is offered. */
export function choosingHttp2(certificate: Certificate): Certificate & { ALPNProtocols: string[] } {
  return { ...certificate, ALPNProtocols: ['h2'] }
}
