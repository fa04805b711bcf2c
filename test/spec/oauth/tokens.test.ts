// What tokens may do, and when they stop.
import { describe, expect, it } from 'vitest'
import { applyRetention } from '../../../src/engine/housekeeping/retention.ts'
import { fingerprint } from '../../../src/domain/secret.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { deleteMember, putMember } from '../../../src/store/accounts/users.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { connect, postForm, refresh } from '../../kit/people/oauth.ts'
import { inDatabase } from '../../kit/resources/monitors.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const app = sharedLapwing()
const statusWith = async (token: string): Promise<number> => (await app().get('/me', { key: token })).status

describe('a token', () => {
  it('works only where it was issued for', async () => {
    const person = await signedIn(app())
    const { access_token: mcp } = await connect(app(), person, { parameters: { resource: `${app().origin}/mcp` } })
    const refused = await app().get('/me', { key: mcp })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
    const { access_token: api } = await connect(app(), person)
    const toMcp = (token: string) =>
      fetch(`${app().origin}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      })
    expect((await toMcp(api)).status).toBe(401)
    expect((await toMcp(mcp)).status).not.toBe(401)
  })

  it('that may read cannot write', async () => {
    const { access_token: token } = await connect(app(), await signedIn(app()), { choice: { scope: 'read' } })
    const answer = await app().post('/contacts', { name: 'Eve', email: 'e@example.com' }, { key: token })
    expect(answer.status).toBe(403)
    expect(answer.body.error.code).toBe('forbidden')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="write"')
  })

  it('does what the current role of its user allows', async () => {
    const { store, clock } = app()
    const member = await signedIn(app(), { role: 'member' })
    const { access_token: token } = await connect(app(), member)
    const organizationId = (await app().get('/me', { key: token })).body.organization.id
    await putMember(store, { organizationId, userId: member.user.id, role: 'viewer' }, clock.now())
    expect((await app().get('/me', { key: token })).body.credential.scope).toBe('read')
    const refused = await app().post('/contacts', { name: 'E', email: 'x@example.com' }, { key: token })
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringMatching(/role is viewer/) } },
    })
    expect(refused.headers.get('www-authenticate')).toBeNull()
  })

  it('of a viewer can be allowed to read only', async () => {
    const viewer = await signedIn(app(), { role: 'viewer' })
    await expect(connect(app(), viewer)).rejects.toThrow(/viewer/)
    const { access_token: token } = await connect(app(), viewer, { choice: { scope: 'read' } })
    expect(await statusWith(token)).toBe(200)
  })

  it('stops at once when its user leaves, and does not come back with them', async () => {
    const { store, clock } = app()
    const member = await signedIn(app(), { role: 'member' })
    const tokens = await connect(app(), member)
    const organizationId = (await app().get('/me', { key: tokens.access_token })).body.organization.id
    await deleteMember(store, { organizationId, userId: member.user.id })
    const alone = await app().get('/me', { key: tokens.access_token })
    expect(alone).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringMatching(/does not belong to an organization/) } },
    })
    expect((await refresh(app(), tokens.refresh_token!)).body.error).toBe('invalid_grant')
    clock.advance(1000)
    await putMember(store, { organizationId, userId: member.user.id, role: 'member' }, clock.now())
    expect(await statusWith(tokens.access_token)).toBe(401)
  })

  it('expires after an hour', async () => {
    const { access_token: token } = await connect(app(), await signedIn(app()))
    app().clock.advance(3_599_000)
    expect(await statusWith(token)).toBe(200)
    app().clock.advance(1000)
    expect(await statusWith(token)).toBe(401)
  })

  it('shares its request budget and its id with other tokens of the client and user', async () => {
    const person = await signedIn(app())
    const ids = []
    for (let count = 0; count < 2; count++) {
      const { access_token: token } = await connect(app(), person)
      ids.push((await app().get('/me', { key: token })).body.credential.id)
    }
    expect(ids[0]).toBe(ids[1])
    const other = await connect(app(), await signedIn(app(), { role: 'admin' }))
    expect((await app().get('/me', { key: other.access_token })).body.credential.id).not.toBe(ids[0])
  })
})

describe('a connected app', () => {
  it('is listed for its user and for admins, and stops at once when it is disconnected', async () => {
    const member = await signedIn(app(), { role: 'member' })
    const { access_token: token } = await connect(app(), member)
    await statusWith(token)
    const { data: own } = (await member.ask('GET', '/dashboard/connected-apps')).body
    expect(own).toMatchObject([{ client: { id: 'lapwing-cli' }, user: { id: member.user.id }, scope: 'write' }])
    expect(own[0].last_used_at).not.toBeNull()
    const stranger = await signedIn(app(), { role: 'member' })
    expect((await stranger.ask('GET', '/dashboard/connected-apps')).body.data).toEqual([])
    expect((await stranger.ask('DELETE', `/dashboard/connected-apps/${own[0].id}`)).status).toBe(404)
    const owner = await signedIn(app())
    const { data: all } = (await owner.ask('GET', '/dashboard/connected-apps')).body
    expect(all.map(({ id }: { id: string }) => id)).toContain(own[0].id)
    expect((await owner.ask('DELETE', `/dashboard/connected-apps/${own[0].id}`)).status).toBe(200)
    expect(await statusWith(token)).toBe(401)
    const { body } = await app().get('/activity?action=oauth.revoked')
    expect(body.data[0]).toMatchObject({ entity_name: 'Lapwing command line', actor: { email: owner.user.email } })
  })
})

describe('revocation', () => {
  it.each(['access_token', 'refresh_token'] as const)('of the %s ends the sign-in at once', async (kind) => {
    const tokens = await connect(app(), await signedIn(app()))
    const form = { client_id: 'lapwing-cli', token: tokens[kind]! }
    expect((await postForm(app(), '/oauth/revoke', form)).status).toBe(200)
    expect(await statusWith(tokens.access_token)).toBe(401)
    expect((await refresh(app(), tokens.refresh_token!)).body.error).toBe('invalid_grant')
    expect((await postForm(app(), '/oauth/revoke', form)).status).toBe(200)
  })
})

describe('a refresh token that was replaced', () => {
  it('works for another minute, so that parallel refreshes sign nobody out', async () => {
    const tokens = await connect(app(), await signedIn(app()))
    const answers = await Promise.all([1, 2, 3].map(() => refresh(app(), tokens.refresh_token!)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    app().clock.advance(60_000)
    expect((await refresh(app(), tokens.refresh_token!)).status).toBe(200)
    expect(await statusWith(answers[0]!.body.access_token)).toBe(200)
  })

  it('returns the same successor each time, so that there is never a second chain', async () => {
    const { refresh_token: first } = await connect(app(), await signedIn(app()))
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(app(), first!)))
    const successors = new Set(answers.map(({ body }) => body.refresh_token))
    expect(successors.size).toBe(1)
    const [second] = [...successors]
    expect(second).not.toBe(first)
    const { body } = await refresh(app(), second)
    // Even the first token leads to the only chain, also after its successor was used.
    expect((await refresh(app(), first!)).body.refresh_token).toBe(second)
    expect((await refresh(app(), second)).body.refresh_token).toBe(body.refresh_token)
    const [count] = await inDatabase<{ alive: number }>(
      app(),
      sql`
        select count(*)::int as alive
        from oauth_tokens
        where kind = 'refresh' and replaced_at is null
          and grant_id = (select grant_id from oauth_tokens where hash = ${fingerprint(first!)})`,
    )
    expect(count!.alive).toBe(1)
    // Someone who took a copy of the second token is noticed.
    app().clock.advance(60_001)
    expect((await refresh(app(), second)).body.error).toBe('invalid_grant')
    expect((await refresh(app(), body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('ends the whole sign-in if it is used later', async () => {
    const tokens = await connect(app(), await signedIn(app()))
    const { body: renewed } = await refresh(app(), tokens.refresh_token!)
    app().clock.advance(60_001)
    expect((await refresh(app(), tokens.refresh_token!)).body.error).toBe('invalid_grant')
    expect(await statusWith(renewed.access_token)).toBe(401)
    expect((await refresh(app(), renewed.refresh_token)).body.error).toBe('invalid_grant')
    const { body } = await app().get('/activity?action=oauth.revoked')
    expect(body.data[0].changes.reason).toBe('refresh token used twice')
  })
})

it('keeps a registered client while a token of it lives, and deletes it afterwards', async () => {
  const { store, clock, origin } = app()
  const register = async (): Promise<string> => {
    const response = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      }),
    })
    return ((await response.json()) as { client_id: string }).client_id
  }
  const day = 86_400_000
  const [used, unused] = [await register(), await register()]
  const { refresh_token: token } = await connect(app(), await signedIn(app()), { client: { client_id: used } })
  clock.advance(20 * day)
  const renewed = await refresh(app(), token!, { client_id: used })
  expect(renewed.status).toBe(200)
  clock.advance(20 * day)
  await applyRetention(store, clock.now())
  expect((await refresh(app(), renewed.body.refresh_token, { client_id: used })).status).toBe(200)
  expect((await refresh(app(), 'lwr_x', { client_id: unused })).body.error).toBe('invalid_client')
  clock.advance(31 * day)
  await applyRetention(store, clock.now())
  expect((await refresh(app(), 'lwr_x', { client_id: used })).body.error).toBe('invalid_client')
})
