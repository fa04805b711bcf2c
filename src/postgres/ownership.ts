// Ownership of the server is a session-level advisory lock, which ends with its holder, however it dies.
import type { Client } from 'pg'
import type { Clock } from '../domain/clock.ts'
import { databaseName } from './settings.ts'
import { connect, tryConnect, unlessAway, type ServerConnection, type SupervisorClient } from './connect.ts'
import { StoreInUse } from './unavailable.ts'

const lockKey = [0x1a9, 0x317] as const

// Advisory locks are per database.
const alwaysThere = 'postgres'

// The session of a killed holder lives until its backend notices.
const patienceMs = 2_000

interface OwnershipContext {
  readonly clock: Clock
  readonly dataDir: string
}

export interface Ownership {
  /** Settles when the connection that holds the lock ends. */
  readonly ended: Promise<unknown>
  release(): Promise<void>
}

/** Returns undefined if the server went away. */
export async function claimOwnership(
  connection: ServerConnection,
  context: OwnershipContext,
): Promise<Ownership | undefined> {
  const client = await tryConnect({ ...connection, database: alwaysThere })
  if (client === undefined) return undefined
  // Not events.once, which rejects if an error comes before the end.
  const ended = new Promise((resolve) => client.once('end', resolve))
  try {
    const claimed = await unlessAway(async () => {
      await takeLock(client, context)
      if (!(await hasDatabase(client))) await createDatabase(connection)
      return true
    })
    // A stopping server may still grant the lock, but it accepts no new connection.
    if (claimed && (await answers(connection))) return ownershipBy(client, ended)
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return undefined
}

function ownershipBy(client: SupervisorClient, ended: Promise<unknown>): Ownership {
  // Lapwing may exit while its server keeps running.
  client.unref()
  const release = async (): Promise<void> => {
    client.ref()
    await client.end()
  }
  return { ended, release }
}

async function takeLock(client: Client, { clock, dataDir }: OwnershipContext): Promise<void> {
  const giveUpAt = clock.now().getTime() + patienceMs
  while (!(await tryLock(client))) {
    if (clock.now().getTime() >= giveUpAt) throw new StoreInUse(dataDir, await describeHolder(client))
    await clock.sleep(50)
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [...lockKey])
  return rows[0]?.taken === true
}

async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
     from pg_locks
     join pg_stat_activity as activity using (pid)
     where locktype = 'advisory'
       and classid = $1
       and objid = $2
       and granted`,
    [...lockKey],
  )
  return rows[0]?.name.replace('lapwing', 'process') ?? 'unknown process'
}

async function hasDatabase(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
  return rowCount === 1
}

/** On a connection of its own: the one that holds the lock stays open, and would keep the 10 MB that this takes. */
async function createDatabase(connection: ServerConnection): Promise<void> {
  const client = await connect({ ...connection, database: alwaysThere })
  try {
    await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

async function answers(connection: ServerConnection): Promise<boolean> {
  const client = await tryConnect(connection)
  if (client === undefined) return false
  const answer = await unlessAway(() => client.query('select 1'))
  await client.end()
  return answer !== undefined
}
