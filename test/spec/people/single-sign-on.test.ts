// Sign-in with the provider of an organization: who gets in, in which role, and how liars are refused.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newSecret } from '../../../src/domain/oauth/secrets.ts'
import { fingerprint, newToken } from '../../../src/domain/secret.ts'
import { callerOfKey } from '../../../src/store/accounts/api-keys.ts'
import { accountOf, deleteMember, membershipsOf } from '../../../src/store/accounts/users.ts'
import { addGrant } from '../../../src/store/oauth/grants.ts'
import { addToken } from '../../../src/store/oauth/tokens.ts'
import { type Answered, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Person, cookieOf, signedIn, visit } from '../../kit/people/signed-in.ts'
import { type LyingProvider, startLyingProvider } from '../../kit/servers/lying-provider.ts'

const password = 'correct horse battery staple'
const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users:
      - { name: Ada, email: ada@example.com, role: owner, password: ${password} }
      - { name: Cleo, email: cleo@example.com, role: member, password: ${password} }
      - { name: Dan, email: dan@example.com, role: member, password: ${password} }
      - { name: Finn, email: finn@example.com, role: member, password: ${password} }
  - name: Evil
    apiKeys: [ { name: rw, scope: write, key: ${keys.other} } ]
    users:
      - { name: Eve, email: eve@example.com, role: owner }
      - { name: Cleo, email: cleo@example.com, role: member }
`
const records = new Map<string, string[]>()
const app = sharedLapwing({ provision, textRecords: async (name) => records.get(name) ?? [] })
const path = '/dashboard/single-sign-on'
const signInPath = '/dashboard/sign-in/single-sign-on'
let provider: LyingProvider
let ada: Person
let eve: Person

beforeAll(async () => {
  provider = await startLyingProvider()
  ada = await signedIn(app())
  eve = await signedIn(app(), { key: keys.other })
  for (const person of [ada, eve]) expect((await configure({}, person)).status).toBe(200)
})
afterAll(() => provider.stop())
beforeEach(() => Object.assign(provider, { claims: {}, metadata: {}, forges: false }))

const settings = () => ({
  issuer: provider.issuer,
  clientId: 'lapwing',
  clientSecret: 'secret',
  domains: ['Example.com'],
  groupRoles: [
    { group: 'ops', role: 'admin' },
    { group: 'staff', role: 'member' },
  ],
  defaultRole: null,
})
const configure = (changed: object = {}, by = ada): Promise<Answered> =>
  by.ask('PUT', path, { body: { ...settings(), ...changed } })

interface Flow {
  readonly organization?: string
  /** The cookie of a session that is open in the same browser. */
  readonly session?: string
  readonly change?: (back: URL) => void
}

const begin = (organization: string): Promise<Answered> => visit(app(), 'POST', signInPath, { body: { organization } })
const finish = (back: URL, cookie: string | null): Promise<Answered> =>
  visit(app(), 'POST', `${signInPath}/finish`, {
    body: { organization: back.pathname.split('/').at(-1), query: back.search },
    cookie,
  })

async function signIn(claims: object, { organization = 'acme', session, change }: Flow = {}): Promise<Answered> {
  const begun = await begin(organization)
  expect(begun.status, begun.text).toBe(200)
  Object.assign(provider.claims, { email_verified: true, ...claims })
  const back = provider.agree(begun.body.url)
  change?.(back)
  return finish(back, [cookieOf(begun), ...(session === undefined ? [] : [session])].join('; '))
}

async function sessionOf(answered: Answered): Promise<any> {
  expect(answered.status, answered.text).toBe(200)
  return (await visit(app(), 'GET', '/dashboard/session', { cookie: cookieOf(answered) })).body
}

function expectRefused(answered: Answered, status: number, words: RegExp): void {
  expect([answered.status, answered.body.error?.message]).toEqual([status, expect.stringMatching(words)])
  expect(cookieOf(answered)).not.toContain('session')
}

const local = (email: string): Promise<Answered> =>
  visit(app(), 'POST', '/dashboard/sign-in', { body: { email, password } })
const ben = (groups: string[]) => ({ sub: 'ben', email: 'Ben@example.com', name: 'Ben', groups })
const organizationIds = async (): Promise<{ acme: string; evil: string }> => {
  const idOf = async (key: string): Promise<string> =>
    (await callerOfKey(app().store, { hash: fingerprint(key), now: app().clock.now() }))!.organization.id
  return { acme: await idOf(keys.write), evil: await idOf(keys.other) }
}

describe('the settings', () => {
  it('are for owners only and never contain the secret', async () => {
    const shown = await ada.ask('GET', path)
    expect(shown.body).toMatchObject({
      issuer: provider.issuer,
      domains: ['example.com'],
      redirect_uri: `${app().origin}/sign-in/callback/acme`,
    })
    expect(shown.text).not.toContain('secret')
    const { body } = await ada.ask('GET', '/activity?limit=5')
    expect(JSON.stringify(body)).toContain('single_sign_on.created')
    expect(JSON.stringify(body)).not.toContain('"secret"')
    expect((await app().get(path)).status).toBe(404)
  })

  it('require the secret again for another provider, so that nobody else gets it', async () => {
    const { clientSecret, ...rest } = settings()
    expect((await configure({ ...rest, clientSecret: undefined })).status).toBe(200)
    const other = await startLyingProvider()
    const moved = await configure({ issuer: other.issuer, clientSecret: undefined })
    other.stop()
    expect([moved.status, moved.body.error.message]).toEqual([400, 'clientSecret: required for a new issuer or client'])
    expect(clientSecret).toBe('secret')
  })

  it.each([
    ['http://id.example.com', /^issuer: must begin with https/],
    ['file:///etc/passwd', /^issuer: must begin with https/],
    ['https://127.0.0.1:1/', /^issuer: Couldn't reach 127\.0\.0\.1:1/],
  ])('refuse the issuer %s', async (issuer, words) => {
    const answered = await configure({ issuer })
    expect([answered.status, answered.body.error.message]).toEqual([400, expect.stringMatching(words)])
  })

  it('refuse a provider that names another issuer', async () => {
    const other = await startLyingProvider()
    other.metadata = { issuer: 'https://accounts.example.com' }
    const answered = await configure({ issuer: other.issuer })
    other.stop()
    expect(answered.body.error.message).toMatch(/^issuer: .+ names another issuer/)
  })

  it('make single sign-on required only after a successful test', async () => {
    expect((await configure({ required: true, clientSecret: undefined })).status).toBe(409)
    const begun = await ada.ask('POST', `${path}/test`, { body: {} })
    provider.claims = { sub: 'ada', email: 'ada@example.com', name: 'Ada', groups: ['staff'] }
    const back = provider.agree(begun.body.url)
    const tested = await finish(back, `${ada.cookie}; ${cookieOf(begun)}`)
    expect(tested.body).toMatchObject({ status: 'tested', test: { email: 'ada@example.com', role: 'member' } })
    expect((await configure({ required: true, clientSecret: undefined })).status).toBe(200)
    try {
      const refused = await local('dan@example.com')
      expectRefused(refused, 403, /^Acme requires single sign-on/)
      expect((await sessionOf(await local('ada@example.com'))).role).toBe('owner')
      const cleo = await sessionOf(await local('cleo@example.com'))
      expect(cleo.organizations.map(({ slug }: { slug: string }) => slug)).toEqual(['evil'])
    } finally {
      expect((await configure({ required: false, clientSecret: undefined })).status).toBe(200)
    }
  })
})

describe('a person', () => {
  it('gets an account, follows their groups, and loses sessions and apps with the last one', async () => {
    const joined = await signIn(ben(['staff', 'ops', 'other']))
    expect(await sessionOf(joined)).toMatchObject({ role: 'admin', user: { email: 'ben@example.com', name: 'Ben' } })
    const account = (await accountOf(app().store, 'ben@example.com'))!
    expect(account).toMatchObject({ emailVerified: false, password: null })
    const again = await signIn(ben(['staff']))
    expect((await sessionOf(again)).role).toBe('member')
    expect((await visit(app(), 'GET', '/dashboard/session', { cookie: cookieOf(joined) })).status).toBe(401)

    const token = await tokenOf(account.id)
    expect((await app().get('/monitors', { key: token })).status).toBe(200)
    expectRefused(await signIn(ben([])), 403, /none of the groups/)
    expect((await app().get('/monitors', { key: token })).status).toBe(403)
    expect((await visit(app(), 'GET', '/dashboard/session', { cookie: cookieOf(again) })).status).toBe(401)
    const { body } = await ada.ask('GET', '/activity?limit=20')
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['user.joined', 'user.role_changed', 'user.removed', 'single_sign_on.refused']),
    )
  })

  it('is asked again by their provider after a day', async () => {
    const answered = await signIn(ben(['staff']))
    const { body } = await visit(app(), 'GET', '/dashboard/me/sessions', { cookie: cookieOf(answered) })
    const ends = new Date(body.data.find(({ current }: { current: boolean }) => current).expires_at)
    expect(ends.getTime() - app().clock.now().getTime()).toBe(86_400_000)
  })

  it('keeps their account if it belongs only to this organization and the address is verified', async () => {
    const dan = { sub: 'dan', email: 'dan@example.com', groups: ['staff'] }
    expectRefused(await signIn({ ...dan, email_verified: undefined }), 403, /already has an account/)
    const account = (await accountOf(app().store, 'dan@example.com'))!
    expect((await sessionOf(await signIn(dan))).user.id).toBe(account.id)
  })

  it('who is an owner connects their account by signing in locally first', async () => {
    const owner = { sub: 'ada', email: 'ada@example.com', groups: [] }
    expectRefused(await signIn(owner), 403, /already has an account/)
    const session = cookieOf(await local('ada@example.com'))
    // No group is mapped to the role owner, so the provider does not decide about owners.
    expect((await sessionOf(await signIn(owner, { session }))).role).toBe('owner')
    expect((await sessionOf(await signIn(owner))).role).toBe('owner')
  })

  it('whose account does not belong to an organization starts from scratch, without the password that someone may know', async () => {
    const account = (await accountOf(app().store, 'finn@example.com'))!
    await deleteMember(app().store, { organizationId: (await organizationIds()).acme, userId: account.id })
    const session = await sessionOf(await signIn({ sub: 'finn', email: 'finn@example.com', groups: ['staff'] }))
    expect(session.user.id).toBe(account.id)
    expect((await local('finn@example.com')).status).toBe(401)
  })
})

describe('an organization', () => {
  const cleo = { sub: 'cleo', email: 'cleo@example.com', groups: ['staff'] }

  it('cannot take over an account of another one through its own provider', async () => {
    expectRefused(await signIn(cleo, { organization: 'evil' }), 403, /already has an account/)
    // Even a person who agreed gives this provider access to its own organization only.
    const session = cookieOf(await local('cleo@example.com'))
    const inside = await signIn(cleo, { organization: 'evil', session })
    const shown = await sessionOf(inside)
    expect(shown.organizations.map(({ slug }: { slug: string }) => slug)).toEqual(['evil'])
    const ask = (method: string, to: string, body: object): Promise<Answered> =>
      visit(app(), method, to, { body, cookie: cookieOf(inside) })
    const { acme } = await organizationIds()
    expect((await ask('POST', '/dashboard/session/organization', { organizationId: acme })).status).toBe(404)
    const passwords = { currentPassword: password, password: `${password}!` }
    const refused = await ask('POST', '/dashboard/me/password', passwords)
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringMatching(/^Sign in with your pass/),
    ])
    expect((await membershipsOf(app().store, shown.user.id)).map(({ slug }) => slug)).toEqual(['acme', 'evil'])
  })

  it('cannot invite someone out of a session that its provider began', async () => {
    const made = await signIn({ sub: 'hal', email: 'hal@example.com', groups: ['staff'] }, { organization: 'evil' })
    expect((await sessionOf(made)).organization.slug).toBe('evil')
    const invited = await ada.ask('POST', '/dashboard/invitations', {
      body: { email: 'hal@example.com', role: 'member' },
    })
    const token = invited.body.url.split('/').at(-1)
    const body = { token, password: 'anything else at all' }
    expectRefused(
      await visit(app(), 'POST', '/dashboard/invitation/accept', { body, cookie: cookieOf(made) }),
      403,
      /^password: /,
    )
  })

  it('is found by a domain only if the domain says so', async () => {
    expect((await begin('someone@example.com')).status).toBe(404)
    records.set('_lapwing.example.com', ['single-sign-on=evil'])
    expect(new URL((await begin('someone@Example.com')).body.url).searchParams.get('redirect_uri')).toMatch(/\/evil$/)
    for (const unknown of ['nobody', 'someone@elsewhere.example']) expect((await begin(unknown)).status).toBe(404)
  })
})

describe('refuses', () => {
  const person = { sub: 'ivy', email: 'ivy@example.com', groups: ['staff'] }

  it.each<[string, object, number, RegExp]>([
    ['a token for another client', { aud: 'someone-else' }, 401, /did not sign you in/],
    ['a token of another issuer', { iss: 'https://accounts.example.com' }, 401, /did not sign you in/],
    ['a token with another nonce', { nonce: 'x' }, 401, /did not sign you in/],
    ['an expired token', { exp: 1 }, 401, /did not sign you in/],
    ['an unverified address', { email_verified: false }, 403, /not verified/],
    ['an address of another domain', { email: 'ivy@elsewhere.example' }, 403, /elsewhere\.example may not/],
    ['a person without an address', { email: undefined }, 403, /did not send an email address/],
  ])('%s', async (_name, lie, status, words) => {
    expectRefused(await signIn({ ...person, ...lie }), status, words)
    expect(await accountOf(app().store, person.email)).toBeUndefined()
  })

  it('a token that is signed with an unknown key', async () => {
    provider.forges = true
    expectRefused(await signIn(person), 401, /did not sign you in/)
  })

  it.each<[string, (back: URL) => void]>([
    ['another state', (back) => back.searchParams.set('state', newToken())],
    ['no state', (back) => back.searchParams.delete('state')],
    ['another issuer', (back) => back.searchParams.set('iss', 'https://accounts.example.com')],
    ['the address of another organization', (back) => (back.pathname = '/sign-in/callback/evil')],
    ['an error', (back) => (back.search = back.search.replace(/code=[^&]*/, 'error=access_denied'))],
  ])('a redirect with %s', async (_name, change) => {
    expectRefused(await signIn(person, { change }), 401, /did not sign you in|another organization/)
  })

  it('a code that was used, and one in another browser', async () => {
    const begun = await begin('acme')
    provider.claims = person
    const back = provider.agree(begun.body.url)
    expectRefused(await finish(back, null), 401, /another browser/)
    expect((await finish(back, cookieOf(begun))).status).toBe(200)
    expectRefused(await finish(back, cookieOf(begun)), 401, /was finished/)
    const next = await begin('acme')
    back.searchParams.set('state', new URL(next.body.url).searchParams.get('state')!)
    expectRefused(await finish(back, cookieOf(next)), 401, /did not sign you in/)
  })

  it('a test that someone else finishes', async () => {
    const begun = await ada.ask('POST', `${path}/test`, { body: {} })
    provider.claims = person
    expectRefused(await finish(provider.agree(begun.body.url), cookieOf(begun)), 403, /Only an owner/)
  })
})

it('says that the provider is down, and lets owners in', async () => {
  const away = await startLyingProvider()
  expect((await configure({ issuer: away.issuer }, eve)).status).toBe(200)
  away.stop()
  const answered = await begin('evil')
  expect([answered.status, answered.body.error.message]).toEqual([
    409,
    expect.stringMatching(/Evil does not respond.+Owners/),
  ])
  expect((await eve.ask('GET', '/dashboard/session')).status).toBe(200)
})

/** An access token of an app that the person allowed. */
async function tokenOf(userId: string): Promise<string> {
  const { store, clock } = app()
  const now = clock.now()
  const { acme: organizationId } = await organizationIds()
  const client = { id: 'app', name: 'App', rowId: null, organizationId: null } as never
  const expiresAt = new Date(now.getTime() + 3_600_000)
  const draft = { organizationId, userId, client, scope: 'read', resource: 'api', offline: false, expiresAt } as const
  const grant = await addGrant(store, draft, now)
  const { text, hash } = newSecret('access')
  await addToken(store, { hash, grantId: grant.id, kind: 'access', scope: 'read', expiresAt }, now)
  return text
}
