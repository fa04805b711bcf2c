// A session with a mail server: it begins in clear or inside TLS, may change to TLS, and may log in once it is there.
import { TargetDown } from '../../domain/outcome.ts'
import { withTimeLimit } from '../../net/time-limit.ts'
import { certificateFacts, daysLeft } from '../../net/tls/certificate.ts'
import type { Connection, Reach, SecureConnection } from '../../net/index.ts'
import { Lines } from '../lines.ts'
import type { RunContext } from '../../checks/run.ts'
import { asciiName } from '../../checks/targets.ts'

export interface MailServer {
  /** The monitor type, which its metrics begin with. */
  readonly type: string
  readonly host: string
  readonly port: number
  readonly tlsMode: 'implicit' | 'starttls' | 'none'
  readonly verifyTls: boolean
  readonly ipVersion: Reach['ipVersion']
  /** Null when nobody is to log in. */
  readonly account: Account | null
  /** Whether certificate and TLS are measured. */
  readonly measuresTls: boolean
}

export interface Account {
  readonly username: string
  readonly password: string
}

type Login = { readonly username: string | undefined; readonly password: string | undefined }

export function accountOf({ username, password }: Login): Account | null {
  return username ? { username, password: password ?? '' } : null
}

/** The answer to AUTH PLAIN in every mail protocol. */
export function plainLogin({ username, password }: Account): string {
  return base64(`\0${username}\0${password}`)
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
/** As IMAP quotes a string. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

const shownLength = 200
const goodbyeMs = 1000

/** Connects, lends the session to `talk`, and closes it whatever happens. */
export async function inSession(
  server: MailServer,
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
  readonly server: MailServer
  readonly context: RunContext
  lines: Lines
  isEncrypted = false
  #connection: Connection

  constructor(server: MailServer, connection: Connection, context: RunContext) {
    this.server = server
    this.context = context
    this.#connection = connection
    this.lines = new Lines(connection, context.signal)
    this.measure('connect_time_ms', connection.connectMs)
    this.show('address', connection.address)
    if (server.tlsMode === 'none') this.#tellTls(-1, 0)
  }

  get connection(): Connection {
    return this.#connection
  }

  /** What is not known is left out. */
  measure(metric: string, value: number | undefined): void {
    if (value !== undefined) this.context.seen.metrics[`${this.server.type}.${metric}`] = value
  }

  /** Measures how long it takes, if it comes to its end. */
  async timed<T>(metric: string, work: () => Promise<T>): Promise<T> {
    const { clock } = this.context
    const start = clock.monotonicMs()
    const result = await work()
    this.measure(metric, clock.monotonicMs() - start)
    return result
  }

  show(what: string, evidence: unknown): void {
    this.context.seen.evidence[what] = evidence
  }

  /** What the server said, fit to be shown: short, and without the credentials that it may repeat. */
  quote(text: string): string {
    const { account } = this.server
    const hidden = account ? [plainLogin(account), ...spellings(account.password)] : []
    return hidden
      .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
      .trim()
      .slice(0, shownLength)
  }

  async encrypt(): Promise<void> {
    // What a stranger on the way has slipped in before the handshake would be read as if it came from inside it.
    if (this.lines.hasMore) throw new TargetDown('tls', `${this.lines.peer} kept talking when TLS was to begin`)
    const { net, signal } = this.context
    const { host, verifyTls } = this.server
    const secure = await net.secure(this.#connection, { serverName: asciiName(host), verify: false, signal })
    this.#connection = secure
    this.lines = new Lines(secure, signal)
    this.#tellHandshake(secure)
    const problem = secure.chainProblem ?? secure.nameProblem
    if (problem !== null && verifyTls) throw new TargetDown('certificate', problem)
    if (problem !== null) this.show('tolerated', problem)
    this.isEncrypted = true
  }

  /** There is no TLS where there should be: what to throw then. */
  withoutTls(reason: string): TargetDown {
    this.#tellTls(-1, 0)
    return new TargetDown('tls', reason)
  }

  /** `attempt` answers with the server's words when it refuses, and null when it lets us in. */
  async login(attempt: (account: Account) => Promise<string | null>): Promise<void> {
    const { account } = this.server
    if (!account || !this.isEncrypted) throw new Error('a login needs an account and an encrypted connection')
    const refusal = await this.timed('auth_ms', () => attempt(account))
    this.measure('auth_ok', refusal === null ? 1 : 0)
    if (refusal !== null) throw new TargetDown('auth', `the login was refused: ${this.quote(refusal)}`)
  }

  /** Says the last words and gives the server a moment to close. All is known by then, so nothing that happens counts. */
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
    this.#connection.socket.destroy()
  }

  #tellHandshake({ tlsMs, tlsVersion, chainProblem, nameProblem, certificates }: SecureConnection): void {
    this.show('protocol', `TLS ${(tlsVersion / 10).toFixed(1)}`)
    const [leaf] = certificates()
    if (!leaf) return
    this.show('certificate', certificateFacts(leaf))
    // -1 is taken: it means that there is no TLS.
    this.#tellTls(Math.max(0, daysLeft(leaf, this.context.clock.now())), tlsVersion)
    if (!this.server.measuresTls) return
    this.measure('cert_valid', chainProblem === null && nameProblem === null ? 1 : 0)
    this.measure('tls_time_ms', tlsMs)
  }

  #tellTls(certDaysLeft: number, tlsVersion: number): void {
    if (!this.server.measuresTls) return
    this.measure('cert_days_left', certDaysLeft)
    this.measure('tls_version', tlsVersion)
  }
}

function spellings(password: string): string[] {
  return password === '' ? [] : [base64(password), quoted(password).slice(1, -1), password]
}
