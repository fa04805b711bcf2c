import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { quiet } from '../../test/kit/log.ts'
import { linuxSystem } from '../agent/linux.ts'
import { report } from '../agent/report.ts'
import { systemClock as clock } from '../domain/clock.ts'
import { type AgentRelay, certificateIn, listenAddress, startAgentRelay } from './agent-relay.ts'

interface Received {
  readonly path: string
  readonly authorization: string | undefined
  readonly encoding: string | undefined
}

async function relayToServer() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request
    received.push({ path, authorization: headers.authorization, encoding: headers['content-encoding'] })
    request.resume()
    request.once('end', () => response.end(JSON.stringify({ object: 'agent_ack', config_version: 7 })))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = listenAddress('127.0.0.1:0')
  const relay: AgentRelay = await startAgentRelay({ url, address, certificate: null, clock, log: quiet })
  const end = (): void => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(end)
  onTestFinished(relay.stop)
  return { received, relay: `http://127.0.0.1:${relay.port}`, end }
}

const payload = { system: linuxSystem(), version: '1.0.0', samples: [], configVersion: null }

it('passes a report on with the token of its host, and the response back', async () => {
  const { relay, received } = await relayToServer()
  expect(await report({ url: relay, token: 'lwa_a-b' }, payload, clock)).toMatchObject({
    kind: 'taken',
    configVersion: 7,
  })
  expect(received).toEqual([{ path: '/agent/v1/report', authorization: 'Bearer lwa_a-b', encoding: 'gzip' }])
})

it('tells the agent to keep the report while the server is away', async () => {
  const { relay, end } = await relayToServer()
  end()
  const reply = await report({ url: relay, token: 'lwa_a' }, payload, clock)
  expect(reply).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('The probe cannot reach') })
})

it('passes nothing else on', async () => {
  const { relay, received } = await relayToServer()
  const ask = async (path: string, init: RequestInit = {}): Promise<number> =>
    (await fetch(`${relay}${path}`, { method: 'POST', headers: { authorization: 'Bearer lwa_a' }, ...init })).status
  expect(await ask('/v1/monitors')).toBe(404)
  expect(await ask('/agent/v1/report?x=1')).toBe(404)
  expect(await ask('/agent/v1/report', { method: 'DELETE' })).toBe(405)
  expect(await ask('/agent/v1/report', { headers: { authorization: 'Basic x' } })).toBe(401)
  expect(await ask('/agent/v1/report', { body: 'x'.repeat(262_145) })).toBe(413)
  expect(received).toEqual([])
})

it.each([
  ['8090', { host: undefined, port: 8090 }],
  [':8090', { host: undefined, port: 8090 }],
  ['10.0.0.5:8090', { host: '10.0.0.5', port: 8090 }],
  ['[::1]:8090', { host: '::1', port: 8090 }],
])('listens on %s', (text, address) => expect(listenAddress(text)).toEqual(address))

it('says which option is wrong', () => {
  for (const text of ['', 'x', '70000', 'http://a:1']) expect(() => listenAddress(text)).toThrow('--agents: ')
  expect(() => certificateIn('/a.pem', undefined)).toThrow('belong together')
  expect(() => certificateIn('/nonexistent', '/nonexistent')).toThrow('cannot be read')
})
