// Servers that send endlessly, one per protocol, in a separate process so that they do not disturb the measurement.
import { createSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import { type Behaviour, type HostileServer, startHostile } from '../kit/servers/hostile.ts'

/** Sends a piece repeatedly, as fast as it is read. */
function pour(socket: Socket, piece: string): void {
  const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)), 'latin1')
  const more = (): void => {
    while (!socket.destroyed && socket.write(block));
  }
  socket.on('drain', more)
  more()
}

/** Sends a start after the first input, and then repeats a piece forever. */
const endless =
  (first: string, piece: string): Behaviour =>
  (socket) =>
    void socket.once('data', () => {
      socket.write(Buffer.from(first, 'latin1'))
      pour(socket, piece)
    })

/** Sends first, and never stops. */
const greeting =
  (text: string): Behaviour =>
  (socket) =>
    pour(socket, text)

interface Hostile {
  readonly type: string
  readonly at: (port: number) => string
  readonly config?: (port: number) => object
  /** The behaviour over TCP; servers without it answer each packet with a flood. */
  readonly behave?: Behaviour
}

const url = (port: number): string => `http://127.0.0.1:${port}/`
const address = (port: number): string => `127.0.0.1:${port}`
const host = (): string => '127.0.0.1'
const onPort = (port: number): object => ({ port })
const unencrypted = (): object => ({ username: 'robot', password: 'hunter2', tlsMode: 'none' })
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
  {
    type: 'mqtt',
    at: address,
    config: () => ({ tlsMode: 'none', topic: 'a' }),
    behave: endless('\x20\x02\x00\x00\x90\x03\x00\x01\x00', '\xc0\x00'),
  },
  {
    type: 'amqp',
    at: address,
    config: () => ({ tlsMode: 'none' }),
    behave: endless('', '\x08\x00\x00\x00\x00\x00\x00\xce'),
  },
  { type: 'tcp', at: address, behave: greeting('hello') },
  { type: 'postgres', at: address, config: unencrypted, behave: endless('R\0\0\0\x08\0\0\0\0', 'S\0\0\0\x08a\0b\0') },
  { type: 'mysql', at: address, config: unencrypted, behave: greeting('\xff\xff\xff\0\x0a8.0') },
  { type: 'redis', at: address, config: unencrypted, behave: endless('+', 'hello') },
  {
    type: 'mongodb',
    at: address,
    config: unencrypted,
    behave: endless(`\0\0\x20\0${'\0'.repeat(8)}\xdd\x07\0\0`, 'hello'),
  },
  { type: 'ssl', at: address, behave: endless('\x16\x03\x03', '\x00') },
  { type: 'udp', at: address, config: () => ({ query: 'hello', expectMatchRegexp: 'nothing' }) },
  { type: 'ntp', at: address },
  { type: 'snmp', at: address },
  { type: 'radius', at: address, config: () => ({ secret: 'x', username: 'probe', password: 'x' }) },
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

/** A target for Lapwing. */
export interface HostileTarget {
  readonly type: string
  readonly target: string
  readonly config: object
}

const targets: HostileTarget[] = []
for (const { type, at, config, behave } of servers) {
  const { port } = await (behave ? startHostile(behave) : startFlooded())
  targets.push({ type, target: at(port), config: config?.(port) ?? {} })
}
process.send!(targets)
process.on('disconnect', () => process.exit())
