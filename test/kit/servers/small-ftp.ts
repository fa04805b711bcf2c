// A small FTP server that does as a test says: logins, for which a real one needs accounts, and what only bad ones do.
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'
import { TLSSocket, createSecureContext, createServer as createTlsServer } from 'node:tls'
import type { SecureVersion } from 'node:tls'
import type { Certificate } from '../checks/certificates.ts'
import { listening } from './listening.ts'

export interface SmallFtp {
  readonly greeting?: string
  readonly certificate?: Certificate
  readonly maxVersion?: SecureVersion
  /** Speaks TLS from the first byte. */
  readonly isImplicit?: boolean
  /** Names with their passwords. */
  readonly accounts?: Record<string, string>
  /** What goes out over a data connection, or what is done with it, by the whole command. */
  readonly data?: Record<string, string | Buffer | ((data: Socket) => void)>
  /** Come before everything else; the first pattern that fits a command gives the reply, null hangs up. */
  readonly answers?: readonly (readonly [RegExp, string | null])[]
}

export interface SmallFtpServer {
  readonly port: number
  /** Every command it received; what came inside TLS is marked. */
  readonly received: string[]
}

export async function startSmallFtp(script: SmallFtp): Promise<SmallFtpServer> {
  const received: string[] = []
  const meet = (socket: Socket): void => new Guest(script, received).meet(socket)
  const { certificate, isImplicit } = script
  const server: Server = certificate && isImplicit ? createTlsServer(certificate, meet) : createServer(meet)
  return { port: await listening(server), received }
}

class Guest {
  readonly #script: SmallFtp
  readonly #received: string[]
  #socket!: Socket
  #rest = ''
  #name = ''
  #isPrivate = false
  #data: Promise<Socket> | null = null

  constructor(script: SmallFtp, received: string[]) {
    this.#script = script
    this.#received = received
  }

  meet(socket: Socket): void {
    this.#listen(socket)
    this.#say(this.#script.greeting ?? '220 small')
  }

  #listen(socket: Socket): void {
    this.#socket = socket.on('error', () => undefined).on('data', this.#onData)
  }

  #say(reply: string): void {
    if (reply !== '' && this.#socket.writable) this.#socket.write(`${reply.replaceAll('\n', '\r\n')}\r\n`)
  }

  #onData = (chunk: Buffer): void => {
    const lines = (this.#rest + chunk.toString()).split('\r\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      this.#received.push(this.#socket instanceof TLSSocket ? `inside TLS: ${line}` : line)
      void this.#obey(line)
    }
  }

  async #obey(line: string): Promise<void> {
    const scripted = this.#script.answers?.find(([pattern]) => pattern.test(line))
    if (scripted) return scripted[1] === null ? void this.#socket.destroy() : this.#say(scripted[1])
    const [verb = '', ...words] = line.split(' ')
    const word = words.join(' ')
    const { accounts = {}, certificate, data = {} } = this.#script
    if (line === 'AUTH TLS' && certificate) return this.#encrypt(certificate)
    if (line in data) return this.#send(data[line]!)
    if (verb === 'USER') return this.#say(((this.#name = word), '331 password'))
    if (verb === 'PASS') return this.#say(accounts[this.#name] === word ? '230 in' : '530 Login incorrect.')
    if (verb === 'PROT') return this.#say(((this.#isPrivate = word === 'P'), '200 ok'))
    if (verb === 'EPSV') return this.#say(`229 Entering Extended Passive Mode (|||${await this.#offer()}|)`)
    if (verb === 'PASV') return this.#say(`227 Entering Passive Mode (192,0,2,1,${numbers(await this.#offer())})`)
    if (verb === 'PORT' || verb === 'EPRT') return this.#say(((this.#data = goTo(word)), '200 ok'))
    if (verb === 'QUIT') return void this.#socket.end('221 bye\r\n')
    this.#say(/^(TYPE|PBSZ|CWD|OPTS)$/.test(verb) ? '200 ok' : '502 what?')
  }

  #encrypt(certificate: Certificate): void {
    this.#say('234 go')
    const plain = this.#socket.off('data', this.#onData)
    const secureContext = createSecureContext({ ...certificate, maxVersion: this.#script.maxVersion })
    this.#listen(new TLSSocket(plain, { isServer: true, secureContext }))
  }

  async #offer(): Promise<number> {
    const server = createServer()
    this.#data = new Promise((resolve) => {
      server.once('connection', (socket) => resolve(socket.on('error', () => undefined)))
    })
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    void this.#data.then(() => server.close())
    this.#socket.once('close', () => server.close())
    return (server.address() as AddressInfo).port
  }

  async #send(content: string | Buffer | ((data: Socket) => void)): Promise<void> {
    this.#say('150 here it comes')
    const plain = await this.#data!
    const { certificate, maxVersion } = this.#script
    const isSecret = this.#isPrivate && certificate
    const options = { isServer: true, secureContext: createSecureContext({ ...certificate, maxVersion }) }
    const data = isSecret ? new TLSSocket(plain, options).on('error', () => undefined) : plain
    if (typeof content === 'function') content(data)
    else data.end(content)
    await new Promise((resolve) => data.once('close', resolve).resume())
    this.#say('226 done')
  }
}

function numbers(port: number): string {
  return `${port >> 8},${port & 255}`
}

/** `127,0,0,1,200,10` or `|1|127.0.0.1|51210|` */
async function goTo(where: string): Promise<Socket> {
  const parts = where.startsWith('|') ? where.split('|') : where.split(',')
  const [host, port] = where.startsWith('|')
    ? [parts[2]!, Number(parts[3])]
    : [parts.slice(0, 4).join('.'), Number(parts[4]) * 256 + Number(parts[5])]
  return connect(port, host).on('error', () => undefined)
}
