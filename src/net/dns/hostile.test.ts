// A hostile name server. Its responses are read only until the signal aborts, and are not kept in memory.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { growthDuring } from '../../../test/kit/servers/flood.ts'
import { freePort } from '../../../test/kit/servers/free-port.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { DeadlinePassed } from '../../domain/limits/time-limit.ts'

type Reply = (query: Buffer) => Buffer

const flags = { answer: 0x8180, cut: 0x8380 }
const megabyte = 1_048_576

/** The question of the query with these records, which use compressed names. */
function message(query: Buffer, records: readonly Buffer[], { bits = flags.answer } = {}): Buffer {
  const end = query.indexOf(0, 12) + 5
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(bits, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, query.subarray(12, end), ...records])
}

const behindLength = (bytes: Buffer): Buffer => {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(bytes.length)
  return Buffer.concat([size, bytes])
}

const record = (owner: Buffer, type: number, content: Buffer): Buffer =>
  Buffer.concat([owner, Buffer.from([0, type, 0, 1, 0, 0, 0, 60, 0, content.length]), content])
const theName = Buffer.from([0xc0, 12])
const address = record(theName, 1, Buffer.from([192, 0, 2, 1]))

/** Returns truncated responses over UDP and `reply` over TCP, once or endlessly. */
async function overTcp(reply: Reply, { forEver = false } = {}): Promise<{ server: string; sentBytes(): number }> {
  let sentBytes = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (query) => {
      const block = behindLength(reply(query.subarray(2)))
      const pour = (): void => {
        while (!socket.destroyed && socket.write(block)) sentBytes += block.length
      }
      if (!forEver) return void socket.write(block)
      socket.on('drain', pour)
      pour()
    })
  })
  // A TCP port whose UDP twin is free too.
  const port = await listening(server, await freePort())
  await overUdp((query) => message(query, [], { bits: flags.cut }), port)
  return { server: `127.0.0.1:${port}`, sentBytes: () => sentBytes }
}

async function overUdp(reply: Reply, port = 0, times = 1): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    for (let n = 0; n < times; n++) socket.send(reply(query), from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const { signal } = new AbortController()
const question = { name: 'shop.test', type: 'A', ipVersion: 'any', signal } as const

describe('a name server', () => {
  it('with as many records as fit into a response is read, and few of them are tried', async () => {
    const { server } = await overTcp((query) =>
      message(
        query,
        Array.from({ length: 4000 }, () => address),
      ),
    )
    expect((await openNet().query({ ...question, resolver: server })).records.length).toBe(4000)
    const net = openNet({ resolvers: [server] })
    expect((await net.lookup('shop.test', { ipVersion: 'ip4', signal })).length).toBe(16)
  })

  it('whose aliases form a loop yields an error', async () => {
    const other = Buffer.from([5, ...Buffer.from('other'), 4, ...Buffer.from('test'), 0])
    const circle = [record(theName, 5, other), record(other, 5, theName)]
    const server = await overUdp((query) => message(query, circle))
    expect((await openNet().query({ ...question, resolver: server })).records).toEqual([])
    await expect(openNet({ resolvers: [server] }).lookup('shop.test', { ipVersion: 'any', signal })).rejects.toThrow(
      'the name shop.test has no address',
    )
  })

  it('whose compressed names point at themselves sends an invalid response', async () => {
    const server = await overUdp((query) => message(query, [record(Buffer.from([0xc0, 29]), 1, Buffer.alloc(4))]))
    await expect(openNet().query({ ...question, resolver: server })).rejects.toThrow(/garbled/)
  })

  it('that answers other questions endlessly fills no memory, and is dropped when the signal aborts', async () => {
    const wrong: Reply = (query) => {
      const reply = message(
        query,
        Array.from({ length: 500 }, () => address),
      )
      reply.writeUInt16BE((query.readUInt16BE(0) + 1) & 0xffff, 0)
      return reply
    }
    const { server, sentBytes } = await overTcp(wrong, { forEver: true })
    const stop = new AbortController()
    const grown = await growthDuring(async () => {
      const query = openNet().query({ ...question, signal: stop.signal, resolver: server })
      const watch = setInterval(() => sentBytes() > 16 * megabyte && stop.abort(new DeadlinePassed(5000)), 5)
      onTestFinished(() => clearInterval(watch))
      await expect(query).rejects.toThrow(/no response|garbled|could not be reached/)
    })
    expect(grown).toBeLessThan(100)
  })

  it('that sends a thousand responses to one question is read once', async () => {
    const server = await overUdp((query) => message(query, [address]), 0, 1000)
    const { records } = await openNet().query({ ...question, resolver: server })
    expect(records).toEqual([{ address: '192.0.2.1', ttl: 60 }])
  })
})
