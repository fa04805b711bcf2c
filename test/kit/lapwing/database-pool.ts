// Databases are used again: emptying one costs a fraction of copying the template.
import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { type DatabaseConnection, type Store, openStore } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { askForPostgres } from './ask-for-postgres.ts'
import { quiet } from '../log.ts'
import { type Kind, template } from './servers.ts'

const servers = new Map<Kind, Promise<DatabaseConnection>>()
const free: Pooled[] = []
const usedByFile: Pooled[] = []

interface Pooled {
  readonly database: DatabaseConnection
  /** Stays open, to empty it. */
  readonly store: Store
}

/** Free again when the test is over, or the file for which it was taken before its tests. */
export async function takeDatabase(): Promise<DatabaseConnection> {
  return lend(await emptyOne())
}

/** Free again when its taker says so. */
export async function holdDatabase(): Promise<{ database: DatabaseConnection; release(): void }> {
  const known = await emptyOne()
  return { database: known.database, release: () => void free.push(known) }
}

async function emptyOne(): Promise<Pooled> {
  for (let known = free.pop(); known !== undefined; known = free.pop()) {
    if (await empty(known.store)) return known
    await known.store.close()
  }
  const database = await createDatabase(`template ${template}`)
  return { database, store: openStore(database, { log: quiet, connections: 1 }) }
}

export function returnDatabases(): void {
  free.push(...usedByFile.splice(0))
}

export async function createDatabase(from: string): Promise<DatabaseConnection> {
  const server = await serverOfProject()
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files is a fifth of the work of copying pages, which all go through the write-ahead log.
  await withStore(server, (admin) => admin.script(`create database ${name} ${from} strategy file_copy`))
  return { ...server, database: name }
}

function lend(known: Pooled): DatabaseConnection {
  try {
    onTestFinished(() => void free.push(known))
  } catch {
    usedByFile.push(known)
  }
  return known.database
}

/** False for a database whose tables or migrations a test has changed, which nobody gets again. */
async function empty(store: Store): Promise<boolean> {
  await store.run(sql`
    select pg_terminate_backend(pid, 10000)
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  if (!(await isAsMigrated(store))) return false
  await store.script(forgetEverything)
  return true
}

const forgetEverything = `
  do $$
  declare each record;
  begin
    set local session_replication_role = replica;
    for each in select oid::regclass as name from pg_class where relkind = 'r' and relispartition loop
      execute format('drop table %s', each.name);
    end loop;
    for each in
      select oid::regclass as name
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'
    loop
      execute format('delete from %s', each.name);
    end loop;
    for each in select oid::regclass as name from pg_class where relkind = 'S' loop
      execute format('alter sequence %s restart', each.name);
    end loop;
  end $$`

/** False once a test has changed its tables or migrations. */
export async function isAsMigrated(store: Store): Promise<boolean> {
  return (await shapeOf(store)) === (await templateShape())
}

let shape: Promise<string> | undefined

async function templateShape(): Promise<string> {
  shape ??= serverOfProject().then((server) => withStore({ ...server, database: template }, shapeOf))
  return shape
}

async function shapeOf(store: Store): Promise<string> {
  const found = await store.row<{ shape: string }>(sql`
    select (select string_agg(m.name, ',' order by m.name) from migrations m)
      || (select count(*) from pg_trigger where not tgisinternal and tgparentid = 0)
      || md5(string_agg(concat(c.relname, a.attname, a.atttypid, a.attnotnull), ',' order by c.relname, a.attnum)) as shape
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition`)
  return found!.shape
}

async function withStore<Result>(
  connection: DatabaseConnection,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openStore(connection, { log: quiet, connections: 1 })
  return work(store).finally(() => store.close())
}

function serverOfProject(): Promise<DatabaseConnection> {
  const kind = inject('server')
  const connection = servers.get(kind) ?? askForPostgres<DatabaseConnection>(kind)
  servers.set(kind, connection)
  return connection
}
