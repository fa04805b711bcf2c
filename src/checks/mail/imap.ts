import { type ConfigOf, choice, flag, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { type ImapCapabilities, ImapClient, type ImapReply } from '../../protocols/mail/imap.ts'
import { valueOf } from '../../protocols/mail/imap-syntax.ts'
import { certificateExpiring, loginFailed, oneLine, plaintextMetric, sessionMetrics, tlsMetrics } from '../account.ts'
import { availability, defineCheck, whenSet, metricsOf } from '../define.ts'
import { ipVersion, port, timeout, tlsModeNames, verifyTls } from '../fields.ts'
import { inspectMailbox } from './imap-mailbox.ts'
import { mailboxDiagnoses, messagesMetric, newestAgeMetric, sizeMetric, upgradeMetric } from './mailbox-metrics.ts'
import { mailboxAt, mailboxProblems, runMailbox, usualPort } from './mailbox.ts'
import { mailCredentials, mailLogin } from './login.ts'
import type { MailSession } from './session.ts'
import { hostMaybePort } from '../targets.ts'
import { counted } from '../../domain/alerting/sentence.ts'

const metric = metricsOf('imap')
const ports = { implicit: 993, other: 143 }

const quotaUsed = {
  metric: "metrics['imap.quota_used_pct']",
  operator: '>=',
  when: whenSet('username', 'with a user name'),
} as const

const config = {
  port: port({ help: 'Port to connect to; when empty, 993 with TLS from the start, otherwise 143' }),
  tlsMode: choice(['implicit', 'starttls', 'none'], {
    labels: tlsModeNames,
    help:
      'How the connection is encrypted; none checks the connection only, because credentials are never sent ' +
      'unencrypted',
    default: 'implicit',
  }),
  verifyTls,
  ...mailLogin,
  mailbox: text({
    help: 'Mailbox to check; it is opened read-only',
    maxLength: 255,
    minLength: 1,
    rule: oneLine,
    default: 'INBOX',
  }),
  checkNewestAge: flag({ help: 'Measure the age of the newest message; only its date is read', default: true }),
  listFolders: flag({ help: 'Count the folders of the account', default: true }),
  timeoutSeconds: timeout(15),
  ipVersion,
}

type ImapConfig = ConfigOf<typeof config>

export const imap = defineCheck({
  type: 'imap',
  title: 'IMAP mailbox',
  category: 'mail_and_files',
  summary: 'Connects to an IMAP server and, with a username, logs in and checks a mailbox without changing it.',
  target: hostMaybePort({
    description: 'The IMAP server, with a port if it is not the usual one',
    examples: ['imap.example.com', 'imap.example.com:993'],
  }),
  recognizes: (pasted) => mailboxAt(pasted, 'imap', ports),
  config,
  credentials: {
    ...mailCredentials,
    usual: ({ tlsMode }) => ({ port: usualPort(ports, tlsMode) }),
  },
  metrics: [
    ...sessionMetrics(metric),
    ...tlsMetrics(metric),
    plaintextMetric(metric),
    upgradeMetric(metric, 'STARTTLS'),
    messagesMetric(metric),
    newestAgeMetric(metric, 'Age of the newest message'),
    metric('unseen', {
      description: 'Unread messages in the mailbox',
      unit: 'count',
      says: counted('message is unread', 'messages are unread'),
      diagnosis:
        'The mailbox fills faster than it is read. ' +
        'Check the program that should read it, or ask the people who should.',
    }),
    metric('folders', {
      description: 'Folders of the account',
      unit: 'count',
      usual: '<',
      max: 1_000_000,
      says: counted('folder is in the account', 'folders are in the account'),
      diagnosis:
        'Folders were added or removed, or the login sees other folders than before. ' +
        'Compare the account with what you expect.',
    }),
    metric('select_ms', {
      description: 'Time to open the mailbox',
      unit: 'ms',
      phase: 6,
      says: 'opening the mailbox takes {}',
      diagnosis:
        'Large mailboxes, missing indexes and busy disks slow this down. Check the storage of the mail server.',
    }),
    metric('quota_used_pct', {
      description: 'Used share of the quota that is closest to its limit, if the server reports one',
      unit: 'percent',
      usual: '>=',
      says: 'the mail uses {} of the quota',
      diagnosis:
        'Once the quota is used up, mail to this account is rejected. Delete or archive messages, or raise the quota.',
    }),
    sizeMetric(metric),
    metric('quota_used_bytes', {
      description: 'Bytes of the quota in use',
      unit: 'bytes',
      says: 'the mail uses {} of the quota',
      diagnosis:
        'Once the quota is used up, mail to this account is rejected. Delete or archive messages, or raise the quota.',
    }),
    metric('quota_limit_bytes', {
      description: 'Bytes the quota allows; absent if unlimited',
      unit: 'bytes',
      usual: '<',
      says: 'the quota is {}',
      diagnosis: "The account's quota has changed. Ask the mail server's administrator whether that is intended.",
    }),
    metric('quota_supported', {
      description: 'Server reports quotas (1 yes)',
      unit: 'flag',
      says: { yes: 'the server reports quotas', no: 'the server reports no quotas' },
      diagnosis:
        'Nobody is warned before the mailbox is full. ' +
        'Enable the quota extension, or add a rule on the size of the mailbox.',
    }),
  ],
  diagnoses: mailboxDiagnoses,
  defaultRules: [
    availability,
    certificateExpiring('imap'),
    loginFailed('imap'),
    { ...quotaUsed, name: 'Mailbox Almost Full', value: '90', severity: 'warning' },
    { ...quotaUsed, name: 'Mailbox Full', value: '99', severity: 'critical' },
  ],
  examine: mailboxProblems,
  run: (job, context) => runMailbox(job, context, { type: 'imap', ports, lastWords: ['z LOGOUT'], inspect }),
})

async function inspect(session: MailSession, config: ImapConfig): Promise<void> {
  const client = new ImapClient(session.lines, session.server.account)
  const greeting = await session.timed('greeting_ms', () => client.greeting())
  session.show('greeting', session.quote(greeting))
  let offered = await client.capabilities(greeting)
  if (!session.isEncrypted) observeOffers(session, offered)
  if (session.server.tlsMode === 'starttls') offered = await startTls(session, client, offered)
  session.show('capabilities', [...offered].slice(0, 40).map(session.quote))
  if (!session.server.account) return
  if (/^\* PREAUTH/i.test(greeting))
    throw new TargetDown('auth', 'the server accepts everyone without a login (PREAUTH)')
  offered = await logIn(session, client, offered)
  await inspectMailbox({ session, client, offered, config })
}

function observeOffers(session: MailSession, offered: ImapCapabilities): void {
  session.measure('starttls_offered', offered.has('STARTTLS') ? 1 : 0)
  const takesLogin = !offered.has('LOGINDISABLED') || offered.has('AUTH=PLAIN') || offered.has('AUTH=LOGIN')
  session.measure('plaintext_login_allowed', takesLogin ? 1 : 0)
}

async function startTls(
  session: MailSession,
  client: ImapClient,
  offered: ImapCapabilities,
): Promise<ImapCapabilities> {
  if (!offered.has('STARTTLS')) throw session.withoutTls('the server offers no STARTTLS')
  const reply = await client.ask('STARTTLS')
  if (!reply.isOk) throw session.withoutTls(`the server rejected STARTTLS: ${session.quote(reply.text)}`)
  await session.encrypt()
  // Capabilities that were sent unencrypted may be forged.
  return client.capabilities('')
}

async function logIn(session: MailSession, client: ImapClient, offered: ImapCapabilities): Promise<ImapCapabilities> {
  if (session.server.account?.isToken) {
    if (!offered.has('AUTH=XOAUTH2')) throw new TargetDown('auth', 'the server offers no login by OAuth (XOAUTH2)')
  } else if (offered.has('LOGINDISABLED') && !offered.has('AUTH=PLAIN'))
    throw new TargetDown('auth', 'the server offers no password login')
  let reply: ImapReply | undefined
  await session.login(async (account) => {
    reply = await client.logIn(account, offered)
    return reply.isOk ? null : reply.text
  })
  const listed = valueOf('CAPABILITY', reply?.data ?? [])
  return client.capabilities(listed === undefined ? (reply?.text ?? '') : `[CAPABILITY ${listed}]`)
}
