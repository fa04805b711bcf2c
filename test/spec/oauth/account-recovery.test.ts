// Ways to take an account back end what programs may do in its name, also of those that still wait for their tokens.
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestLapwing, keys, lapwing } from '../../kit/lapwing/lapwing.ts'
import { type AccessRequest, askForAccess, connect, decide, postForm, refresh } from '../../kit/people/oauth.ts'
import { type Person, cookieOf, visit } from '../../kit/people/signed-in.ts'
import { startMailSink } from '../../kit/servers/mail-sink.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const password = 'correct horse battery'
const newOne = 'a quite different one'
const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users:
      - { name: Ada, email: ada@example.com, role: owner, password: ${password} }
      - { name: Ben, email: ben@example.com, role: member, password: ${password} }
`

let app: TestLapwing
let emails: readonly { readonly content: string }[]
beforeEach(async () => {
  const sink = await startMailSink()
  emails = sink.emails
  const env = { LAPWING_MAIL_URL: `smtp://127.0.0.1:${sink.port}?secure=none`, LAPWING_MAIL_FROM: 'L <l@example.com>' }
  app = await lapwing({ provision, env })
})

async function signIn(email: string): Promise<Person> {
  const cookie = cookieOf(await visit(app, 'POST', '/dashboard/sign-in', { body: { email, password } }))
  const ask: Person['ask'] = (method, path, options) => visit(app, method, path, { cookie, ...options })
  const { user, role } = (await ask('GET', '/dashboard/session')).body
  return { user: { ...user, role }, cookie, ask }
}

const tokenIn = (text: string): string => /#token=(?:3D)?([\w-]{32})(?![\w-])/.exec(text.replace(/=\r?\n/g, ''))![1]!

async function finishReset(link: string): Promise<void> {
  const body = { token: tokenIn(link), password: newOne }
  expect((await visit(app, 'POST', '/dashboard/password-reset/finish', { body })).status).toBe(200)
}

const changePassword = async ({ ask }: Person, more: object = {}): Promise<void> => {
  const body = { currentPassword: password, password: newOne, ...more }
  expect((await ask('POST', '/dashboard/me/password', { body })).status).toBe(200)
}

const ways: readonly [string, reason: string, (ben: Person) => Promise<void>][] = [
  ['a password change', 'password changed', (ben) => changePassword(ben)],
  [
    'a link of an admin',
    'password changed',
    async ({ user }) => {
      const ada = await signIn('ada@example.com')
      await finishReset((await ada.ask('POST', `/dashboard/members/${user.id}/reset-link`)).body.url)
    },
  ],
  [
    'a mailed link',
    'password changed',
    async ({ user }) => {
      await visit(app, 'POST', '/dashboard/password-reset', { body: { email: user.email } })
      await waitUntil(() => emails.length > 0)
      await finishReset(emails[0]!.content)
    },
  ],
  [
    'signing out everywhere',
    'signed out everywhere',
    async ({ ask }) => void expect((await ask('POST', '/dashboard/sign-out/everywhere')).status).toBe(204),
  ],
]

const exchangeCode = ({ client, verifier, redirectUri }: AccessRequest, address: URL) =>
  postForm(app, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    code: address.searchParams.get('code')!,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  })

/** A device whose user has allowed it, and which has not asked for its tokens yet. */
async function allowedDevice({ ask }: Person): Promise<string> {
  const form = { client_id: 'lapwing-cli', scope: 'read write offline_access' }
  const { body: device } = await postForm(app, '/oauth/device_authorization', form)
  const search = { userCode: device.user_code }
  const { body: found } = await ask('POST', '/dashboard/oauth/device-codes/find', { body: search })
  const body = { allow: true, scope: 'write', organizationId: found.organizations[0].id }
  await ask('POST', `/dashboard/oauth/device-codes/${found.id}/decision`, { body })
  return device.device_code
}

const pollDevice = (code: string) =>
  postForm(app, '/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'lapwing-cli',
    device_code: code,
  })

const statusWith = async (key: string): Promise<number> => (await app.get('/me', { key })).status

describe.each(ways)('%s', (_name, reason, recover) => {
  it('ends tokens, codes and device codes of the person, and of nobody else', async () => {
    const [ada, ben] = [await signIn('ada@example.com'), await signIn('ben@example.com')]
    const [others, tokens] = [await connect(app, ada), await connect(app, ben)]
    const requested = await askForAccess(app)
    const address = await decide(ben, requested.id)
    const device = await allowedDevice(ben)
    await recover(ben)
    expect(await statusWith(tokens.access_token)).toBe(401)
    expect((await refresh(app, tokens.refresh_token!)).body.error).toBe('invalid_grant')
    expect((await exchangeCode(requested, address)).body.error).toBe('invalid_grant')
    expect((await pollDevice(device)).body.error).toBe('invalid_grant')
    expect(await statusWith(others.access_token)).toBe(200)
    const { body: log } = await app.get('/activity?action=oauth.revoked')
    expect(log.data.map(({ changes }: any) => changes.reason)).toEqual([reason, reason, reason])
  })
})

it('keeps connected apps at a password change if the person wants it', async () => {
  const ben = await signIn('ben@example.com')
  const tokens = await connect(app, ben)
  await changePassword(ben, { keepConnectedApps: true })
  expect(await statusWith(tokens.access_token)).toBe(200)
  expect((await refresh(app, tokens.refresh_token!)).status).toBe(200)
})

it('connects no program with a session that ended meanwhile', async () => {
  const ben = await signIn('ben@example.com')
  const thief = await signIn('ben@example.com')
  const requested = await askForAccess(app)
  const { body: request } = await thief.ask('GET', `/dashboard/oauth/requests/${requested.id}`)
  const body = { allow: true, scope: 'write', organizationId: request.organizations[0].id }
  const [, decided] = await Promise.all([
    ben.ask('POST', '/dashboard/sign-out/everywhere'),
    thief.ask('POST', `/dashboard/oauth/requests/${requested.id}/decision`, { body }),
  ])
  const answer =
    decided.status === 200
      ? await exchangeCode(requested, new URL(decided.body.redirect_to))
      : { status: decided.status }
  expect(answer.status).toBeGreaterThanOrEqual(400)
})
