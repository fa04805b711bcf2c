// The session API: which requests with a cookie are accepted.
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { signedIn, visit } from '../../kit/people/signed-in.ts'

const app = sharedLapwing()
const day = 86_400_000

describe('with a session', () => {
  it('all operations of the API and the dashboard are available at /app', async () => {
    const ada = await signedIn(app())
    const me = await ada.ask('GET', '/me')
    const { id, name, email } = ada.user
    expect(me.body).toMatchObject({
      credential: { type: 'session' },
      user: { id, name, email },
      organization: { name: 'Acme' },
    })
    const session = await ada.ask('GET', '/dashboard/session')
    expect(session.body).toMatchObject({
      user: { email: 'ada@example.com' },
      role: 'owner',
      rights: { change: true, administer: true, own: true, operate: true, settings: true, credentials: true },
      organization: { name: 'Acme' },
    })
    for (const { headers } of [me, session]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('actions are recorded with their user', async () => {
    const mia = await signedIn(app(), { role: 'member' })
    const { body } = await mia.ask('POST', '/contacts', { body: { name: 'Eve', email: 'eve@example.com' } })
    const { data } = (await mia.ask('GET', `/activity?entity_id=${body.id}`)).body
    expect(data).toMatchObject([{ actor: { email: mia.user.email }, changes: { via: 'dashboard' } }])
  })

  it('API access and API budgets of the plan do not apply', async () => {
    expect((await (await signedIn(app(), { key: keys.free })).ask('GET', '/me')).status).toBe(200)
  })

  it('another method is 405, another path and a preflight are 404', async () => {
    const ada = await signedIn(app())
    const wrong = await ada.ask('PUT', '/dashboard/session')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expectRefusal(await ada.ask('GET', '/nowhere'), 404, '/app/nowhere does not exist')
    const preflight = await ada.ask('OPTIONS', '/monitors', { headers: { origin: 'https://evil.example' } })
    expect(preflight.status).toBe(405)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a request is refused', () => {
  it('without a session, with a forged one, and with an API key', async () => {
    expectRefusal(await visit(app(), 'GET', '/me'), 401, 'Sign in first')
    const made = await visit(app(), 'GET', '/me', { cookie: 'lapwing_session=made-up' })
    expectRefusal(made, 401, 'You are signed out; sign in again')
    const headers = { authorization: `Bearer ${keys.write}` }
    expectRefusal(await visit(app(), 'GET', '/me', { headers }), 401, 'Sign in first')
  })

  it('with the stored hash of a session', async () => {
    await signedIn(app())
    const [row] = await inDatabase<{ token: string }>(app(), sql`select token from sessions limit 1`)
    expect((await visit(app(), 'GET', '/me', { cookie: `lapwing_session=${row!.token}` })).status).toBe(401)
  })

  it('with a duplicate cookie, which someone else may have set', async () => {
    const { cookie } = await signedIn(app())
    const twice = `${cookie.split(';')[0]}; lapwing_session=other`
    expect((await visit(app(), 'GET', '/me', { cookie: twice })).status).toBe(401)
  })

  it('if the session was unused for thirty days, or is ninety days old', async () => {
    const own = await lapwing()
    const [idle, busy] = [await signedIn(own), await signedIn(own)]
    for (let days = 0; days < 88; days += 4) {
      expect((await busy.ask('GET', '/me')).status).toBe(200)
      own.clock.advance(4 * day)
    }
    expect((await idle.ask('GET', '/me')).status).toBe(401)
    own.clock.advance(3 * day)
    expect((await busy.ask('GET', '/me')).status).toBe(401)
  })

  it('once its user is no longer a member', async () => {
    const mia = await signedIn(app(), { role: 'member' })
    await inDatabase(app(), sql`delete from members where user_id = ${mia.user.id}`)
    expect((await mia.ask('GET', '/me')).status).toBe(401)
  })
})

describe('another site', () => {
  const write = { body: { theme: 'dark' } }
  it.each([
    ['without our header', { 'x-lapwing-csrf': '' }],
    ['with another value of it', { 'x-lapwing-csrf': 'true' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from an origin that is hidden', { origin: 'null' }],
    ['from another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('changes nothing: %s', async (_case, headers) => {
    const ada = await signedIn(app())
    expect((await ada.ask('PATCH', '/dashboard/preferences', { ...write, headers })).status).toBe(403)
    const body = { email: 'ada@example.com', password: 'x' }
    expect((await visit(app(), 'POST', '/dashboard/sign-in', { body, headers })).status).toBe(403)
  })

  it('differs from our own page, which may write', async () => {
    const ada = await signedIn(app())
    const headers = { origin: app().origin, 'sec-fetch-site': 'same-origin' }
    const { body } = await ada.ask('PATCH', '/dashboard/preferences', { ...write, headers })
    expect(body).toMatchObject({ object: 'preferences', theme: 'dark', density: 'comfortable' })
  })
})

describe('a user in two organizations', () => {
  it('uses one of them at a time, with their role there', async () => {
    const own = await lapwing()
    const mia = await signedIn(own, { role: 'member' })
    const there = await signedIn(own, { key: keys.other, role: 'viewer' })
    await inDatabase(own, sql`update members set user_id = ${mia.user.id} where user_id = ${there.user.id}`)
    const { organizations } = (await mia.ask('GET', '/dashboard/session')).body
    const other = organizations.find(({ name }: { name: string }) => name === 'Other')
    const { id } = (await mia.ask('POST', '/contacts', { body: { name: 'Eve', email: 'eve@example.com' } })).body
    const moved = await mia.ask('POST', '/dashboard/session/organization', { body: { organizationId: other.id } })
    expect(moved.status).toBe(204)
    expect((await mia.ask('GET', '/dashboard/session')).body).toMatchObject({
      role: 'viewer',
      organization: { name: 'Other' },
    })
    expect((await mia.ask('GET', `/contacts/${id}`)).status).toBe(404)
    expect((await mia.ask('DELETE', `/contacts/${id}`)).status).toBe(403)
  })

  it('cannot switch to another organization', async () => {
    const ada = await signedIn(app())
    const [other] = await inDatabase<{ id: string }>(app(), sql`select id from organizations where slug = 'other'`)
    const answer = await ada.ask('POST', '/dashboard/session/organization', { body: { organizationId: other!.id } })
    expectRefusal(answer, 404, 'Organization not found')
  })
})
