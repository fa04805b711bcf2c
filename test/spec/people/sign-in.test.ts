// Sign-in and sign-out, and the limits on guesses.
import { describe, expect, it } from 'vitest'
import { guessesOfAddress } from '../../../src/domain/people/guessing.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { cookieOf, visit } from '../../kit/people/signed-in.ts'

const password = 'correct horse battery'
const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users: [ { name: Ada, email: ada@example.com, role: owner, password: ${password} } ]
`
const app = sharedLapwing({ provision })
const signIn = (body: object, own = app(), headers = {}) =>
  visit(own, 'POST', '/dashboard/sign-in', { body: { email: 'ada@example.com', password, ...body }, headers })
const session = (cookie: string, own = app()) => visit(own, 'GET', '/dashboard/session', { cookie })

describe('the right password', () => {
  it('signs in, ignoring the case of the address, until sign-out', async () => {
    const answer = await signIn({ email: 'ADA@example.com' })
    expect(answer.body).toEqual({ object: 'sign_in', status: 'signed_in' })
    const cookie = cookieOf(answer)
    expect((await session(cookie)).body.user).toMatchObject({ name: 'Ada' })
    const out = await visit(app(), 'POST', '/dashboard/sign-out', { cookie })
    expect([out.status, cookieOf(out)]).toEqual([204, ''])
    expect((await session(cookie)).status).toBe(401)
    const { data } = (await app().get('/activity?action=user.login')).body
    expect(data[0]).toMatchObject({ entity_name: 'Ada', changes: { by: 'password', via: 'dashboard' } })
  })

  it('sets a cookie that scripts cannot read and other sites cannot send with a write', async () => {
    const [line] = (await signIn({})).headers.getSetCookie()
    expect(line).toMatch(/^lapwing_session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/)
  })

  it('sets a secure cookie for this host only if the address is https', async () => {
    const own = await lapwing({ provision, env: { LAPWING_PUBLIC_URL: 'https://status.example.org' } })
    const [line] = (await signIn({}, own)).headers.getSetCookie()
    expect(line).toMatch(/^__Host-lapwing_session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax; .*; Secure$/)
    const plain = cookieOf(await signIn({}, own)).replace('__Host-', '')
    expect((await session(plain, own)).status).toBe(401)
  })

  it('never reuses an existing session', async () => {
    const planted = 'lapwing_session=0123456789abcdef0123456789abcdef'
    const answer = await signIn({}, app(), { cookie: planted })
    expect(cookieOf(answer)).not.toContain('0123456789abcdef')
    expect((await session(planted)).status).toBe(401)
    const again = await signIn({}, app(), { cookie: cookieOf(answer) })
    expect((await session(cookieOf(answer))).status).toBe(401)
    expect((await session(cookieOf(again))).status).toBe(200)
  })
})

describe('a wrong one', () => {
  it('gets the same response as an unknown account, and is recorded in the activity log', async () => {
    const own = await lapwing({ provision })
    const [wrong, unknown] = [
      await signIn({ password: 'wrong' }, own),
      await signIn({ email: 'nobody@example.com' }, own),
    ]
    expectRefusal(wrong, 401, 'Wrong email address or password.')
    expect(unknown.text).toBe(wrong.text)
    expect(wrong.headers.getSetCookie()).toEqual([])
    const { data } = (await own.get('/activity?action=user.login_failed')).body
    expect(data).toHaveLength(1)
    expect(JSON.stringify(data)).not.toContain('wrong"')
  })

  it.each(['ada@example.com', 'nobody@example.com'])('allows five attempts for %s, then fewer', async (email) => {
    const own = await lapwing({ provision })
    const guess = () => signIn({ email, password: 'wrong' }, own)
    const first = await Promise.all(Array.from({ length: 8 }, guess))
    expect(first.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const refused = await guess()
    expectRefusal(refused, 429, 'Too many attempts. Try again in 30 s.')
    expect(refused.headers.get('retry-after')).toBe('30')
    own.clock.advance(30_000)
    expect((await guess()).status).toBe(401)
    expectRefusal(await guess(), 429, 'Too many attempts. Try again in 1 min.')
    expectRefusal(await signIn({ email }, own), 429, 'Too many attempts. Try again in 1 min.')
  })

  it('is reset by the correct one', async () => {
    const own = await lapwing({ provision })
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 3; n++) expect((await signIn({ password: 'wrong' }, own)).status).toBe(401)
      expect((await signIn({}, own)).status).toBe(200)
    }
  })

  it('limits an address that tries many accounts', async () => {
    const own = await lapwing({ provision })
    expect((await signIn({ email: 'nobody-0@example.com' }, own)).status).toBe(401)
    await inDatabase(own, sql`update guesses set failures = 29 where key = ${guessesOfAddress('127.0.0.1').key}`)
    expect((await signIn({ email: 'nobody-1@example.com' }, own)).status).toBe(401)
    expect((await signIn({ email: 'nobody-2@example.com' }, own)).status).toBe(429)
    expect((await signIn({}, own)).status).toBe(429)
    own.clock.advance(30_000)
    expect((await signIn({}, own)).status).toBe(200)
  })
})
