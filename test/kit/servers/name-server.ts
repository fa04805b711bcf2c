// A name server that answers as a test says, also badly. For real zones there is bind.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

export type Answer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'garbage' | 'silence'

export interface SmallNameServer {
  /** `127.0.0.1:53535` */
  readonly address: string
  /** Every question it got: `A shop.example`. */
  readonly requested: string[]
  stop(): Promise<void>
}

const types: Record<number, string> = { 1: 'A', 5: 'CNAME', 28: 'AAAA' }
const codes = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 }

export async function startNameServer(answer: (name: string, type: string) => Answer): Promise<SmallNameServer> {
  const socket = createSocket('udp4')
  const requested: string[] = []
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12)
    const name = labels(query.subarray(12, end)).join('.')
    const type = types[query.readUInt16BE(end + 1)] ?? 'OTHER'
    requested.push(`${type} ${name}`)
    const given = answer(name, type)
    if (given !== 'silence')
      socket.send(given === 'garbage' ? Buffer.alloc(20, 0xff) : reply(query, end, given), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    requested,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function reply(query: Buffer, end: number, given: readonly string[] | keyof typeof codes): Buffer {
  const records = typeof given === 'string' ? [] : given.map(record)
  const head = Buffer.from([
    0x81,
    0x80 | (typeof given === 'string' ? codes[given] : 0),
    0,
    1,
    0,
    records.length,
    0,
    0,
    0,
    0,
  ])
  return Buffer.concat([query.subarray(0, 2), head, query.subarray(12, end + 5), ...records])
}

/** An address, or the name that another one stands for. */
function record(address: string): Buffer {
  if (!ipaddr.isValid(address)) return nameRecord(address)
  const bytes = ipaddr.parse(address).toByteArray()
  return Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0x0e, 0x10, 0, bytes.length, ...bytes])
}

function nameRecord(name: string): Buffer {
  const bytes = [...name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]), 0]
  return Buffer.from([0xc0, 12, 0, 5, 0, 1, 0, 0, 0x0e, 0x10, 0, bytes.length, ...bytes])
}

function labels(bytes: Buffer): string[] {
  if (bytes.length === 0) return []
  const length = bytes[0] as number
  return [bytes.subarray(1, 1 + length).toString('latin1'), ...labels(bytes.subarray(1 + length))]
}
