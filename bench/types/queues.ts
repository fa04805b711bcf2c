import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { hasMosquitto, startMosquitto } from '../../test/kit/debian/mosquitto.ts'
import { hasRabbitmq, startRabbitmq } from '../../test/kit/debian/rabbitmq.ts'
import { type Entry, certificate, patienceMs, portOf, root, trustIn } from './entry.ts'

const account = { username: 'robot', password: 'hunter2' }
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const long = (text: string): string => Buffer.from([0, 0, 0, text.length, ...Buffer.from(text)]).toString('hex')
const framed = (method: string): Buffer => {
  const length = (method.length / 2).toString(16).padStart(8, '0')
  return hex(`010000${length}${method}ce`)
}

export const queues: readonly Entry[] = [
  {
    name: 'mqtt',
    missing: hasMosquitto ? null : "needs Debian's mosquitto",
    goal: { ratio: 1.5 },
    async open() {
      const { secure, stop } = await startMosquitto({ certificate, users: {}, rules: '' })
      return { target: `127.0.0.1:${secure}`, config: {}, root, stop }
    },
    // CONNECT until CONNACK.
    bare: ({ target, root: trusted }) => {
      const request = hex(
        `101400044d5154540402003c0008${randomBytes(4).toString('hex').replaceAll(/[a-f]/g, '0').replaceAll(/./g, '3$&')}`,
      )
      return converse(portOf(target), trusted, [[request, 4]])
    },
  },
  {
    name: 'amqp',
    missing: hasRabbitmq ? null : "needs Debian's rabbitmq-server",
    goal: { ratio: 1.5 },
    async open() {
      const user = { name: account.username, password: account.password }
      const server = await startRabbitmq({ certificate, user, virtualHosts: ['shop'], queue: 'orders' })
      const config = { ...account, virtualHost: 'shop' }
      return { target: `127.0.0.1:${server.secure}`, config, root, stop: server.stop }
    },
    async bare({ target, root: trusted }) {
      const login = long(`\0${account.username}\0${account.password}`)
      await converse(portOf(target), trusted, [
        [Buffer.from('AMQP\0\0\x09\x01', 'latin1'), 12],
        [framed(`000a000b0000000005504c41494e${login}05656e5f5553`), 20],
        [Buffer.concat([framed('000a001f0001000200000000'), framed('000a00280473686f700000')]), 13],
        [framed('000a003200c8000000000000'), 12],
      ])
    },
  },
]

/** Each turn says something and waits for at least this many bytes. */
async function converse(port: number, trusted: string | undefined, turns: [Buffer, number][]): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', secureContext: trustIn(trusted), timeout: patienceMs })
  await once(socket, 'secureConnect')
  for (const [say, bytes] of turns) {
    socket.write(say)
    for (let received = 0; received < bytes;) received += ((await once(socket, 'data'))[0] as Buffer).length
  }
  socket.destroy()
}
