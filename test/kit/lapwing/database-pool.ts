// Databases are used again: emptying one costs a fraction of copying the template.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { DatabaseConnection } from '../../../src/store/database/database.ts'
import { askForPostgres } from './ask-for-postgres.ts'
import { type Kind, forgetEverything, template } from './servers.ts'

const servers = new Map<Kind, Promise<DatabaseConnection>>()
const free: PooledDatabase[] = []
const usedByFile: PooledDatabase[] = []

export interface PooledDatabase {
  readonly database: DatabaseConnection
  /** Stays open, to empty it: planning the statements for that costs more than running them. */
  readonly session: Client
}

/** Free again when the test is over, or the file for which it was taken before its tests. */
export async function takeDatabase(): Promise<DatabaseConnection> {
  return lend(await emptyOne())
}

/** Free again when its taker says so. */
export async function holdDatabase(): Promise<PooledDatabase & { release(): void }> {
  const known = await emptyOne()
  return { ...known, release: () => void free.push(known) }
}

async function emptyOne(): Promise<PooledDatabase> {
  for (let known = free.pop(); known !== undefined; known = free.pop()) {
    if (await empty(known.session)) return known
    await known.session.end()
  }
  const database = await createDatabase(`template ${template}`)
  return { database, session: await openSession(database) }
}

export function returnDatabases(): void {
  free.push(...usedByFile.splice(0))
}

export async function createDatabase(from: string): Promise<DatabaseConnection> {
  const server = await serverOfProject()
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files is a fifth of the work of copying pages, which all go through the write-ahead log.
  await withSession(server, (admin) => admin.query(`create database ${name} ${from} strategy file_copy`))
  return { ...server, database: name }
}

function lend(known: PooledDatabase): DatabaseConnection {
  try {
    onTestFinished(() => void free.push(known))
  } catch {
    usedByFile.push(known)
  }
  return known.database
}

/** False for a database whose tables, partitions or migrations a test has changed, which nobody gets again. */
async function empty(session: Client): Promise<boolean> {
  await session.query(`
    select pg_terminate_backend(pid, 10000)
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  if (!(await isAsMigrated(session))) return false
  await session.query(`select ${forgetEverything}()`)
  return true
}

/** False once a test has changed its tables or migrations. */
export async function isAsMigrated(session: Client): Promise<boolean> {
  return (await shapeOf(session)) === (await templateShape())
}

let shape: Promise<string> | undefined

async function templateShape(): Promise<string> {
  shape ??= serverOfProject().then((server) => withSession({ ...server, database: template }, shapeOf))
  return shape
}

const readShape = {
  name: 'shape',
  text: `
    select (select string_agg(m.name, ',' order by m.name) from migrations m)
      || (select count(*) from pg_trigger where not tgisinternal and tgparentid = 0)
      || (select count(*) from tests.partitions p where to_regclass(p.relname) is null)
      || md5(string_agg(concat(c.relname, a.attname, a.atttypid, a.attnotnull), ',' order by c.relname, a.attnum)) as shape
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition`,
}

async function shapeOf(session: Client): Promise<string> {
  const { rows } = await session.query<{ shape: string }>(readShape)
  return rows[0]!.shape
}

async function openSession(connection: DatabaseConnection): Promise<Client> {
  const session = new Client(connection)
  await session.connect()
  return session
}

async function withSession<Result>(
  connection: DatabaseConnection,
  work: (session: Client) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(connection)
  return work(session).finally(() => session.end())
}

function serverOfProject(): Promise<DatabaseConnection> {
  const kind = inject('server')
  const connection = servers.get(kind) ?? askForPostgres<DatabaseConnection>(kind)
  servers.set(kind, connection)
  return connection
}
