// A small SSH server that does as a test says: logins by password, for which a real one needs accounts, and bad
// manners.
import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper, type ServerConfig } from 'ssh2'
import { onTestFinished } from 'vitest'

export interface SmallSsh {
  /** Decides about every attempt to log in; refuses with the given ways when it does nothing. */
  readonly login?: (attempt: AuthContext) => void
  /** What the ways are called that a refusal names. */
  readonly ways?: readonly string[]
  /** False when there is no such subsystem. */
  readonly files?: false | ((sftp: SFTPWrapper) => void)
  readonly algorithms?: ServerConfig['algorithms']
  readonly ident?: string
  /** Said before it says who it is. */
  readonly greeting?: string
  /** A packet sent again and again, as fast as it is read, instead of an answer to the first login. */
  readonly floodsWith?: Buffer
}

/** Packets that an SSH client has to put up with. */
export const idlePackets = {
  ignore: Buffer.from([2, 0, 0, 0, 0]),
  debug: Buffer.from([4, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  // Wants an answer.
  globalRequest: Buffer.concat([Buffer.from([80, 0, 0, 0, 9]), Buffer.from('keepalive'), Buffer.from([1])]),
}

export interface SmallSshServer {
  readonly port: number
  /** Every attempt to log in, and every subsystem, shell and command that was asked for. */
  readonly received: string[]
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const hostKey = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

export async function startSmallSsh(script: SmallSsh = {}): Promise<SmallSshServer> {
  const received: string[] = []
  const { algorithms, ident, greeting } = script
  const open = new Set<Connection>()
  const server = new ssh2.Server({ hostKeys: [hostKey], algorithms, ident, greeting }, (client) => {
    open.add(client)
    client.on('error', () => undefined).on('close', () => open.delete(client))
    client.on('authentication', (attempt) => {
      received.push(`${attempt.method} ${attempt.username}`)
      if (script.floodsWith) return pourPackets(client, script.floodsWith)
      if (script.login && attempt.method !== 'none') script.login(attempt)
      else attempt.reject([...(script.ways ?? ['password'])] as never)
    })
    client.on('session', (accept) => serve(accept(), script, received))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    for (const client of open) client.end()
    server.close()
  })
  return { port, received }
}

function serve(session: ssh2.Session, { files }: SmallSsh, received: string[]): void {
  session.on('shell', (_accept, reject) => (received.push('shell'), reject()))
  session.on('exec', (_accept, reject, { command }) => (received.push(`exec ${command}`), reject()))
  session.on('sftp', (accept, reject) => {
    received.push('sftp')
    if (files === false) return reject()
    const sftp = accept().on('error', () => undefined)
    files?.(sftp)
  })
}

/** The library has no word for sending what nobody should send, so this reaches below it. */
interface Below {
  readonly _sock: { readonly destroyed: boolean; readonly writableLength: number }
  readonly _protocol: {
    readonly _cipher: { encrypt(packet: Buffer): void }
    readonly _packetRW: {
      readonly write: { alloc(bytes: number): Buffer; finalize(packet: Buffer): Buffer; allocStart: number }
    }
  }
}

function pourPackets(client: Connection, packet: Buffer): void {
  const { _sock: socket, _protocol: protocol } = client as unknown as Below
  const { _cipher: cipher, _packetRW: packets } = protocol
  const { write } = packets
  const more = (): void => {
    if (socket.destroyed) return
    for (let count = 0; count < 1000 && socket.writableLength < 1_048_576; count++) {
      const out = write.alloc(packet.length)
      packet.copy(out, write.allocStart)
      cipher.encrypt(write.finalize(out))
    }
    setImmediate(more)
  }
  more()
}
