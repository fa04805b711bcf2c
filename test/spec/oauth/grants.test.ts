// Every way in which a program gets a token, with oauth4webapi as the program.
import * as oauth from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import {
  askForAccess,
  commandLine,
  connect,
  decide,
  discover,
  exchange,
  insecure,
  refresh,
} from '../../kit/people/oauth.ts'
import { activityOf } from '../../kit/people/people.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const app = sharedLapwing()

describe('metadata', () => {
  it('describes the authorization server (RFC 8414)', async () => {
    const server = await discover(app())
    expect(server).toMatchObject({
      issuer: app().origin,
      scopes_supported: ['read', 'write', 'offline_access'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      registration_endpoint: `${app().origin}/oauth/register`,
    })
  })

  it.each(['', '/v1', '/mcp'])('describes the resource at %s (RFC 9728)', async (path) => {
    const resource = new URL(`${app().origin}${path}`)
    const response = await oauth.resourceDiscoveryRequest(resource, insecure)
    const metadata = await oauth.processResourceDiscoveryResponse(resource, response)
    expect(metadata.authorization_servers).toEqual([app().origin])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('may be read by MCP clients in browsers', async () => {
    const { status, headers } = await fetch(`${app().origin}/.well-known/oauth-authorization-server`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-headers': 'mcp-protocol-version' },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
  })
})

describe('an authorization code', () => {
  it('becomes tokens that act for the user', async () => {
    const person = await signedIn(app())
    const requested = await askForAccess(app(), {})
    expect(requested.location).toBe(`${app().origin}/oauth/consent?request=${requested.id}`)
    const { body: request } = await person.ask('GET', `/dashboard/oauth/requests/${requested.id}`)
    expect(request).toMatchObject({
      object: 'oauth_request',
      client: { id: 'lapwing-cli', kind: 'built_in', host: null },
      redirect_host: '127.0.0.1:51234',
      loopback_only: true,
      scopes: ['read', 'write', 'offline_access'],
      resource: 'api',
    })
    const tokens = await exchange(app(), requested, await decide(person, requested.id))
    expect(tokens).toMatchObject({ expires_in: 3600, scope: 'read write offline_access' })
    expect(tokens.access_token).toMatch(/^lwa_/)
    expect(tokens.refresh_token).toMatch(/^lwr_/)
    const { body: me } = await app().get('/me', { key: tokens.access_token })
    expect(me.credential).toMatchObject({ type: 'oauth', client_id: 'lapwing-cli', scope: 'write' })
    expect(me.user).toMatchObject({ id: person.user.id, role: 'owner' })
    expect(me.organization.name).toBe('Acme')
  })

  it('brings no refresh token if the program did not ask for one', async () => {
    const tokens = await connect(app(), await signedIn(app()), {
      parameters: { scope: 'read' },
      choice: { scope: 'read' },
    })
    expect(tokens.refresh_token).toBeUndefined()
    expect(tokens.scope).toBe('read')
  })

  it('is refused to the program if the user denies it', async () => {
    const requested = await askForAccess(app())
    const address = await decide(await signedIn(app()), requested.id, { allow: false })
    expect(address.searchParams.get('iss')).toBe(app().origin)
    const server = await discover(app())
    expect(() => oauth.validateAuthResponse(server, commandLine, address, requested.state)).toThrow(
      oauth.AuthorizationResponseError,
    )
  })

  it('can be narrowed by the user, but not widened', async () => {
    const person = await signedIn(app())
    const narrowed = await connect(app(), person, { choice: { scope: 'read' } })
    expect(narrowed.scope).toBe('read offline_access')
    const { id } = await askForAccess(app(), { parameters: { scope: 'read' } })
    const { body: request } = await person.ask('GET', `/dashboard/oauth/requests/${id}`)
    const body = { allow: true, scope: 'write', organizationId: request.organizations[0].id }
    const widened = await person.ask('POST', `/dashboard/oauth/requests/${id}/decision`, { body })
    expect(widened.status).toBe(400)
    expect(widened.body.error.message).toContain('scope')
  })

  it('is in the activity log with the name of the program, and so is what the token changes', async () => {
    const person = await signedIn(app())
    const { access_token: token } = await connect(app(), person)
    const { body: contact } = await app().post('/contacts', { name: 'Eve', email: 'eve@example.com' }, { key: token })
    const [written] = await activityOf(app(), contact.id)
    expect(written).toMatchObject({ action: 'contact.created', actor: { email: person.user.email } })
    expect(written.changes.client).toBe('Lapwing command line')
    const { body } = await app().get('/activity?action=oauth.authorized')
    expect(body.data[0]).toMatchObject({ entity_name: 'Lapwing command line', actor: { email: person.user.email } })
  })
})

describe('a refresh token', () => {
  it('is exchanged for new tokens', async () => {
    const tokens = await connect(app(), await signedIn(app()))
    const server = await discover(app())
    const response = await oauth.refreshTokenGrantRequest(
      server,
      commandLine,
      oauth.None(),
      tokens.refresh_token!,
      insecure,
    )
    const renewed = await oauth.processRefreshTokenResponse(server, commandLine, response)
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    expect((await app().get('/me', { key: renewed.access_token })).status).toBe(200)
  })

  it('can be exchanged for a token that may do less, never more', async () => {
    const tokens = await connect(app(), await signedIn(app()))
    const { body: less } = await refresh(app(), tokens.refresh_token!, { scope: 'read' })
    expect((await app().get('/me', { key: less.access_token })).body.credential.scope).toBe('read')
    const reading = await connect(app(), await signedIn(app()), { choice: { scope: 'read' } })
    const more = await refresh(app(), reading.refresh_token!, { scope: 'read write' })
    expect(more.body.error).toBe('invalid_scope')
  })
})

describe('a device code', () => {
  async function begin() {
    const server = await discover(app())
    const parameters = { scope: 'read write offline_access' }
    const response = await oauth.deviceAuthorizationRequest(server, commandLine, oauth.None(), parameters, insecure)
    const device = await oauth.processDeviceAuthorizationResponse(server, commandLine, response)
    const poll = async (): Promise<oauth.TokenEndpointResponse | string> => {
      const answer = await oauth.deviceCodeGrantRequest(server, commandLine, oauth.None(), device.device_code, insecure)
      return oauth.processDeviceCodeResponse(server, commandLine, answer).catch((error) => error.error as string)
    }
    return { device, poll }
  }

  it('becomes tokens once someone has typed it', async () => {
    const person = await signedIn(app())
    const { device, poll } = await begin()
    expect(device.verification_uri_complete).toBe(`${app().origin}/oauth/device?user_code=${device.user_code}`)
    expect(await poll()).toBe('authorization_pending')
    expect(await poll()).toBe('slow_down')
    const typed = device.user_code.toLowerCase().replace('-', ' ')
    const found = await person.ask('POST', '/dashboard/oauth/device-codes/find', { body: { userCode: typed } })
    expect(found.body).toMatchObject({ object: 'oauth_device_request', client: { id: 'lapwing-cli' }, ip: '127.0.0.1' })
    const body = { allow: true, scope: 'write', organizationId: found.body.organizations[0].id }
    const decided = await person.ask('POST', `/dashboard/oauth/device-codes/${found.body.id}/decision`, { body })
    expect(decided.body).toEqual({ object: 'oauth_device_decision', allowed: true })
    const tokens = (await poll()) as oauth.TokenEndpointResponse
    expect((await app().get('/me', { key: tokens.access_token })).body.user.id).toBe(person.user.id)
    expect(await poll()).toBe('invalid_grant')
  })

  it('tells the device if it is denied, or nobody types it in time', async () => {
    const person = await signedIn(app())
    const { device, poll } = await begin()
    const body = { userCode: device.user_code }
    const found = await person.ask('POST', '/dashboard/oauth/device-codes/find', { body })
    await person.ask('POST', `/dashboard/oauth/device-codes/${found.body.id}/decision`, { body: { allow: false } })
    expect(await poll()).toBe('access_denied')
    const late = await begin()
    app().clock.advance(901_000)
    expect(await late.poll()).toBe('expired_token')
  })

  it('cannot be guessed', async () => {
    const person = await signedIn(app(), { role: 'viewer' })
    const guess = () => person.ask('POST', '/dashboard/oauth/device-codes/find', { body: { userCode: 'BBBB-BBBB' } })
    const statuses = []
    for (let attempt = 0; attempt < 7; attempt++) statuses.push((await guess()).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  })
})

describe('a service account', () => {
  it('gets a token with its own secret, until it is deleted', async () => {
    const owner = await signedIn(app())
    const body = { name: 'Backup job', kind: 'service', scope: 'read' }
    const { body: created, status } = await owner.ask('POST', '/dashboard/oauth/clients', { body })
    expect(status).toBe(201)
    const server = await discover(app())
    const client = { client_id: created.client_id }
    const auth = oauth.ClientSecretBasic(created.client_secret)
    const response = await oauth.clientCredentialsGrantRequest(server, client, auth, {}, insecure)
    const tokens = await oauth.processClientCredentialsResponse(server, client, response)
    const { body: me } = await app().get('/me', { key: tokens.access_token })
    expect(me).toMatchObject({ user: null, credential: { type: 'oauth', name: 'Backup job', scope: 'read' } })
    const introspected = await oauth.introspectionRequest(server, client, auth, tokens.access_token, insecure)
    expect(await oauth.processIntrospectionResponse(server, client, introspected)).toMatchObject({
      active: true,
      scope: 'read',
      aud: `${app().origin}/v1`,
    })
    expect((await owner.ask('DELETE', `/dashboard/oauth/clients/${created.id}`)).status).toBe(200)
    expect((await app().get('/me', { key: tokens.access_token })).status).toBe(401)
    expect((await owner.ask('GET', '/dashboard/oauth/clients')).body.data).toEqual([])
  })
})

describe('a program that registers itself', () => {
  it('signs people in with its secret', async () => {
    const server = await discover(app())
    const metadata = { client_name: 'Portal\u202e', redirect_uris: ['https://portal.example.com/cb'] }
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, metadata, insecure),
    )
    expect(registered).toMatchObject({ client_name: 'Portal', token_endpoint_auth_method: 'client_secret_basic' })
    const client: oauth.Client = { client_id: registered.client_id }
    const requested = await askForAccess(app(), { client, redirectUri: 'https://portal.example.com/cb' })
    const address = await decide(await signedIn(app()), requested.id)
    const tokens = await exchange(app(), requested, address, oauth.ClientSecretPost(registered.client_secret as string))
    expect((await app().get('/me', { key: tokens.access_token })).body.credential.name).toBe('Portal')
  })
})
