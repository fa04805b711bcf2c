// A real SMTP server with a queue of a test's own. It has to be started by root, as its parts run as other users.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { startDaemon } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

const program = '/usr/lib/postfix/sbin/master'

export const hasPostfix = existsSync(program) && process.getuid?.() === 0

/** One of its ports, with settings of its own. */
export interface SmtpListener {
  readonly certificate?: Certificate
  readonly settings?: Record<string, string>
}

export interface SmtpServer<L extends string = string> {
  readonly ports: Readonly<Record<L, number>>
  /** Whatever waits anywhere in its queue. */
  queued(): string[]
  /** The mail that it has taken, envelope first, as postfix itself prints it. */
  emails(): string[]
  /** What it has logged. */
  said(): string
  stop(): Promise<void>
}

const login = {
  smtpd_sasl_auth_enable: 'yes',
  smtpd_tls_auth_only: 'yes',
  smtpd_client_restrictions: 'permit_sasl_authenticated, reject',
}
/** Wants STARTTLS and then a login. */
export const submission = { smtpd_tls_security_level: 'encrypt', ...login }
/** Inside TLS from the first byte, and wants a login. */
export const smtps = { smtpd_tls_wrappermode: 'yes', ...login }

/**
 * A listener without settings takes mail for its domain and no logins; `auth` is the port of a dovecot that knows who
 * may.
 */
export async function startPostfix<const L extends string>(options: {
  certificate: Certificate
  auth: number
  listeners: Record<L, SmtpListener>
}): Promise<SmtpServer<L>> {
  const folder = newFolder()
  const file = (...names: string[]): string => join(folder.path, ...names)
  chmodSync(folder.path, 0o755)
  makeQueue(file('queue'), file('data'))
  const ports: Record<string, number> = {}
  const lines: string[] = []
  for (const [name, { certificate = options.certificate, settings }] of Object.entries<SmtpListener>(
    options.listeners,
  )) {
    ports[name] = await freePort()
    writeFileSync(file(`${name}.pem`), certificate.key + certificate.cert, { mode: 0o600 })
    lines.push(listener(ports[name], { smtpd_tls_cert_file: file(`${name}.pem`), ...settings }))
  }
  const settings = Object.entries(usual(folder.path, options.auth))
  writeFileSync(file('main.cf'), settings.map(([key, value]) => `${key} = ${value}\n`).join(''))
  writeFileSync(file('master.cf'), services + lines.join(''))
  // Opened in the order in which they are written down.
  const daemon = await startDaemon([program, '-c', folder.path, '-d'], Object.values(ports).at(-1) ?? 0)
  return {
    ports: ports as Record<L, number>,
    queued: () => queues.flatMap((name) => readdirSync(file('queue', name))),
    emails: () =>
      readdirSync(file('queue', 'incoming')).map((name) =>
        execFileSync('/usr/sbin/postcat', ['-c', folder.path, '-ehb', file('queue', 'incoming', name)], {
          encoding: 'utf8',
        }),
      ),
    said: () => readFileSync(file('log'), 'utf8'),
    stop: () => daemon.stop().finally(folder.remove),
  }
}

function listener(port: number, settings: Record<string, string>): string {
  const options = Object.entries(settings).map(([key, value]) => `  -o { ${key} = ${value} }\n`)
  return `127.0.0.1:${port} inet n - n - - smtpd\n${options.join('')}`
}

const queues = [
  'incoming',
  'active',
  'deferred',
  'defer',
  'bounce',
  'maildrop',
  'hold',
  'corrupt',
  'flush',
  'trace',
  'saved',
]

function makeQueue(queue: string, data: string): void {
  const uid = idOf('-u')
  const gid = idOf('-g')
  mkdirSync(join(queue, 'pid'), { recursive: true })
  for (const folder of [data, ...[...queues, 'private', 'public'].map((name) => join(queue, name))]) {
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, uid, gid)
  }
}

const idOf = (which: '-u' | '-g'): number =>
  Number(execFileSync('/usr/bin/id', [which, 'postfix'], { encoding: 'utf8' }))

function usual(folder: string, auth: number): Record<string, string> {
  return {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'queue'),
    data_directory: join(folder, 'data'),
    maillog_file_prefixes: folder,
    maillog_file: join(folder, 'log'),
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'mail.lapwing.test',
    mydestination: 'lapwing.test',
    // Nobody is trusted for the address that he comes from.
    mynetworks: '192.0.2.0/24',
    smtpd_relay_restrictions: 'permit_mynetworks, permit_sasl_authenticated, reject_unauth_destination',
    smtpd_tls_security_level: 'may',
    smtpd_sasl_type: 'dovecot',
    smtpd_sasl_path: `inet:127.0.0.1:${auth}`,
    alias_maps: '',
    // Nobody runs who would take mail out of the queue, and it would wait for that.
    in_flow_delay: '0',
    local_recipient_maps: '',
  }
}

const services = `
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
cleanup unix n - n - 0 cleanup
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
`
