// New passwords: chosen with the old one or with a link. Everyone who knew the old one is signed out.
import { describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { createResetLink } from '../../../src/wiring/commands.ts'
import { readSettings } from '../../../src/settings.ts'
import { urlOf } from '../../kit/lapwing/database.ts'
import { type TestLapwing, keys, lapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { startMailSink } from '../../kit/servers/mail-sink.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { cookieOf, signedIn, visit } from '../../kit/people/signed-in.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const password = 'correct horse battery'
const newOne = 'a quite different one'
const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users:
      - { name: Ada, email: ada@example.com, role: owner, password: ${password} }
      - { name: Ben, email: ben@example.com, role: viewer, password: ${password} }
  - name: Other
    apiKeys: [ { name: rw, scope: write, key: ${keys.other} } ]
    users: [ { name: Ben, email: ben@example.com, role: viewer } ]
`

const signIn = async (app: TestLapwing, as: string, secret = password) =>
  visit(app, 'POST', '/dashboard/sign-in', { body: { email: as, password: secret } })
const isIn = async (app: TestLapwing, cookie: string) =>
  (await visit(app, 'GET', '/dashboard/session', { cookie })).status === 200

describe('a user with their password', () => {
  it('changes it, stays signed in here, and is signed out elsewhere', async () => {
    const app = await lapwing({ provision })
    const [here, there] = [await signIn(app, 'ben@example.com'), await signIn(app, 'ben@example.com')].map(cookieOf)
    const change = (currentPassword: string, secret: string, cookie = here!) =>
      visit(app, 'POST', '/dashboard/me/password', { cookie, body: { currentPassword, password: secret } })
    expectRefusal(await change('wrong', newOne), 403, 'password: is wrong')
    expectRefusal(await change(password, 'short'), 400, /^password: .*12/)
    const changed = await change(password, newOne)
    expect(changed.status, changed.text).toBe(200)
    expect(await Promise.all([here!, there!, cookieOf(changed)].map((one) => isIn(app, one)))).toEqual([
      false,
      false,
      true,
    ])
    expect((await signIn(app, 'ben@example.com')).status).toBe(401)
    expect((await signIn(app, 'ben@example.com', newOne)).status).toBe(200)
  })

  it('is limited when guessing it', async () => {
    const app = await lapwing({ provision })
    const cookie = cookieOf(await signIn(app, 'ben@example.com'))
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const body = { currentPassword: `wrong ${n}`, password: newOne }
      statuses.push((await visit(app, 'POST', '/dashboard/me/password', { cookie, body })).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })
})

describe('a password reset link', () => {
  const finish = (app: TestLapwing, token: string, secret = newOne) =>
    visit(app, 'POST', '/dashboard/password-reset/finish', { body: { token, password: secret } })
  // An email may encode "=" as "=3D"; a token that begins with 3D has the same length.
  const tokenIn = (text: string): string => /#token=(?:3D)?([\w-]{32})(?![\w-])/.exec(text.replace(/=\r?\n/g, ''))![1]!

  it('is sent by email, works once, and ends all sessions', async () => {
    const sink = await startMailSink()
    const env = {
      LAPWING_MAIL_URL: `smtp://127.0.0.1:${sink.port}?secure=none`,
      LAPWING_MAIL_FROM: 'Lapwing <l@example.com>',
    }
    const app = await lapwing({ provision, env })
    const before = cookieOf(await signIn(app, 'ada@example.com'))
    const ask = (email: string) => visit(app, 'POST', '/dashboard/password-reset', { body: { email } })
    const [known, unknown] = [await ask('ada@example.com'), await ask('nobody@example.com')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    await waitUntil(() => sink.emails.length > 0)
    expect(sink.emails.map(({ to }) => to)).toEqual(['ada@example.com'])
    const token = tokenIn(sink.emails[0]!.content)
    const answers = await Promise.all([finish(app, token), finish(app, token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await isIn(app, before)).toBe(false)
    expect((await signIn(app, 'ada@example.com', newOne)).status).toBe(200)
    expectRefusal(await finish(app, token), 404, /^This link was already used/)
  })

  it('is refused if email is not configured', async () => {
    const app = await lapwing({ provision })
    const answer = await visit(app, 'POST', '/dashboard/password-reset', { body: { email: 'ada@example.com' } })
    expectRefusal(answer, 409, 'Email is not configured. Ask an admin for a link.')
  })

  it('can be created by an admin, for a day', async () => {
    const app = await lapwing({ provision })
    const ada = await signedIn(app)
    await inDatabase(
      app,
      sql`delete from members where organization_id in (select id from organizations where slug = 'other')`,
    )
    const { data } = (await ada.ask('GET', '/dashboard/members')).body
    const ben = data.find(({ name }: { name: string }) => name === 'Ben')
    const link = (await ada.ask('POST', `/dashboard/members/${ben.id}/reset-link`)).body
    expect(link.url).toMatch(/\/reset#token=[\w-]{32}$/)
    expect(new Date(link.expires_at).getTime() - app.clock.now().getTime()).toBe(86_400_000)
    const later = (await ada.ask('POST', `/dashboard/members/${ben.id}/reset-link`)).body
    expect((await finish(app, tokenIn(later.url))).status).toBe(200)
    expect((await finish(app, tokenIn(link.url))).status).toBe(404)
    const last = (await ada.ask('POST', `/dashboard/members/${ben.id}/reset-link`)).body
    app.clock.advance(86_400_001)
    expect((await finish(app, tokenIn(last.url))).status).toBe(404)
  })

  it('can be created on the command line', async () => {
    const app = await lapwing({ provision })
    const settings = readSettings({
      LAPWING_DATABASE_URL: urlOf(app.database),
      LAPWING_PUBLIC_URL: 'https://status.example.org',
    })
    const parts = { settings, clock: app.clock, log: quiet }
    const url = await createResetLink(parts, 'BEN@example.com')
    expect(url).toMatch(/^https:\/\/status\.example\.org\/reset#token=[\w-]{32}$/)
    expect((await finish(app, tokenIn(url))).status).toBe(200)
    await expect(createResetLink(parts, 'nobody@example.com')).rejects.toThrow(
      'nobody@example.com: no account has this address.',
    )
  })

  it('cannot be created for members of other organizations, or by an admin for an owner', async () => {
    const app = await lapwing({ provision })
    const ada = await signedIn(app)
    const admin = await signedIn(app, { role: 'admin' })
    const { data } = (await ada.ask('GET', '/dashboard/members')).body
    const idOf = (name: string): string => data.find((member: { name: string }) => member.name === name).id
    for (const [person, id] of [
      [ada, idOf('Ben')],
      [admin, idOf('Ada')],
    ] as const)
      expectRefusal(await person.ask('POST', `/dashboard/members/${id}/reset-link`), 403, /do not administer/)
    expect(await inDatabase(app, sql`select from verifications`)).toEqual([])
  })

  it('stops working when the role of its user changes', async () => {
    const app = await lapwing()
    const ada = await signedIn(app)
    const [admin, mia] = [await signedIn(app, { role: 'admin' }), await signedIn(app, { role: 'member' })]
    const link = (await admin.ask('POST', `/dashboard/members/${mia.user.id}/reset-link`)).body
    await ada.ask('PATCH', `/dashboard/members/${mia.user.id}`, { body: { role: 'owner' } })
    expectRefusal(await finish(app, tokenIn(link.url)), 404, /^This link was already used/)
  })

  it('stops working when its user joins another organization', async () => {
    const app = await lapwing()
    const [ada, oscar] = [await signedIn(app), await signedIn(app, { key: keys.other })]
    const mia = await signedIn(app, { role: 'member' })
    const link = (await ada.ask('POST', `/dashboard/members/${mia.user.id}/reset-link`)).body
    const body = { email: mia.user.email, role: 'owner' }
    const { url } = (await oscar.ask('POST', '/dashboard/invitations', { body })).body
    const joined = await mia.ask('POST', '/dashboard/invitation/accept', {
      body: { token: url.slice(url.lastIndexOf('/') + 1) },
    })
    expect(joined.status, joined.text).toBe(200)
    expectRefusal(await finish(app, tokenIn(link.url)), 404, /^This link was already used/)
  })
})

it('a password change in the provision file ends sessions and reset links', async () => {
  const app = await lapwing({ provision })
  const cookie = cookieOf(await signIn(app, 'ada@example.com'))
  const { user } = (await visit(app, 'GET', '/dashboard/session', { cookie })).body
  expect((await visit(app, 'POST', `/dashboard/members/${user.id}/reset-link`, { cookie })).status).toBe(201)
  const changed = await lapwing({ provision: provision.replace(password, newOne), database: app.database })
  onTestFinished(() => changed.stop())
  expect(await isIn(app, cookie)).toBe(false)
  expect(await inDatabase(app, sql`select from verifications`)).toEqual([])
})
