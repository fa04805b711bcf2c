import { type ConfigOf, choice, flag, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { type FtpControl, isLoggedIn } from '../../protocols/ftp/control.ts'
import {
  certificateExpiring,
  loginFailed,
  oneLine,
  password,
  passwordProblems,
  plaintextMetric,
  sessionMetrics,
  tlsMetrics,
  username,
} from '../account.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, pattern, port, timeout, tlsModeNames, verifyTls } from '../fields.ts'
import { fileMetrics, isSessionError, pathMissing, pathProblems } from './expected-path.ts'
import { inspectFiles } from './ftp-files.ts'
import { type FtpServer, withFtpSession } from './ftp-session.ts'
import { testOpenLogins } from './ftp-open-logins.ts'
import { Matcher } from '../regexp.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { type HostAndPort, hostMaybePort } from '../targets.ts'
import { byPort } from '../pasted.ts'
import { observeEncrypted, observeUnencrypted } from '../tls/observe-session.ts'

const metric = metricsOf('ftp')
const usualPort = (tlsMode: unknown): number => (tlsMode === 'implicit' ? 990 : 21)

const config = {
  port: port({
    help: 'Port to connect to, unless the target has one; when empty, 990 with TLS from the start, otherwise 21',
  }),
  tlsMode: choice(['explicit', 'implicit', 'none'], {
    labels: tlsModeNames,
    help:
      'How the connection is encrypted; explicit uses AUTH TLS. ' +
      'none checks the connection only and sends no credentials',
    default: 'explicit',
  }),
  verifyTls,
  username,
  password,
  passive: flag({ group: 'connection', help: 'Use passive mode: the server opens the data port', default: true }),
  expectPath: text({
    label: 'Required path',
    group: 'answer',
    advanced: false,
    help: 'Directory or file that must exist',
    maxLength: 1000,
    rule: oneLine,
  }),
  checkNewestAge: flag({
    help: 'Measure the age of the newest file in the expected path, or in the login directory',
    default: false,
  }),
  checkTransfer: flag({ help: 'Download up to 64 KB of the file at the expected path', default: false }),
  checkAnonymous: flag({ help: 'Test whether anonymous logins are accepted', default: false }),
  expectBannerRegexp: pattern({
    label: 'Greeting must match',
    group: 'answer',
    help: 'Regexp the greeting must match',
  }),
  timeoutSeconds: timeout(15),
  ipVersion,
}

type FtpConfig = ConfigOf<typeof config>

export const ftp = defineCheck({
  type: 'ftp',
  title: 'FTP server',
  category: 'mail_and_files',
  summary: 'Connects to an FTP server and, with a username, logs in over TLS and checks a directory or file.',
  target: hostMaybePort({
    description: 'The FTP server, with a port if it is not the default',
    examples: ['ftp.example.com', 'ftp.example.com:2121'],
  }),
  recognizes: (pasted) => byPort(pasted, { schemes: ['ftp', 'ftps'], ports: [21, 990] }),
  config,
  credentials: {
    keys: ['password'],
    boundTo: ['port', 'tlsMode', 'username'],
    usual: ({ tlsMode }) => ({ port: usualPort(tlsMode) }),
  },
  metrics: [
    ...sessionMetrics(metric),
    ...tlsMetrics(metric),
    plaintextMetric(metric),
    metric('tls_supported', {
      description: 'Server offers encryption (1 yes)',
      unit: 'flag',
      cause: 'tls',
      says: { yes: 'the server offers encryption', no: 'the server offers no encryption' },
      diagnosis:
        'Files and passwords cross the network unencrypted. Install a certificate and enable TLS on the server.',
    }),
    metric('anonymous_allowed', {
      description: 'Anonymous logins are accepted (1 yes)',
      unit: 'flag',
      severity: 'critical',
      says: { yes: 'anonymous logins are accepted', no: 'anonymous logins are rejected' },
      diagnosis: {
        yes:
          'Anyone can read, and perhaps write, the files. ' +
          'Disable anonymous logins unless the server is meant to be public.',
      },
    }),
    ...fileMetrics(metric),
    metric('transfer_ok', {
      description: 'File was downloaded (1 yes)',
      unit: 'flag',
      severity: 'critical',
      cause: 'content',
      says: { yes: 'the file was downloaded', no: 'the file could not be downloaded' },
      diagnosis:
        'The login works, but reading the file fails. ' +
        'Check its permissions and whether a firewall blocks the data connection.',
    }),
  ],
  diagnoses: {
    other:
      'The FTP server responds, but rejects a command. ' +
      'It may be full, refuse Lapwing or lack a data port: read its reply, then its log.',
    connect:
      'The FTP server or its data port cannot be reached. ' +
      'Check whether it runs and whether its firewall allows the data port range.',
  },
  defaultRules: [availability, certificateExpiring('ftp'), loginFailed('ftp'), pathMissing('ftp')],
  examine: (config) => [
    ...passwordProblems(config),
    ...pathProblems(config, config.tlsMode === 'none' ? 'tlsMode: must be explicit or implicit' : null),
    ...(config.checkTransfer && !config.expectPath ? ['expectPath: Required with checkTransfer'] : []),
  ],
  run,
})

interface FtpVisit extends FtpServer {
  readonly config: FtpConfig
}

async function run(
  { target, config }: CheckJob<FtpConfig, HostAndPort<number | null>>,
  context: RunContext,
): Promise<void> {
  const { clock, observed } = context
  const start = clock.monotonicMs()
  const port = target.port ?? config.port ?? usualPort(config.tlsMode)
  const visit = { host: target.host, port, config, context }
  try {
    await withFtpSession(visit, context.signal, (control) => inspect(control, visit))
    await testOpenLogins(visit)
    observed.metrics['ftp.error_count'] = 0
    observed.metrics['ftp.check_time_ms'] = clock.monotonicMs() - start
  } catch (error) {
    const { metrics } = observed
    if (error instanceof TargetDown) metrics['ftp.error_count'] = isSessionError(error, metrics['ftp.auth_ok']) ? 1 : 0
    throw error
  }
}

async function inspect(control: FtpControl, visit: FtpVisit): Promise<void> {
  const { host, config, context } = visit
  const { observed, clock } = context
  const { address, connectMs } = control.connection
  observed.metrics['ftp.connect_time_ms'] = connectMs
  observed.evidence.address = address
  if (config.tlsMode === 'implicit') await encrypt(control, visit)
  const start = clock.monotonicMs()
  const greeting = await control.greeting()
  observed.metrics['ftp.greeting_ms'] = clock.monotonicMs() - start
  observeBanner(greeting.text, config, context)
  if (config.tlsMode === 'none') return probeTls(control, context)
  if (config.tlsMode === 'explicit') await startTls(control, visit)
  if (!config.username) return
  await logIn(control, config, context)
  const encryption = { serverName: host, verify: config.verifyTls }
  await inspectFiles({ ...context, control, passive: config.passive, encryption }, config, context)
}

const shownBanner = 500

function observeBanner(banner: string, { expectBannerRegexp: pattern }: FtpConfig, { observed }: RunContext): void {
  observed.evidence.banner = banner.slice(0, shownBanner)
  if (pattern) observed.metrics['ftp.banner_match'] = new Matcher().matches(pattern, banner) ? 1 : 0
}

async function startTls(control: FtpControl, visit: FtpVisit): Promise<void> {
  const { observed } = visit.context
  const reply = await control.ask('AUTH TLS')
  if (reply.code === 234) return encrypt(control, visit)
  observed.metrics['ftp.tls_supported'] = 0
  observeUnencrypted('ftp', observed)
  throw new TargetDown('tls', `the server does not offer TLS: ${reply.line}`)
}

async function encrypt(control: FtpControl, { host, config, context }: FtpVisit): Promise<void> {
  const connection = await control.encrypt({ serverName: host, verify: false })
  context.observed.metrics['ftp.tls_supported'] = 1
  observeEncrypted({ type: 'ftp', verify: config.verifyTls }, connection, context)
}

/** Without TLS, only asks whether the server supports it. */
async function probeTls(control: FtpControl, { observed }: RunContext): Promise<void> {
  observeUnencrypted('ftp', observed)
  const features = await control.features()
  const isListed = features.has('AUTH TLS') || features.has('AUTH SSL')
  // Not every server lists its features. A server that agrees waits for a handshake that never comes.
  observed.metrics['ftp.tls_supported'] = isListed || (await control.ask('AUTH TLS')).code === 234 ? 1 : 0
}

async function logIn(control: FtpControl, config: FtpConfig, { clock, observed }: RunContext): Promise<void> {
  const { username = '', password = '' } = config
  const start = clock.monotonicMs()
  const reply = await control.logIn(username, password)
  observed.metrics['ftp.auth_ms'] = clock.monotonicMs() - start
  observed.metrics['ftp.auth_ok'] = isLoggedIn(reply) ? 1 : 0
  if (isLoggedIn(reply)) return
  // A server may repeat the password in its reply.
  const line = password ? reply.line.replaceAll(password, '[hidden]') : reply.line
  throw new TargetDown(reply.code < 500 ? 'other' : 'auth', `the login was rejected: ${line}`)
}
