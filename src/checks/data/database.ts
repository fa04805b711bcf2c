// What the checks of databases have in common: their fields, their session, and the value that they compare.
import { choice, text } from '../../domain/field.ts'
import { type DatabaseUrl, readDatabaseUrl, tlsModeOf } from '../../domain/checking/database-url.ts'
import { type Cause, TargetDown } from '../../domain/outcome.ts'
import type { Connection, Reach } from '../../net/index.ts'
import { type DatabaseRow, Refusal } from '../../protocols/data/reply.ts'
import { oneLine, username } from '../account.ts'
import { ipVersion, pattern, timeout, verifyTls } from '../fields.ts'
import { Masker } from '../masking.ts'
import { type PastedText, type TypeSuggestion, atPort } from '../pasted.ts'
import { Matcher } from '../regexp.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { type MonitoredServer, ServerSession } from '../server-session.ts'
import type { HostAndPort } from '../targets.ts'

export const loginFields = {
  tlsMode: choice(['required', 'none'], {
    labels: { required: 'TLS', none: 'No encryption' },
    group: 'connection',
    advanced: false,
    help: 'Whether the connection is encrypted',
    default: 'required',
  }),
  verifyTls,
  username,
  password: text({ group: 'login', help: 'Password, if the login needs one', secret: true, rule: oneLine }),
  expectValueRegexp: pattern({
    label: 'Value must match',
    group: 'answer',
    advanced: false,
    help: 'Regexp that the value must match',
  }),
  timeoutSeconds: timeout(15),
  ipVersion,
}

export const databaseName = (help: string) => text({ group: 'login', help, maxLength: 128, rule: oneLine })

const query = text({
  group: 'request',
  advanced: false,
  manyLines: true,
  help: 'One query that changes nothing; the first column of its first row is the value. Without one: select 1',
  maxLength: 10_000,
})

/** Of databases that are asked in SQL. */
export function sqlFields(nameHelp: string) {
  const { expectValueRegexp, timeoutSeconds, ipVersion, ...connection } = loginFields
  return { ...connection, database: databaseName(nameHelp), query, expectValueRegexp, timeoutSeconds, ipVersion }
}

export const loginCredentials = { keys: ['password'], boundTo: ['tlsMode', 'username'] } as const

export function usernameProblems(config: { username?: string; password?: string }): string[] {
  return config.password && !config.username ? ['username: Required with a password'] : []
}

/** A pasted connection URL, or an address with the usual port. The password stays behind. */
export function databaseAt(
  { text: pasted, host, port }: PastedText,
  { schemes, port: usual }: { schemes: readonly string[]; port: number },
): TypeSuggestion | null {
  const url = readDatabaseUrl(pasted)
  if (url) return schemes.includes(url.scheme) ? suggestion(atPort(url.host, url.port), configOf(url)) : null
  return host !== null && port === usual ? suggestion(atPort(host, port)) : null
}

const suggestion = (target: string, config = {}): TypeSuggestion => ({ fit: 100, target, config })

function configOf(url: DatabaseUrl): Record<string, unknown> {
  const { username: name, database, parameters } = url
  const values = {
    tlsMode: tlsModeOf(url),
    username: name,
    database: /^\d+$/.test(database) ? Number(database) : database,
    authDatabase: parameters.get('authSource') ?? database,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value))
}

export interface DatabaseConfig {
  readonly tlsMode: 'required' | 'none'
  readonly verifyTls: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly expectValueRegexp?: string | undefined
  readonly ipVersion: Reach['ipVersion']
}

export type DatabaseJob<C extends DatabaseConfig> = CheckJob<C, HostAndPort<number | null>>

/** Connects, passes the session to `talk`, and always closes it. */
export async function withDatabase<C extends DatabaseConfig>(
  { target: { host, port }, config }: DatabaseJob<C>,
  context: RunContext,
  { type, usualPort, talk }: { type: string; usualPort: number; talk(session: ValueSession): Promise<void> },
): Promise<void> {
  const { tlsMode, verifyTls, ipVersion, username: name = '', password: secret = '' } = config
  const account = name || secret ? { username: name, password: secret } : null
  const server = { type, host, port: port ?? usualPort, tlsMode, verifyTls, ipVersion, account, measuresTls: true }
  const connection = await context.net.connect({ host, port: server.port, ipVersion, signal: context.signal })
  const session = new ValueSession(server, connection, context)
  try {
    await talk(session)
  } finally {
    session.close()
  }
}

const shownLength = 500
export const maxRows = 1000

/** What is undefined is not measured. */
interface DatabaseState {
  readonly open?: number | undefined
  readonly allowed?: number | undefined
  readonly replicas?: number | undefined
  readonly isReplica?: number | undefined
  readonly isReplicating?: number | undefined
  readonly lagSeconds?: number | undefined
}

export class ValueSession extends ServerSession {
  readonly #masker = new Masker()

  constructor(server: MonitoredServer, connection: Connection, context: RunContext) {
    super(server, connection, context)
    this.#masker.add(server.account?.password)
  }

  override readonly quote = (text: string): string => {
    const length = shownLength + this.#masker.lookAhead
    return this.#masker.beginning(text.slice(0, length), shownLength, text.length > length)
  }

  /** Logs in; of what the server refuses, `isRejected` says what concerns the account. */
  async authenticate(attempt: () => Promise<void>, isRejected: (refusal: Refusal) => boolean): Promise<void> {
    await this.login(async () => {
      try {
        await attempt()
        return null
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (isRejected(error)) return error.message
        throw this.down('other', error)
      }
    })
  }

  observeState({ open, allowed, replicas, isReplica, isReplicating, lagSeconds }: DatabaseState): void {
    this.measure('connections', open)
    if (open !== undefined && allowed) this.measure('connections_used_pct', Math.min((open / allowed) * 100, 100))
    this.measure('replicas', replicas)
    this.measure('is_replica', isReplica)
    this.measure('replicating', isReplicating)
    this.measure('replication_lag_s', lagSeconds === undefined ? undefined : Math.max(lagSeconds, 0))
  }

  /** Turns a refusal of the server into a failure of the target. */
  async required<T>(work: () => Promise<T>, causeOf: (refusal: Refusal) => Cause = () => 'content'): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof Refusal ? this.down(causeOf(error), error) : error
    }
  }

  /** Notes in the evidence what the server does not tell this account. */
  async optional(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.show('not_measured', this.quote(error.message))
    }
  }

  down(cause: Cause, { message }: Refusal): TargetDown {
    return new TargetDown(cause, `the server responded: ${this.quote(message)}`)
  }

  async query(
    work: () => Promise<readonly DatabaseRow[]>,
    config: DatabaseConfig,
    causeOf?: (refusal: Refusal) => Cause,
  ): Promise<void> {
    const rows = await this.required(() => this.timed('query_ms', work), causeOf)
    this.measure('rows', Math.min(rows.length, maxRows))
    this.compare(rows[0]?.[0] ?? null, config)
  }

  compare(value: string | null, { expectValueRegexp: expected }: DatabaseConfig): void {
    this.show('value', value === null ? null : this.quote(value))
    const number = value?.trim() ? Number(value) : NaN
    this.measure('value', Number.isFinite(number) ? number : undefined)
    if (expected) this.measure('value_match', new Matcher().matches(expected, value ?? '') ? 1 : 0)
  }
}
