// A certified OpenID Connect provider with its own sign-in pages: anyone gets in under the name they type.
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface TrueProvider {
  readonly issuer: string
  stop(): void
}

interface Registration {
  readonly redirectUri: string
  /** The groups of each person, by the name they sign in with. */
  readonly groups: Readonly<Record<string, readonly string[]>>
}

export async function startTrueProvider({ redirectUri, groups }: Registration): Promise<TrueProvider> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'lapwing', client_secret: 'secret', redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@example.com`,
        email_verified: true,
        name: accountId.toUpperCase(),
        groups: groups[accountId] ?? [],
      }),
    }),
  })
  server.on('request', provider.callback())
  return { issuer, stop: () => server.close() }
}
