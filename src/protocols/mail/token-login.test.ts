// Logins with access tokens, at servers that accept no passwords, as Exchange Online and Gmail.
import { describe, expect, it, onTestFinished } from 'vitest'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { type Script, startScripted } from '../../../test/kit/servers/scripted.ts'
import { startTokenServer } from '../../../test/kit/servers/token-server.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { Lines } from '../lines.ts'
import { type MailLogin, openLogin, redactReply, tokenLogin } from './account.ts'
import { ImapClient } from './imap.ts'
import { Pop3Client } from './pop3.ts'
import { SmtpClient } from './smtp.ts'

const { signal } = new AbortController()
const tokenOf = (token: string): string => tokenLogin({ username: 'robot@h', password: token })
const why = Buffer.from('{"status":"400"}').toString('base64')

interface TokenProtocol {
  readonly name: string
  readonly greeting: string
  answers(good: string): Script['answers']
  logIn(lines: Lines, account: MailLogin): Promise<readonly [isAccepted: boolean, text: string]>
}

const protocols: TokenProtocol[] = [
  {
    name: 'SMTP',
    greeting: '220 ready',
    answers: (good: string) => [
      [/^EHLO/, '250-h\r\n250 AUTH XOAUTH2'],
      [new RegExp(`^AUTH XOAUTH2 ${good}$`), '235 welcome'],
      [/^AUTH XOAUTH2/, `334 ${why}`],
      [/^$/, '535 5.7.3 Authentication unsuccessful'],
    ],
    async logIn(lines: Lines, account: MailLogin) {
      const client = new SmtpClient(lines, account)
      await client.greeting()
      await client.introduce()
      expect(client.takes(account)).toBe(true)
      expect(client.takes({ username: 'robot@h', password: 'x' })).toBe(false)
      const reply = await client.logIn(account)
      return [reply.code === 235, reply.text] as const
    },
  },
  {
    name: 'IMAP',
    greeting: '* OK ready',
    answers(good: string) {
      let tag = ''
      const begin = (_line: string, found: string): string => ((tag = found), '+ ')
      return [
        [/^(\S+) AUTHENTICATE XOAUTH2$/, begin],
        [new RegExp(`^${good}$`), () => `${tag} OK welcome`],
        [/^[\w+/]{20,}=*$/, `+ ${why}`],
        [/^$/, () => `${tag} NO AUTHENTICATE failed`],
      ]
    },
    async logIn(lines: Lines, account: MailLogin) {
      const client = new ImapClient(lines, account)
      await client.greeting()
      const reply = await client.logIn(account, new Set(['AUTH=XOAUTH2', 'AUTH=PLAIN']))
      return [reply.isOk, reply.text] as const
    },
  },
  {
    name: 'POP3',
    greeting: '+OK ready',
    answers: (good: string) => [
      [/^AUTH XOAUTH2$/, '+ '],
      [new RegExp(`^${good}$`), '+OK welcome'],
      [/^[\w+/]{20,}=*$/, `+ ${why}`],
      [/^$/, '-ERR Authentication failure'],
    ],
    async logIn(lines: Lines, account: MailLogin) {
      const client = new Pop3Client(lines, account)
      await client.greeting()
      const reply = await client.logIn(account, new Map())
      return [reply.isOk, reply.text] as const
    },
  },
]

describe.each(protocols)('a login by $name', ({ name, greeting, answers, logIn }) => {
  async function meet(accepted: string) {
    const tokens = await startTokenServer()
    const net = openNet()
    const transport = { net, clock: fakeClock(), signal, verifyTls: true, ipVersion: 'any' } as const
    const account = { username: 'robot@h', password: '', client: { oauthTokenUrl: tokens.url, oauthClientId: 'app' } }
    const good = tokenOf(accepted).replaceAll('+', '\\+')
    const { port } = await startScripted({ greeting, answers: answers(good) })
    const open = async () => {
      const connection = await net.connect({ host: '127.0.0.1', port, ipVersion: 'any', signal })
      onTestFinished(() => void connection.socket.destroy())
      const login = await openLogin(account, transport)
      return { login, result: await logIn(new Lines(connection, signal), login) }
    }
    return { open, tokens }
  }

  it('sends the token', async () => {
    const { open, tokens } = await meet('token-1')
    expect((await open()).result[0]).toBe(true)
    expect((await open()).result[0]).toBe(true)
    expect(tokens.requests.length).toBe(1)
  })

  it('gets a new token when a cached one was revoked, and only then', async () => {
    const { open, tokens } = await meet('token-2')
    expect((await open()).result).toEqual([false, expect.stringMatching(/Authentication|AUTHENTICATE/)])
    expect(tokens.requests.length).toBe(1)
    const { login, result } = await open()
    expect(result[0], name).toBe(true)
    expect(tokens.requests.length).toBe(2)
    expect(redactReply(`not token-1, ${tokenOf('token-2')} or token-2`, login)).toBe(
      'not [hidden], [hidden] or [hidden]',
    )
  })
})
