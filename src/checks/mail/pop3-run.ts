import { TargetDown } from '../../domain/outcome.ts'
import { type Account, plainLogin } from '../../protocols/mail/account.ts'
import type { MailSession } from './session.ts'
import { type MailboxConfig, type MailboxProtocol, runMailbox } from './mailbox.ts'
import type { Job, RunContext } from '../run.ts'

interface Pop3Config extends MailboxConfig {
  readonly checkNewestAge: boolean
}

interface Answer {
  /** `+OK`, or the `+` that asks us to go on. */
  readonly isOk: boolean
  readonly text: string
}

/** What the server says it can do, by keyword with the words after it; null when it does not say. */
type Capabilities = ReadonlyMap<string, readonly string[]> | null

const protocol: MailboxProtocol<Pop3Config> = {
  type: 'pop3',
  ports: { implicit: 995, other: 110 },
  // Nothing was marked for deletion; if anything ever were, RSET takes it back.
  lastWords: ['RSET', 'QUIT'],
  async talk(session, config) {
    await greet(session)
    let offered = await capabilities(session)
    if (!session.isEncrypted) judgeOffers(session, offered)
    if (session.server.tlsMode === 'starttls') offered = await startTls(session, offered)
    if (offered)
      session.show(
        'capabilities',
        [...offered.keys()].slice(0, 40).map((word) => session.quote(word)),
      )
    if (!session.server.account) return tellOffers(session, offered)
    await session.login((account) => logIn(session, account, offered))
    // Some servers say more once they know who asks.
    offered = await capabilities(session)
    tellOffers(session, offered)
    await look(session, offered, config)
  },
}

export function runPop3(job: Job<Pop3Config>, context: RunContext): Promise<void> {
  return runMailbox(protocol, job, context)
}

async function greet(session: MailSession): Promise<void> {
  const line = await session.timed('greeting_ms', () => session.lines.next())
  const isReady = /^\+OK\b/i.test(line)
  session.show('greeting', session.quote(line))
  session.measure('greeting_match', isReady ? 1 : 0)
  if (!isReady) throw new TargetDown('other', `the server is not ready: ${session.quote(read(session, line).text)}`)
}

async function capabilities(session: MailSession): Promise<Capabilities> {
  const answer = await ask(session, 'CAPA')
  if (!answer.isOk) return null
  const lines = await readList(session)
  return new Map(
    lines.map((line) => {
      const [keyword = '', ...words] = line.toUpperCase().trim().split(/ +/)
      return [keyword, words] as const
    }),
  )
}

// Of a server that does not say what it can do, this is not known: to find out, a name would have to be sent in clear.
function judgeOffers(session: MailSession, offered: Capabilities): void {
  if (!offered) return
  session.measure('stls_offered', offered.has('STLS') ? 1 : 0)
  session.measure('plaintext_login_allowed', takesPassword(offered) ? 1 : 0)
}

function takesPassword(offered: NonNullable<Capabilities>): boolean {
  return offered.has('USER') || ['PLAIN', 'LOGIN'].some((mechanism) => offered.get('SASL')?.includes(mechanism))
}

function tellOffers(session: MailSession, offered: Capabilities): void {
  if (!offered) return
  session.measure('uidl_supported', offered.has('UIDL') ? 1 : 0)
  session.measure('top_supported', offered.has('TOP') ? 1 : 0)
}

async function startTls(session: MailSession, offered: Capabilities): Promise<Capabilities> {
  if (offered && !offered.has('STLS')) throw session.withoutTls('the server offers no STLS')
  const answer = await ask(session, 'STLS')
  if (!offered) session.measure('stls_offered', answer.isOk ? 1 : 0)
  if (!answer.isOk) throw session.withoutTls(`the server refused STLS: ${session.quote(answer.text)}`)
  await session.encrypt()
  return capabilities(session)
}

async function logIn(session: MailSession, account: Account, offered: Capabilities): Promise<string | null> {
  const answer =
    offered && !offered.has('USER') && offered.get('SASL')?.includes('PLAIN')
      ? await askInSteps(session, 'AUTH PLAIN', plainLogin(account))
      : await askInSteps(session, `USER ${account.username}`, `PASS ${account.password}`)
  return answer.isOk ? null : answer.text
}

async function look(session: MailSession, offered: Capabilities, { checkNewestAge }: Pop3Config): Promise<void> {
  const figures = await session.timed('stat_ms', () => ask(session, 'STAT'))
  const [, messages, bytes] = /^(\d{1,10}) (\d{1,15})\b/.exec(figures.text) ?? []
  if (!figures.isOk || messages === undefined)
    throw new TargetDown('content', `the server does not tell what is in the mailbox: ${session.quote(figures.text)}`)
  session.measure('messages', Number(messages))
  session.measure('mailbox_bytes', Number(bytes))
  if (Number(messages) === 0) return
  if (!offered) session.measure('uidl_supported', (await ask(session, `UIDL ${messages}`)).isOk ? 1 : 0)
  if (checkNewestAge && (!offered || offered.has('TOP'))) await readNewest(session, messages)
}

/** TOP with no lines of the body: the header alone, and the message does not count as read. */
async function readNewest(session: MailSession, last: string): Promise<void> {
  const { isOk } = await ask(session, `TOP ${last} 0`)
  session.measure('top_supported', isOk ? 1 : 0)
  if (!isOk) return
  const date = Date.parse(headerIn(await readList(session), 'date') ?? '')
  if (Number.isNaN(date)) return
  session.measure('newest_message_age_s', Math.max(0, (session.context.clock.now().getTime() - date) / 1000))
  session.show('newest_message', new Date(date).toISOString())
}

/** A header may go on in the lines after it, which then begin with a space. */
function headerIn(lines: readonly string[], name: string): string | undefined {
  const start = lines.findIndex((line) => line.toLowerCase().startsWith(`${name}:`))
  if (start === -1) return undefined
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => !/^[ \t]/.test(line))
  const folded = end === -1 ? after : after.slice(0, end)
  return [lines[start]?.slice(name.length + 1), ...folded].join(' ').trim()
}

/** The second line is said only when the first was welcome. */
async function askInSteps(session: MailSession, first: string, second: string): Promise<Answer> {
  const answer = await ask(session, first)
  return answer.isOk ? ask(session, second) : answer
}

async function ask(session: MailSession, command: string): Promise<Answer> {
  session.lines.say(command)
  return read(session, await session.lines.next())
}

function read(session: MailSession, line: string): Answer {
  const [, mark, text = ''] = /^(\+OK|-ERR|\+)(?:\s+(.*))?$/i.exec(line) ?? []
  if (mark) return { isOk: mark.startsWith('+'), text }
  const { peer } = session.lines
  throw new TargetDown('other', `${peer} does not speak POP3: it said "${session.quote(line).slice(0, 80)}"`)
}

/** The lines up to one with a dot alone. */
async function readList(session: MailSession): Promise<string[]> {
  const lines: string[] = []
  for (;;) {
    const line = await session.lines.next()
    if (line === '.') return lines
    lines.push(line.startsWith('.') ? line.slice(1) : line)
  }
}
