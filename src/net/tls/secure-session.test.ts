import { type TLSSocket, createServer } from 'node:tls'
import type { SecureVersion } from 'node:tls'
import { expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import type { SecureConnection } from '../index.ts'

const authority = createAuthority()
const trusting = openNet({ extraTrust: [authority.root] })
const { signal } = new AbortController()

async function start(maxVersion: SecureVersion, names: string[]) {
  const resumed: boolean[] = []
  const certificate = authority.issue({ names })
  const server = createServer({ ...certificate, maxVersion }, (socket: TLSSocket) => {
    resumed.push(socket.isSessionReused())
    socket.on('error', () => undefined).on('data', (words) => socket.write(words))
  })
  const port = await listening(server)
  const reach = async (verify: boolean, session?: Buffer, net = trusting): Promise<SecureConnection> => {
    const connection = await net.connect({ host: '127.0.0.1', port, ipVersion: 'any', signal })
    return net.secure(connection, { serverName: '127.0.0.1', verify, session, signal })
  }
  return { resumed, reach }
}

/** A ticket comes after the handshake, but before a response. */
async function sessionOf({ socket }: SecureConnection): Promise<Buffer | undefined> {
  socket.write('hello')
  await new Promise((resolve) => socket.once('data', resolve))
  const session = socket.getSession()
  socket.destroy()
  return session
}

it.each(['TLSv1.2', 'TLSv1.3'] as const)('resumes a session of %s', async (version) => {
  const { resumed, reach } = await start(version, ['127.0.0.1'])
  const session = await sessionOf(await reach(true))
  const again = await reach(true, session)
  expect(again).toMatchObject({ chainProblem: null, nameProblem: null, tlsVersion: version === 'TLSv1.3' ? 13 : 12 })
  await sessionOf(again)
  expect(resumed).toEqual([false, true])
})

it('verifies the certificate of a server that does not resume', async () => {
  const good = await start('TLSv1.3', ['127.0.0.1'])
  const other = await start('TLSv1.3', ['other.test'])
  const session = await sessionOf(await good.reach(true))
  await expect(other.reach(true, session)).rejects.toMatchObject({ reason: 'certificate' })
})
