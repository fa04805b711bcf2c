// Passkeys on the server: responses are accepted once, for this origin, and only from their owner.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Authenticator, newAuthenticator } from '../../kit/people/authenticator.ts'
import { type Answered, type TestLapwing, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal } from '../../kit/resources/monitors.ts'
import { cookieOf, signedIn, visit } from '../../kit/people/signed-in.ts'

const password = 'correct horse battery'
const origin = 'https://status.example.org'
const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users:
      - { name: Ada, email: ada@example.com, role: owner, password: ${password} }
      - { name: Ben, email: ben@example.com, role: viewer, password: ${password} }
`
const app = sharedLapwing({ provision, env: { LAPWING_PUBLIC_URL: origin } })
const post = (path: string, body: object | undefined, cookie: string | null = null, own: TestLapwing = app()) =>
  visit(own, 'POST', `/dashboard/${path}`, { body, cookie })
const signIn = async (email: string): Promise<string> => cookieOf(await post('sign-in', { email, password }))

const challengeToCreate = async (cookie: string): Promise<string> =>
  (await post('me/passkeys/options', { password }, cookie)).body.options.challenge
const challengeToSign = async (): Promise<string> =>
  (await post('sign-in/passkey/options', undefined)).body.options.challenge
const keep = (response: object, cookie: string): Promise<Answered> =>
  post('me/passkeys', { name: 'Laptop', response }, cookie)
const enter = (response: object): Promise<Answered> => post('sign-in/passkey', { response })

let ada = ''
let device: Authenticator
beforeAll(async () => {
  ada = await signIn('ada@example.com')
  device = newAuthenticator()
  const made = await keep(device.create({ challenge: await challengeToCreate(ada), origin }), ada)
  expect(made.status, made.text).toBe(201)
})

describe('a passkey', () => {
  it('is created with the password, and listed', async () => {
    expectRefusal(await post('me/passkeys/options', { password: 'wrong' }, ada), 403, 'password: is wrong')
    const { data } = (await visit(app(), 'GET', '/dashboard/me/passkeys', { cookie: ada })).body
    expect(data).toMatchObject([{ object: 'passkey', name: 'Laptop' }])
    const { options } = (await post('me/passkeys/options', { password }, ada)).body
    expect(options).toMatchObject({
      rp: { id: 'status.example.org' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    })
  })

  it('signs in without a password and without a second factor', async () => {
    const answer = await enter(device.sign({ challenge: await challengeToSign(), origin }))
    expect(answer.body, answer.text).toEqual({ object: 'sign_in', status: 'signed_in' })
    const session = await visit(app(), 'GET', '/dashboard/session', { cookie: cookieOf(answer) })
    expect(session.body).toMatchObject({ user: { name: 'Ada' }, two_factor: true })
    const { data } = (await app().get('/activity?action=user.login')).body
    expect(data.map(({ changes }: any) => changes.by)).toContain('passkey')
  })

  it('responds once to a recent challenge of ours', async () => {
    const challenge = await challengeToSign()
    const signed = device.sign({ challenge, origin })
    expect((await enter(signed)).status).toBe(200)
    expect((await enter(signed)).status).toBe(401)
    expect((await enter(device.sign({ challenge: 'bWFkZSB1cA', origin }))).status).toBe(401)
    const late = device.sign({ challenge: await challengeToSign(), origin })
    app().clock.advance(300_000)
    expect((await enter(late)).status).toBe(401)
    const forAnother = device.sign({ challenge: await challengeToCreate(ada), origin })
    expect((await enter(forAnother)).status).toBe(401)
  })

  it.each([
    ['for another site', { origin: 'https://status.example.org.evil.example' }],
    ['without its owner having been asked', { verified: false }],
  ])('is refused %s', async (_case, wrong) => {
    expect((await enter(device.sign({ challenge: await challengeToSign(), origin, ...wrong }))).status).toBe(401)
    const made = newAuthenticator().create({ challenge: await challengeToCreate(ada), origin, ...wrong })
    expect((await keep(made, ada)).status).toBe(403)
  })

  it('that is unknown or has a wrong key gets the same response', async () => {
    const stranger = newAuthenticator()
    const unknown = await enter(stranger.sign({ challenge: await challengeToSign(), origin }))
    const forged = await enter({
      ...stranger.sign({ challenge: await challengeToSign(), origin }),
      id: device.id,
      rawId: device.id,
    })
    expect(unknown.status).toBe(401)
    expect(forged.text).toBe(unknown.text)
  })

  it('can only be registered by the user it was created for, once', async () => {
    const ben = await signIn('ben@example.com')
    const other = newAuthenticator()
    const response = other.create({ challenge: await challengeToCreate(ada), origin })
    expect((await keep(response, ben)).status).toBe(403)
    expect((await keep(device.create({ challenge: await challengeToCreate(ben), origin }), ben)).status).toBe(409)
  })

  it('that is copied is detected by its counter', async () => {
    const own = newAuthenticator()
    expect((await keep(own.create({ challenge: await challengeToCreate(ada), origin }), ada)).status).toBe(201)
    expect((await enter(own.sign({ challenge: await challengeToSign(), origin, counter: 5 }))).status).toBe(200)
    expect((await enter(own.sign({ challenge: await challengeToSign(), origin, counter: 5 }))).status).toBe(401)
  })

  it('that is deleted stops working, and cannot be deleted by others', async () => {
    const own = newAuthenticator()
    const { id } = (await keep(own.create({ challenge: await challengeToCreate(ada), origin }), ada)).body
    const forget = (cookie: string) => visit(app(), 'DELETE', `/dashboard/me/passkeys/${id}`, { cookie })
    expect((await forget(await signIn('ben@example.com'))).status).toBe(404)
    expect((await forget(ada)).status).toBe(200)
    expect((await enter(own.sign({ challenge: await challengeToSign(), origin }))).status).toBe(401)
  })

  it('with a challenge that is not a string is refused', async () => {
    const challenge = 5 as never
    expect((await enter(device.sign({ challenge, origin }))).status).toBe(401)
    expect((await keep(newAuthenticator().create({ challenge, origin }), ada)).status).toBe(403)
  })

  it('with an invalid key is refused', async () => {
    const own = newAuthenticator({ y: Buffer.alloc(32, 0xff) })
    expect((await keep(own.create({ challenge: await challengeToCreate(ada), origin }), ada)).status).toBe(201)
    expect((await enter(own.sign({ challenge: await challengeToSign(), origin }))).status).toBe(401)
  })

  it.each([
    {},
    { id: 'x' },
    { id: 'x', response: {} },
    { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '????' } },
  ])('that is malformed is refused: %j', async (response) => {
    expect([400, 401]).toContain((await enter(response)).status)
    expect([400, 403]).toContain((await keep(response, ada)).status)
  })
})

it('is refused with a message if browsers do not support it', async () => {
  const own = await lapwing()
  expect((await visit(own, 'GET', '/dashboard/sign-in')).body.passkeys).toBe(false)
  expectRefusal(await post('sign-in/passkey/options', undefined, null, own), 409, /set LAPWING_PUBLIC_URL/)
  expect((await (await signedIn(own)).ask('GET', '/dashboard/session')).body.features.passkeys).toBe(false)
})
