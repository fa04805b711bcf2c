import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { hasChrony, startChrony } from '../../test/kit/debian/chrony.ts'
import { type Entry, patienceMs, portOf } from './entry.ts'

const run = promisify(execFile)
const maxBuffer = 2 ** 24
const pinged = Array.from({ length: 2000 }, (_, index) => `127.1.${index >> 8}.${index & 255}`)

export const network: readonly Entry[] = [
  {
    name: 'tcp',
    missing: null,
    goal: { ratio: 1.5 },
    open: async ({ tcp }) => ({ target: `127.0.0.1:${tcp}`, config: {} }),
    async bare({ target }) {
      const socket = connect({ port: portOf(target), host: '127.0.0.1', timeout: patienceMs })
      await once(socket, 'connect')
      socket.destroy()
    },
  },
  {
    name: 'udp',
    missing: null,
    goal: { ratio: 1.5 },
    open: async ({ udp }) => ({ target: `127.0.0.1:${udp}`, config: { query: 'hello' } }),
    bare: ({ target }) => exchange('hello', portOf(target)),
  },
  {
    name: 'dns',
    missing: null,
    goal: { ratio: 1.5 },
    open: async ({ dns }) => ({ target: 'bench.example.com', config: { resolver: `127.0.0.1:${dns}` } }),
    async bare({ target, config }) {
      const resolver = new Resolver()
      resolver.setServers([String(config['resolver'])])
      await promisify(resolver.resolve4.bind(resolver))(target)
    },
  },
  {
    name: 'ntp',
    missing: hasChrony ? null : "needs Debian's chrony",
    async open() {
      const { port, stop } = await startChrony('local stratum 1')
      // Samples are seconds apart, and all cost the same.
      return { target: `127.0.0.1:${port}`, config: { samples: 1 }, stop }
    },
    async bare({ target }) {
      const request = Buffer.alloc(48)
      request[0] = 0x23
      await exchange(request, portOf(target))
    },
  },
  {
    name: 'icmp',
    missing: existsSync('/usr/bin/fping') ? null : "needs Debian's fping",
    goal: { perCpuSecond: 2000 },
    atOnce: pinged.length,
    inOneGo: true,
    open: async () => ({ target: pinged[0]!, others: pinged.slice(1), config: { count: 5 } }),
    async bare({ target, others = [], config }) {
      const options = ['-4', '-q', '-C', String(config['count']), '-p', '200', '-t', '3000', '-i', '0']
      await run('fping', [...options, target, ...others], { maxBuffer })
    },
  },
  {
    name: 'mtr',
    missing: existsSync('/usr/bin/mtr') ? null : "needs Debian's mtr-tiny",
    atOnce: 100,
    open: async () => ({ target: '127.0.0.1', config: { count: 2 } }),
    async bare({ target, config }) {
      await run('mtr', ['--json', '--no-dns', '-c', String(config['count']), '--gracetime', '1', target])
    },
  },
]

async function exchange(question: string | Buffer, port: number): Promise<void> {
  const socket = createSocket('udp4')
  const timer = setTimeout(() => socket.emit('error', new Error('no response')), patienceMs)
  socket.send(question, port, '127.0.0.1')
  try {
    await once(socket, 'message')
  } finally {
    clearTimeout(timer)
    socket.close()
  }
}
