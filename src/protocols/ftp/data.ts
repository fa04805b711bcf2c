// Data connections of an FTP session. They lead to where the control connection leads, whatever the server announces.
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { sendAndReceive } from '../../net/send-receive.ts'
import { listenForPeer } from '../../net/incoming.ts'
import type { Connection, Net } from '../../net/index.ts'
import type { FtpControl, FtpReply } from './control.ts'

export interface DataWay {
  readonly net: Net
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly control: FtpControl
  readonly passive: boolean
  readonly encryption: { readonly serverName: string; readonly verify: boolean }
}

export interface Received {
  /** What the server says of it in the end; null when we had enough before that. */
  readonly reply: FtpReply | null
  readonly isComplete: boolean
}

/** Has the server send something; `take` gets it as it comes in and says when it is enough. */
export async function receive(way: DataWay, command: string, take: (chunk: Buffer) => boolean): Promise<Received> {
  const offered = await (way.passive ? connectTo(way) : listen(way))
  try {
    const opening = await way.control.begin(command)
    if (opening.code >= 200) return { reply: opening, isComplete: opening.code < 300 }
    const data = await offered.data
    const isCut = await read(way, data, take)
    data.socket.destroy()
    return isCut ? { reply: null, isComplete: false } : await ended(way)
  } finally {
    offered.stop()
  }
}

async function ended({ control }: DataWay): Promise<Received> {
  const reply = await control.outcome()
  return { reply, isComplete: reply.code < 300 }
}

async function read({ signal }: DataWay, data: Connection, take: (chunk: Buffer) => boolean): Promise<boolean> {
  let isCut = false
  const taken = (chunk: Buffer): boolean => (isCut = take(chunk))
  await told('the data connection failed', sendAndReceive(data, { take: taken, signal }))
  return isCut
}

interface Offered {
  readonly data: Promise<Connection>
  stop(): void
}

/** The server waits for us. TLS begins at once: some servers want it before they announce the data, some after. */
async function connectTo(way: DataWay): Promise<Offered> {
  const port = await passivePort(way.control)
  const { address: host } = way.control.connection
  const to = { host, port, ipVersion: 'any', signal: way.signal } as const
  const connection = await told('there is no data connection', way.net.connect(to))
  return { data: quietly(encrypted(way, connection)), stop: () => void connection.socket.destroy() }
}

/** The server connects to us, once it has heard what we want. */
async function listen(way: DataWay): Promise<Offered> {
  const expected = await listenForPeer(way.control.connection, way.clock)
  let connection: Connection | null = null
  const arriving = told('there is no data connection', expected.arrival(way.signal)).then((arrived) => {
    connection = arrived
    return encrypted(way, arrived)
  })
  const data = quietly(arriving)
  const stop = (): void => {
    expected.stop()
    connection?.socket.destroy()
  }
  try {
    const reply = await way.control.ask(announcement(expected))
    if (reply.code < 300) return { data, stop }
    throw new TargetDown('other', `the server does not connect back for data: ${reply.line}`)
  } catch (error) {
    stop()
    throw error
  }
}

function announcement({ family, address, port }: { family: 4 | 6; address: string; port: number }): string {
  if (family === 6) return `EPRT |2|${address}|${port}|`
  return `PORT ${[...address.split('.'), port >> 8, port & 255].join(',')}`
}

async function passivePort(control: FtpControl): Promise<number> {
  const extended = await control.ask('EPSV')
  if (extended.code === 229) return portIn(/\(([!-~])\1\1(\d{1,5})\1\)/.exec(extended.text)?.[2], extended)
  if (control.connection.family === 6) throw noPort(extended)
  const plain = await control.ask('PASV')
  const [, high, low] = /\d{1,3},\d{1,3},\d{1,3},\d{1,3},(\d{1,3}),(\d{1,3})/.exec(plain.text.slice(3)) ?? []
  return portIn(plain.code === 227 && high && low ? Number(high) * 256 + Number(low) : undefined, plain)
}

function portIn(number: string | number | undefined, reply: FtpReply): number {
  const port = Number(number ?? 0)
  if (port < 1 || port > 65_535) throw noPort(reply)
  return port
}

function noPort(reply: FtpReply): TargetDown {
  return new TargetDown('other', `the server offers no port for data: ${reply.line}`)
}

async function encrypted({ net, control, encryption, signal }: DataWay, connection: Connection): Promise<Connection> {
  if (!control.encrypted) return connection
  // Many servers want the session of the control connection again, as proof that it is the same client.
  const session = control.encrypted.socket.getSession()
  return told('the data connection failed', net.secure(connection, { ...encryption, session, signal }))
}

/** A promise that is looked at later, or not at all. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

async function told<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    throw new TargetDown(error.reason, `${what}: ${error.message}`, { cause: error })
  }
}
