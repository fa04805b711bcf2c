// A real RabbitMQ with users, virtual hosts and queues of a test's own.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'
import { startDaemon } from './daemon.ts'

// Debian's wrapper changes to a user of its own.
const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'

export const hasRabbitmq = existsSync(program)

export interface RabbitmqServer {
  readonly port: number
  /** Over TLS. */
  readonly secure: number
  stop(): Promise<void>
}

/** Has the same password and no rights in the first virtual host, but access to it. */
export const observer = 'observer'

interface Wishes {
  readonly certificate: Certificate
  readonly user: { readonly name: string; readonly password: string }
  /** Of which the user may use only the first. */
  readonly virtualHosts: readonly [string, ...string[]]
  /** In the first virtual host. */
  readonly queue: string
}

export async function startRabbitmq(wishes: Wishes): Promise<RabbitmqServer> {
  const folder = newFolder()
  const path = (name: string): string => join(folder.path, name)
  const ports = { port: await freePort(), secure: await freePort() }
  const [node, names] = [await freePort(), await freePort()]
  writeFileSync(path('cert.pem'), wishes.certificate.cert)
  writeFileSync(path('key.pem'), wishes.certificate.key)
  writeFileSync(path('definitions.json'), definitions(wishes))
  writeFileSync(path('plugins'), '[].')
  writeFileSync(path('rabbitmq.conf'), configuration(path, ports))
  const env = {
    PATH: process.env['PATH'],
    HOME: folder.path,
    ERL_CRASH_DUMP: '/dev/null',
    // Its daemon for names stays behind, so it gets a port of its own.
    ERL_EPMD_PORT: String(names),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `lapwing${node}@localhost`,
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-start_epmd false -erl_epmd_port ${node} +S 1 +sbwt none`,
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_CONFIG_FILE: path('rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: path('advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path('plugins'),
    RABBITMQ_GENERATED_CONFIG_DIR: path('generated'),
    RABBITMQ_MNESIA_BASE: path('mnesia'),
    RABBITMQ_PID_FILE: path('pid'),
    RABBITMQ_LOGS: '-',
  }
  const daemon = await startDaemon([program], ports.secure, { env, cwd: folder.path })
  return {
    ...ports,
    async stop() {
      // Its script would stop it gently, which takes longer than all tests.
      process.kill(Number(readFileSync(path('pid'), 'utf8')), 'SIGKILL')
      await daemon.stop()
      spawnSync('/usr/bin/epmd', ['-port', String(names), '-kill'], { stdio: 'ignore' })
      folder.remove()
    },
  }
}

function configuration(path: (name: string) => string, { port, secure }: Omit<RabbitmqServer, 'stop'>): string {
  return `
listeners.tcp.1 = 127.0.0.1:${port}
listeners.ssl.1 = 127.0.0.1:${secure}
ssl_options.certfile = ${path('cert.pem')}
ssl_options.keyfile = ${path('key.pem')}
ssl_options.cacertfile = ${path('cert.pem')}
ssl_options.verify = verify_none
load_definitions = ${path('definitions.json')}
log.console = true
log.file = false
`
}

function definitions({ user: { name, password }, virtualHosts, queue }: Wishes): string {
  const salt = Buffer.from('salt')
  const hash = createHash('sha256').update(salt).update(password).digest()
  const [vhost] = virtualHosts
  const login = {
    password_hash: Buffer.concat([salt, hash]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags: [],
  }
  const all = '.*'
  const none = '^$'
  return JSON.stringify({
    users: [name, observer].map((one) => ({ name: one, ...login })),
    vhosts: virtualHosts.map((host) => ({ name: host })),
    permissions: [
      { user: name, vhost, configure: none, write: all, read: all },
      { user: observer, vhost, configure: none, write: none, read: none },
    ],
    queues: [{ name: queue, vhost, durable: true, auto_delete: false, arguments: {} }],
  })
}
