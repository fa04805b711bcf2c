// Sets up connections to the database, also behind a connection pooler that shares sessions.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../../domain/log.ts'
import { StandbyServer, explain } from './failures.ts'

export interface Sessions {
  /** Prepares a new connection. A standby is refused unless it is asked for: it cannot be written to. */
  prepare(client: pg.ClientBase, wanted: { readonly isStandby: boolean }): Promise<void>
  /** Null until the first connection is prepared. */
  traits(): SessionTraits | null
}

export interface SessionTraits {
  /** Whether a pooler is in between: session settings could reach other clients, so only transactions have settings. */
  readonly isPooled: boolean
  /** Whether a named prepared statement can be used again. */
  readonly keepsNames: boolean
}

const maxStatement = '60s'
// Limits how long a frozen peer holds locks within a transaction.
const maxIdle = '10s'
const setupTimeoutMs = 10_000
const probeTimeoutMs = 3000

/**
 * The time zone can always be set, because poolers apply it per client. Startup parameters would be simpler, but
 * PgBouncer rejects them.
 */
const setUp = `
  select pg_backend_pid() = $1 as direct, pg_is_in_recovery() as standby, set_config('TimeZone', 'UTC', false),
    case when pg_backend_pid() = $1 then set_config('statement_timeout', '${maxStatement}', false) end,
    case when pg_backend_pid() = $1 then set_config('idle_in_transaction_session_timeout', '${maxIdle}', false) end`

const begin = 'begin'
const beginPooled = `
  begin;
  set local statement_timeout = '${maxStatement}';
  set local idle_in_transaction_session_timeout = '${maxIdle}'`

export const beginFor = ({ isPooled }: SessionTraits): string => (isPooled ? beginPooled : begin)

export function createSessions(settings: () => pg.ClientConfig, log: Log): Sessions {
  let traits: SessionTraits | null = null
  let detecting: Promise<SessionTraits> | undefined
  return {
    traits: () => traits,
    async prepare(client, wanted) {
      const { direct, standby } = await setUpSession(client)
      if (standby && !wanted.isStandby) throw new StandbyServer()
      if (traits) return
      if (direct) traits = { isPooled: false, keepsNames: true }
      else {
        detecting ??= detectPooler(client, settings(), log).finally(() => (detecting = undefined))
        traits = await detecting
      }
    },
  }
}

/** Whether the other end is PostgreSQL itself: a pooler reports an id of its own. */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ direct: boolean }>('select pg_backend_pid() = $1 as direct', [idOf(client)])
  return rows[0]!.direct
}

interface SessionFacts {
  readonly direct: boolean
  readonly standby: boolean
}

async function setUpSession(client: pg.ClientBase): Promise<SessionFacts> {
  const query: TimedQuery = { text: setUp, values: [idOf(client)], query_timeout: setupTimeoutMs }
  const { rows } = await client.query<SessionFacts>(query).catch(explain)
  return rows[0]!
}

/** A server that greets lets clients log in and responds to nothing: a pooler does, whatever is behind it. */
export type ServerResponse = 'primary' | 'refusal' | 'greeting' | 'none'

/** How a server responds to a new connection, until the signal aborts. */
export async function responseOf(settings: pg.ClientConfig, signal: AbortSignal): Promise<ServerResponse> {
  const client = new pg.Client(settings)
  client.on('error', () => undefined)
  signal.addEventListener('abort', () => disconnect(client), { once: true })
  let response: ServerResponse = 'none'
  try {
    await client.connect()
    response = 'greeting'
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]!.standby ? 'refusal' : 'primary'
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'refusal' : response
  } finally {
    void client.end().catch(() => undefined)
  }
}

async function detectPooler(client: pg.ClientBase, settings: pg.ClientConfig, log: Log): Promise<SessionTraits> {
  const keepsNames = !(await passesNames(client)) || (await keepsServer(settings))
  if (keepsNames) log.info('the database is behind a connection pooler')
  else
    log.warn(
      'The connection pooler does not support prepared statements, so Lapwing works without them, ' +
        'which costs the database more CPU. Use PgBouncer 1.21 or newer with max_prepared_statements = 200, ' +
        'or connect to PostgreSQL directly.',
    )
  return { isPooled: true, keepsNames }
}

/** A pooler that manages prepared statements renames them. */
async function passesNames(client: pg.ClientBase): Promise<boolean> {
  const name = `lapwing_${randomBytes(8).toString('hex')}`
  await client.query('begin')
  try {
    await client.query({ name, text: 'select 1' })
    const { rowCount } = await client.query('select from pg_prepared_statements where name = $1', [name])
    if (rowCount === 1) await client.query(`deallocate ${name}`)
    return rowCount === 1
  } finally {
    await client.query('rollback')
  }
}

/** Whether a client keeps its server. In transaction mode another client gets it between two transactions. */
async function keepsServer(settings: pg.ClientConfig): Promise<boolean> {
  const [one, other] = [new pg.Client(settings), new pg.Client(settings)]
  for (const client of [one, other]) client.on('error', () => undefined)
  try {
    await one.connect()
    await other.connect()
    for (let round = 0; round < 3; round++) {
      const before = [await serverOf(one), await serverOf(one)]
      await other.query('begin')
      const [taken, after] = [await serverOf(other), await serverOf(one)]
      await other.query('rollback')
      if (before.includes(taken) || before.some((pid) => pid !== after)) return false
    }
    return true
  } catch {
    // With one server for all clients the second one waits until it times out.
    return false
  } finally {
    for (const client of [one, other]) void client.end().catch(() => undefined)
  }
}

async function serverOf(client: pg.Client): Promise<number> {
  const query: TimedQuery = { text: 'select pg_backend_pid() as pid', query_timeout: probeTimeoutMs }
  return (await client.query<{ pid: number }>(query)).rows[0]!.pid
}

// Missing in the types of pg.
type TimedQuery = pg.QueryConfig & { query_timeout: number }
const idOf = (client: pg.ClientBase): number => (client as pg.ClientBase & { processID: number }).processID

/** Closes a connection without a farewell, which a dead server would never receive. */
export function disconnect(client: pg.ClientBase, error?: Error): void {
  const { connection } = client as pg.ClientBase & { connection: pg.Connection }
  connection.stream.destroy(error)
}
