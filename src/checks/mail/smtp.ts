import { choice, flag } from '../../domain/field.ts'
import {
  authMetrics,
  certificateExpiring,
  loginFailed,
  password,
  passwordProblems,
  tlsMetrics,
  username,
} from '../account.ts'
import { availability, defineCheck, whenSet, metricsOf } from '../define.ts'
import { ipVersion, port, timeout, verifyTls } from '../fields.ts'
import { runSmtp } from './smtp-run.ts'
import { type Endpoint, hostMaybePort } from '../targets.ts'

const metric = metricsOf('smtp')

export const smtp = defineCheck({
  type: 'smtp',
  title: 'SMTP mail server',
  summary: 'Greets a mail server and tests it for an open relay, or logs in over TLS when it has a username.',
  target: hostMaybePort({
    description: 'The mail server, with a port if it is not 25',
    examples: ['mail.example.com', 'mail.example.com:2525'],
  }),
  config: {
    port: port({
      help: 'Port to connect to, unless the target names one; with a username 587 or 465, and required',
      default: 25,
    }),
    checkOpenRelay: flag({
      help: 'Test whether the server relays mail for strangers; never with a username',
      default: true,
    }),
    checkPtr: flag({ help: "Test whether the server's address has a name that leads back to it", default: true }),
    username,
    password,
    tlsMode: choice(['starttls', 'implicit'], {
      help: 'How the login is encrypted: starttls on port 587, implicit on port 465; it follows the port when omitted',
      default: 'starttls',
    }),
    verifyTls,
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  credentials: { keys: ['password'], boundTo: ['port', 'tlsMode', 'username'] },
  metrics: [
    metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', usual: '>' }),
    metric('open_relay', {
      description: 'Server relays mail for strangers (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('tls_supported', { description: 'Server offers encryption (1 yes)', unit: 'flag', usual: '==' }),
    metric('ptr_valid', {
      description: "Name of the server's address leads back to it (1 yes)",
      unit: 'flag',
      usual: '==',
    }),
    metric('banner_match', {
      description: 'Greeting names the host that was asked (1 yes)',
      unit: 'flag',
      usual: '==',
    }),
    ...authMetrics(metric),
    ...tlsMetrics(metric),
  ],
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
    { ...certificateExpiring('smtp'), when: whenSet('username') },
  ],
  examine: (config, target) =>
    config.username ? [...submissionProblems(config, target), ...passwordProblems(config)] : [],
  run: runSmtp,
})

const modes = { 587: 'starttls', 465: 'implicit' } as const

function submissionProblems(config: { port?: number; tlsMode?: string }, target: Endpoint<number | null>): string[] {
  const mode = modes[config.port as keyof typeof modes]
  if (!mode) return ['port: must be 587 or 465 with a username']
  if (target.port !== null && target.port !== config.port)
    return [`port: must be the port of the target, ${target.port}`]
  return config.tlsMode && config.tlsMode !== mode ? [`tlsMode: must be ${mode} on port ${config.port}`] : []
}
