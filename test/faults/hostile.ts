// Watches servers that never stop talking, one of each protocol, beside a canary that must not be late.
import { createSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import { type Behaviour, type HostileServer, startHostile } from '../kit/hostile.ts'
import { Installation, megabytesOf, nodesBelow } from './installation.ts'
import { type Site, pause, startSite, until } from './targets.ts'

export interface HostileFigures {
  readonly servers: number
  readonly refused: string[]
  /** How late the canary was in as much time before the others came, and beside them. */
  readonly latestMsBefore: number
  readonly latestMs: number
  readonly canaryChecks: number
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

const intervalMs = 5000

interface Hostile {
  readonly type: string
  readonly at: (port: number) => string
  readonly config?: (port: number) => object
  /** Speaks over TCP; those without it answer each packet with a flood of them. */
  readonly behave?: Behaviour
}

const url = (port: number): string => `http://127.0.0.1:${port}/`
const address = (port: number): string => `127.0.0.1:${port}`
const host = (): string => '127.0.0.1'
const onPort = (port: number): object => ({ port })
const websocket = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x01\x00'
const servers: readonly Hostile[] = [
  { type: 'http', at: url, behave: endless('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n') },
  { type: 'http', at: url, behave: endless('HTTP/1.1 200 OK\r\n\r\n', 'body ') },
  { type: 'http', at: url, behave: endless('', 'HTTP/1.1 100 Continue\r\n\r\n') },
  { type: 'http', at: url, behave: endless('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1;a=b\r\nx\r\n') },
  { type: 'api', at: url, behave: endless('HTTP/1.1 200 OK\r\n\r\n[', '[') },
  { type: 'mcp', at: url, behave: endless('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n', 'data: {}\n') },
  { type: 'websocket', at: (port) => `ws://127.0.0.1:${port}/`, behave: endless(websocket, '\x00\x00') },
  { type: 'smtp', at: address, behave: greeting('220-hello\r\n') },
  { type: 'imap', at: host, config: onPort, behave: greeting('* OK hello\r\n') },
  { type: 'pop3', at: host, config: onPort, behave: greeting('+OK hello\r\n') },
  { type: 'ftp', at: address, behave: greeting('220-hello\r\n') },
  { type: 'sftp', at: address, behave: greeting('hello\r\n') },
  { type: 'tcp', at: address, behave: greeting('hello') },
  { type: 'ssl', at: address, behave: endless('\x16\x03\x03', '\x00') },
  { type: 'udp', at: address, config: () => ({ query: 'hello', expectMatchRegexp: 'nothing' }) },
  { type: 'ntp', at: address },
  { type: 'dns', at: () => 'example.com', config: (port) => ({ resolver: address(port) }) },
  { type: 'http', at: (port) => `https://127.0.0.1:${port}/`, config: () => ({ transportMode: 'http3' }) },
]

async function startFlooded(): Promise<HostileServer> {
  const socket = createSocket('udp4')
  socket.on('message', (_packet, { port, address: from }) => {
    for (let n = 0; n < 2000; n++) socket.send(Buffer.alloc(1200, n), port, from)
  })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    port: socket.address().port,
    sentBytes: () => 0,
    idle: async () => undefined,
    stop: async () => void socket.close(),
  }
}

export async function sitBesideTheHostile({ seconds }: { seconds: number }): Promise<HostileFigures> {
  const [canary, lapwing] = [await startSite(), new Installation()]
  const hostile = await Promise.all(servers.map(({ behave }) => (behave ? startHostile(behave) : startFlooded())))
  const refused: string[] = []
  let mostMegabytes = 0
  try {
    await lapwing.start()
    await lapwing.watch({ name: 'Canary', type: 'http', target: canary.url })
    await until(() => canary.asked.length > 1, 120_000)
    const alone = Date.now()
    await pause(seconds * 1000)
    const latestMsBefore = latestSince(canary, alone)
    for (const [index, { type, at, config }] of servers.entries()) {
      const { port } = hostile[index]!
      await lapwing
        .watch({ name: `${type} ${index}`, type, target: at(port), config: config?.(port) ?? {} })
        .catch((error: Error) => refused.push(`${type}: ${error.message}`))
    }
    const from = Date.now()
    while (Date.now() < from + seconds * 1000) {
      const megabytes = nodesBelow(lapwing.pid).map(megabytesOf)
      mostMegabytes = Math.max(mostMegabytes, ...megabytes)
      await pause(500)
    }
    return {
      servers: servers.length,
      refused,
      latestMsBefore,
      latestMs: latestSince(canary, from),
      canaryChecks: canary.asked.filter((at) => at >= from).length,
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

function latestSince({ asked }: Site, from: number): number {
  const since = asked.filter((at) => at >= from)
  return Math.max(0, ...since.slice(1).map((at, index) => at - since[index]!)) - intervalMs
}
