import { once } from 'node:events'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { type MailboxServer, hasDovecot, startDovecot } from '../../test/kit/debian/dovecot.ts'
import { hasPostfix, smtps, startPostfix } from '../../test/kit/debian/postfix.ts'
import { type Entry, type Place, certificate, root, trustIn } from './entry.ts'

const account = { username: 'robot', password: 'x' }
const target = '127.0.0.1'
const needsDovecot = hasDovecot ? null : "needs Debian's dovecot-imapd and dovecot-pop3d"
const goal = { ratio: 1.5 }

/** A command, or nothing if the server speaks first, and the end of its reply. */
type Turn = readonly [say: string | null, answered: RegExp]

export const mail: readonly Entry[] = [
  {
    name: 'smtp',
    missing: needsDovecot ?? (hasPostfix ? null : "needs Debian's postfix, and root to start it"),
    goal,
    async open() {
      const dovecot = await mailboxes()
      // Postfix accepts 50 connections of one client by default.
      const settings = { ...smtps, smtpd_client_connection_count_limit: '0' }
      const postfix = await startPostfix({ certificate, auth: dovecot.auth, listeners: { smtps: { settings } } })
      const stop = (): Promise<void> => postfix.stop().finally(dovecot.stop)
      const config = { ...account, port: postfix.ports.smtps, tlsMode: 'implicit', checkPtr: false }
      return { target, config, root, stop }
    },
    async bare({ config, root }) {
      const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection')
      const tls = { secureContext: trustIn(root) }
      const connection = new SmtpConnection({ host: target, port: Number(config['port']), secure: true, tls })
      connection.on('error', () => undefined)
      await promisify(connection.connect.bind(connection))()
      await promisify(connection.login.bind(connection))({
        credentials: { user: account.username, pass: account.password },
      })
      connection.quit()
      await once(connection, 'end')
    },
  },
  {
    name: 'imap',
    missing: needsDovecot,
    goal,
    async open() {
      const { imaps, stop } = await mailboxes()
      return { target, config: { ...account, port: imaps }, root, stop }
    },
    bare: (place) => converse(place, imapTurns),
  },
  {
    name: 'pop3',
    missing: needsDovecot,
    goal,
    async open() {
      const { pop3s, stop } = await mailboxes()
      return { target, config: { ...account, port: pop3s }, root, stop }
    },
    bare: (place) => converse(place, pop3Turns),
  },
]

function mailboxes(): Promise<MailboxServer> {
  const text = 'Date: Sun, 15 Nov 2026 03:00:00 +0000\n\nhello\n'
  const messages = [{ text, arrivedAt: new Date() }]
  const settings = 'mail_max_userip_connections = 1000\n'
  return startDovecot({
    certificate,
    settings,
    mailboxes: { robot: { password: 'x', quota: '*:storage=100K', messages } },
  })
}

const imapTurns: readonly Turn[] = [
  [null, /^\* OK .*\r\n$/],
  ['a1 AUTHENTICATE PLAIN', /^\+/],
  [Buffer.from('\0robot\0x').toString('base64'), /^a1 OK .*\r\n$/m],
  ['a2 STATUS INBOX (UNSEEN SIZE)', /^a2 OK .*\r\n$/m],
  ['a3 EXAMINE INBOX', /^a3 OK .*\r\n$/m],
  ['a4 FETCH 1:1 INTERNALDATE', /^a4 OK .*\r\n$/m],
  ['a5 LIST "" "*"', /^a5 OK .*\r\n$/m],
  ['a6 GETQUOTAROOT INBOX', /^a6 OK .*\r\n$/m],
  ['a7 LOGOUT', /^a7 OK .*\r\n$/m],
]

const [oneLine, manyLines] = [/^\+OK.*\r\n$/, /^\+OK[^]*\r\n\.\r\n$/]

const pop3Turns: readonly Turn[] = [
  [null, oneLine],
  ['CAPA', manyLines],
  ['USER robot', oneLine],
  ['PASS x', oneLine],
  ['CAPA', manyLines],
  ['STAT', oneLine],
  ['TOP 1 0', manyLines],
  ['RSET', oneLine],
  ['QUIT', oneLine],
]

async function converse({ config, root }: Place, turns: readonly Turn[]): Promise<void> {
  const socket = connect({ host: target, port: Number(config['port']), secureContext: trustIn(root) })
  const pieces = socket.setEncoding('latin1')[Symbol.asyncIterator]()
  for (const [say, answered] of turns) {
    if (say !== null) socket.write(`${say}\r\n`)
    for (let received = ''; !answered.test(received);) {
      const { done, value } = await pieces.next()
      if (done) throw new Error(`the server left after ${say}: ${received}`)
      received += value
    }
  }
  while (!(await pieces.next()).done);
}
