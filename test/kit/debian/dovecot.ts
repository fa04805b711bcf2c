// A real IMAP and POP3 server with mailboxes of a test's own, which also tells a postfix who may log in.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { startDaemon } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

const program = '/usr/sbin/dovecot'

export const hasDovecot = existsSync('/usr/lib/dovecot/imap') && existsSync('/usr/lib/dovecot/pop3')

export interface Mailbox {
  readonly password: string
  /** As dovecot writes it: `*:storage=10K`. */
  readonly quota?: string
  readonly messages?: readonly Message[]
}

export interface Message {
  readonly text: string
  readonly arrivedAt: Date
  /** INBOX when omitted; dovecot's own spelling: `.Archive`. */
  readonly folder?: string
  readonly isSeen?: boolean
}

export interface MailboxServer {
  readonly imap: number
  readonly imaps: number
  readonly pop3: number
  readonly pop3s: number
  /** Where a postfix asks who may log in. */
  readonly auth: number
  /**
   * The files of somebody's mailbox: a message is renamed when its flags change, and moved when it is no longer recent.
   */
  files(user: string): string[]
  said(): string
  stop(): Promise<void>
}

/**
 * Listens on 127.0.0.1, which it trusts, and on 127.0.0.2, which it does not. `settings` are added to its
 * configuration.
 */
export async function startDovecot(options: {
  certificate: Certificate
  mailboxes: Record<string, Mailbox>
  settings?: string
}): Promise<MailboxServer> {
  const folder = newFolder()
  // Its parts run as users without rights, who have to get in.
  chmodSync(folder.path, 0o755)
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text)
  const ports = {
    imap: await freePort(),
    imaps: await freePort(),
    pop3: await freePort(),
    pop3s: await freePort(),
    auth: await freePort(),
  }
  write('cert.pem', options.certificate.cert)
  write('key.pem', options.certificate.key)
  write(
    'users',
    Object.entries(options.mailboxes)
      .map((entry) => account(folder.path, ...entry))
      .join(''),
  )
  write('dovecot.conf', configuration(folder.path, ports, options.settings ?? ''))
  for (const [user, { messages = [] }] of Object.entries(options.mailboxes)) deliver(home(folder.path, user), messages)
  const daemon = await startDaemon([program, '-F', '-c', join(folder.path, 'dovecot.conf')], ports.imap)
  return {
    ...ports,
    said: daemon.said,
    files: (user) =>
      readdirSync(join(home(folder.path, user), 'Maildir'), { recursive: true, encoding: 'utf8' })
        .filter((path) => /(^|\/)(cur|new)\/./.test(path))
        .toSorted(),
    stop: () => daemon.stop().finally(folder.remove),
  }
}

const home = (folder: string, user: string): string => join(folder, 'home', user)
const isRoot = process.getuid?.() === 0
// Mail never belongs to root. Any other user who runs the tests keeps it.
const owner = isRoot ? { uid: 65_534, gid: 65_534 } : { uid: userInfo().uid, gid: userInfo().gid }

function account(folder: string, user: string, { password, quota }: Mailbox): string {
  const rule = quota ? `userdb_quota_rule=${quota}` : ''
  return `${user}:{PLAIN}${password}:${owner.uid}:${owner.gid}::${home(folder, user)}::${rule}\n`
}

function deliver(house: string, messages: readonly Message[]): void {
  const keep = (path: string): void => chownSync(path, owner.uid, owner.gid)
  for (const part of ['', 'Maildir', 'Maildir/cur', 'Maildir/new', 'Maildir/tmp']) {
    mkdirSync(join(house, part), { recursive: true })
    keep(join(house, part))
  }
  for (const [index, { text, arrivedAt, folder = '', isSeen }] of messages.entries()) {
    const name = `${Math.floor(arrivedAt.getTime() / 1000)}.M${index}.test`
    const path = join(house, 'Maildir', folder, isSeen ? 'cur' : 'new', isSeen ? `${name}:2,S` : name)
    for (const part of ['', 'cur', 'new', 'tmp']) {
      mkdirSync(join(house, 'Maildir', folder, part), { recursive: true })
      keep(join(house, 'Maildir', folder, part))
    }
    writeFileSync(path, text.replace(/\r?\n/g, '\r\n'))
    utimesSync(path, arrivedAt, arrivedAt)
    keep(path)
    keep(dirname(path))
  }
}

function allAsOneself(): string {
  const me = userInfo().username
  const group = execFileSync('/usr/bin/id', ['-gn'], { encoding: 'utf8' }).trim()
  return `default_internal_user = ${me}\ndefault_login_user = ${me}\ndefault_internal_group = ${group}`
}

type Ports = Pick<MailboxServer, 'imap' | 'imaps' | 'pop3' | 'pop3s' | 'auth'>

function configuration(folder: string, { imap, imaps, pop3, pop3s, auth }: Ports, settings: string): string {
  const listeners = (name: string, plain: number, secure: number): string => `
service ${name}-login {
  ${isRoot ? '' : 'chroot ='}
  inet_listener ${name} {
    port = ${plain}
  }
  inet_listener ${name}s {
    port = ${secure}
    ssl = yes
  }
}`
  return `
protocols = imap pop3
listen = 127.0.0.1, 127.0.0.2
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:~/Maildir
first_valid_uid = 1
first_valid_gid = 1
namespace inbox {
  inbox = yes
}
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:User quota
  quota_vsizes = yes
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = ${auth}
  }
}
service anvil {
  ${isRoot ? '' : 'chroot ='}
  # After a wrong password it would make everybody wait.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
${isRoot ? '' : allAsOneself()}
${listeners('imap', imap, imaps)}
${listeners('pop3', pop3, pop3s)}
${settings}
`
}
