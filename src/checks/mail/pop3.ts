import { type ConfigOf, choice, flag } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { type Pop3Capabilities, Pop3Client, headerField } from '../../protocols/mail/pop3.ts'
import { certificateExpiring, loginFailed, plaintextMetric, sessionMetrics, tlsMetrics } from '../account.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, port, timeout, tlsModeNames, verifyTls } from '../fields.ts'
import { mailboxDiagnoses, messagesMetric, newestAgeMetric, sizeMetric, upgradeMetric } from './mailbox-metrics.ts'
import { mailboxAt, mailboxProblems, runMailbox, usualPort } from './mailbox.ts'
import { mailCredentials, mailLogin } from './login.ts'
import type { MailSession } from './session.ts'
import { hostMaybePort } from '../targets.ts'

const metric = metricsOf('pop3')
const ports = { implicit: 995, other: 110 }

const config = {
  port: port({ help: 'Port to connect to; when empty, 995 with TLS from the start, otherwise 110' }),
  tlsMode: choice(['implicit', 'starttls', 'none'], {
    labels: tlsModeNames,
    help:
      'How the connection is encrypted; starttls uses STLS. ' +
      'none checks the connection only and sends no credentials',
    default: 'implicit',
  }),
  verifyTls,
  ...mailLogin,
  checkNewestAge: flag({ help: 'Measure the age of the last message; only its date is read', default: true }),
  timeoutSeconds: timeout(15),
  ipVersion,
}

type Pop3Config = ConfigOf<typeof config>

export const pop3 = defineCheck({
  type: 'pop3',
  title: 'POP3 mailbox',
  category: 'mail_and_files',
  summary: 'Connects to a POP3 server and, with a username, logs in and checks the mailbox without deleting anything.',
  target: hostMaybePort({
    description: 'The POP3 server, with a port if it is not the usual one',
    examples: ['pop.example.com', 'pop.example.com:995'],
  }),
  recognizes: (pasted) => mailboxAt(pasted, 'pop3', ports),
  config,
  credentials: {
    ...mailCredentials,
    usual: ({ tlsMode }) => ({ port: usualPort(ports, tlsMode) }),
  },
  metrics: [
    ...sessionMetrics(metric),
    ...tlsMetrics(metric),
    plaintextMetric(metric),
    upgradeMetric(metric, 'STLS'),
    messagesMetric(metric),
    sizeMetric(metric),
    newestAgeMetric(metric, 'Age of the last message; needs TOP support'),
    metric('stat_ms', {
      description: "Time to read the mailbox's size (STAT)",
      unit: 'ms',
      phase: 6,
      says: "reading the mailbox's size takes {}",
      diagnosis: 'Large mailboxes and busy disks slow this down. Check the storage of the mail server.',
    }),
    metric('uidl_supported', {
      description: 'Server supports UIDL (1 yes)',
      unit: 'flag',
      says: { yes: 'the server supports UIDL', no: 'the server does not support UIDL' },
      diagnosis:
        'Clients that leave mail on the server download all of it every time. ' +
        'Check the configuration, or upgrade the server.',
    }),
    metric('top_supported', {
      description: 'Server supports TOP (1 yes)',
      unit: 'flag',
      says: { yes: 'the server supports TOP', no: 'the server does not support TOP' },
      diagnosis:
        'Without TOP the age of the newest message cannot be measured. ' +
        'Check the configuration, or upgrade the server.',
    }),
    metric('greeting_match', {
      description: 'Server greeted with +OK (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the server greets with +OK', no: 'the server does not greet with +OK' },
      diagnosis:
        'The server is busy, refuses Lapwing or is not a POP3 server. ' +
        'Read its greeting in the evidence, then its log.',
    }),
  ],
  diagnoses: mailboxDiagnoses,
  defaultRules: [availability, certificateExpiring('pop3'), loginFailed('pop3')],
  examine: mailboxProblems,
  run: (job, context) =>
    runMailbox(job, context, {
      type: 'pop3',
      ports,
      // Nothing was marked for deletion; RSET makes sure of it.
      lastWords: ['RSET', 'QUIT'],
      inspect,
    }),
})

async function inspect(session: MailSession, config: Pop3Config): Promise<void> {
  const client = new Pop3Client(session.lines, session.server.account)
  await greet(session, client)
  let offered = await client.capabilities()
  if (!session.isEncrypted) observeOffersInClear(session, offered)
  if (session.server.tlsMode === 'starttls') offered = await startTls(session, client, offered)
  if (offered) session.show('capabilities', [...offered.keys()].slice(0, 40).map(session.quote))
  if (!session.server.account) return observeOffers(session, offered)
  await session.login(async (account) => {
    const reply = await client.logIn(account, offered)
    return reply.isOk ? null : reply.text
  })
  // Some servers list more capabilities after login.
  offered = await client.capabilities()
  observeOffers(session, offered)
  await inspectMailbox(session, client, { offered, config })
}

async function greet(session: MailSession, client: Pop3Client): Promise<void> {
  const line = await session.timed('greeting_ms', () => client.greeting())
  const isReady = /^\+OK\b/i.test(line)
  session.show('greeting', session.quote(line))
  session.measure('greeting_match', isReady ? 1 : 0)
  if (!isReady) throw new TargetDown('other', `the server is not ready: ${session.quote(client.read(line).text)}`)
}

// Unknown for a server without CAPA: finding out would send a user name unencrypted.
function observeOffersInClear(session: MailSession, offered: Pop3Capabilities): void {
  if (!offered) return
  session.measure('stls_offered', offered.has('STLS') ? 1 : 0)
  const takesSasl = ['PLAIN', 'LOGIN'].some((mechanism) => offered.get('SASL')?.includes(mechanism))
  session.measure('plaintext_login_allowed', offered.has('USER') || takesSasl ? 1 : 0)
}

function observeOffers(session: MailSession, offered: Pop3Capabilities): void {
  if (!offered) return
  session.measure('uidl_supported', offered.has('UIDL') ? 1 : 0)
  session.measure('top_supported', offered.has('TOP') ? 1 : 0)
}

async function startTls(
  session: MailSession,
  client: Pop3Client,
  offered: Pop3Capabilities,
): Promise<Pop3Capabilities> {
  if (offered && !offered.has('STLS')) throw session.withoutTls('the server offers no STLS')
  const reply = await client.ask('STLS')
  if (!offered) session.measure('stls_offered', reply.isOk ? 1 : 0)
  if (!reply.isOk) throw session.withoutTls(`the server rejected STLS: ${session.quote(reply.text)}`)
  await session.encrypt()
  return client.capabilities()
}

async function inspectMailbox(
  session: MailSession,
  client: Pop3Client,
  { offered, config }: { offered: Pop3Capabilities; config: Pop3Config },
): Promise<void> {
  const { text, messages, bytes } = await session.timed('stat_ms', () => client.stat())
  if (messages === undefined)
    throw new TargetDown('content', `the server does not report the content of the mailbox: ${session.quote(text)}`)
  session.measure('messages', messages)
  session.measure('mailbox_bytes', bytes)
  if (messages === 0) return
  if (!offered) session.measure('uidl_supported', (await client.ask(`UIDL ${messages}`)).isOk ? 1 : 0)
  if (config.checkNewestAge && (!offered || offered.has('TOP'))) await readNewest(session, client, messages)
}

async function readNewest(session: MailSession, client: Pop3Client, last: number): Promise<void> {
  const header = await client.header(last)
  session.measure('top_supported', header ? 1 : 0)
  const date = Date.parse(headerField(header ?? [], 'date') ?? '')
  if (!Number.isNaN(date)) session.observeNewest(date)
}
