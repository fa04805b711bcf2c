import { type ConfigOf, choice, flag, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { type SshSession, sshSessions } from '../../protocols/ssh/session.ts'
import { loginFailed, oneLine, password, sessionMetrics, username } from '../account.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, pattern, port, timeout } from '../fields.ts'
import { fileMetrics, isSessionError, pathMissing, pathProblems } from './expected-path.ts'
import { inspectFiles } from './sftp-files.ts'
import { connectTrusted, expectedKey } from './sftp-host-key.ts'
import { logIn } from './sftp-login.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { type HostAndPort, hostMaybePort } from '../targets.ts'
import { byPort } from '../pasted.ts'
import { counted } from '../../domain/alerting/sentence.ts'

const metric = metricsOf('sftp')

const config = {
  port: port({ help: 'Port to connect to, unless the target has one', default: 22 }),
  username,
  authMethod: choice(['password', 'private_key', 'none'], {
    label: 'Login method',
    group: 'login',
    help: 'How to log in; none, like an empty username, only exchanges keys',
    default: 'password',
  }),
  password,
  privateKey: text({
    group: 'login',
    shownWhen: { key: 'authMethod', in: ['private_key'] },
    help: 'Private key in OpenSSH, PEM or PuTTY 2 format',
    secret: true,
    manyLines: true,
    maxLength: 16_384,
    rule: privateKeyProblem,
  }),
  passphrase: text({
    group: 'login',
    shownWhen: { key: 'authMethod', in: ['private_key'] },
    help: 'Passphrase of the private key',
    secret: true,
  }),
  hostKeyFingerprint: text({
    group: 'login',
    placeholder: 'SHA256:…',
    advanced: true,
    help: 'Fingerprint of the host key (SHA256:…); empty trusts and remembers the first key',
    maxLength: 60,
    rule: fingerprintProblem,
  }),
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
  expectBannerRegexp: pattern({
    label: 'Greeting must match',
    group: 'answer',
    help: "Regexp the server's SSH greeting must match",
  }),
  timeoutSeconds: timeout(15),
  ipVersion,
}

type SftpConfig = ConfigOf<typeof config>

const unknownKey =
  'The server was reinstalled, or someone intercepts the connection. ' +
  'Ask its administrator for the fingerprint before you trust the new key.'

export const sftp = defineCheck({
  type: 'sftp',
  title: 'SFTP server',
  category: 'mail_and_files',
  summary: 'Exchanges keys with an SSH server, watches its host key and, with a username, logs in and checks files.',
  target: hostMaybePort({
    description: 'The SFTP server, with a port if it is not 22',
    examples: ['sftp.example.com', 'sftp.example.com:2222'],
  }),
  recognizes: (pasted) => byPort(pasted, { schemes: ['sftp', 'ssh'], ports: [22] }),
  config,
  // The fingerprint identifies the server, like the target.
  credentials: { keys: ['password', 'privateKey', 'passphrase'], boundTo: ['port', 'username', 'hostKeyFingerprint'] },
  metrics: [
    ...sessionMetrics(metric),
    metric('handshake_ms', {
      description: 'Time for the key exchange',
      unit: 'ms',
      phase: 3,
      says: 'the key exchange takes {}',
      diagnosis: "The key exchange depends on the server's CPU and the network. Check the load of both.",
    }),
    metric('host_key_match', {
      description: 'Host key has the configured fingerprint (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: {
        yes: 'the host key has the configured fingerprint',
        no: 'the host key does not have the configured fingerprint',
      },
      diagnosis: unknownKey,
    }),
    metric('host_key_changed', {
      description: 'Host key differs from the remembered one (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the host key is not the expected one', no: 'the host key is the expected one' },
      diagnosis: { yes: unknownKey },
    }),
    ...fileMetrics(metric),
    metric('weak_algorithms', {
      description: 'Weak algorithms offered: SHA-1, CBC, DSS',
      unit: 'count',
      max: 100,
      says: counted('weak algorithm is offered', 'weak algorithms are offered'),
      diagnosis:
        "Weak algorithms can be broken. Remove the algorithms that the evidence names from the server's " +
        'configuration.',
    }),
    metric('password_auth_offered', {
      description: 'Server accepts passwords (1 yes)',
      unit: 'flag',
      says: { yes: 'the server accepts passwords', no: 'the server accepts no passwords' },
      diagnosis: { yes: 'Passwords can be guessed. Once everyone has a key, disable password logins.' },
    }),
  ],
  diagnoses: {
    certificate: unknownKey,
    tls:
      'The SSH server was reached, but the key exchange failed. ' +
      "It may offer only old algorithms or have banned Lapwing's address.",
    other: 'The SSH server responds, but rejects a request. Its reply is in the message; check its log for the reason.',
  },
  defaultRules: [
    availability,
    {
      name: 'Host Key Changed',
      metric: "metrics['sftp.host_key_changed']",
      operator: '==',
      value: '1',
      severity: 'critical',
    },
    loginFailed('sftp'),
    pathMissing('sftp'),
  ],
  examine: (config) => [
    ...credentialProblems(config),
    ...pathProblems(config, config.authMethod === 'none' ? 'authMethod: must be password or private_key' : null),
  ],
  receives: { memory: true },
  run,
})

interface SftpLogin {
  username?: string
  authMethod?: string
  password?: string
  privateKey?: string
}

function credentialProblems({
  username: name,
  authMethod = 'password',
  password: secret,
  privateKey,
}: SftpLogin): string[] {
  if (authMethod === 'private_key') {
    return [
      ...(name ? [] : ['username: Required with authMethod private_key']),
      ...(privateKey ? [] : ['privateKey: Required with authMethod private_key']),
    ]
  }
  return name && authMethod === 'password' && !secret ? ['password: Required with a username'] : []
}

function privateKeyProblem(key: string): string | null {
  const known = key === '' || /^-----BEGIN [A-Z ]*PRIVATE KEY-----\s|^PuTTY-User-Key-File-2: /.test(key.trimStart())
  return known ? null : 'must be a private key in OpenSSH, PEM or PuTTY 2 format'
}

function fingerprintProblem(fingerprint: string): string | null {
  return /^(SHA256:[A-Za-z0-9+/]{43}=?)?$/.test(fingerprint) ? null : 'must be SHA256: and 43 characters of base64'
}

async function run(job: CheckJob<SftpConfig, HostAndPort<number | null>>, context: RunContext): Promise<void> {
  const { clock, observed } = context
  const begin = await sshSessions()
  const start = clock.monotonicMs()
  try {
    const session = await connectTrusted({ job, context, begin, expected: expectedKey(job), presented: [] })
    await inspect(session, job.config, context)
    observed.metrics['sftp.error_count'] = 0
    observed.metrics['sftp.check_time_ms'] = clock.monotonicMs() - start
  } catch (error) {
    const { metrics } = observed
    if (error instanceof TargetDown)
      metrics['sftp.error_count'] = isSessionError(error, metrics['sftp.auth_ok']) ? 1 : 0
    throw error
  }
}

async function inspect(session: SshSession, config: SftpConfig, context: RunContext): Promise<void> {
  try {
    if (config.username && config.authMethod !== 'none') {
      await logIn(session, config, context)
      await inspectFiles(session, config, context)
    }
    session.end()
  } catch (error) {
    session.destroy()
    throw error
  }
}
