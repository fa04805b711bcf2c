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
import { availability, defineCheck, whenSet, metricsOf } from '../define.ts'
import { ipVersion, port, timeout, verifyTls } from '../fields.ts'
import { runImap } from './imap-run.ts'
import { hostOnly } from '../targets.ts'

const metric = metricsOf('imap')

const quotaUsed = { metric: "metrics['imap.quota_used_pct']", operator: '>=', when: whenSet('username') } as const

export const imap = defineCheck({
  type: 'imap',
  title: 'IMAP mailbox',
  summary: 'Connects to an IMAP server and, with a username, logs in and looks at a mailbox without changing it.',
  target: hostOnly({ description: 'The IMAP server', examples: ['imap.example.com', '192.0.2.1'] }),
  config: {
    port: port({ help: 'Port to connect to; 993 with tlsMode implicit, 143 with starttls or none when omitted' }),
    tlsMode: choice(['implicit', 'starttls', 'none'], {
      help: 'How the connection is encrypted; none checks the connection only, since credentials are never sent unencrypted',
      default: 'implicit',
    }),
    verifyTls,
    username,
    password,
    mailbox: text({
      help: 'Mailbox to look at; it is opened read-only',
      maxLength: 255,
      minLength: 1,
      rule: oneLine,
      default: 'INBOX',
    }),
    checkNewestAge: flag({ help: 'Measure the age of the newest message; only its date is read', default: true }),
    listFolders: flag({ help: 'Count the folders of the account', default: true }),
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  credentials: { keys: ['password'], boundTo: ['port', 'tlsMode', 'username'] },
  metrics: [
    ...sessionMetrics(metric),
    ...tlsMetrics(metric),
    plaintextMetric(metric),
    metric('starttls_offered', {
      description: 'Server offers STARTTLS on a connection that begins in clear (1 yes)',
      unit: 'flag',
      usual: '==',
    }),
    metric('messages', { description: 'Messages in the mailbox', unit: 'count', usual: '>' }),
    metric('newest_message_age_s', { description: 'Age of the newest message', unit: 'seconds', usual: '>' }),
    metric('unseen', { description: 'Unread messages in the mailbox', unit: 'count', usual: '>' }),
    metric('folders', { description: 'Folders of the account', unit: 'count', usual: '<', max: 1_000_000 }),
    metric('select_ms', { description: 'Time to open the mailbox', unit: 'ms', usual: '>' }),
    metric('quota_used_pct', {
      description: 'Share in use of the quota that runs out first, when the server reports one',
      unit: 'percent',
      usual: '>=',
    }),
    metric('mailbox_bytes', { description: 'Size of the mailbox', unit: 'bytes', usual: '>' }),
    metric('quota_used_bytes', { description: 'Bytes of the quota in use', unit: 'bytes', usual: '>' }),
    metric('quota_limit_bytes', {
      description: 'Bytes the quota allows; absent when unlimited',
      unit: 'bytes',
      usual: '<',
    }),
    metric('quota_supported', { description: 'Server reports quotas (1 yes)', unit: 'flag', usual: '==' }),
  ],
  defaultRules: [
    availability,
    certificateExpiring('imap'),
    loginFailed('imap'),
    { ...quotaUsed, name: 'Mailbox Almost Full', value: '90', severity: 'warning' },
    { ...quotaUsed, name: 'Mailbox Full', value: '99', severity: 'critical' },
  ],
  examine: passwordProblems,
  run: runImap,
})
