import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { hasFreeradius, startFreeradius } from '../../test/kit/debian/freeradius.ts'
import { hasSnmpd, startSnmpd } from '../../test/kit/debian/snmpd.ts'
import { hasChrony, startChrony } from '../../test/kit/debian/chrony.ts'
import { radiusRequest } from '../../src/protocols/radius.ts'
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
    name: 'snmp',
    missing: hasSnmpd ? null : "needs Debian's snmpd",
    async open() {
      const { port, stop } = await startSnmpd('rocommunity public')
      return { target: `127.0.0.1:${port}`, config: {}, stop }
    },
    // A request for sysUpTime.
    bare: ({ target }) =>
      exchange(
        Buffer.from('302602010104067075626c6963a019020101020100020100300e300c06082b060102010103000500', 'hex'),
        portOf(target),
      ),
  },
  {
    name: 'radius',
    missing: hasFreeradius ? null : "needs Debian's freeradius",
    goal: { ratio: 1.5 },
    async open() {
      const { port, secret, stop } = await startFreeradius({ robot: 'hunter2' })
      return { target: `127.0.0.1:${port}`, config: { secret, username: 'robot', password: 'hunter2' }, stop }
    },
    async bare({ target, config }) {
      const { username, password, secret } = config as Record<string, string>
      const names = { nasIdentifier: undefined, calledStationId: undefined, callingStationId: undefined }
      const request = radiusRequest({ username: username!, password: password!, secret: secret!, ...names })
      await exchange(request.packet, portOf(target))
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
