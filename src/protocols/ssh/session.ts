// A session with an SSH server over a connection of ours: keys, login, and nothing but the file subsystem.
import type {
  AnyAuthMethod,
  Client,
  ClientErrorExtensions,
  ConnectConfig,
  NegotiatedAlgorithms,
  SFTPWrapper,
} from 'ssh2'
import { type Cause, TargetDown } from '../../domain/outcome.ts'
import { peerName } from '../../net/connect.ts'
import { type DeadlinePhase, attempt } from '../../net/deadline.ts'
import { failure } from '../../net/failure.ts'
import type { Connection } from '../../net/index.ts'
import { SshServerHello } from './server-hello.ts'

export interface SshOptions {
  readonly connection: Connection
  readonly signal: AbortSignal
  /** The kinds of host key to ask for; all that are known when omitted. */
  readonly hostKeys?: readonly string[]
  /** Gets the host key before anything is said that a stranger must not hear; false breaks off. */
  trusts(hostKey: Buffer): boolean
  /** The server has said who it is. */
  greeted(identification: string): void
}

/** What the server makes of a proof: it lets us in, or these are the ways that are left. */
type AuthenticationResult =
  | { readonly isIn: true }
  | { readonly isIn: false; readonly ways: readonly string[]; readonly isPartial: boolean }

type SshProof = Exclude<AnyAuthMethod, string>

// Old ways last: they are used only with a server that has no better ones, and then they are told.
const algorithms: NonNullable<ConnectConfig['algorithms']> = {
  // Where the server may choose the group, OpenSSL first proves that its prime is one: minutes for a large one.
  kex: { append: ['diffie-hellman-group14-sha1'], prepend: [], remove: ['diffie-hellman-group-exchange-sha256'] },
  cipher: { append: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'], prepend: [], remove: [] },
  // What unpacks to a thousand times its size is not read.
  compress: ['none'],
}

const maxBytes = 16_777_216
// An answer comes in a few dozen packets. Those that answer nothing are as dear to decrypt as any.
const maxPacketsPerQuestion = 1000
// Some packets are answered by the library. A server that sends them and reads no responses would fill our memory.
const maxUnsentBytes = 65_536

/** What the server answers when it does not do as it is asked. */
export class SshRefusal extends Error {
  override name = 'SshRefusal'
  /** As the SFTP protocol counts them; null when the connection was closing. */
  readonly code: number | null

  constructor(cause: Error & { code?: unknown }) {
    super(cause.message, { cause })
    this.code = typeof cause.code === 'number' ? cause.code : null
  }
}

/** What begins sessions. The library is loaded by who needs it: most probes and all servers never do. */
export async function sshSessions(): Promise<(options: SshOptions) => SshSession> {
  const { default: ssh2 } = await import('ssh2')
  return (options) => new SshSession(options, new ssh2.Client())
}

export class SshSession {
  readonly hello = new SshServerHello()
  readonly #options: SshOptions
  readonly #peer: string
  readonly #client: Client
  #phase: DeadlinePhase = 'exchanging keys'
  #bytes = 0
  #packets = 0
  #broken: Error | null = null
  #fail: ((error: Error) => void) | null = null
  #negotiated: NegotiatedAlgorithms | null = null
  #keysExchanged: (() => void) | null = null
  #prove: ((proof: SshProof) => void) | null = null
  #judged: ((verdict: AuthenticationResult) => void) | null = null

  constructor(options: SshOptions, client: Client) {
    this.#options = options
    this.#client = client
    this.#peer = peerName(options.connection)
    client.on('error', (error) => this.#break(this.#explained(error)))
    client.on('close', () => this.#end('connect', `closed the connection (while ${this.#phase})`))
    client.on('handshake', (negotiated) => {
      this.#negotiated ??= negotiated
      this.#keysExchanged?.()
    })
    client.on('ready', () => this.#judged?.({ isIn: true }))
    client.on('change password', () =>
      this.#break(new TargetDown('auth', 'the password has expired and has to be changed')),
    )
    // A session is questions and answers, and none of them should wait for the other side's acknowledgement.
    options.connection.socket.setNoDelay(true)
    client.connect(this.#configuration())
    // ssh2 has paused it, so nothing is missed and nothing flows before its time.
    options.connection.socket.on('data', this.#countAndListen)
  }

  /** Exchanges keys. */
  async handshake(): Promise<NegotiatedAlgorithms> {
    await this.#during<void>('exchanging keys', (done) => {
      this.#keysExchanged = done
      if (this.#negotiated) done()
    })
    return this.#negotiated!
  }

  /** Offers one proof of who we are. */
  async prove(proof: SshProof): Promise<AuthenticationResult> {
    if (!this.#prove) await this.#during<AuthenticationResult>('logging in', (done) => (this.#judged = done))
    return this.#during('logging in', (done) => {
      this.#judged = done
      this.#prove!(proof)
    })
  }

  async files(): Promise<SFTPWrapper> {
    const sftp = await this.ask<SFTPWrapper>('opening the SFTP subsystem', (answer) => this.#client.sftp(answer))
    sftp.on('error', (error: Error) => this.#end('other', `broke the SFTP protocol: ${error.message}`))
    return sftp
  }

  /** A question to the file subsystem, which may be refused. */
  ask<T>(phase: DeadlinePhase, question: (answer: (error: Error | undefined, value: T) => void) => void): Promise<T> {
    return this.#during(phase, (done, fail) => {
      try {
        question((error, value) => (error ? fail(new SshRefusal(error)) : done(value)))
      } catch (error) {
        // The library throws when the connection is closing, and only then.
        fail(new SshRefusal(error as Error))
      }
    })
  }

  end(): void {
    this.#broken ??= new Error('the session is over')
    this.#client.end()
    this.#options.connection.socket.destroySoon()
  }

  destroy(): void {
    this.#broken ??= new Error('the session is over')
    this.#options.connection.socket.destroy()
  }

  #configuration(): ConnectConfig {
    const { connection, hostKeys, trusts } = this.#options
    return {
      sock: connection.socket,
      username: '',
      readyTimeout: 0,
      keepaliveInterval: 0,
      // The library tells of each packet here, and nowhere else.
      debug: (text) => void (this.#packets += text.startsWith('Inbound') ? 1 : 0),
      algorithms: { ...algorithms, ...(hostKeys && { serverHostKey: hostKeys as never }) },
      hostVerifier: (key: Buffer) => trusts(key),
      authHandler: ((ways: string[] | null, isPartial: boolean | null, next: (proof: SshProof) => void) => {
        this.#prove = next
        this.#judged?.({ isIn: false, ways: ways ?? [], isPartial: isPartial ?? false })
      }) as never,
    }
  }

  #countAndListen = (chunk: Buffer): void => {
    const { hello } = this
    this.#bytes += chunk.length
    const { socket } = this.#options.connection
    const isGreeting = hello.identification === null
    hello.push(chunk)
    if (isGreeting && hello.identification !== null) this.#options.greeted(hello.identification)
    if (hello.isNotSsh) this.#end('other', 'does not speak SSH')
    else if (this.#bytes > maxBytes || this.#packets > maxPacketsPerQuestion)
      this.#end('other', `sent more than a check reads (while ${this.#phase})`)
    else if (socket.writableLength > maxUnsentBytes) this.#end('other', 'asks and does not read the answers')
    if (this.#broken) socket.destroy()
  }

  #end(cause: Cause, what: string): void {
    this.#break(new TargetDown(cause, `${this.#peer} ${what}`))
  }

  #during<T>(
    phase: DeadlinePhase,
    begin: (done: (value: T) => void, fail: (error: Error) => void) => void,
  ): Promise<T> {
    this.#phase = phase
    this.#packets = 0
    return attempt<T>(this.#options.signal, phase, (done, fail) => {
      this.#fail = fail
      if (this.#broken) fail(this.#broken)
      else begin(done, fail)
      return () => (this.#fail = null)
    })
  }

  #break(error: Error): void {
    this.#broken ??= error
    this.#fail?.(this.#broken)
  }

  #explained(error: Error & ClientErrorExtensions & { code?: unknown }): Error {
    const { level, message, code } = error
    const [peer, phase] = [this.#peer, this.#phase]
    if (level === 'client-socket') return failure(error as NodeJS.ErrnoException, { peer, phase, cause: 'connect' })
    if (level === 'handshake') return new TargetDown('tls', `no keys could be exchanged with ${peer}: ${message}`)
    if (message.startsWith('Connection lost before handshake'))
      return new TargetDown('connect', `${peer} closed the connection before it said who it is`)
    if (this.hello.identification === null) return new TargetDown('other', `${peer} does not speak SSH`)
    const cause = phase === 'logging in' ? 'auth' : 'other'
    if (typeof code === 'number') return new TargetDown(cause, `${peer} ended the session: ${message}`)
    return new TargetDown('other', `${peer} broke the SSH protocol: ${message}`)
  }
}
