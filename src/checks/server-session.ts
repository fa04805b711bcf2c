// A session with a server whose protocol we speak ourselves: it may be encrypted, and may log in.
import { TargetDown } from '../domain/outcome.ts'
import type { Connection, Reach } from '../net/index.ts'
import { Lines } from '../protocols/lines.ts'
import { redactReply } from '../protocols/mail/account.ts'
import type { RunContext } from './run.ts'
import { observeEncrypted, observeUnencrypted } from './tls/observe-session.ts'

export interface SessionAccount {
  readonly username: string
  readonly password: string
}

export interface MonitoredServer {
  /** The monitor type, which is the prefix of its metrics. */
  readonly type: string
  readonly host: string
  readonly port: number
  readonly tlsMode: string
  readonly verifyTls: boolean
  readonly ipVersion: Reach['ipVersion']
  /** Null without a login. */
  readonly account: SessionAccount | null
  /** Whether to measure certificate and TLS. */
  readonly measuresTls: boolean
}

export class ServerSession<S extends MonitoredServer = MonitoredServer> {
  readonly server: S
  readonly context: RunContext
  readonly lines: Lines
  isEncrypted = false

  constructor(server: S, connection: Connection, context: RunContext) {
    this.server = server
    this.context = context
    this.lines = new Lines(connection, context.signal)
    this.measure('connect_time_ms', connection.connectMs)
    this.show('address', connection.address)
    if (server.tlsMode === 'none') this.#observeUnencrypted()
  }

  /** Skips unknown values. */
  measure(metric: string, value: number | undefined): void {
    if (value !== undefined) this.context.observed.metrics[`${this.server.type}.${metric}`] = value
  }

  /** Measures the duration if the work succeeds. */
  async timed<T>(metric: string, work: () => Promise<T>): Promise<T> {
    const { clock } = this.context
    const start = clock.monotonicMs()
    const result = await work()
    this.measure(metric, clock.monotonicMs() - start)
    return result
  }

  show(what: string, evidence: unknown): void {
    this.context.observed.evidence[what] = evidence
  }

  /** A reply of the server, cleaned and without secrets. */
  readonly quote = (text: string): string => redactReply(text, this.server.account)

  async encrypt(): Promise<void> {
    const { host, type, verifyTls, measuresTls } = this.server
    const { net, observed } = this.context
    const secure = await this.lines.encrypt(net, { serverName: host, verify: false })
    const tlsContext = measuresTls ? this.context : { ...this.context, observed: { ...observed, metrics: {} } }
    observeEncrypted({ type, verify: verifyTls }, secure, tlsContext)
    this.isEncrypted = true
  }

  /** Returns the error for missing TLS. */
  withoutTls(reason: string): TargetDown {
    this.#observeUnencrypted()
    return new TargetDown('tls', reason)
  }

  /** `attempt` returns the server's error, or null after a successful login. */
  async login(attempt: (account: SessionAccount) => Promise<string | null>): Promise<void> {
    const { account } = this.server
    if (!account) throw new Error('a login needs an account')
    const refusal = await this.timed('auth_ms', () => attempt(account))
    this.measure('auth_ok', refusal === null ? 1 : 0)
    if (refusal !== null) throw new TargetDown('auth', `the login was rejected: ${this.quote(refusal)}`)
  }

  close(): void {
    this.lines.connection.socket.destroy()
  }

  #observeUnencrypted(): void {
    if (this.server.measuresTls) observeUnencrypted(this.server.type, this.context.observed)
  }
}
