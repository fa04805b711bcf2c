// Attempts to get a token, or a browser, where it should not go.
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { OAuthError } from '../../../src/domain/oauth/oauth-error.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import {
  askForAccess,
  commandLine,
  connect,
  decide,
  discover,
  exchange,
  openAuthorize,
  postForm,
  redirectUri,
  refresh,
} from '../../kit/people/oauth.ts'
import { type Person, signedIn } from '../../kit/people/signed-in.ts'

const document = 'https://app.example.com/client.json'
const documents = new Map<string, object>([
  [document, { client_id: document, client_name: 'App', redirect_uris: ['https://app.example.com/cb'] }],
  ['https://liar.example.com/client.json', { client_id: document, redirect_uris: ['https://liar.example.com/cb'] }],
])

const app = sharedLapwing({
  clientDocument: async (url) => {
    const found = documents.get(url)
    if (!found) throw new OAuthError('invalid_client', '10.0.0.1 is a private address')
    return JSON.stringify(found)
  },
})

let owner: Person
let confidential: { client_id: string; client_secret: string }

beforeAll(async () => {
  owner = await signedIn(app())
  const body = { name: 'Portal', kind: 'app', redirectUris: ['https://portal.example.com/cb'], scope: 'read' }
  confidential = (await owner.ask('POST', '/dashboard/oauth/clients', { body })).body
})

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const good = {
  client_id: 'lapwing-cli',
  redirect_uri: redirectUri,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'x7',
}
const without = (name: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))

describe('the authorization endpoint', () => {
  it.each([
    ['an unregistered redirect', { ...good, redirect_uri: 'https://evil.example/cb' }],
    ['another path', { ...good, redirect_uri: 'http://127.0.0.1:51234/other' }],
    ['a user name', { ...good, redirect_uri: 'http://127.0.0.1:51234@evil.example/callback' }],
    ['a fragment', { ...good, redirect_uri: `${redirectUri}#x` }],
    ['an address without a scheme', { ...good, redirect_uri: '//evil.example/callback' }],
    ['a script', { ...good, redirect_uri: 'javascript:alert(1)//callback' }],
    [
      'another port than the registered one',
      { ...good, client_id: document, redirect_uri: 'https://app.example.com:8443/cb' },
    ],
    ['no redirect, if several are registered', without('redirect_uri')],
    ['an unknown client', { ...good, client_id: 'lwc_nobody' }],
    ['a client without a name', without('client_id')],
    ['a metadata document that cannot be read', { ...good, client_id: 'https://intranet.example/c.json' }],
    ['a metadata document of another client', { ...good, client_id: 'https://liar.example.com/client.json' }],
    ['a metadata document over http', { ...good, client_id: 'http://app.example.com/client.json' }],
    ['two redirects', `${new URLSearchParams(good)}&redirect_uri=https://evil.example/cb`],
    ['two clients', `${new URLSearchParams(good)}&client_id=lapwing-cli`],
  ])('sends nobody anywhere for %s', async (_case, parameters) => {
    const response = await openAuthorize(app(), parameters)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(await response.text()).toContain('This program cannot be connected')
  })

  it.each([
    ['without PKCE', without('code_challenge'), 'invalid_request'],
    ['with a plain challenge', { ...good, code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a challenge method', without('code_challenge_method'), 'invalid_request'],
    ['with a short challenge', { ...good, code_challenge: 'abc' }, 'invalid_request'],
    ['for a token in the address', { ...good, response_type: 'token' }, 'unsupported_response_type'],
    ['for a fragment', { ...good, response_mode: 'fragment' }, 'invalid_request'],
    ['with an unknown scope', { ...good, scope: 'read admin' }, 'invalid_scope'],
    ['for another resource', { ...good, resource: 'https://evil.example' }, 'invalid_target'],
    ['with a parameter sent twice', `${new URLSearchParams(good)}&scope=read&scope=write`, 'invalid_request'],
    ['with a null character', { ...good, scope: 'read\0' }, 'invalid_request'],
    ['with a long state', { ...good, state: 's'.repeat(5000) }, 'invalid_request'],
  ])('tells the program of a request %s', async (_case, parameters, code) => {
    const { status, headers } = await openAuthorize(app(), parameters)
    expect(status).toBe(303)
    const address = new URL(headers.get('location')!)
    expect(`${address.origin}${address.pathname}`).toBe(redirectUri)
    expect(address.searchParams.get('error')).toBe(code)
    expect(address.searchParams.get('iss')).toBe(app().origin)
    if (!address.searchParams.get('error_description')!.includes('state'))
      expect(address.searchParams.get('state')).toBe('x7')
  })

  it('does not let a client ask for more than it may have', async () => {
    const { client_id: id } = confidential
    const redirect = 'https://portal.example.com/cb'
    const { headers } = await openAuthorize(app(), { ...good, client_id: id, redirect_uri: redirect, scope: 'write' })
    expect(headers.get('location')).toContain('error=invalid_scope')
  })

  it('trusts a metadata document for its own redirects', async () => {
    const requested = await askForAccess(app(), {
      client: { client_id: document },
      redirectUri: 'https://app.example.com/cb',
    })
    const { body } = await owner.ask('GET', `/dashboard/oauth/requests/${requested.id}`)
    expect(body.client).toMatchObject({ kind: 'metadata_document', host: 'app.example.com', name: 'App' })
    expect(body).toMatchObject({ redirect_host: 'app.example.com', loopback_only: false })
    const tokens = await exchange(app(), requested, await decide(owner, requested.id))
    expect((await app().get('/me', { key: tokens.access_token })).body.credential.client_id).toBe(document)
  })
})

it('keeps a program connected while its metadata document cannot be read', async () => {
  const id = 'https://away.example.com/client.json'
  const redirect_uris = ['http://127.0.0.1/callback']
  documents.set(id, { client_id: id, redirect_uris, grant_types: ['authorization_code', 'refresh_token'] })
  const { refresh_token: token } = await connect(app(), owner, { client: { client_id: id } })
  documents.delete(id)
  app().clock.advance(300_001)
  expect((await refresh(app(), token!, { client_id: id })).status).toBe(200)
  expect((await openAuthorize(app(), { ...good, client_id: id })).status).toBe(400)
})

it('allows nothing to a program that was deleted meanwhile', async () => {
  const body = { name: 'Short-lived', kind: 'app', redirectUris: ['https://short.example.com/cb'], scope: 'read' }
  const { body: client } = await owner.ask('POST', '/dashboard/oauth/clients', { body })
  const requested = await askForAccess(app(), {
    client: { client_id: client.client_id },
    redirectUri: 'https://short.example.com/cb',
    parameters: { scope: 'read' },
  })
  const { body: request } = await owner.ask('GET', `/dashboard/oauth/requests/${requested.id}`)
  await owner.ask('DELETE', `/dashboard/oauth/clients/${client.id}`)
  const decision = { allow: true, scope: 'read', organizationId: request.organizations[0].id }
  const answer = await owner.ask('POST', `/dashboard/oauth/requests/${requested.id}/decision`, { body: decision })
  expect(answer).toMatchObject({ status: 404, body: { error: { message: 'The program was deleted' } } })
})

describe('a code', () => {
  it('that is used twice ends what was granted with it', async () => {
    const requested = await askForAccess(app())
    const address = await decide(owner, requested.id)
    const tokens = await exchange(app(), requested, address)
    await expect(exchange(app(), requested, address)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await app().get('/me', { key: tokens.access_token })).status).toBe(401)
    const { body } = await app().get('/activity?action=oauth.revoked')
    expect(body.data[0].changes.reason).toBe('code used twice')
  })

  it('is useless without its verifier, for another client, at another redirect, and after a minute', async () => {
    const requested = await askForAccess(app())
    const address = await decide(owner, requested.id)
    const form = {
      grant_type: 'authorization_code',
      client_id: 'lapwing-cli',
      code: address.searchParams.get('code')!,
      redirect_uri: redirectUri,
      code_verifier: requested.verifier,
    }
    const errorOf = async (change: Record<string, string>) =>
      (await postForm(app(), '/oauth/token', { ...form, ...change })).body.error
    expect(await errorOf({ code_verifier: '' })).toBe('invalid_request')
    expect(await errorOf({ code_verifier: oauth.generateRandomCodeVerifier() })).toBe('invalid_grant')
    expect(await errorOf({ code_verifier: requested.verifier.slice(0, 20) })).toBe('invalid_grant')
    expect(await errorOf({ client_id: document })).toBe('invalid_grant')
    expect(await errorOf({ redirect_uri: 'http://127.0.0.1:1/callback' })).toBe('invalid_grant')
    expect(await errorOf({ resource: `${app().origin}/mcp` })).toBe('invalid_target')
    app().clock.advance(60_000)
    expect(await errorOf({})).toBe('invalid_grant')
  })

  it('of another server is noticed by the program', async () => {
    const requested = await askForAccess(app())
    const address = await decide(owner, requested.id)
    const server = { ...(await discover(app())), issuer: 'https://evil.example' }
    expect(() => oauth.validateAuthResponse(server, commandLine, address, requested.state)).toThrow(/"iss"/)
  })

  it('comes from one decision, within ten minutes, by a member of the organization', async () => {
    const { id } = await askForAccess(app())
    const { body: request } = await owner.ask('GET', `/dashboard/oauth/requests/${id}`)
    const choice = { allow: true, scope: 'read', organizationId: request.organizations[0].id }
    const answer = (path: string, body: object) =>
      owner.ask('POST', `/dashboard/oauth/requests/${path}/decision`, { body })
    const other = '0198c5a2-7d4f-7b12-8d1e-0c5a9f7e3b20'
    expect((await answer(id, { ...choice, organizationId: other })).status).toBe(400)
    expect((await answer(id, choice)).status).toBe(200)
    expect((await answer(id, choice)).status).toBe(404)
    const late = await askForAccess(app())
    app().clock.advance(600_000)
    expect((await answer(late.id, choice)).status).toBe(404)
  })
})

describe('the token endpoint', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })
  const form = { grant_type: 'refresh_token', refresh_token: 'lwr_x' }
  const post = (more: Record<string, string> | string, headers: Record<string, string> = {}) =>
    postForm(app(), '/oauth/token', typeof more === 'string' ? more : { ...form, ...more }, headers)

  it('demands the secret of a client that has one, once', async () => {
    const { client_id: id, client_secret: secret } = confidential
    expect(await post({ client_id: id })).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(await post({ client_id: id, client_secret: 'lws_wrong' })).toMatchObject({ status: 401 })
    const wrong = await post({}, basic(id, 'lws_wrong'))
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic/)
    expect((await post({ client_secret: secret }, basic(id, secret))).body.error).toBe('invalid_request')
    expect((await post({ client_id: 'lapwing-cli' }, basic(id, secret))).body.error).toBe('invalid_request')
    expect((await post({}, basic(id, secret))).body.error).toBe('invalid_grant')
    expect((await post({}, { authorization: `Bearer ${secret}` })).body.error).toBe('invalid_client')
  })

  it('refuses a secret from a client that has none', async () => {
    expect((await post({ client_id: 'lapwing-cli', client_secret: 'x' })).body.error).toBe('invalid_client')
    expect((await post({}, basic('lapwing-cli', 'x'))).body.error).toBe('invalid_client')
  })

  it.each([
    ['no client', { client_id: '' }, 'invalid_request'],
    ['an unknown grant', { client_id: 'lapwing-cli', grant_type: 'password' }, 'unsupported_grant_type'],
    [
      'a grant that the client may not use',
      { client_id: 'lapwing-cli', grant_type: 'client_credentials' },
      'unauthorized_client',
    ],
    [
      'an access token in place of a refresh token',
      { client_id: 'lapwing-cli', refresh_token: 'lwa_x' },
      'invalid_grant',
    ],
    [
      'a parameter sent twice',
      'grant_type=refresh_token&grant_type=refresh_token&client_id=lapwing-cli',
      'invalid_request',
    ],
  ])('refuses %s', async (_case, more, code) => {
    const answer = await post(more)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: code, error_description: expect.any(String) })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('reads forms of at most 16 KB', async () => {
    const send = async (type: string, body: string): Promise<[number, string]> => {
      const headers = { 'content-type': type }
      const response = await fetch(`${app().origin}/oauth/token`, { method: 'POST', headers, body })
      return [response.status, ((await response.json()) as { error: string }).error]
    }
    expect(await send('application/json', '{"grant_type":"refresh_token"}')).toEqual([400, 'invalid_request'])
    expect(await send('text/plain', 'grant_type=refresh_token')).toEqual([400, 'invalid_request'])
    const large = `grant_type=${'x'.repeat(20_000)}`
    expect(await send('application/x-www-form-urlencoded', large)).toEqual([413, 'invalid_request'])
    const get = await fetch(`${app().origin}/oauth/token`)
    expect(get.status).toBe(405)
    expect(get.headers.get('allow')).toBe('POST')
  })
})

describe('a token of another client', () => {
  it('can be neither ended nor seen', async () => {
    const { client_id: id, client_secret: secret } = confidential
    const { access_token: token } = await connect(app(), owner)
    const form = { client_id: id, client_secret: secret, token }
    expect((await postForm(app(), '/oauth/introspect', form)).body).toEqual({ active: false })
    expect((await postForm(app(), '/oauth/revoke', form)).body.error).toBe('unauthorized_client')
    expect((await app().get('/me', { key: token })).status).toBe(200)
    const open = await postForm(app(), '/oauth/introspect', { client_id: 'lapwing-cli', token })
    expect(open).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })
})

describe('registration', () => {
  const register = async (metadata: object) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(metadata)
    const response = await fetch(`${app().origin}/oauth/register`, { method: 'POST', headers, body })
    return { status: response.status, headers: response.headers, body: (await response.json()) as any }
  }

  it('refuses redirects that are not safe', async () => {
    const answer = await register({ redirect_uris: ['javascript:alert(1)'] })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
  })

  it('slows down a flood', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 22; count++)
      statuses.push((await register({ redirect_uris: ['https://a.example/cb'] })).status)
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(20)
    const refused = await register({ redirect_uris: ['https://a.example/cb'] })
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
