import { choice, flag, text } from '../../domain/field.ts'
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
import { ipVersion, pattern, port, timeout, verifyTls } from '../fields.ts'
import { fileMetrics, pathMissing, pathProblems } from './expected-path.ts'
import { runFtp } from './ftp-run.ts'
import { hostMaybePort } from '../targets.ts'

const metric = metricsOf('ftp')

export const ftp = defineCheck({
  type: 'ftp',
  title: 'FTP server',
  summary: 'Connects to an FTP server and, with a username, logs in over TLS and looks for a directory or a file.',
  target: hostMaybePort({
    description: 'The FTP server, with a port if it is not the usual one',
    examples: ['ftp.example.com', 'ftp.example.com:2121'],
  }),
  config: {
    port: port({
      help: 'Port to connect to, unless the target names one; 990 with tlsMode implicit, 21 otherwise when omitted',
    }),
    tlsMode: choice(['explicit', 'implicit', 'none'], {
      help: 'How the connection is encrypted, explicit being AUTH TLS; none checks the connection only and sends no credentials',
      default: 'explicit',
    }),
    verifyTls,
    username,
    password,
    passive: flag({ help: 'Let the server open the port for data (passive mode)', default: true }),
    expectPath: text({ help: 'Directory or file that must be there', maxLength: 1000, rule: oneLine }),
    checkNewestAge: flag({
      help: 'Measure the age of the newest file in expectPath, or in the login directory',
      default: false,
    }),
    checkTransfer: flag({ help: 'Download up to 64 KB of the file at expectPath', default: false }),
    checkAnonymous: flag({ help: 'Test whether strangers can log in as anonymous', default: false }),
    expectBannerRegexp: pattern({ help: 'Regexp the greeting must match' }),
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  credentials: { keys: ['password'], boundTo: ['port', 'tlsMode', 'username'] },
  metrics: [
    ...sessionMetrics(metric),
    ...tlsMetrics(metric),
    plaintextMetric(metric),
    metric('tls_supported', {
      description: 'Server offers encryption (1 yes)',
      unit: 'flag',
      cause: 'tls',
      usual: '==',
    }),
    metric('anonymous_allowed', {
      description: 'Strangers can log in as anonymous (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    ...fileMetrics(metric),
    metric('transfer_ok', {
      description: 'File was downloaded (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
  ],
  defaultRules: [availability, certificateExpiring('ftp'), loginFailed('ftp'), pathMissing('ftp')],
  examine: (config) => [
    ...passwordProblems(config),
    ...pathProblems(config, config.tlsMode === 'none' ? 'tlsMode: must be explicit or implicit' : null),
    ...(config.checkTransfer && !config.expectPath ? ['expectPath: Required with checkTransfer'] : []),
  ],
  run: runFtp,
})
