// Access to PostgreSQL: a connection pool, statements that return rows, and transactions.
import pg from 'pg'
import type { Log } from '../../domain/log.ts'
import { StartupError } from '../../domain/fault.ts'
import type { ChangeNotice } from '../../domain/change-notice.ts'
import { Deadlock, ConnectionLost, explain, explainDamage } from './failures.ts'
import { createChangePublisher, changesChannel } from './change-publisher.ts'
import { type ListenerOptions, createListening } from './listen.ts'
import { PrimaryPool } from './primary-pool.ts'
import { type DatabaseConnection, ServerList } from './servers.ts'
import { type SessionTraits, beginFor } from './sessions.ts'
import { type Statement, render, sql } from './sql.ts'

export type { DatabaseConnection } from './servers.ts'

export interface Database {
  rows<Row>(statement: Statement): Promise<Row[]>
  /** The only row, or undefined. */
  row<Row>(statement: Statement): Promise<Row | undefined>
  /** The number of changed rows. */
  run(statement: Statement): Promise<number>
  /** Runs several statements in one text, without parameters. */
  script(text: string): Promise<void>
  /** Publishes a change to open dashboards, after the commit. */
  publish(change: ChangeNotice): void
  /**
   * Inside a transaction, this is the same transaction. It is retried after a deadlock, so side effects that must
   * happen once belong in `afterCommit`. Its statements wait for locks for at most `maxLockWaitMs`.
   */
  transaction<Result>(work: (db: Database) => Promise<Result>, limits?: TransactionLimits): Promise<Result>
  /** Runs `work` after the commit, or never if the transaction rolls back; outside a transaction, at once. */
  afterCommit(work: () => void): void
}

export interface TransactionLimits {
  readonly maxLockWaitMs: number
}

export interface Store extends Database {
  /**
   * Runs queries that change nothing and see everything committed before: on the standby if there is one and it is up
   * to date, and otherwise on the primary.
   */
  read<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  /** Subscribes to the changes published by any process with this database. */
  listen(listening: ListenerOptions): { stop(): Promise<void> }
  /** Subscribes to the changes published by this process; returns a function that unsubscribes. */
  onPublish(listener: (change: ChangeNotice) => void): () => void
  /** What is between Lapwing and PostgreSQL. */
  traits(): Promise<SessionTraits>
  /** A connection of its own without time limits, for copies of whole tables; the caller ends it. */
  openSession(): Promise<pg.Client>
  close(): Promise<void>
}

export class StoreUnavailable extends StartupError {
  override name = 'StoreUnavailable'
}

// Notifications do not wait for the disk: a crash loses them either way.
const announcement = (channel: string, text: string): Statement =>
  sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${text})`

const oldestSupported = 150_000
const majorOf = (version = 0): number => Math.floor(version / 10_000)
const maxAttempts = 5
// The server cancels a statement after a minute; a connection that is silent for longer is closed.
const maxAnswerMs = 75_000
// A script has many statements, each with its own limit of a minute.
const maxScriptMs = 3_600_000
const firstKeepAliveMs = 10_000

// Parse PostgreSQL's bigint as a number: no count or id here exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const [listsOfInt4, listsOfInt8] = [1007, 1016]
pg.types.setTypeParser(listsOfInt8, pg.types.getTypeParser(listsOfInt4))

interface StoreOptions {
  readonly log: Log
  readonly connections: number
  /** A direct connection for notifications, if the other one goes through a pooler. */
  readonly listenConnection?: DatabaseConnection
  /** Whether `connection` leads to a standby. */
  readonly isStandby?: boolean
}

export function openStore(connection: DatabaseConnection, options: StoreOptions): Store {
  const { log, connections, listenConnection, isStandby = false } = options
  const settings: pg.ClientConfig = {
    query_timeout: maxAnswerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: firstKeepAliveMs,
    application_name: 'lapwing',
  }
  const servers = new ServerList(connection)
  const pool = new PrimaryPool(servers, { settings, connections, log, isStandby, directConnection: listenConnection })
  const notify = async (channel: string, text: string): Promise<unknown> =>
    send(pool, await pool.traits(), announcement(channel, text))
  const changePublisher = createChangePublisher((text) => notify(changesChannel, text))
  const listeners = new Set<(change: ChangeNotice) => void>()
  const publish = (change: ChangeNotice): void => {
    const { work: _work, ...shared } = change
    if (Object.keys(shared).length > 0) changePublisher.add(shared)
    for (const listener of listeners) listener(change)
  }
  const primary: Database = {
    ...statements((statement) => retryAfterDeadlock(async () => send(pool, await pool.traits(), statement))),
    script: (text) => sendScript(pool, text),
    publish,
    transaction: (work, limits) =>
      retryAfterDeadlock(async () => inTransaction(pool, { publish, traits: await pool.traits(), limits }, work)),
    afterCommit: (work) => work(),
  }
  return {
    ...primary,
    read: (work) => work(primary),
    listen: createListening({
      settings,
      servers: listenConnection ? new ServerList(listenConnection) : servers,
      onLoss: (listener) => servers.onLoss(listener),
      isSeparate: listenConnection !== undefined,
      notify,
    }),
    onPublish(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    traits: () => pool.traits(),
    openSession: () => pool.openSession(),
    close: async () => {
      await changePublisher.stop()
      await pool.end()
    },
  }
}

type SendStatement = (statement: Statement) => Promise<pg.QueryResult>

function statements(sent: SendStatement): Pick<Database, 'rows' | 'row' | 'run'> {
  return {
    rows: async (statement) => (await sent(statement)).rows,
    row: async (statement) => (await sent(statement)).rows[0],
    run: async (statement) => (await sent(statement)).rowCount ?? 0,
  }
}

function send(
  connection: PrimaryPool | pg.PoolClient,
  { keepsNames }: SessionTraits,
  statement: Statement,
): Promise<pg.QueryResult> {
  const query = render(statement)
  return connection.query(keepsNames ? query : { ...query, name: undefined }).catch(explain)
}

async function sendScript(connection: PrimaryPool | pg.PoolClient, text: string): Promise<void> {
  const script: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: maxScriptMs }
  await connection.query(script).catch(explain)
}

async function retryAfterDeadlock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = maxAttempts - 1; ; left--)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Deadlock)) throw error
      // A nested transaction is not retried here: its outer one is.
      if (left === 0) throw error.cause
    }
}

const lockLimit = ({ maxLockWaitMs }: TransactionLimits): string => `set local lock_timeout = ${Number(maxLockWaitMs)}`

async function inTransaction<Result>(
  pool: PrimaryPool,
  { publish, traits, limits }: { publish: Database['publish']; traits: SessionTraits; limits?: TransactionLimits },
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch(explain)
  const committed: (() => void)[] = []
  const inside: Database = {
    ...statements((statement) => send(client, traits, statement)),
    script: (text) => sendScript(client, text),
    publish: (change) => void committed.push(() => publish(change)),
    async transaction(nested, nestedLimits) {
      if (nestedLimits) await client.query(lockLimit(nestedLimits)).catch(explain)
      return nested(inside)
    },
    afterCommit: (then) => void committed.push(then),
  }
  let broken: Error | undefined
  const lost = (error: Error): void => {
    broken = error
  }
  // A connection that dies between two statements reports it only here.
  client.on('error', lost)
  try {
    await client.query(limits ? `${beginFor(traits)}; ${lockLimit(limits)}` : beginFor(traits)).catch(explain)
    const result = await work(inside)
    await client.query('commit').catch(explain)
    for (const then of committed) then()
    return result
  } catch (error) {
    if (error instanceof ConnectionLost) lost(error)
    else await client.query('rollback').catch(lost)
    throw error
  } finally {
    client.off('error', lost)
    client.release(broken)
  }
}

const versionAndEncoding = sql`
  select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`

/** Returns if the database is usable, and otherwise throws an error that says why not. */
export async function requireUsable(db: Database): Promise<void> {
  const found = await db.row<{ version: number; encoding: string }>(versionAndEncoding).catch((error: Error) => {
    const sentence = explainDamage(error) ?? `The database cannot be reached: ${error.message || String(error)}`
    throw new StoreUnavailable(sentence, { cause: error })
  })
  if (!found || found.version < oldestSupported)
    throw new StoreUnavailable(
      `Lapwing needs PostgreSQL 15 or newer; LAPWING_DATABASE_URL leads to version ${majorOf(found?.version)}. ` +
        'Nothing was changed: upgrade the server with pg_upgrade, or restore a dump into a newer one.',
    )
  if (found.encoding !== 'UTF8')
    throw new StoreUnavailable(`Lapwing needs a database with encoding UTF8; this one has ${found.encoding}.`)
}
