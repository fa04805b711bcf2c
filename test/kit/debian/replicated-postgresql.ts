// A primary and a streaming standby of Debian's PostgreSQL. Nothing restarts a server that a test has killed.
import { appendFileSync, chmodSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount } from '../../../src/postgres/account.ts'
import { prepareAddress, removeTemporaryFolder } from '../../../src/postgres/address.ts'
import { connectionTo, tryConnect } from '../../../src/postgres/connect.ts'
import { openDataFolder, readPassword } from '../../../src/postgres/folder.ts'
import { startEmbedded } from '../../../src/postgres/index.ts'
import { spawnPostmaster } from '../../../src/postgres/postmaster.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import type { DatabaseConnection } from '../../../src/store/database/database.ts'
import { ownFolder, removeFolder } from '../files.ts'
import { query } from '../lapwing/embedded-servers.ts'
import { debianBinDir } from '../lapwing/debian-postgresql.ts'
import { quiet } from '../log.ts'
import { waitUntil } from '../wait-until.ts'

export const hasPostgres = debianBinDir() !== undefined

interface DatabaseServer {
  readonly connection: DatabaseConnection
  /** Runs a statement as a superuser. */
  run(statement: string): Promise<any[]>
  kill(): Promise<void>
}

interface ReplicatedServers {
  readonly primary: DatabaseServer
  readonly standby: DatabaseServer
  stop(): Promise<void>
}

const settings = `
shared_buffers = 16MB
fsync = off
wal_receiver_status_interval = 1s
wal_retrieve_retry_interval = 100ms
`

/** Every commit waits until the standby has it. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const root = ownFolder('lapwing-replicas-')
  const started: DatabaseServer[] = []
  const stop = async (): Promise<void> => {
    for (const server of started) await server.kill()
    removeFolder(root)
  }
  const start = async (dataDir: string): Promise<DatabaseServer> => {
    const server = await startServer(dataDir)
    started.push(server)
    return server
  }
  try {
    return { ...(await replicate(root, start)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function replicate(
  root: string,
  start: (dataDir: string) => Promise<DatabaseServer>,
): Promise<Omit<ReplicatedServers, 'stop'>> {
  const [one, other] = [join(root, 'one'), join(root, 'other')]
  await initialize(one)
  cpSync(one, other, { recursive: true })
  const primary = await start(one)
  const { host, port, user } = primary.connection
  const source = `host=${host} port=${port} user=${user} application_name=standby`
  appendFileSync(join(other, 'postgres', 'postgresql.conf'), `primary_conninfo = '${source}'\n`)
  writeFileSync(join(other, 'postgres', 'standby.signal'), '')
  const standby = await start(other)
  await primary.run(`alter system set synchronous_standby_names = 'standby'`)
  await primary.run('select pg_reload_conf()')
  const synchronous = `select from pg_stat_replication where sync_state = 'sync'`
  await waitUntil(async () => (await primary.run(synchronous)).length > 0)
  return { primary, standby }
}

async function initialize(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, binDir: debianBinDir(), clock: systemClock, log: quiet })
  await server.stop()
  const cluster = join(dataDir, 'postgres')
  appendFileSync(join(cluster, 'postgresql.conf'), settings)
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\nlocal replication all trust\n')
}

async function startServer(dataDir: string): Promise<DatabaseServer> {
  const folder = openDataFolder(dataDir, debianBinDir())
  // A copy has another mode, and PostgreSQL requires this one.
  chmodSync(folder.cluster, 0o700)
  const account = chooseAccount(folder)
  const address = prepareAddress(folder.cluster, { account, port: 5432 })
  const postmaster = await spawnPostmaster(folder, { account, address })
  const connection = connectionTo(address, readPassword(folder))
  const answers = async (): Promise<boolean> => {
    if (!postmaster.isRunning()) throw new Error(`PostgreSQL did not start: ${postmaster.said()}`)
    const client = await tryConnect(connection)
    await client?.end()
    return client !== undefined
  }
  await waitUntil(answers)
  return {
    connection,
    run: (statement) => query({ connection }, statement),
    async kill() {
      if (postmaster.isRunning()) process.kill(postmaster.pid, 'SIGKILL')
      await waitUntil(() => !postmaster.isRunning())
      removeTemporaryFolder(folder.cluster, address)
    },
  }
}
