// An OpenID Connect provider that says whatever a test wants, signed with its own key.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const keys = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))

export interface LyingProvider {
  readonly issuer: string
  /** Claims of the next ID token beside those that a true one has. */
  claims: Record<string, unknown>
  /** Fields of its discovery document that replace true ones. */
  metadata: Record<string, unknown>
  /** Signs with a key that its key set does not list. */
  forges: boolean
  /** The redirect of a person who agreed, for the address that the browser was sent to. */
  agree(url: string): URL
  stop(): void
}

/** Checks the client secret and the code verifier, and takes each code once, as true providers do. */
export async function startLyingProvider(): Promise<LyingProvider> {
  const codes = new Map<string, URLSearchParams>()
  const server = createServer((request, response) => void respond(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: LyingProvider = {
    issuer,
    claims: {},
    metadata: {},
    forges: false,
    agree(url) {
      const requested = new URL(url).searchParams
      const code = `code-${codes.size}`
      codes.set(code, requested)
      const back = new URL(requested.get('redirect_uri')!)
      back.search = new URLSearchParams({ code, state: requested.get('state')!, iss: issuer }).toString()
      return back
    },
    stop: () => server.close(),
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (body: object, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') return json(discovery())
    if (request.url === '/keys')
      return json({ keys: [{ ...keys[0]!.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'RS256' }] })
    if (request.url !== '/token') return json({}, 404)
    const sent = new URLSearchParams(await text(request))
    const requested = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const login = `Basic ${Buffer.from('lapwing:secret').toString('base64')}`
    if (requested?.get('code_challenge') !== challenge || request.headers.authorization !== login)
      return json({ error: 'invalid_grant' }, 400)
    json({ access_token: 'x', token_type: 'bearer', id_token: tokenFor(requested) })
  }

  const discovery = (): object => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    ...provider.metadata,
  })

  function tokenFor(requested: URLSearchParams): string {
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: issuer, aud: 'lapwing', iat: now, exp: now + 300, nonce: requested.get('nonce') }
    const parts = [
      { alg: 'RS256', kid: 'a' },
      { ...usual, ...provider.claims },
    ]
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const { privateKey } = keys[provider.forges ? 1 : 0]!
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  return provider
}
