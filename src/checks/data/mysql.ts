import type { ConfigOf } from '../../domain/field.ts'
import { MysqlClient } from '../../protocols/data/mysql.ts'
import { type DatabaseRow, Refusal } from '../../protocols/data/reply.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { hostMaybePort } from '../targets.ts'
import { greeting } from '../metric-text.ts'
import { databaseDiagnoses, databaseMetrics, databaseRules, rowsMetric } from './database-metrics.ts'
import {
  type ValueSession,
  databaseAt,
  loginCredentials,
  maxRows,
  sqlFields,
  usernameProblems,
  withDatabase,
} from './database.ts'

const metric = metricsOf('mysql')
const usualPort = 3306

const config = sqlFields('Database to use; none by default')

type MysqlConfig = ConfigOf<typeof config>

export const mysql = defineCheck({
  type: 'mysql',
  aliases: ['mariadb'],
  title: 'MySQL and MariaDB',
  category: 'data',
  summary:
    'Connects to a MySQL or MariaDB server and, with a username, logs in, runs a query and measures replication.',
  target: hostMaybePort({
    description: 'The MySQL or MariaDB server, with a port if it is not 3306',
    examples: ['db.example.com', 'db.example.com:3307'],
  }),
  recognizes: (pasted) => databaseAt(pasted, { schemes: ['mysql', 'mariadb'], port: usualPort }),
  config,
  credentials: loginCredentials,
  metrics: [
    ...databaseMetrics(metric),
    rowsMetric(metric),
    metric('greeting_ms', { description: "Time until the server's greeting", unit: 'ms', phase: 4, ...greeting }),
  ],
  diagnoses: databaseDiagnoses,
  defaultRules: databaseRules('mysql'),
  examine: usernameProblems,
  run: (job, context) =>
    withDatabase(job, context, { type: 'mysql', usualPort, talk: (session) => inspect(session, job.config) }),
})

async function inspect(session: ValueSession, config: MysqlConfig): Promise<void> {
  const { username, password = '', database = '', timeoutSeconds } = config
  const client = new MysqlClient(session.lines)
  const server = await session.required(
    () => session.timed('greeting_ms', () => client.greeting()),
    () => 'other',
  )
  session.show('version', session.quote(server.version))
  if (config.tlsMode === 'required') {
    if (!server.offersTls) throw session.withoutTls('the server offers no TLS')
    client.requestTls()
    await session.encrypt()
  }
  if (!username) return
  const login = { username, password, database, isEncrypted: session.isEncrypted }
  await session.authenticate(() => client.logIn(login, server), isAboutAccount)
  const isMariaDb = /mariadb/i.test(server.version)
  const limit = isMariaDb ? `max_statement_time = ${timeoutSeconds}` : `max_execution_time = ${timeoutSeconds * 1000}`
  await session.required(async () => {
    await client.query(`set session ${limit}, sql_select_limit = ${maxRows}`)
    // In a read-only transaction, a change of tables would first end the transaction.
    await client.query('set session transaction read only')
  })
  const statement = config.query || 'select 1'
  const causeOf = ({ message }: Refusal) =>
    /max_statement_time|maximum statement execution time/.test(message) ? 'timeout' : 'content'
  await session.query(async () => (await client.query(statement)).rows, config, causeOf)
  await session.optional(() => observeConnections(session, client))
  await session.optional(() => observeReplication(session, client))
  client.leave()
}

const isAboutAccount = ({ code }: Refusal): boolean => code.startsWith('28')

async function observeConnections(session: ValueSession, client: MysqlClient): Promise<void> {
  const { rows: limits } = await client.query('select @@max_connections')
  const { rows } = await client.query(`show global status like 'Threads_connected'`)
  session.observeState({ open: numberIn(rows[0]?.[1]), allowed: numberIn(limits[0]?.[0]) })
}

/** Its statement was renamed in MySQL 8.0.22 and MariaDB 10.5, and removed under its old name in MySQL 8.4. */
async function observeReplication(session: ValueSession, client: MysqlClient): Promise<void> {
  const { columns, rows } = await client.query('show replica status').catch((error: unknown) => {
    if (error instanceof Refusal && error.code === '42000' && !/denied/i.test(error.message))
      return client.query('show slave status')
    throw error
  })
  const [row] = rows
  if (!row) return session.observeState({ isReplica: 0 })
  const valueOf = (name: RegExp): DatabaseRow[number] => row[columns.findIndex((column) => name.test(column))] ?? null
  const runs = (thread: 'IO' | 'SQL'): boolean => valueOf(new RegExp(`^(Slave|Replica)_${thread}_Running$`)) === 'Yes'
  const problem = valueOf(/^Last_IO_Error$/) || valueOf(/^Last_SQL_Error$/)
  if (problem) session.show('replication_error', session.quote(problem))
  session.observeState({
    isReplica: 1,
    isReplicating: runs('IO') && runs('SQL') ? 1 : 0,
    lagSeconds: numberIn(valueOf(/^Seconds_Behind_(Master|Source)$/)),
  })
}

const numberIn = (text: string | null | undefined): number | undefined => (text ? Number(text) : undefined)
