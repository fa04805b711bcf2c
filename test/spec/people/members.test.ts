// Members of an organization: invitations, roles and removal.
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { waitForLockWait } from '../../kit/lapwing/database.ts'
import { type TestLapwing, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { startMailSink } from '../../kit/servers/mail-sink.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { type Person, cookieOf, signedIn, visit } from '../../kit/people/signed-in.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()
const password = 'correct horse battery'
const tokenIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
const invite = (by: Person, body: object) =>
  by.ask('POST', '/dashboard/invitations', { body: { role: 'member', ...body } })
const accept = (body: object, own = app(), cookie: string | null = null) =>
  visit(own, 'POST', '/dashboard/invitation/accept', { body, cookie })
const who = async (cookie: string, own = app()) => (await visit(own, 'GET', '/dashboard/session', { cookie })).body
const actionsOf = async (own: TestLapwing): Promise<string[]> =>
  (await own.get('/activity?entity_type=user&limit=100')).body.data.map(({ action }: { action: string }) => action)

describe('an invitation', () => {
  it('creates an account with name and password, once', async () => {
    const ada = await signedIn(app())
    const invited = await invite(ada, { email: 'Ben@Example.com' })
    expect(invited.status, invited.text).toBe(201)
    const token = tokenIn(invited.body.url)
    expect((await visit(app(), 'POST', '/dashboard/invitation', { body: { token } })).body).toMatchObject({
      organization: 'Acme',
      invited_by: 'Ada',
      email: 'ben@example.com',
      role: 'member',
      has_account: false,
    })
    expectRefusal(await accept({ token }), 400, /^name: Required; password: Required$/)
    expectRefusal(await accept({ token, name: 'Ben', password: 'short' }), 400, /^password: /)
    const joined = await accept({ token, name: 'Ben', password })
    expect(joined.status, joined.text).toBe(200)
    expect(await who(cookieOf(joined))).toMatchObject({ user: { email: 'ben@example.com' }, role: 'member' })
    expectRefusal(await accept({ token, name: 'Eve', password }), 404, /^This invitation was already used/)
    expect(await actionsOf(app())).toEqual(expect.arrayContaining(['user.invited', 'user.joined', 'user.login']))
    expectRefusal(await invite(ada, { email: 'ben@example.com' }), 409, 'email: is already a member')
  })

  it('is required: there is no registration', async () => {
    for (const token of ['', 'x', 'q3Vb0cXKZb2n5l1uJ8y2mRZ3nQv1aLwT'])
      expect((await accept({ token, name: 'Eve', password })).status).toBeGreaterThanOrEqual(400)
    for (const path of ['/sign-up', '/dashboard/sign-up', '/dashboard/users'])
      expect((await visit(app(), 'POST', path, { body: { email: 'eve@example.com', password } })).status).toBe(404)
  })

  it('stops working after a week, or when revoked or replaced', async () => {
    const own = await lapwing()
    const ada = await signedIn(own)
    const first = (await invite(ada, { email: 'ben@example.com' })).body
    const second = (await invite(ada, { email: 'ben@example.com', role: 'viewer' })).body
    expect((await ada.ask('GET', '/dashboard/invitations')).body.data).toMatchObject([{ role: 'viewer' }])
    const body = { name: 'Ben', password }
    expect((await accept({ token: tokenIn(first.url), ...body }, own)).status).toBe(404)
    expect((await ada.ask('DELETE', `/dashboard/invitations/${second.id}`)).status).toBe(200)
    expect((await accept({ token: tokenIn(second.url), ...body }, own)).status).toBe(404)
    const third = (await invite(ada, { email: 'ben@example.com' })).body
    own.clock.advance(7 * 86_400_000)
    expect((await accept({ token: tokenIn(third.url), ...body }, own)).status).toBe(404)
    expect((await ada.ask('GET', '/dashboard/invitations')).body.data).toEqual([])
  })

  it('gives access to an organization, never to an existing account', async () => {
    const own = await lapwing()
    const [here, there] = [await signedIn(own), await signedIn(own, { key: keys.other })]
    const ben = (await invite(here, { email: 'ben@example.com' })).body
    const first = await accept({ token: tokenIn(ben.url), name: 'Ben', password }, own)
    const { url } = (await invite(there, { email: 'ben@example.com', role: 'viewer' })).body
    const token = tokenIn(url)
    expectRefusal(
      await accept({ token, name: 'Mallory', password: 'another password' }, own),
      403,
      /^password: is wrong/,
    )
    expectRefusal(await accept({ token }, own), 400, 'password: Required')
    const joined = await accept({ token }, own, cookieOf(first))
    expect(joined.status, joined.text).toBe(200)
    expect(await who(cookieOf(joined), own)).toMatchObject({ user: { name: 'Ben' }, organization: { name: 'Other' } })
    expect((await who(cookieOf(joined), own)).organizations).toHaveLength(2)
  })

  it('is sent by email on request', async () => {
    const sink = await startMailSink()
    const env = { LAPWING_MAIL_URL: `smtp://127.0.0.1:${sink.port}?secure=none`, LAPWING_MAIL_FROM: 'l@example.com' }
    const own = await lapwing({ env })
    const ada = await signedIn(own)
    await invite(ada, { email: 'quiet@example.com' })
    await invite(ada, { email: 'ben@example.com', mail: true })
    await waitUntil(() => sink.emails.length > 0)
    expect(sink.emails.map(({ to }) => to)).toEqual(['ben@example.com'])
    expect(sink.emails[0]!.content).toContain('/invitation/')
    expectRefusal(
      await invite(await signedIn(app()), { email: 'x@example.com', mail: true }),
      409,
      /email is not configured/,
    )
  })

  it('is limited by the plan', async () => {
    const ada = await signedIn(app(), { key: keys.free })
    expectRefusal(await invite(ada, { email: 'more@example.com' }), 403, /limit users is 1/)
  })
})

describe('a role', () => {
  it('that changes ends the sessions of its user', async () => {
    const [ada, mia] = [await signedIn(app()), await signedIn(app(), { role: 'member' })]
    const answer = await ada.ask('PATCH', `/dashboard/members/${mia.user.id}`, { body: { role: 'viewer' } })
    expect(answer.status, answer.text).toBe(204)
    expect((await mia.ask('GET', '/me')).status).toBe(401)
    const again = await signedIn(app(), { user: mia.user })
    expect((await again.ask('GET', '/dashboard/session')).body.role).toBe('viewer')
    expect(await actionsOf(app())).toContain('user.role_changed')
  })

  it('of an owner can only be changed by owners, and one owner remains', async () => {
    const own = await lapwing()
    const [ada, admin] = [await signedIn(own), await signedIn(own, { role: 'admin' })]
    const change = (by: Person, of: Person, role: string) =>
      by.ask('PATCH', `/dashboard/members/${of.user.id}`, { body: { role } })
    const ask = 'Your role is admin. Ask an owner: Ada.'
    expectRefusal(await change(admin, ada, 'viewer'), 403, ask)
    expectRefusal(await change(admin, admin, 'owner'), 403, ask)
    expectRefusal(await admin.ask('DELETE', `/dashboard/members/${ada.user.id}`), 403, ask)
    expectRefusal(await invite(admin, { email: 'boss@example.com', role: 'owner' }), 403, ask)
    expectRefusal(await change(ada, ada, 'admin'), 409, /needs an owner/)
    expectRefusal(await ada.ask('DELETE', `/dashboard/members/${ada.user.id}`), 409, /needs an owner/)
    expect((await change(ada, admin, 'owner')).status).toBe(204)
    expect((await change(ada, ada, 'admin')).status).toBe(204)
  })

  it('of owner remains for one of two who give it up at once', async () => {
    const own = await lapwing()
    const [ada, admin] = [await signedIn(own), await signedIn(own, { role: 'admin' })]
    await ada.ask('PATCH', `/dashboard/members/${admin.user.id}`, { body: { role: 'owner' } })
    const both = [ada, await signedIn(own, { user: admin.user })]
    const answers = await Promise.all(
      both.map((one) => one.ask('PATCH', `/dashboard/members/${one.user.id}`, { body: { role: 'member' } })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(
      await inDatabase(
        own,
        sql`select from members m join organizations o on o.id = m.organization_id
      where o.slug = 'acme' and m.role = 'owner'`,
      ),
    ).toHaveLength(1)
  })
})

describe('a removed member', () => {
  it('loses access at once, and can return with an invitation', async () => {
    const own = await lapwing()
    const [ada, mia] = [await signedIn(own), await signedIn(own, { role: 'member' })]
    expect((await ada.ask('GET', '/dashboard/members')).body.data).toMatchObject([
      { name: 'Ada', role: 'owner', two_factor: false, last_seen_at: expect.any(String) },
      { name: mia.user.name },
    ])
    expect((await ada.ask('DELETE', `/dashboard/members/${mia.user.id}`)).status).toBe(200)
    expect((await mia.ask('GET', '/me')).status).toBe(401)
    expect((await ada.ask('GET', '/dashboard/members')).body.data).toHaveLength(1)
    expectRefusal(await ada.ask('DELETE', `/dashboard/members/${mia.user.id}`), 404, 'Member not found')
    expect(await actionsOf(own)).toContain('user.removed')
    expect((await invite(ada, { email: mia.user.email })).status).toBe(201)
  })

  it('or one whose role changes is signed out for good, also if they return', async () => {
    const own = await lapwing()
    const ada = await signedIn(own)
    const email = 'ben@example.com'
    const join = async () =>
      accept({ token: tokenIn((await invite(ada, { email })).body.url), name: 'Ben', password }, own)
    const signIn = async () => cookieOf(await visit(own, 'POST', '/dashboard/sign-in', { body: { email, password } }))
    const statusOf = async (cookie: string) => (await visit(own, 'GET', '/me', { cookie })).status
    const joined = cookieOf(await join())
    const { user } = await who(joined, own)
    const before = [joined, await signIn()]
    await ada.ask('PATCH', `/dashboard/members/${user.id}`, { body: { role: 'viewer' } })
    expect(await Promise.all(before.map(statusOf))).toEqual([401, 401])
    const after = await signIn()
    expect(await statusOf(after)).toBe(200)
    await ada.ask('DELETE', `/dashboard/members/${user.id}`)
    expect((await join()).status).toBe(200)
    expect(await statusOf(after)).toBe(401)
  })

  it.each([
    ['DELETE', undefined],
    ['PATCH', { role: 'viewer' }],
  ])('or one whose role changes keeps their sessions in other organizations: %s', async (method, body) => {
    const own = await lapwing()
    const [ada, mia] = [await signedIn(own), await signedIn(own, { role: 'member' })]
    const elsewhere = await signedIn(own, { key: keys.other, role: 'viewer' })
    await inDatabase(own, sql`update members set user_id = ${mia.user.id} where user_id = ${elsewhere.user.id}`)
    const there = await signedIn(own, { key: keys.other, user: mia.user })
    expect((await ada.ask(method, `/dashboard/members/${mia.user.id}`, { body })).status).toBeLessThan(300)
    expect((await mia.ask('GET', '/me')).status).toBe(401)
    expect((await there.ask('GET', '/dashboard/session')).body).toMatchObject({ organization: { name: 'Other' } })
  })

  it.each([
    ['POST', '/dashboard/views', { name: 'Mine', query: 'q=shop' }],
    ['GET', '/dashboard/my-calendar', undefined],
    ['POST', '/dashboard/contact-methods', { type: 'ntfy', config: { topic: 'mia' } }],
  ])('gets 403 for personal resources during removal: %s %s', async (method, path, body) => {
    const mia = await signedIn(app(), { role: 'member' })
    let requested: ReturnType<typeof mia.ask> | undefined
    await app().store.transaction(async (tx) => {
      await tx.run(sql`delete from members where user_id = ${mia.user.id}`)
      requested = mia.ask(method, path, { body })
      await waitForLockWait(tx)
    })
    expectRefusal((await requested)!, 403, 'You are not a member of this organization')
  })

  it('must belong to the same organization', async () => {
    const [ada, oscar] = [await signedIn(app()), await signedIn(app(), { key: keys.other })]
    for (const [method, rest, body] of [
      ['DELETE', '', undefined],
      ['PATCH', '', { role: 'viewer' }],
      ['POST', '/reset-link', undefined],
    ] as const)
      expect((await ada.ask(method, `/dashboard/members/${oscar.user.id}${rest}`, { body })).status).toBe(404)
  })
})

describe('sessions', () => {
  it('are listed, ended one by one, and all together', async () => {
    const own = await lapwing()
    const mia = await signedIn(own, { role: 'viewer' })
    const [phone, laptop] = [await signedIn(own, { user: mia.user }), await signedIn(own, { user: mia.user })]
    const { data } = (await mia.ask('GET', '/dashboard/me/sessions')).body
    expect(data).toHaveLength(3)
    const other = data.find(({ current }: { current: boolean }) => !current)
    expect((await mia.ask('DELETE', `/dashboard/me/sessions/${other.id}`)).status).toBe(200)
    const stranger = await signedIn(own)
    const mine = data.find(({ current }: { current: boolean }) => current)
    expect((await stranger.ask('DELETE', `/dashboard/me/sessions/${mine.id}`)).status).toBe(404)
    expect((await mia.ask('POST', '/dashboard/sign-out/everywhere')).status).toBe(204)
    for (const one of [mia, phone, laptop]) expect((await one.ask('GET', '/me')).status).toBe(401)
  })
})
