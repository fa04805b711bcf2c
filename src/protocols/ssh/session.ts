// An SSH session over a given connection: key exchange, login, and the SFTP subsystem only.
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
  /** The host key types to request; all supported ones when omitted. */
  readonly hostKeys?: readonly string[]
  /** Receives the host key before any credentials are sent; false aborts. */
  trusts(hostKey: Buffer): boolean
  /** The server has sent its version. */
  greeted(identification: string): void
}

/** The server's response to a credential: success, or the remaining methods. */
type AuthenticationResult =
  | { readonly isIn: true }
  | { readonly isIn: false; readonly ways: readonly string[]; readonly isPartial: boolean }

type SshProof = Exclude<AnyAuthMethod, string>

// Old algorithms last: they are used, and reported, only when a server supports nothing better.
const algorithms: NonNullable<ConnectConfig['algorithms']> = {
  // With group exchange, OpenSSL first verifies the server's prime: minutes for a large one.
  kex: { append: ['diffie-hellman-group14-sha1'], prepend: [], remove: ['diffie-hellman-group-exchange-sha256'] },
  cipher: { append: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'], prepend: [], remove: [] },
  // Compression is disabled, because a small packet could decompress to a thousand times its size.
  compress: ['none'],
}

const maxBytes = 16_777_216
// A response takes a few dozen packets. Packets without meaning cost as much to decrypt as any.
const maxPacketsPerQuestion = 1000
// The library replies to some packets. A server that sends them and reads no replies would fill our memory.
const maxUnsentBytes = 65_536

/** The server's refusal of a request. */
export class SshRefusal extends Error {
  override name = 'SshRefusal'
  /** SFTP status code; null when the connection was closing. */
  readonly code: number | null

  constructor(cause: Error & { code?: unknown }) {
    super(cause.message, { cause })
    this.code = typeof cause.code === 'number' ? cause.code : null
  }
}

/** Creates sessions. The library is loaded on first use: most probes and all servers never need it. */
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
  #onAuthentication: ((verdict: AuthenticationResult) => void) | null = null

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
    client.on('ready', () => this.#onAuthentication?.({ isIn: true }))
    client.on('change password', () =>
      this.#break(new TargetDown('auth', 'the password has expired and has to be changed')),
    )
    // Disables Nagle's algorithm: no request should wait for an acknowledgement.
    options.connection.socket.setNoDelay(true)
    client.connect(this.#configuration())
    // ssh2 has paused the stream, so no data is missed.
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

  /** Sends one credential. */
  async prove(proof: SshProof): Promise<AuthenticationResult> {
    if (!this.#prove) await this.#during<AuthenticationResult>('logging in', (done) => (this.#onAuthentication = done))
    return this.#during('logging in', (done) => {
      this.#onAuthentication = done
      this.#prove!(proof)
    })
  }

  async files(): Promise<SFTPWrapper> {
    const sftp = await this.ask<SFTPWrapper>('opening the SFTP subsystem', (answer) => this.#client.sftp(answer))
    sftp.on('error', (error: Error) => this.#end('other', `broke the SFTP protocol: ${error.message}`))
    return sftp
  }

  /** Sends a request to the SFTP subsystem, which may be refused. */
  ask<T>(phase: DeadlinePhase, question: (answer: (error: Error | undefined, value: T) => void) => void): Promise<T> {
    return this.#during(phase, (done, fail) => {
      try {
        question((error, value) => (error ? fail(new SshRefusal(error)) : done(value)))
      } catch (error) {
        // The library throws only when the connection is closing.
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
      // The library reports each packet here, and nowhere else.
      debug: (text) => void (this.#packets += text.startsWith('Inbound') ? 1 : 0),
      algorithms: { ...algorithms, ...(hostKeys && { serverHostKey: hostKeys as never }) },
      hostVerifier: (key: Buffer) => trusts(key),
      authHandler: ((methods: string[] | null, isPartial: boolean | null, next: (proof: SshProof) => void) => {
        this.#prove = next
        this.#onAuthentication?.({ isIn: false, ways: methods ?? [], isPartial: isPartial ?? false })
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
