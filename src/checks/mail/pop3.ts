import { choice, flag } from '../../domain/field.ts'
import {
  certificateExpiring,
  loginFailed,
  password,
  passwordProblems,
  plaintextMetric,
  sessionMetrics,
  tlsMetrics,
  username,
} from '../account.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, port, timeout, verifyTls } from '../fields.ts'
import { runPop3 } from './pop3-run.ts'
import { hostOnly } from '../targets.ts'

const metric = metricsOf('pop3')

export const pop3 = defineCheck({
  type: 'pop3',
  title: 'POP3 mailbox',
  summary:
    'Connects to a POP3 server and, with a username, logs in and looks at the mailbox without deleting anything.',
  target: hostOnly({ description: 'The POP3 server', examples: ['pop.example.com', '192.0.2.1'] }),
  config: {
    port: port({ help: 'Port to connect to; 995 with tlsMode implicit, 110 with starttls or none when omitted' }),
    tlsMode: choice(['implicit', 'starttls', 'none'], {
      help: 'How the connection is encrypted, starttls being STLS; none checks the connection only and sends no credentials',
      default: 'implicit',
    }),
    verifyTls,
    username,
    password,
    checkNewestAge: flag({ help: 'Measure the age of the last message; only its date is read', default: true }),
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  credentials: { keys: ['password'], boundTo: ['port', 'tlsMode', 'username'] },
  metrics: [
    ...sessionMetrics(metric),
    ...tlsMetrics(metric),
    plaintextMetric(metric),
    metric('stls_offered', {
      description: 'Server offers STLS on a connection that begins in clear (1 yes)',
      unit: 'flag',
      usual: '==',
    }),
    metric('messages', { description: 'Messages in the mailbox', unit: 'count', usual: '>' }),
    metric('mailbox_bytes', { description: 'Size of the mailbox', unit: 'bytes', usual: '>' }),
    metric('newest_message_age_s', {
      description: 'Age of the last message; needs a server with TOP',
      unit: 'seconds',
      usual: '>',
    }),
    metric('stat_ms', { description: "Time for the mailbox's figures (STAT)", unit: 'ms', usual: '>' }),
    metric('uidl_supported', { description: 'Server knows UIDL (1 yes)', unit: 'flag', usual: '==' }),
    metric('top_supported', { description: 'Server knows TOP (1 yes)', unit: 'flag', usual: '==' }),
    metric('greeting_match', { description: 'Server greeted with +OK (1 yes)', unit: 'flag', usual: '==' }),
  ],
  defaultRules: [availability, certificateExpiring('pop3'), loginFailed('pop3')],
  examine: passwordProblems,
  run: runPop3,
})
