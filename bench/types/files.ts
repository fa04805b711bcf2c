import { once } from 'node:events'
import { promisify } from 'node:util'
import { noSshd, startSshd } from '../../test/kit/debian/sshd.ts'
import { hasVsftpd, startVsftpd } from '../../test/kit/debian/vsftpd.ts'
import { type Entry, certificate, portOf, root, trustIn } from './entry.ts'

const shared = { 'pub/a.txt': { text: 'hello' } }
const goal = { ratio: 1.5 }

export const files: readonly Entry[] = [
  {
    name: 'ftp',
    missing: hasVsftpd ? null : "needs Debian's vsftpd",
    goal,
    async open() {
      const { port, stop } = await startVsftpd({ certificate, files: shared })
      const config = { username: 'anonymous', password: 'guest@example.com', expectPath: '/pub' }
      return { target: `127.0.0.1:${port}`, config, root, stop }
    },
    async bare({ target, root }) {
      const { Client } = await import('basic-ftp')
      const client = new Client()
      const login = { user: 'anonymous', password: 'guest@example.com' }
      const secureOptions = { secureContext: trustIn(root) }
      await client.access({ host: '127.0.0.1', port: portOf(target), ...login, secure: true, secureOptions })
      await client.cd('/pub')
      await client.list()
      client.close()
    },
  },
  {
    name: 'sftp',
    missing: noSshd,
    goal,
    async open() {
      const { port, username, privateKey, stop } = await startSshd({ files: shared })
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
