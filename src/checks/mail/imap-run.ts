import { TargetDown } from '../../domain/outcome.ts'
import { type Answer, Imap } from '../../protocols/mail/imap.ts'
import {
  type QuotaResource,
  countsIn,
  mailboxName,
  resourcesIn,
  valueOf,
  valuesOf,
} from '../../protocols/mail/imap-syntax.ts'
import type { MailSession } from './session.ts'
import { type MailboxConfig, type MailboxProtocol, runMailbox } from './mailbox.ts'
import type { Job, RunContext } from '../run.ts'

interface ImapConfig extends MailboxConfig {
  readonly mailbox: string
  readonly checkNewestAge: boolean
  readonly listFolders: boolean
}

type Capabilities = ReadonlySet<string>

const protocol: MailboxProtocol<ImapConfig> = {
  type: 'imap',
  ports: { implicit: 993, other: 143 },
  lastWords: ['z LOGOUT'],
  async talk(session, config) {
    const imap = new Imap(session.lines, session.server.account)
    const greeting = await session.timed('greeting_ms', () => imap.greeting())
    session.show('greeting', session.quote(greeting))
    let offered = await imap.capabilities(greeting)
    if (!session.isEncrypted) judgeOffers(session, offered)
    if (session.server.tlsMode === 'starttls') offered = await startTls(session, imap, offered)
    session.show(
      'capabilities',
      [...offered].slice(0, 40).map((word) => session.quote(word)),
    )
    if (!session.server.account) return
    if (/^\* PREAUTH/i.test(greeting))
      throw new TargetDown('auth', 'the server lets everybody in without a login (PREAUTH)')
    offered = await logIn(session, imap, offered)
    await look({ session, imap, offered, config })
  },
}

export function runImap(job: Job<ImapConfig>, context: RunContext): Promise<void> {
  return runMailbox(protocol, job, context)
}

function judgeOffers(session: MailSession, offered: Capabilities): void {
  session.measure('starttls_offered', offered.has('STARTTLS') ? 1 : 0)
  const takesLogin = !offered.has('LOGINDISABLED') || offered.has('AUTH=PLAIN') || offered.has('AUTH=LOGIN')
  session.measure('plaintext_login_allowed', takesLogin ? 1 : 0)
}

async function startTls(session: MailSession, imap: Imap, offered: Capabilities): Promise<Capabilities> {
  if (!offered.has('STARTTLS')) throw session.withoutTls('the server offers no STARTTLS')
  const answer = await imap.ask('STARTTLS')
  if (!answer.isOk) throw session.withoutTls(`the server refused STARTTLS: ${session.quote(answer.text)}`)
  await session.encrypt()
  // What was said in clear may have been somebody else's words.
  return imap.capabilities('')
}

async function logIn(session: MailSession, imap: Imap, offered: Capabilities): Promise<Capabilities> {
  if (offered.has('LOGINDISABLED') && !offered.has('AUTH=PLAIN'))
    throw new TargetDown('auth', 'the server offers no login with a password')
  let answer: Answer | undefined
  await session.login(async (account) => {
    answer = await imap.logIn(account, offered)
    return answer.isOk ? null : answer.text
  })
  const told = valueOf('CAPABILITY', answer?.data ?? [])
  return imap.capabilities(told === undefined ? (answer?.text ?? '') : `[CAPABILITY ${told}]`)
}

interface Looking {
  readonly session: MailSession
  readonly imap: Imap
  readonly offered: Capabilities
  readonly config: ImapConfig
}

async function look(looking: Looking): Promise<void> {
  const { session, config } = looking
  const knowsSize = await readStatus(looking)
  const messages = await open(looking)
  session.measure('messages', messages)
  if (config.checkNewestAge && messages > 0) await readNewest(looking, messages)
  if (!knowsSize) await addUpSizes(looking, messages)
  if (config.listFolders) await countFolders(looking)
  await readQuota(looking)
}

// Asked before the mailbox is opened: of an open one, servers need not answer.
async function readStatus({ session, imap, offered, config }: Looking): Promise<boolean> {
  const size = offered.has('STATUS=SIZE') || offered.has('IMAP4REV2') ? ' SIZE' : ''
  const { data } = await imap.ask(`STATUS ${mailboxName(config.mailbox)} (UNSEEN${size})`)
  const counts = countsIn(valueOf('STATUS', data) ?? '')
  const bytes = counts.get('SIZE')
  session.measure('unseen', counts.get('UNSEEN'))
  session.measure('mailbox_bytes', bytes)
  return bytes !== undefined
}

/** EXAMINE is SELECT without the right to change anything, and without taking away what marks a message as recent. */
async function open({ session, imap, config }: Looking): Promise<number> {
  const answer = await session.timed('select_ms', () => imap.ask(`EXAMINE ${mailboxName(config.mailbox)}`))
  session.show('mailbox', config.mailbox)
  const problem = `the mailbox ${config.mailbox} cannot be opened: ${session.quote(answer.text)}`
  if (!answer.isOk) throw new TargetDown('content', problem)
  const exists = answer.data.map((line) => /^(\d{1,10}) EXISTS\b/i.exec(line)?.[1]).find((count) => count !== undefined)
  if (exists === undefined) throw new TargetDown('other', 'the server does not say how many messages the mailbox has')
  return Number(exists)
}

// Messages that were moved here keep their dates, so the last one need not be the newest.
const recentMessages = 20

async function readNewest({ session, imap }: Looking, messages: number): Promise<void> {
  const { data } = await imap.ask(`FETCH ${Math.max(1, messages - recentMessages + 1)}:${messages} INTERNALDATE`)
  const dates = data.map(dateIn).filter((date) => !Number.isNaN(date))
  if (dates.length === 0) return
  const newest = Math.max(...dates)
  session.measure('newest_message_age_s', Math.max(0, (session.context.clock.now().getTime() - newest) / 1000))
  session.show('newest_message', new Date(newest).toISOString())
}

// More than these would be too much to ask for at every check.
const mostSizes = 5000

async function addUpSizes({ session, imap }: Looking, messages: number): Promise<void> {
  if (messages > mostSizes) return
  const { isOk, data } = messages > 0 ? await imap.ask('FETCH 1:* RFC822.SIZE') : { isOk: true, data: [] }
  const sizes = data.flatMap((line) => /^\d+ FETCH .*\bRFC822\.SIZE (\d+)/i.exec(line)?.[1] ?? [])
  if (isOk)
    session.measure(
      'mailbox_bytes',
      sizes.reduce((sum, size) => sum + Number(size), 0),
    )
}

/** Of `5 FETCH (INTERNALDATE "15-Nov-2026 04:00:00 +0000")` the moment; NaN when there is none. */
function dateIn(line: string): number {
  const date = /^\d+ FETCH .*\bINTERNALDATE "([^"]+)"/i.exec(line)?.[1] ?? ''
  return Date.parse(date.trim().replace(/^(\d+)-(\w+)-(\d+)/, '$1 $2 $3'))
}

async function countFolders({ session, imap }: Looking): Promise<void> {
  const { isOk, data } = await imap.ask('LIST "" "*"')
  // Some names only hold others together; no mail is ever in them.
  const folders = valuesOf('LIST', data).filter((value) => !/^\([^)]*\\(Noselect|NonExistent)\b/i.test(value))
  if (isOk) session.measure('folders', folders.length)
}

async function readQuota({ session, imap, offered, config }: Looking): Promise<void> {
  const isSupported = offered.has('QUOTA')
  session.measure('quota_supported', isSupported ? 1 : 0)
  if (!isSupported) return
  const { data } = await imap.ask(`GETQUOTAROOT ${mailboxName(config.mailbox)}`)
  const found = valuesOf('QUOTA', data)
    .flatMap(resourcesIn)
    .toSorted((one, other) => share(other) - share(one))
  const storage = found.find(({ resource }) => resource === 'STORAGE')
  if (found[0]) session.show('quota', found.slice(0, 10))
  if (found[0] && found[0].limit > 0) session.measure('quota_used_pct', share(found[0]) * 100)
  if (storage) session.measure('quota_used_bytes', storage.used * 1024)
  if (storage && storage.limit > 0) session.measure('quota_limit_bytes', storage.limit * 1024)
}

/** How full it is. Without a limit nothing ever is. */
const share = ({ used, limit }: QuotaResource): number => (limit > 0 ? used / limit : 0)
