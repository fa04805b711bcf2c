import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listening } from '../../test/kit/servers/listening.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { systemClock } from '../domain/clock.ts'
import type { NetConnection } from './connect.ts'
import { listenForPeer } from './incoming.ts'

const signal = new AbortController().signal

async function meeting(seenFrom?: string) {
  const port = await listening(createServer())
  const peer = await openNet().connect({ host: '127.0.0.1', port, ipVersion: 'any', signal })
  onTestFinished(() => void peer.socket.destroy())
  const awaited: NetConnection = seenFrom === undefined ? peer : { ...peer, address: seenFrom }
  const expected = await listenForPeer(awaited, systemClock)
  onTestFinished(() => expected.stop())
  const call = () => connect(expected.port, expected.address).on('error', () => undefined)
  return { expected, call }
}

describe('a connection that is awaited', () => {
  it('resolves when it arrives, early or late', async () => {
    const { expected, call } = await meeting()
    expect(expected).toMatchObject({ address: '127.0.0.1', family: 4 })
    const early = call()
    await once(early, 'connect')
    const first = await expected.arrival(signal)
    expect(first).toMatchObject({ address: '127.0.0.1', family: 4, port: (early.address() as { port: number }).port })
    const later = expected.arrival(signal)
    const late = call()
    const second = await later
    second.socket.write('hello')
    expect(String((await once(late, 'data'))[0])).toBe('hello')
    for (const socket of [early, late, first.socket, second.socket]) socket.destroy()
  })

  it('is not accepted from another address', async () => {
    const { expected, call } = await meeting('192.0.2.1')
    const stop = new AbortController()
    const arrival = expected.arrival(stop.signal)
    await once(call(), 'close')
    stop.abort(new Error('enough'))
    await expect(arrival).rejects.toThrow('enough')
  })

  it('is not accepted after listening stops', async () => {
    const { expected, call } = await meeting()
    expected.stop()
    await expect(once(call(), 'connect')).rejects.toThrow('ECONNREFUSED')
  })
})
