// Two-factor authentication: codes of an authenticator, and recovery codes.
import { beforeAll, describe, expect, it } from 'vitest'
import { endTwoFactor } from '../../../src/wiring/commands.ts'
import { stepOfCode, totpAt } from '../../../src/codecs/totp.ts'
import { readSettings } from '../../../src/settings.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { urlOf } from '../../kit/lapwing/database.ts'
import { type TestLapwing, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { cookieOf, visit } from '../../kit/people/signed-in.ts'

const password = 'correct horse battery'
const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users: [ { name: Ada, email: ada@example.com, role: owner, password: ${password} } ]
`
const signIn = (app: TestLapwing) =>
  visit(app, 'POST', '/dashboard/sign-in', { body: { email: 'ada@example.com', password } })
const step = (app: TestLapwing, cookie: string, code: string) =>
  visit(app, 'POST', '/dashboard/sign-in/second-step', { cookie, body: { code } })

interface Enabled {
  readonly app: TestLapwing
  readonly cookie: string
  readonly secret: string
  readonly codes: string[]
  /** A code that was not used before. */
  next(): string
}

async function enabled(app: TestLapwing): Promise<Enabled> {
  const cookie = cookieOf(await signIn(app))
  const begun = await visit(app, 'POST', '/dashboard/me/two-factor', { cookie, body: { password } })
  expect(begun.status, begun.text).toBe(200)
  const { secret } = begun.body
  const shown = new Set<string>()
  const next = (): string => {
    do app.clock.advance(30_000)
    while (shown.has(totpAt(secret, app.clock.now())))
    const code = totpAt(secret, app.clock.now())
    shown.add(code)
    return code
  }
  const confirmed = await visit(app, 'POST', '/dashboard/me/two-factor/confirm', { cookie, body: { code: next() } })
  expect(confirmed.status, confirmed.text).toBe(200)
  return { app, cookie, secret, codes: confirmed.body.codes, next }
}

/** Six digits that are not a currently valid code. */
const wrongCode = ({ clock }: TestLapwing, secret: string): string =>
  ['000000', '111111', '222222', '333333'].find((code) => stepOfCode(secret, code, clock.now()) === null)!

describe('with an authenticator', () => {
  const shared = sharedLapwing({ provision })
  let ada: Enabled
  beforeAll(async () => {
    ada = await enabled(shared())
  })

  it('sign-in needs password and code, and each code works once', async () => {
    const { app, next } = ada
    const half = await signIn(app)
    expect(half.body).toEqual({ object: 'sign_in', status: 'second_step' })
    expect((await visit(app, 'GET', '/dashboard/session', { cookie: cookieOf(half) })).status).toBe(401)
    const code = next()
    const whole = await step(app, cookieOf(half), code)
    expect(whole.status, whole.text).toBe(200)
    expect((await visit(app, 'GET', '/dashboard/session', { cookie: cookieOf(whole) })).body.two_factor).toBe(true)
    expectRefusal(await step(app, cookieOf(half), next()), 401, 'Sign-in took too long. Sign in again.')
    expectRefusal(await step(app, cookieOf(await signIn(app)), code), 401, 'The code is wrong or was already used.')
    const { data } = (await app.get('/activity?action=user.login')).body
    expect(data[0].changes.by).toBe('two_factor')
  })

  it('a recovery code works once', async () => {
    const { app, codes, cookie } = ada
    const [code] = codes
    const half = cookieOf(await signIn(app))
    expect((await step(app, half, code!.toUpperCase())).status).toBe(200)
    expect((await step(app, cookieOf(await signIn(app)), code!)).status).toBe(401)
    const left = await visit(app, 'GET', '/dashboard/me/two-factor', { cookie })
    expect(left.body).toEqual({ object: 'two_factor', enabled: true, recovery_codes_left: 9 })
  })

  it('the secret and the codes are not readable in the database', async () => {
    const { app, secret, codes } = ada
    const rows = await inDatabase(
      app,
      sql`select encode(secrets, 'escape') as text from two_factors
      union all select encode(hash, 'escape') from recovery_codes`,
    )
    const text = JSON.stringify(rows)
    for (const known of [secret, ...codes]) expect(text).not.toContain(known)
  })

  it('it cannot be replaced, and new recovery codes replace the old ones', async () => {
    const { app, cookie, codes } = ada
    const again = await visit(app, 'POST', '/dashboard/me/two-factor', { cookie, body: { password } })
    expectRefusal(again, 409, 'You already have an authenticator; turn it off first')
    const renew = (secret: string) =>
      visit(app, 'POST', '/dashboard/me/two-factor/recovery-codes', { cookie, body: { password: secret } })
    expectRefusal(await renew('wrong'), 403, 'password: is wrong')
    expect((await renew(password)).body.codes).toHaveLength(10)
    expect((await step(app, cookieOf(await signIn(app)), codes[1]!)).status).toBe(401)
  })
})

it('limits guesses of codes, even with new sign-ins', async () => {
  const { app, next, secret } = await enabled(await lapwing({ provision }))
  const statuses: number[] = []
  const wrong = wrongCode(app, secret)
  for (let n = 0; n < 6; n++) statuses.push((await step(app, cookieOf(await signIn(app)), wrong)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect((await step(app, cookieOf(await signIn(app)), next())).status).toBe(200)
})

it('allows ten minutes between password and code', async () => {
  const { app, next } = await enabled(await lapwing({ provision }))
  const half = cookieOf(await signIn(app))
  app.clock.advance(600_000)
  expectRefusal(await step(app, half, next()), 401, 'Sign-in took too long. Sign in again.')
})

it('is turned off with the password', async () => {
  const { app, cookie } = await enabled(await lapwing({ provision }))
  const off = (secret: string) =>
    visit(app, 'POST', '/dashboard/me/two-factor/disable', { cookie, body: { password: secret } })
  expect((await off('wrong')).status).toBe(403)
  expect((await off(password)).status).toBe(204)
  expect((await signIn(app)).body.status).toBe('signed_in')
  const { data } = (await app.get('/activity?entity_type=user')).body
  const actions = data.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['user.two_factor_enabled', 'user.two_factor_disabled']))
})

it('can be turned off on the command line', async () => {
  const { app } = await enabled(await lapwing({ provision }))
  const settings = readSettings({ LAPWING_DATABASE_URL: urlOf(app.database) })
  const parts = { settings, clock: app.clock, log: quiet }
  await endTwoFactor(parts, 'ada@example.com')
  expect((await signIn(app)).body.status).toBe('signed_in')
  await expect(endTwoFactor(parts, 'ada@example.com')).rejects.toThrow(/already signs in without two-factor/)
})

it('does not require an unconfirmed authenticator', async () => {
  const app = await lapwing({ provision })
  const cookie = cookieOf(await signIn(app))
  const { secret } = (await visit(app, 'POST', '/dashboard/me/two-factor', { cookie, body: { password } })).body
  const code = wrongCode(app, secret)
  const wrong = await visit(app, 'POST', '/dashboard/me/two-factor/confirm', { cookie, body: { code } })
  expect(wrong.status).toBe(403)
  expect((await signIn(app)).body.status).toBe('signed_in')
})
