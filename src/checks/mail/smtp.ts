import { type ConfigOf, choice, flag } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import type { MailLogin } from '../../protocols/mail/account.ts'
import { SmtpClient, type SmtpReply } from '../../protocols/mail/smtp.ts'
import { authMetrics, certificateExpiring, loginFailed, tlsMetrics } from '../account.ts'
import { availability, defineCheck, whenSet, metricsOf } from '../define.ts'
import { ipVersion, port, timeout, tlsModeNames, verifyTls } from '../fields.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { type HostAndPort, hostMaybePort, isIp } from '../targets.ts'
import { byPort } from '../pasted.ts'
import { testOpenRelay } from './open-relay.ts'
import { type ReverseNames, reverseNames } from './reverse-names.ts'
import { accountOf, mailCredentials, mailLogin, mailLoginProblems } from './login.ts'
import { type MonitoredMailServer, type MailSession, withMailSession } from './session.ts'
import { connecting } from '../metric-text.ts'

const metric = metricsOf('smtp')

const config = {
  port: port({
    help: 'Port to connect to, unless the target has one; with a username required, 587 or 465',
    default: 25,
  }),
  checkOpenRelay: flag({
    help: 'Test for an open relay; never with a username',
    default: true,
  }),
  checkPtr: flag({
    help: "Test whether the PTR record of the server's address points to a name that resolves back to it",
    default: true,
  }),
  ...mailLogin,
  tlsMode: choice(['starttls', 'implicit'], {
    labels: tlsModeNames,
    help: 'How the login is encrypted: starttls on port 587, implicit on port 465; follows the port by default',
    default: 'starttls',
  }),
  verifyTls,
  timeoutSeconds: timeout(15),
  ipVersion,
}

type SmtpConfig = ConfigOf<typeof config>
type SmtpTarget = HostAndPort<number | null>

export const smtp = defineCheck({
  type: 'smtp',
  title: 'SMTP mail server',
  category: 'mail_and_files',
  summary: 'Greets a mail server and tests it for an open relay or, with a username, logs in over TLS.',
  target: hostMaybePort({
    description: 'The mail server, with a port if it is not 25',
    examples: ['mail.example.com', 'mail.example.com:2525'],
  }),
  recognizes: (pasted) => byPort(pasted, { schemes: ['smtp', 'smtps'], ports: [25, 465, 587] }),
  config,
  credentials: {
    ...mailCredentials,
    usual: ({ port }) => ({ tlsMode: modes[Number(port)] }),
  },
  metrics: [
    metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', phase: 2, ...connecting }),
    metric('open_relay', {
      description: 'Server is an open relay (1 yes)',
      unit: 'flag',
      severity: 'critical',
      says: { yes: 'the server is an open relay', no: 'the server is not an open relay' },
      diagnosis: {
        yes:
          'Spammers will use it and other servers will block its mail. ' +
          'Restrict relaying to your networks and logged-in users now.',
      },
    }),
    metric('tls_supported', {
      description: 'Server offers encryption (1 yes)',
      unit: 'flag',
      cause: 'tls',
      says: { yes: 'the server offers encryption', no: 'the server offers no encryption' },
      diagnosis: 'Mail and passwords cross the network unencrypted. Install a certificate and enable STARTTLS.',
    }),
    metric('ptr_valid', {
      description: "PTR name resolves back to the server's address (1 yes)",
      unit: 'flag',
      says: {
        yes: 'the PTR name of the server resolves back to its address',
        no: 'the PTR name of the server is missing or does not resolve back to its address',
      },
      diagnosis:
        'Many receivers reject mail from such a server. ' +
        "Set the address's PTR record to the hostname, and point that name back.",
    }),
    metric('banner_match', {
      description: 'Greeting contains the hostname (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the greeting contains the hostname', no: 'the greeting does not contain the hostname' },
      diagnosis:
        'Some receivers distrust such a server. Set its hostname in its configuration, or monitor it under ' +
        'the name it greets with.',
    }),
    ...authMetrics(metric),
    ...tlsMetrics(metric),
  ],
  diagnoses: {
    other:
      'The mail server responds, but refuses the session. ' +
      'It may block Lapwing, limit connections or be shutting down: read its reply, then its log.',
    auth:
      'The mail server responds, but rejects the login. ' +
      'Check whether the account is locked, its password has changed, or it may no longer send.',
  },
  defaultRules: [
    availability,
    {
      name: 'Open Relay Detected',
      metric: "metrics['smtp.open_relay']",
      operator: '==',
      value: '1',
      severity: 'critical',
    },
    loginFailed('smtp'),
    { ...certificateExpiring('smtp'), when: whenSet('username', 'with a user name') },
  ],
  examine: (config, target) =>
    config.username ? [...submissionProblems(config, target), ...mailLoginProblems(config)] : [],
  run,
})

const modes: Readonly<Record<number, SmtpConfig['tlsMode']>> = { 587: 'starttls', 465: 'implicit' }

function submissionProblems(config: { port?: number; tlsMode?: string }, target: SmtpTarget): string[] {
  const mode = modes[config.port ?? 0]
  if (!mode) return ['port: must be 587 or 465 with a username']
  if (target.port !== null && target.port !== config.port)
    return [`port: must be the port of the target, ${target.port}`]
  return config.tlsMode && config.tlsMode !== mode ? [`tlsMode: must be ${mode} on port ${config.port}`] : []
}

const shownExtensions = 40

async function run(
  { target, config, deadlineMs }: CheckJob<SmtpConfig, SmtpTarget>,
  context: RunContext,
): Promise<void> {
  const server = serverOf(target, config)
  await withMailSession(server, context, async (session) => {
    const names = config.checkPtr ? await findReverseNames(session, deadlineMs) : null
    const client = new SmtpClient(session.lines, session.server.account)
    const greeting = await client.greeting()
    session.show('greeting', session.quote(greeting.text))
    if (greeting.code !== 220) throw new TargetDown('other', `the server is not ready: ${session.quote(greeting.text)}`)
    observeBannerMatch(session, greeting, names)
    await introduce(session, client)
    session.measure('tls_supported', session.isEncrypted || client.extensions.has('STARTTLS') ? 1 : 0)
    const { account } = session.server
    if (account) await logIn(session, client, account)
    else if (config.checkOpenRelay) await testOpenRelay(session, client)
    await session.leave('RSET', 'QUIT')
  })
}

function serverOf(target: SmtpTarget, config: SmtpConfig): MonitoredMailServer {
  const port = target.port ?? config.port
  const account = accountOf(config)
  const { verifyTls, ipVersion } = config
  const tlsMode = modes[port] ?? config.tlsMode
  return {
    type: 'smtp',
    host: target.host,
    port,
    tlsMode,
    verifyTls,
    ipVersion,
    account,
    measuresTls: account !== null,
  }
}

async function findReverseNames(session: MailSession, deadlineMs: number): Promise<ReverseNames> {
  const found = await reverseNames(session.lines.connection.address, session.context, deadlineMs / 4)
  if (found.names) session.measure('ptr_valid', found.confirmed.length > 0 ? 1 : 0)
  session.show('ptr', found.names ?? found.problem)
  return found
}

/**
 * A hostname must be in the greeting. For an IP address, one of its confirmed reverse names must be; without any,
 * nothing is measured.
 */
function observeBannerMatch(
  session: MailSession,
  { lines: [greeting = ''] }: SmtpReply,
  back: ReverseNames | null,
): void {
  const { host } = session.server
  const names = isIp(host) ? (back?.confirmed ?? []) : [host]
  if (names.length === 0) return
  const words = new Set(
    greeting
      .toLowerCase()
      .split(/[\s<>()[\],;]+/)
      .map(withoutDot),
  )
  session.measure('banner_match', names.some((name) => words.has(withoutDot(name.toLowerCase()))) ? 1 : 0)
}

const withoutDot = (name: string): string => name.replace(/\.$/, '')

async function introduce(session: MailSession, client: SmtpClient): Promise<void> {
  const reply = await client.introduce()
  if (reply.code !== 250) throw new TargetDown('other', `the server refuses the session: ${session.quote(reply.text)}`)
  if (client.extensions.size > 0) session.show('extensions', reply.lines.slice(1, shownExtensions).map(session.quote))
}

async function logIn(session: MailSession, client: SmtpClient, account: MailLogin): Promise<void> {
  if (!session.isEncrypted) await startTls(session, client)
  if (!client.takes(account)) {
    const mechanisms = client.loginMechanisms
    const instead = mechanisms.length > 0 ? `only ${session.quote(mechanisms.join(' '))}` : 'no login at all'
    const wanted = account.isToken ? 'login by OAuth (XOAUTH2)' : 'password login'
    throw new TargetDown('auth', `the server offers no ${wanted}, ${instead}`)
  }
  await session.login(async (account) => {
    const reply = await client.logIn(account)
    return reply.code === 235 ? null : reply.text
  })
}

async function startTls(session: MailSession, client: SmtpClient): Promise<void> {
  if (!client.extensions.has('STARTTLS'))
    throw session.withoutTls('the server offers no STARTTLS, so the login was not sent')
  const reply = await client.ask('STARTTLS')
  if (reply.code !== 220) throw session.withoutTls(`the server rejected STARTTLS: ${session.quote(reply.text)}`)
  await session.encrypt()
  await introduce(session, client)
}
