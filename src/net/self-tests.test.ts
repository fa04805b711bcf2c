import { expect, it } from 'vitest'
import { freePort } from '../../test/kit/servers/free-port.ts'
import { startNameServer } from '../../test/kit/servers/name-server.ts'
import { systemClock as clock } from '../domain/clock.ts'
import { createSelfTests } from './self-tests.ts'

it('finds a name server that responds, whatever it returns', async () => {
  const server = await startNameServer(() => 'NXDOMAIN')
  try {
    const { resolver } = createSelfTests({ clock, resolvers: [server.address] })
    // A busy machine may be late with the first response.
    await expect.poll(resolver).toBe(true)
  } finally {
    await server.stop()
  }
})

it('reports that no name server responds', async () => {
  expect(await createSelfTests({ clock, resolvers: [`127.0.0.1:${await freePort()}`] }).resolver()).toBe(false)
})

it('finds a route to its own machine', async () => {
  expect(await createSelfTests({ clock, outside: '127.0.0.1' }).route()).toBe(true)
})

it('reports that an address has no route', async () => {
  expect(await createSelfTests({ clock, outside: '255.255.255.255' }).route()).toBe(false)
})
