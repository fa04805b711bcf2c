// The ways to the database: a connection pooler, further servers, and the standby for reports.
import type { Clock } from '../../domain/clock.ts'
import type { Settings } from '../../settings.ts'
import { serverUrls } from '../../domain/database/server-urls.ts'
import { type Store, openStore } from '../../store/database/database.ts'
import { identityOf, replayLag } from '../../store/database/server-facts.ts'
import { addressOf } from '../../store/database/servers.ts'
import { type DoctorFinding, reporter } from './finding.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

export async function checkConnections(store: Store, settings: Settings, clock: Clock): Promise<DoctorFinding[]> {
  return [
    ...(await checkServers(settings)),
    ...(await checkPooler(store, settings)),
    ...(await checkStandby(store, settings, clock)),
  ]
}

/** One of them was found to be the primary; the others are needed when it is lost. */
async function checkServers({ databaseUrl }: Settings): Promise<DoctorFinding[]> {
  const urls = databaseUrl === null ? [] : serverUrls(databaseUrl)
  if (urls.length < 2) return []
  const { ok, warning } = reporter('database servers')
  const silent: string[] = []
  for (const url of urls) await inspect(url, identityOf).catch(() => silent.push(addressOf({ connectionString: url })))
  if (silent.length === 0) return [ok(`All ${urls.length} servers of the database respond.`)]
  return [
    warning(
      `${silent.join(' and ')} of the database ${silent.length === 1 ? 'does' : 'do'} not respond, so a failover ` +
        'would find no server there.',
      'Start PostgreSQL there, or remove the server from LAPWING_DATABASE_URL.',
    ),
  ]
}

async function checkPooler(store: Store, { databaseListenUrl }: Settings): Promise<DoctorFinding[]> {
  const { isPooled, keepsNames } = await store.traits()
  const { ok, warning } = reporter('connection pooler')
  const notifications = databaseListenUrl === null ? null : await checkListenConnection(store, databaseListenUrl)
  if (!isPooled) return notifications === null ? [] : [notifications]
  return [
    keepsNames
      ? ok('The database is behind a connection pooler, and prepared statements work.')
      : warning(
          'The connection pooler does not support prepared statements, which costs the database more CPU.',
          'Use PgBouncer 1.21 or newer with max_prepared_statements = 200, or connect to PostgreSQL directly.',
        ),
    notifications ??
      warning(
        'LAPWING_DATABASE_LISTEN_URL is not set. If the connection pooler works in transaction mode, dashboards and ' +
          'status pages are refreshed every 10 seconds only.',
        'Set it to a direct connection to the same database.',
      ),
  ]
}

async function checkListenConnection(store: Store, url: string): Promise<DoctorFinding> {
  const { ok, problem } = reporter('connection for notifications')
  const remedy = 'Set LAPWING_DATABASE_LISTEN_URL to a direct connection to the same database.'
  try {
    return await inspect(url, async (direct) => {
      if ((await direct.traits()).isPooled)
        return problem('LAPWING_DATABASE_LISTEN_URL leads through a connection pooler.', remedy)
      if ((await identityOf(direct)) !== (await identityOf(store)))
        return problem('LAPWING_DATABASE_LISTEN_URL leads to another database.', remedy)
      return ok('Notifications of the database have a direct connection.')
    })
  } catch (error) {
    return problem(`LAPWING_DATABASE_LISTEN_URL does not work: ${reasonOf(error)}.`, remedy)
  }
}

const fromPrimary = 'so reports and status pages are read from the primary.'

async function checkStandby(store: Store, { databaseReadUrl: url }: Settings, clock: Clock): Promise<DoctorFinding[]> {
  if (url === null) return []
  const { ok, warning, problem } = reporter('standby')
  const remedy = 'Correct LAPWING_DATABASE_READ_URL, or remove it.'
  try {
    return await inspect(url, async (standby) => {
      if ((await identityOf(standby)) !== (await identityOf(store)))
        return [problem('LAPWING_DATABASE_READ_URL leads to another database.', remedy)]
      const behindBytes = await replayLag(store, standby, clock)
      if (behindBytes === null)
        return [warning(`LAPWING_DATABASE_READ_URL does not lead to a standby, ${fromPrimary}`, remedy)]
      if (behindBytes === 0) return [ok('The standby has replayed everything.')]
      return [
        warning(
          `The standby is ${Math.ceil(behindBytes / 1024)} KB behind the primary, ${fromPrimary}`,
          'See pg_stat_replication on the primary and the log of the standby.',
        ),
      ]
    })
  } catch (error) {
    return [warning(`The standby cannot be used (${reasonOf(error)}), ${fromPrimary}`, remedy)]
  }
}

async function inspect<Found>(url: string, look: (store: Store) => Promise<Found>): Promise<Found> {
  const store = openStore({ connectionString: url }, { log: quiet, connections: 1, isStandby: true })
  try {
    return await look(store)
  } finally {
    await store.close()
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
