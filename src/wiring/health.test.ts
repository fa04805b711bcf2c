import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { sharedLapwing } from '../../test/kit/lapwing/lapwing.ts'
import { systemClock } from '../domain/clock.ts'
import { readSettings } from '../settings.ts'
import { serverHealth } from './health.ts'

const app = sharedLapwing()
const health = (env: Record<string, string>) => serverHealth(readSettings(env), systemClock)

it('says that a running server is alive', async () => {
  const { hostname, port, origin } = new URL(app().origin)
  expect(await health({ LAPWING_HOST: hostname, LAPWING_PORT: port })).toEqual({
    isAlive: true,
    sentence: `Lapwing responds at ${origin}.`,
  })
})

it('is not content with another program, or with none', async () => {
  const server = createServer((_request, response) => response.end('{"status":"fine"}')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const sentence = `Lapwing does not respond at http://127.0.0.1:${port}.`
  expect(await health({ LAPWING_HOST: '0.0.0.0', LAPWING_PORT: String(port) })).toEqual({ isAlive: false, sentence })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await health({ LAPWING_HOST: '0.0.0.0', LAPWING_PORT: String(port) })).toEqual({ isAlive: false, sentence })
})

it('has no server to ask in a process without one', async () => {
  expect(await health({ LAPWING_ROLES: 'prober' })).toMatchObject({ isAlive: true })
})
