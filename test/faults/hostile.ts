// Watches servers that never stop talking, one of each protocol, beside a canary that must not be late.
import type { Socket } from 'node:net'
import { type Behaviour, startHostile } from '../kit/hostile.ts'
import { Installation, megabytesOf, nodesBelow } from './installation.ts'
import { pause, startSite, until } from './targets.ts'

export interface HostileFigures {
  readonly servers: number
  readonly refused: string[]
  readonly canaryChecks: number
  readonly canaryLatestMs: number
  readonly mostMegabytes: number
  readonly replacedProcesses: number
  readonly isAlive: boolean
}

/** Says it again and again, as fast as it is read. */
function pour(socket: Socket, piece: string): void {
  const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)), 'latin1')
  const more = (): void => {
    while (!socket.destroyed && socket.write(block));
  }
  socket.on('drain', more)
  more()
}

/** Begins like this when it has heard something, and goes on like that for ever. */
const endless =
  (first: string, piece: string): Behaviour =>
  (socket) =>
    void socket.once('data', () => {
      socket.write(Buffer.from(first, 'latin1'))
      pour(socket, piece)
    })

/** Speaks first, and never stops. */
const greeting =
  (text: string): Behaviour =>
  (socket) =>
    pour(socket, text)

const websocket = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x01\x00'
const servers = [
  {
    type: 'http',
    at: (port: number) => `http://127.0.0.1:${port}/`,
    behave: endless('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'),
  },
  {
    type: 'http',
    at: (port: number) => `http://127.0.0.1:${port}/`,
    behave: endless('HTTP/1.1 200 OK\r\n\r\n', 'body '),
  },
  {
    type: 'http',
    at: (port: number) => `http://127.0.0.1:${port}/`,
    behave: endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  },
  { type: 'websocket', at: (port: number) => `ws://127.0.0.1:${port}/`, behave: endless(websocket, '\x00\x00') },
  { type: 'smtp', at: (port: number) => `127.0.0.1:${port}`, behave: greeting('220-hello\r\n') },
  { type: 'imap', at: (port: number) => `127.0.0.1:${port}`, behave: greeting('* OK hello\r\n') },
  { type: 'pop3', at: (port: number) => `127.0.0.1:${port}`, behave: greeting('+OK hello\r\n') },
  { type: 'ftp', at: (port: number) => `127.0.0.1:${port}`, behave: greeting('220-hello\r\n') },
  { type: 'sftp', at: (port: number) => `127.0.0.1:${port}`, behave: greeting('hello\r\n') },
  { type: 'tcp', at: (port: number) => `127.0.0.1:${port}`, behave: greeting('hello') },
  { type: 'ssl', at: (port: number) => `127.0.0.1:${port}`, behave: endless('\x16\x03\x03', '\x00') },
]

export async function sitBesideTheHostile({ seconds }: { seconds: number }): Promise<HostileFigures> {
  const [canary, lapwing] = [await startSite(), new Installation()]
  const hostile = await Promise.all(servers.map(({ behave }) => startHostile(behave)))
  const refused: string[] = []
  let mostMegabytes = 0
  try {
    await lapwing.start()
    await lapwing.watch({ name: 'Canary', type: 'http', target: canary.url })
    await until(() => canary.asked.length > 1, 120_000)
    for (const [index, { type, at }] of servers.entries())
      await lapwing
        .watch({ name: `${type} ${index}`, type, target: at(hostile[index]!.port) })
        .catch((error: Error) => refused.push(`${type}: ${error.message}`))
    const from = Date.now()
    while (Date.now() < from + seconds * 1000) {
      const megabytes = nodesBelow(lapwing.pid).map(megabytesOf)
      mostMegabytes = Math.max(mostMegabytes, ...megabytes)
      await pause(500)
    }
    const asked = canary.asked.filter((at) => at >= from)
    const gaps = asked.slice(1).map((at, index) => at - asked[index]!)
    return {
      servers: servers.length,
      refused,
      canaryChecks: asked.length,
      canaryLatestMs: Math.max(0, ...gaps) - 5000,
      mostMegabytes: Math.round(mostMegabytes),
      replacedProcesses: lapwing.log.filter((line) => line.includes('is replaced')).length,
      isAlive: (await lapwing.ask('/healthz')).status === 200,
    }
  } finally {
    await lapwing.stop()
    canary.stop()
    await Promise.all(hostile.map((server) => server.stop()))
  }
}
