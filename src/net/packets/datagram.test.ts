import { type Socket, createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../test/kit/servers/free-port.ts'
import { systemClock } from '../../domain/clock.ts'
import type { DatagramOptions } from './datagram.ts'
import { DeadlinePassed } from '../../domain/limits/time-limit.ts'
import { createNet } from '../index.ts'
import { createPolicy } from '../policy.ts'

const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock: systemClock })
const never = new AbortController().signal

type Responder = (socket: Socket, from: { port: number; address: string }, question: Buffer) => void

async function listenerThat(respond: Responder, address = '127.0.0.1'): Promise<number> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  socket.on('message', (question, from) => respond(socket, from, question))
  socket.bind(0, address)
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return socket.address().port
}

const asking = (port: number, more: Partial<DatagramOptions> = {}): DatagramOptions => ({
  host: '127.0.0.1',
  port,
  payload: Buffer.from('hello'),
  take: () => true,
  ipVersion: 'any',
  signal: never,
  ...more,
})

describe('a datagram', () => {
  it('is sent once, and its response is delivered with the round-trip time', async () => {
    const port = await listenerThat((socket, from, question) =>
      socket.send(`${question} yourself`, from.port, from.address),
    )
    const responses: string[] = []
    const take = (answer: Buffer, afterMs: number): boolean => {
      expect(afterMs).toBeGreaterThan(0)
      return responses.push(answer.toString()) > 0
    }
    expect(await net.datagram(asking(port, { take }))).toEqual({ address: '127.0.0.1', family: 4 })
    expect(responses).toEqual(['hello yourself'])
  })

  it('is sent again while there is no response, from the same port', async () => {
    const ports = new Set<number>()
    let received = 0
    const port = await listenerThat((socket, from) => {
      ports.add(from.port)
      if (++received === 3) socket.send('late', from.port, from.address)
    })
    await net.datagram(asking(port, { repeatMs: 5 }))
    expect([received >= 3, ports.size]).toEqual([true, 1])
  })

  it('reaches names and IPv6', async () => {
    const port = await listenerThat((socket, from) => socket.send('6', from.port, from.address), '::1')
    expect(await net.datagram(asking(port, { host: 'localhost', ipVersion: 'ip6' }))).toEqual({
      address: '::1',
      family: 6,
    })
    expect(await net.datagram(asking(port, { host: '::1' }))).toEqual({ address: '::1', family: 6 })
  })

  it('waits for more responses until there are enough', async () => {
    const port = await listenerThat((socket, from) => {
      for (const text of ['one', 'two', 'three']) socket.send(text, from.port, from.address)
    })
    const responses: string[] = []
    await net.datagram(asking(port, { take: (answer) => responses.push(answer.toString()) === 3 }))
    expect(responses).toEqual(['one', 'two', 'three'])
  })

  it('ends at its cap when the responses never end', async () => {
    const port = await listenerThat((socket, from) => {
      const flood = setInterval(() => socket.send(Buffer.alloc(1000), from.port, from.address), 1)
      onTestFinished(() => clearInterval(flood))
    })
    let bytes = 0
    await net.datagram(asking(port, { maxBytes: 5000, quietMs: null, take: (answer) => (bytes += answer.length) < 0 }))
    expect(bytes).toBe(5000)
  })

  it('ends at its cap when the responses never end and are empty', async () => {
    const port = await listenerThat((socket, from) => {
      const flood = setInterval(() => {
        for (let n = 0; n < 100; n++) socket.send('', from.port, from.address)
      }, 1)
      onTestFinished(() => clearInterval(flood))
    })
    let responses = 0
    await net.datagram(asking(port, { quietMs: null, take: () => ++responses < 0 }))
    expect(responses).toBe(1000)
  })

  it('accepts responses from the target only', async () => {
    const stranger = createSocket('udp4')
    onTestFinished(() => void stranger.close())
    const port = await listenerThat((socket, from) => {
      stranger.send('from a stranger', from.port, from.address, () => {
        setTimeout(() => socket.send('from me', from.port, from.address), 30)
      })
    })
    const responses: string[] = []
    await net.datagram(asking(port, { take: (answer) => responses.push(answer.toString()) > 0 }))
    expect(responses).toEqual(['from me'])
  })

  it('reports that nothing listens', async () => {
    // A port outside the ephemeral range: sent from the same port, the datagram would reach itself.
    const port = await freePort()
    await expect(net.datagram(asking(port))).rejects.toMatchObject({
      name: 'TargetDown',
      reason: 'connect',
      message: `connection refused by 127.0.0.1:${port}`,
    })
  })

  it('ends at the deadline without a response', async () => {
    const port = await listenerThat(() => undefined)
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DeadlinePassed(50)), 50)
    await expect(net.datagram(asking(port, { signal: controller.signal }))).rejects.toMatchObject({
      reason: 'timeout',
      message: 'no response within 0.1 s (while waiting for a reply)',
    })
  })

  it.each(['before it starts', 'in the same turn', 'in the next turn'])('can be aborted %s', async (when) => {
    const port = await listenerThat(() => undefined)
    const controller = new AbortController()
    if (when === 'before it starts') controller.abort()
    const pending = net.datagram(asking(port, { signal: controller.signal }))
    if (when === 'in the same turn') controller.abort()
    if (when === 'in the next turn') setImmediate(() => controller.abort())
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('passes on errors of its listener', async () => {
    const port = await listenerThat((socket, from) => socket.send('x', from.port, from.address))
    const take = (): boolean => {
      throw new Error('a bug of ours')
    }
    await expect(net.datagram(asking(port, { take }))).rejects.toThrow('a bug of ours')
  })

  it('is not sent to forbidden addresses', async () => {
    const closed = createNet({ policy: createPolicy({ allowPrivate: false }), clock: systemClock })
    await expect(closed.datagram(asking(9))).rejects.toMatchObject({
      reason: 'connect',
      message: expect.stringContaining('loopback'),
    })
    await expect(closed.datagram(asking(9, { host: 'localhost' }))).rejects.toMatchObject({ reason: 'connect' })
  })

  it('is refused when it is larger than any datagram', async () => {
    await expect(net.datagram(asking(9, { payload: Buffer.alloc(70_000) }))).rejects.toMatchObject({
      reason: 'connect',
      message: expect.stringContaining('too large'),
    })
  })
})
