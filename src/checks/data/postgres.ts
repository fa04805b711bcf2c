import type { ConfigOf } from '../../domain/field.ts'
import { PostgresClient } from '../../protocols/data/postgres.ts'
import type { DatabaseRow, Refusal } from '../../protocols/data/reply.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { hostMaybePort } from '../targets.ts'
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

const metric = metricsOf('postgres')
const usualPort = 5432

const config = sqlFields('Database to log in to; that of the same name as the user by default')

type PostgresConfig = ConfigOf<typeof config>

export const postgres = defineCheck({
  type: 'postgres',
  aliases: ['postgresql'],
  title: 'PostgreSQL',
  category: 'data',
  summary: 'Connects to a PostgreSQL server and, with a username, logs in, runs a query and measures replication.',
  target: hostMaybePort({
    description: 'The PostgreSQL server, with a port if it is not 5432',
    examples: ['db.example.com', 'db.example.com:6432'],
  }),
  recognizes: (pasted) => databaseAt(pasted, { schemes: ['postgres', 'postgresql'], port: usualPort }),
  config,
  credentials: loginCredentials,
  metrics: [...databaseMetrics(metric), rowsMetric(metric)],
  diagnoses: databaseDiagnoses,
  defaultRules: databaseRules('postgres'),
  examine: usernameProblems,
  run: (job, context) =>
    withDatabase(job, context, { type: 'postgres', usualPort, talk: (session) => inspect(session, job.config) }),
})

async function inspect(session: ValueSession, config: PostgresConfig): Promise<void> {
  const { username, password = '', database, timeoutSeconds } = config
  const client = new PostgresClient(session.lines)
  // A server that was asked for TLS and agreed accepts nothing else on this connection.
  if (config.tlsMode === 'required') {
    if (!(await client.requestTls())) throw session.withoutTls('the server offers no TLS')
    await session.encrypt()
  } else if (!username) await client.requestTls()
  if (!username) return
  const login = { username, password, database: database || username, isEncrypted: session.isEncrypted }
  await session.authenticate(() => client.logIn(login), isAboutAccount)
  session.show('version', session.quote(client.settings.get('server_version') ?? ''))
  const begin = `begin read only; set local statement_timeout = ${timeoutSeconds * 1000}`
  await session.required(() => client.query(begin))
  const rows = (): Promise<DatabaseRow[]> => client.firstColumn(config.query || 'select 1', maxRows)
  await session.query(rows, config, (refusal) => (refusal.code === '57014' ? 'timeout' : 'content'))
  await session.optional(async () => observe(session, await client.query(`rollback; ${begin}; ${state}; rollback`)))
  client.leave()
}

const isAboutAccount = ({ code }: Refusal): boolean => code.startsWith('28')

const state = `
select
  (select count(*) from pg_stat_activity where backend_type = 'client backend'),
  current_setting('max_connections'),
  (select count(*) from pg_stat_replication),
  pg_is_in_recovery()::int,
  case when pg_is_in_recovery() and pg_last_wal_receive_lsn() is not null
    then (select count(pid) from pg_stat_wal_receiver) end,
  case when not pg_is_in_recovery() then null
    when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) end`

function observe(session: ValueSession, [row = []]: readonly DatabaseRow[]): void {
  const [open, allowed, replicas, isReplica, receivers, lagSeconds] = row.map((value) =>
    value === null ? undefined : Number(value),
  )
  session.observeState({ open, allowed, replicas, isReplica, isReplicating: receivers, lagSeconds })
}
