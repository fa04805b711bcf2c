// A session with a mail server, as the mail types measure it: starts unencrypted or inside TLS, may switch to TLS, and
// may then log in.
import { TargetDown } from '../../domain/outcome.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { Connection, Reach } from '../../net/index.ts'
import { Lines } from '../../protocols/lines.ts'
import { type MailLogin, redactReply } from '../../protocols/mail/account.ts'
import type { RunContext } from '../run.ts'
import { observeEncrypted, observeUnencrypted } from '../tls/observe-session.ts'

export interface MonitoredMailServer {
  /** The monitor type, which is the prefix of its metrics. */
  readonly type: string
  readonly host: string
  readonly port: number
  readonly tlsMode: 'implicit' | 'starttls' | 'none'
  readonly verifyTls: boolean
  readonly ipVersion: Reach['ipVersion']
  /** Null without a login. */
  readonly account: MailLogin | null
  /** Whether to measure certificate and TLS. */
  readonly measuresTls: boolean
}

type MailLoginConfig = { readonly username: string | undefined; readonly password: string | undefined }

export function accountOf({ username, password }: MailLoginConfig): MailLogin | null {
  return username ? { username, password: password ?? '' } : null
}

const goodbyeMs = 1000

/** Connects, passes the session to `talk`, and always closes it. */
export async function withMailSession(
  server: MonitoredMailServer,
  context: RunContext,
  talk: (session: MailSession) => Promise<void>,
): Promise<void> {
  const { host, port, ipVersion } = server
  const connection = await context.net.connect({ host, port, ipVersion, signal: context.signal })
  const session = new MailSession(server, connection, context)
  try {
    if (server.tlsMode === 'implicit') await session.encrypt()
    await talk(session)
  } finally {
    session.close()
  }
}

export class MailSession {
  readonly server: MonitoredMailServer
  readonly context: RunContext
  readonly lines: Lines
  isEncrypted = false

  constructor(server: MonitoredMailServer, connection: Connection, context: RunContext) {
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

  /** `time` is the arrival of the newest message in milliseconds since 1970. */
  observeNewest(time: number): void {
    this.measure('newest_message_age_s', Math.max(0, (this.context.clock.now().getTime() - time) / 1000))
    this.show('newest_message', new Date(time).toISOString())
  }

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
  async login(attempt: (account: MailLogin) => Promise<string | null>): Promise<void> {
    const { account } = this.server
    if (!account || !this.isEncrypted) throw new Error('a login needs an account and an encrypted connection')
    const refusal = await this.timed('auth_ms', () => attempt(account))
    this.measure('auth_ok', refusal === null ? 1 : 0)
    if (refusal !== null) throw new TargetDown('auth', `the login was rejected: ${this.quote(refusal)}`)
  }

  /**
   * Sends the last commands and waits briefly for the server to close. The check has its result, so errors are ignored.
   */
  async leave(...words: readonly string[]): Promise<void> {
    const { lines } = this
    const untilClosed = async (signal: AbortSignal): Promise<never> => {
      for (const word of words) {
        lines.say(word)
        await lines.next(signal)
      }
      for (;;) await lines.next(signal)
    }
    await withTimeLimit({ ...this.context, ms: goodbyeMs }, untilClosed).catch(() => undefined)
  }

  close(): void {
    this.lines.connection.socket.destroy()
  }

  #observeUnencrypted(): void {
    if (this.server.measuresTls) observeUnencrypted(this.server.type, this.context.observed)
  }
}
