// An address belongs to the person who opens a link mailed to it, even if someone else used it before.
import { beforeAll, describe, expect, it } from 'vitest'
import { totpAt } from '../../../src/codecs/totp.ts'
import { readSettings } from '../../../src/settings.ts'
import { addPasskey } from '../../../src/store/accounts/passkeys.ts'
import { accountOf, lockAccount } from '../../../src/store/accounts/users.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { createResetLink } from '../../../src/wiring/commands.ts'
import { urlOf, waitForLockWait } from '../../kit/lapwing/database.ts'
import { type Answered, type TestLapwing, keys, lapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { type Person, cookieOf, signedIn, visit } from '../../kit/people/signed-in.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { type MailSink, startMailSink } from '../../kit/servers/mail-sink.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const theirs = 'password of the attacker'
const own = 'password of the victim'
const provision = `
organizations:
  - name: Good
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users: [ { name: Ada, email: ada@example.com, role: owner } ]
  - name: Evil
    apiKeys: [ { name: rw, scope: write, key: ${keys.other} } ]
    users: [ { name: Eve, email: eve@example.com, role: owner } ]
`

interface World {
  readonly app: TestLapwing
  readonly ada: Person
  readonly eve: Person
}

let sink: MailSink
beforeAll(async () => {
  sink = await startMailSink()
})

// Emails of an earlier test may still arrive, so each test has addresses of its own.
let domain = 'example.com'
let victim = `victim@${domain}`

let worlds = 0

async function world(): Promise<World> {
  domain = `${++worlds}.example.com`
  victim = `victim@${domain}`
  const env = {
    LAPWING_MAIL_URL: `smtp://127.0.0.1:${sink.port}?secure=none`,
    LAPWING_MAIL_FROM: 'l@example.com',
  }
  const app = await lapwing({ provision, env })
  return { app, ada: await signedIn(app), eve: await signedIn(app, { key: keys.other }) }
}

const post = (app: TestLapwing, path: string, body: object, cookie: string | null = null): Promise<Answered> =>
  visit(app, 'POST', `/dashboard/${path}`, { body, cookie })
const signIn = (app: TestLapwing, password: string) => post(app, 'sign-in', { email: victim, password })
const accept = (app: TestLapwing, token: string, password: string, cookie: string | null = null) =>
  post(app, 'invitation/accept', { token, name: 'Somebody', password }, cookie)
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
const invite = async (by: Person, { mail = false, email = victim } = {}): Promise<string> =>
  tokenOf((await by.ask('POST', '/dashboard/invitations', { body: { email, role: 'member', mail } })).body.url)
const isVerified = async (app: TestLapwing, email = victim) => (await accountOf(app.store, email))?.emailVerified
const hasAccount = async (app: TestLapwing, token: string): Promise<boolean> =>
  (await post(app, 'invitation', { token })).body.has_account

/** The link in the newest email, once there are that many. */
async function mailedToken(count = 1): Promise<string> {
  const emails = () => sink.emails.filter(({ to }) => to.includes(`@${domain}`))
  await waitUntil(() => emails().length >= count)
  const text = emails()
    .at(-1)!
    .content.replace(/=\r?\n/g, '')
  return /(?:\/invitation\/|#token=(?:3D)?)([\w-]{32})(?![\w-])/.exec(text)![1]!
}

/**
 * Eve invites the victim's address, opens the link herself, and locks the account with a second factor and a passkey.
 */
async function squat({ app, eve }: World): Promise<string> {
  const cookie = cookieOf(await accept(app, await invite(eve), theirs))
  const { secret } = (await post(app, 'me/two-factor', { password: theirs }, cookie)).body
  const confirmed = await post(app, 'me/two-factor/confirm', { code: totpAt(secret, app.clock.now()) }, cookie)
  expect(confirmed.status, confirmed.text).toBe(200)
  const userId = (await accountOf(app.store, victim))!.id
  const passkey = { userId, name: 'Key', credentialId: 'x', publicKey: Buffer.alloc(1), counter: 0, transports: [] }
  await addPasskey(app.store, passkey, app.clock.now())
  return cookie
}

async function expectTaken(app: TestLapwing, entered: Answered, before: string): Promise<void> {
  expect(entered.body, entered.text).toEqual({ object: 'sign_in', status: 'signed_in' })
  const cookie = cookieOf(entered)
  expect(await isVerified(app)).toBe(true)
  expect((await visit(app, 'GET', '/dashboard/session', { cookie: before })).status).toBe(401)
  expect((await visit(app, 'GET', '/dashboard/session', { cookie })).body).toMatchObject({ two_factor: false })
  expect((await visit(app, 'GET', '/dashboard/me/passkeys', { cookie })).body.data).toEqual([])
  expect((await visit(app, 'GET', '/dashboard/me/sessions', { cookie })).body.data).toHaveLength(1)
  expect((await signIn(app, theirs)).status).toBe(401)
  expect((await signIn(app, own)).body).toMatchObject({ status: 'signed_in' })
}

describe('an account that someone else created for an address', () => {
  it('is taken over with an emailed invitation to another organization', async () => {
    const here = await world()
    const { app, ada } = here
    const before = await squat(here)
    expect(await isVerified(app)).toBe(false)
    const shown = await invite(ada, { mail: true })
    const token = await mailedToken()
    expect(token).not.toBe(shown)
    expect([await hasAccount(app, shown), await hasAccount(app, token)]).toEqual([true, false])
    const entered = await accept(app, token, own)
    await expectTaken(app, entered, before)
    const { organization } = (await visit(app, 'GET', '/dashboard/session', { cookie: cookieOf(entered) })).body
    expect(organization.name).toBe('Good')
    expect((await app.get('/activity?action=user.email_verified')).body.data).toMatchObject([
      { changes: { two_factor_removed: true, passkeys_removed: 1 } },
    ])
    expectRefusal(await accept(app, token, own), 404, /^This invitation was already used/)
  })

  it('is taken over with an emailed reset link', async () => {
    const here = await world()
    const before = await squat(here)
    expect((await post(here.app, 'password-reset', { email: victim })).status).toBe(202)
    const token = await mailedToken()
    await expectTaken(here.app, await post(here.app, 'password-reset/finish', { token, password: own }), before)
  })

  it('is taken over with the link that the operator prints', async () => {
    const here = await world()
    const before = await squat(here)
    const settings = readSettings({ LAPWING_DATABASE_URL: urlOf(here.app.database) })
    const url = await createResetLink({ settings, clock: here.app.clock, log: quiet }, victim)
    const token = url.slice(url.indexOf('=') + 1)
    await expectTaken(here.app, await post(here.app, 'password-reset/finish', { token, password: own }), before)
  })

  it('loses its sign-in methods if the provision file adds the address to another organization', async () => {
    const here = await world()
    const before = await squat(here)
    const named = provision.replace('role: owner }', `role: owner }, { name: Vic, email: ${victim}, role: admin }`)
    await lapwing({ provision: named, database: here.app.database })
    expect((await visit(here.app, 'GET', '/dashboard/session', { cookie: before })).status).toBe(401)
    expect((await signIn(here.app, theirs)).status).toBe(401)
    expect(await inDatabase(here.app, sql`select from passkeys union all select from two_factors`)).toEqual([])
    expect(await isVerified(here.app)).toBe(true)
  })

  it('accepts a new password with the emailed link even while someone is signed in', async () => {
    const here = await world()
    const { app, ada } = here
    const before = await squat(here)
    await invite(ada, { mail: true })
    const token = await mailedToken()
    expectRefusal(await post(app, 'invitation/accept', { token }, before), 400, /^name: Required; password: Required$/)
    await expectTaken(app, await accept(app, token, own, before), before)
  })

  it('is not taken over with a link that was not emailed', async () => {
    const here = await world()
    const { app, ada } = here
    await squat(here)
    expectRefusal(await accept(app, await invite(ada, { mail: true }), own), 403, /^password: is wrong/)
    expectRefusal(await accept(app, await invite(ada), own), 403, /^password: is wrong/)
    expect(await isVerified(app)).toBe(false)
  })

  it('is not kept by concurrent requests', async () => {
    const here = await world()
    const { app } = here
    const before = cookieOf(await accept(app, await invite(here.eve), theirs))
    await post(app, 'password-reset', { email: victim })
    const token = await mailedToken()
    const { id } = (await accountOf(app.store, victim))!
    const racing = await app.store.transaction(async (tx) => {
      await lockAccount(tx, id)
      const finishing = post(app, 'password-reset/finish', { token, password: own })
      await waitForLockWait(app.store)
      const change = { currentPassword: theirs, password: 'another of the attacker' }
      const others = [post(app, 'me/password', change, before), signIn(app, theirs)]
      await waitForLockWait(app.store, 3)
      return [finishing, ...others]
    })
    const [finished, changed, entered] = await Promise.all(racing)
    expect([finished!.status, changed!.status, entered!.status]).toEqual([200, 401, 401])
    expect((await signIn(app, own)).status).toBe(200)
  })
})

describe('an address', () => {
  it('is verified by an emailed invitation, not by the link that the inviter sees', async () => {
    const here = await world()
    const { app, eve } = here
    await accept(app, await invite(eve, { mail: true, email: `shown@${domain}` }), own)
    expect(await isVerified(app, `shown@${domain}`)).toBe(false)
    await invite(eve, { mail: true, email: `mailed@${domain}` })
    await accept(app, await mailedToken(2), own)
    expect(await isVerified(app, `mailed@${domain}`)).toBe(true)
    const { data } = (await eve.ask('GET', '/dashboard/members')).body
    expect(Object.fromEntries(data.map((member: any) => [member.email, member.email_verified]))).toEqual({
      'eve@example.com': true,
      [`shown@${domain}`]: false,
      [`mailed@${domain}`]: true,
    })
  })

  it('that is verified keeps its second factor with an emailed link, and becomes unverified with a link of an admin', async () => {
    const here = await world()
    const { app, eve } = here
    await invite(eve, { mail: true })
    const cookie = cookieOf(await accept(app, await mailedToken(), own))
    const { secret } = (await post(app, 'me/two-factor', { password: own }, cookie)).body
    await post(app, 'me/two-factor/confirm', { code: totpAt(secret, app.clock.now()) }, cookie)
    await post(app, 'password-reset', { email: victim })
    const mailed = await post(app, 'password-reset/finish', { token: await mailedToken(2), password: own })
    expect(mailed.body).toMatchObject({ status: 'second_step' })
    const { id } = (await accountOf(app.store, victim))!
    const { url } = (await eve.ask('POST', `/dashboard/members/${id}/reset-link`)).body
    const token = url.slice(url.indexOf('=') + 1)
    const handed = await post(app, 'password-reset/finish', { token, password: theirs })
    expect(handed.body).toMatchObject({ status: 'second_step' })
    expect(await isVerified(app)).toBe(false)
  })

  it('of an account is not revealed by invitations and resets', async () => {
    const here = await world()
    await squat(here)
    const shape = ({ status, body }: Answered) => [status, Object.keys(body).toSorted()]
    const ask = (email: string, mail: boolean) =>
      here.ada.ask('POST', '/dashboard/invitations', { body: { email, role: 'member', mail } })
    for (const mail of [true, false])
      expect(shape(await ask(victim, mail))).toEqual(shape(await ask(`nobody@${domain}`, mail)))
    const reset = (email: string) => post(here.app, 'password-reset', { email })
    expect((await reset(victim)).text).toBe((await reset(`nobody@${domain}`)).text)
  })
})
