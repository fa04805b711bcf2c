// One entry per type that is measured: a server to check, and the same session in the fewest lines of a bare client.
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { createAuthority } from '../test/kit/certificates.ts'
import { hasSshd, startSshd } from '../test/kit/sshd.ts'
import { hasVsftpd, startVsftpd } from '../test/kit/vsftpd.ts'

export interface Place {
  readonly target: string
  readonly config: Readonly<Record<string, unknown>>
  /** PEM of a root to trust. */
  readonly root?: string
  stop?(): Promise<void>
}

export interface Entry {
  readonly type: string
  /** Why it cannot be measured here, or null. */
  readonly missing: string | null
  /** Servers are processes of their own: what they use must not count. `ports` are those of bench/targets.ts. */
  open(ports: Readonly<Record<string, number>>): Promise<Place>
  bare(place: Place): Promise<void>
}

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const hello = { text: 'hello' }

export const entries: readonly Entry[] = [
  {
    type: 'tcp',
    missing: null,
    open: async ({ tcp }) => ({ target: `127.0.0.1:${tcp}`, config: {} }),
    async bare({ target }) {
      const socket = connect(portOf(target), '127.0.0.1')
      await once(socket, 'connect')
      socket.destroy()
    },
  },
  {
    type: 'dns',
    missing: null,
    open: async ({ dns }) => ({ target: 'bench.example.com', config: { resolver: `127.0.0.1:${dns}` } }),
    async bare({ target, config }) {
      const resolver = new Resolver()
      resolver.setServers([String(config['resolver'])])
      await promisify(resolver.resolve4.bind(resolver))(target)
    },
  },
  {
    type: 'udp',
    missing: null,
    open: async ({ udp }) => ({ target: `127.0.0.1:${udp}`, config: { query: 'hello' } }),
    async bare({ target }) {
      const socket = createSocket('udp4')
      socket.send('hello', portOf(target), '127.0.0.1')
      await once(socket, 'message')
      socket.close()
    },
  },
  {
    type: 'websocket',
    missing: null,
    open: async ({ websocket }) => ({ target: `ws://127.0.0.1:${websocket}/`, config: {} }),
    async bare({ target }) {
      const { WebSocket } = await import('ws')
      const socket = new WebSocket(target)
      await once(socket, 'open')
      socket.ping()
      await once(socket, 'pong')
      socket.close()
      await once(socket, 'close')
    },
  },
  {
    type: 'ftp',
    missing: hasVsftpd ? null : "needs Debian's vsftpd",
    async open() {
      const { port, stop } = await startVsftpd({ certificate, files: { 'pub/a.txt': hello } })
      const config = { username: 'anonymous', password: 'guest@example.com', expectPath: '/pub' }
      return { target: `127.0.0.1:${port}`, config, root: authority.root, stop }
    },
    async bare({ target, root }) {
      const { Client } = await import('basic-ftp')
      const client = new Client()
      const login = { user: 'anonymous', password: 'guest@example.com' }
      await client.access({ host: '127.0.0.1', port: portOf(target), ...login, secure: true, secureOptions: { ca: root } })
      await client.cd('/pub')
      await client.list()
      client.close()
    },
  },
  {
    type: 'sftp',
    missing: hasSshd ? null : "needs Debian's openssh-server",
    async open() {
      const { port, username, privateKey, stop } = await startSshd({ files: { 'pub/a.txt': hello } })
      const config = { username, authMethod: 'private_key', privateKey, expectPath: 'pub' }
      return { target: `127.0.0.1:${port}`, config, stop }
    },
    async bare({ target, config }) {
      const { default: ssh2 } = await import('ssh2')
      const client = new ssh2.Client()
      client.connect({ host: '127.0.0.1', port: portOf(target), ...config })
      await once(client, 'ready')
      const sftp = await promisify(client.sftp.bind(client))()
      await promisify(sftp.readdir.bind(sftp))('pub')
      client.end()
      await once(client, 'close')
    },
  },
]

function portOf(target: string): number {
  return Number(target.slice(target.lastIndexOf(':') + 1))
}
