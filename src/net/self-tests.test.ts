import { expect, it } from 'vitest'
import { freePort } from '../../test/kit/servers/free-port.ts'
import { startNameServer } from '../../test/kit/servers/name-server.ts'
import { systemClock as clock } from '../domain/clock.ts'
import { createSelfTests } from './self-tests.ts'

it('finds a name server that answers, whatever it says', async () => {
  const server = await startNameServer(() => 'NXDOMAIN')
  try {
    const { resolver } = createSelfTests({ clock, resolvers: [server.address] })
    // A busy machine may be late with the first answer.
    await expect.poll(resolver).toBe(true)
  } finally {
    await server.stop()
  }
})

it('finds that nobody answers', async () => {
  expect(await createSelfTests({ clock, resolvers: [`127.0.0.1:${await freePort()}`] }).resolver()).toBe(false)
})

it('knows the way to its own machine', async () => {
  expect(await createSelfTests({ clock, outside: '127.0.0.1' }).route()).toBe(true)
})

it('knows no way to an address that cannot be reached from here', async () => {
  expect(await createSelfTests({ clock, outside: '255.255.255.255' }).route()).toBe(false)
})
