// The owner of one organization makes accounts for addresses of other people and locks them, before another
// organization invites these people.
import { totpAt } from '../../src/codecs/totp.ts'
import { until } from '../faults/targets.ts'
import { closeServers } from '../kit/servers/listening.ts'
import { type MailSink, startMailSink } from '../kit/servers/mail-sink.ts'
import type { Trial, TrialResult } from '../kit/run/trials.ts'
import { type SharedInstallation, cookieOf, startTenants } from './tenants.ts'

const theirs = 'chosen by the attacker'
const own = 'chosen by the owner of the address'
const maxMailMs = 30_000

interface Scene {
  readonly lapwing: SharedInstallation
  readonly sink: MailSink
  /** Sessions of the owners. */
  readonly good: string
  readonly evil: string
}

export const addressTakeover: Trial = {
  name: 'address-takeover',
  promise: 'Whoever has a mailbox gets its account, whatever others did with the address before.',
  hasShortSize: true,
  async run(): Promise<TrialResult> {
    const sink = await startMailSink()
    const env = { LAPWING_MAIL_URL: `smtp://127.0.0.1:${sink.port}?secure=none`, LAPWING_MAIL_FROM: 'l@example.com' }
    const lapwing = await startTenants(
      { Good: { owner: 'good@example.com' }, Evil: { owner: 'evil@example.com' } },
      env,
    )
    try {
      const [good, evil] = [await lapwing.signIn('good@example.com'), await lapwing.signIn('evil@example.com')]
      const scene = { lapwing, sink, good, evil }
      const violations = [...(await byInvitation(scene)), ...(await byReset(scene))]
      return { figures: { mails: sink.emails.length }, violations }
    } finally {
      await lapwing.stop()
      closeServers()
    }
  },
}

const post = ({ lapwing }: Scene, path: string, body: object, cookie?: string) =>
  lapwing.ask(`/app/dashboard/${path}`, { method: 'POST', body, cookie })

/** The token of the link that the inviter sees. */
async function invite(scene: Scene, cookie: string, email: string, mail = false): Promise<string> {
  const { body } = await post(scene, 'invitations', { email, role: 'member', mail }, cookie)
  return body.url.slice(body.url.lastIndexOf('/') + 1)
}

const accept = (scene: Scene, token: string, password: string) =>
  post(scene, 'invitation/accept', { token, name: 'Somebody', password })

async function tokenMailedTo({ sink }: Scene, email: string): Promise<string> {
  if (!(await until(() => sink.emails.some(({ to }) => to === email), maxMailMs))) throw new Error('no mail came')
  const text = sink.emails.findLast(({ to }) => to === email)!.content.replace(/=\r?\n/g, '')
  return /(?:\/invitation\/|#token=(?:3D)?)([\w-]{32})(?![\w-])/.exec(text)![1]!
}

/** Returns the attacker's session in the victim's name. */
async function squat(scene: Scene, email: string): Promise<string> {
  const cookie = cookieOf(await accept(scene, await invite(scene, scene.evil, email), theirs))
  const { body } = await post(scene, 'me/two-factor', { password: theirs }, cookie)
  const { status } = await post(scene, 'me/two-factor/confirm', { code: totpAt(body.secret, new Date()) }, cookie)
  if (status !== 200) throw new Error(`the attacker has no second factor: ${status}`)
  return cookie
}

async function byInvitation(scene: Scene): Promise<string[]> {
  const email = 'invited@example.com'
  const before = await squat(scene, email)
  const shown = await invite(scene, scene.good, email, true)
  const token = await tokenMailedTo(scene, email)
  const violations = token === shown ? ['The inviter sees the link that proves the address.'] : []
  if ((await accept(scene, shown, own)).status === 200)
    violations.push('A link that was handed over opens the account of somebody else.')
  return [...violations, ...(await judge(scene, { email, before, entered: await accept(scene, token, own) }))]
}

async function byReset(scene: Scene): Promise<string[]> {
  const email = 'reset@example.com'
  const before = await squat(scene, email)
  const requested = await post(scene, 'password-reset', { email })
  const unknown = await post(scene, 'password-reset', { email: 'nobody@example.com' })
  const violations = requested.text === unknown.text ? [] : ['A reset tells which addresses have accounts.']
  const token = await tokenMailedTo(scene, email)
  const entered = await post(scene, 'password-reset/finish', { token, password: own })
  return [...violations, ...(await judge(scene, { email, before, entered }))]
}

interface Entry {
  readonly email: string
  readonly before: string
  readonly entered: Awaited<ReturnType<typeof accept>>
}

async function judge(scene: Scene, { email, before, entered }: Entry): Promise<string[]> {
  const violations: string[] = []
  if (entered.body?.status !== 'signed_in') violations.push(`${email}: the owner is not let in (${entered.text}).`)
  const { status } = await scene.lapwing.ask('/app/dashboard/session', { cookie: before })
  if (status !== 401) violations.push(`${email}: the attacker's session goes on (${status}).`)
  for (const [password, expected] of [
    [theirs, 401],
    [own, 200],
  ] as const) {
    const answer = await post(scene, 'sign-in', { email, password })
    if (answer.status !== expected || (expected === 200 && answer.body.status !== 'signed_in'))
      violations.push(`${email}: signing in with the password ${password} answers ${answer.text}.`)
  }
  return violations
}
