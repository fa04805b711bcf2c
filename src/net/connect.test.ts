import { type AddressInfo, type Server, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startDeaf } from '../../test/kit/servers/deaf.ts'
import { systemClock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import { type NetConnection, createConnect } from './connect.ts'
import { DeadlinePassed } from '../domain/limits/time-limit.ts'
import type { IpAddress, ReachOptions } from './lookup.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function serve(host: string, port = 0): Promise<number> {
  const server: Server = createServer((socket) => socket.resume().on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  stops.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

interface Names {
  any: string[]
  ip6?: string[]
}

function connect(
  names: Names,
  port: number,
  signal = new AbortController().signal,
): Promise<NetConnection & { requested: string[] }> {
  const lookups: string[] = []
  const lookup = async (_host: string, { ipVersion }: ReachOptions): Promise<IpAddress[]> => {
    lookups.push(ipVersion)
    const addresses = ipVersion === 'ip6' ? names.ip6 : names.any
    if (!addresses) throw new TargetDown('dns', 'the name has no IPv6 address')
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return createConnect({ lookup, clock: systemClock })({ host: 'shop.test', port, ipVersion: 'any', signal }).then(
    (connection) => {
      stops.unshift(() => connection.socket.destroy())
      return { ...connection, requested: lookups }
    },
  )
}

describe('connecting', () => {
  it('connects to the first address, reports address and timings, and makes no second lookup', async () => {
    const port = await serve('127.0.0.1')
    const connection = await connect({ any: ['127.0.0.1', '127.0.0.2'] }, port)
    expect(connection).toMatchObject({ host: 'shop.test', address: '127.0.0.1', family: 4, port, requested: ['any'] })
    expect(connection.connectMs).toBeGreaterThan(0)
    expect(connection.socket.readyState).toBe('open')
  })

  it('tries the next address when one refuses', async () => {
    const port = await serve('127.0.0.1')
    expect(await connect({ any: ['127.0.0.2', '127.0.0.3', '127.0.0.1'] }, port)).toMatchObject({
      address: '127.0.0.1',
    })
  })

  it('tries IPv6 when every IPv4 address refuses', async () => {
    const port = await serve('::1')
    expect(await connect({ any: ['127.0.0.2'], ip6: ['::1'] }, port)).toMatchObject({
      address: '::1',
      family: 6,
      requested: ['any', 'ip6'],
    })
  })

  it('does not wait for a silent address when the next one responds', async () => {
    // A port that is free here is very likely free on that address too.
    const deaf = await startDeaf('127.0.0.2', await serve('127.0.0.1'))
    stops.push(() => deaf.stop())
    const connection = await connect({ any: ['127.0.0.2', '127.0.0.1'] }, deaf.port)
    expect(connection.address).toBe('127.0.0.1')
  })

  it('looks up IPv6 while every IPv4 address is silent', async () => {
    const deaf = await startDeaf()
    stops.push(() => deaf.stop())
    await serve('::1', deaf.port)
    expect(await connect({ any: ['127.0.0.1'], ip6: ['::1'] }, deaf.port)).toMatchObject({ address: '::1' })
  })

  it('reports the first address when all fail', async () => {
    const port = await serve('127.0.0.1')
    const message = `connection refused by 127.0.0.2:${port}`
    await expect(connect({ any: ['127.0.0.2', '127.0.0.3'], ip6: ['::1'] }, port)).rejects.toMatchObject({
      reason: 'connect',
      message,
    })
    await expect(connect({ any: ['127.0.0.2'] }, port)).rejects.toMatchObject({ reason: 'connect', message })
  })

  it('puts IPv6 addresses in brackets before the port', async () => {
    const port = await serve('127.0.0.1')
    await expect(connect({ any: ['::1'] }, port)).rejects.toThrow(`connection refused by [::1]:${port}`)
  })

  it('stops at the deadline', async () => {
    const deaf = await startDeaf()
    stops.push(() => deaf.stop())
    const controller = new AbortController()
    const pending = connect({ any: ['127.0.0.1'] }, deaf.port, controller.signal)
    setTimeout(() => controller.abort(new DeadlinePassed(100)), 100)
    await expect(pending).rejects.toMatchObject({
      reason: 'timeout',
      message: 'no response within 0.1 s (while connecting)',
    })
  })
})
