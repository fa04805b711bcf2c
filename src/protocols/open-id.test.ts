import { expect, it } from 'vitest'
import { startLyingProvider } from '../../test/kit/servers/lying-provider.ts'
import { systemClock } from '../domain/clock.ts'
import { OpenIdError } from '../domain/people/open-id.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import { createOpenIdClient } from './open-id.ts'

const clientFor = (allowPrivate: boolean) =>
  createOpenIdClient(createNet({ policy: createPolicy({ allowPrivate }), clock: systemClock }), systemClock)
const attempt = { redirectUri: 'https://lapwing.example.com/cb', state: 's', nonce: 'n', verifier: 'v'.repeat(43) }

it('reaches no private address if those are forbidden', async () => {
  const provider = await startLyingProvider()
  await clientFor(true).check(provider.issuer)
  const refused = clientFor(false).check(provider.issuer)
  await expect(refused).rejects.toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/loopback/) })
  provider.stop()
})

it.each(['javascript:alert(1)//', 'ftp://elsewhere.example/a'])('sends nobody to %s', async (address) => {
  const provider = await startLyingProvider()
  provider.metadata = { authorization_endpoint: address }
  const begun = clientFor(true).signInAddress({ issuer: provider.issuer, clientId: 'a', clientSecret: 'b' }, attempt)
  await expect(begun).rejects.toThrow(OpenIdError)
  provider.stop()
})

it('asks for groups only where the provider knows that scope', async () => {
  const provider = await startLyingProvider()
  const scope = async (): Promise<string | null> => {
    const login = { issuer: provider.issuer, clientId: 'a', clientSecret: 'b' }
    return new URL(await clientFor(true).signInAddress(login, attempt)).searchParams.get('scope')
  }
  expect(await scope()).toBe('openid email profile')
  provider.metadata = { scopes_supported: ['openid', 'groups'] }
  expect(await scope()).toBe('openid email profile groups')
  provider.stop()
})
