// Data connections of an FTP session. They use the control connection's peer address, whatever the server announces.
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { sendAndReceive } from '../../net/send-receive.ts'
import { listenForPeer } from '../../net/incoming.ts'
import type { Connection, Net } from '../../net/index.ts'
import type { FtpControl, FtpReply } from './control.ts'

export interface DataOptions {
  readonly net: Net
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly control: FtpControl
  readonly passive: boolean
  readonly encryption: { readonly serverName: string; readonly verify: boolean }
}

export interface FtpTransfer {
  /** The final reply; null when the transfer was cut before it. */
  readonly reply: FtpReply | null
  readonly isComplete: boolean
}

/** Receives a transfer; `take` gets the data as it arrives and returns whether it is enough. */
export async function receive(
  options: DataOptions,
  command: string,
  take: (chunk: Buffer) => boolean,
): Promise<FtpTransfer> {
  const pending = await (options.passive ? connectTo(options) : listen(options))
  try {
    const opening = await options.control.start(command)
    if (opening.code >= 200) return { reply: opening, isComplete: opening.code < 300 }
    const data = await pending.data
    const isCut = await read(options, data, take)
    data.socket.destroy()
    return isCut ? { reply: null, isComplete: false } : await ended(options)
  } finally {
    pending.stop()
  }
}

async function ended({ control }: DataOptions): Promise<FtpTransfer> {
  const reply = await control.finalReply()
  return { reply, isComplete: reply.code < 300 }
}

async function read({ signal }: DataOptions, data: Connection, take: (chunk: Buffer) => boolean): Promise<boolean> {
  let isCut = false
  const takeChunk = (chunk: Buffer): boolean => (isCut = take(chunk))
  await explained('the data connection failed', sendAndReceive(data, { take: takeChunk, signal }))
  return isCut
}

interface PendingData {
  readonly data: Promise<Connection>
  stop(): void
}

/** Passive mode. TLS begins at once: some servers start it before they announce the data, some after. */
async function connectTo(options: DataOptions): Promise<PendingData> {
  const port = await passivePort(options.control)
  const { address: host } = options.control.connection
  const to = { host, port, ipVersion: 'any', signal: options.signal } as const
  const connection = await explained('there is no data connection', options.net.connect(to))
  return { data: quietly(encrypted(options, connection)), stop: () => void connection.socket.destroy() }
}

/** Active mode: the server connects to us after the command. */
async function listen(options: DataOptions): Promise<PendingData> {
  const expected = await listenForPeer(options.control.connection, options.clock)
  let connection: Connection | null = null
  const arriving = explained('there is no data connection', expected.arrival(options.signal)).then((arrived) => {
    connection = arrived
    return encrypted(options, arrived)
  })
  const data = quietly(arriving)
  const stop = (): void => {
    expected.stop()
    connection?.socket.destroy()
  }
  try {
    const reply = await options.control.ask(announcement(expected))
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

async function encrypted(
  { net, control, encryption, signal }: DataOptions,
  connection: Connection,
): Promise<Connection> {
  if (!control.encrypted) return connection
  // Many servers require the TLS session of the control connection, as proof that it is the same client.
  const session = control.encrypted.socket.getSession()
  return explained('the data connection failed', net.secure(connection, { ...encryption, session, signal }))
}

/** A promise that is awaited later, or never. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

async function explained<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    throw new TargetDown(error.reason, `${what}: ${error.message}`, { cause: error })
  }
}
