// One PostgreSQL of each kind for the whole run, started when the first test asks for it, each with a migrated
// database that every test file gets a copy of, and a data folder to be copied. A run that needs none makes none.
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../../../src/domain/clock.ts'
import { type DatabaseConnection, openStore } from '../../../src/store/database/database.ts'
import { type EmbeddedServer, findBinDir, startEmbedded } from '../../../src/postgres/index.ts'
import { migrate as migrateStore } from '../../../src/store/database/migrate.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { fakeClock } from '../clock.ts'
import { debianBinDir } from './debian-postgresql.ts'
import { ownFolder, removeFolder } from '../files.ts'
import { quiet } from '../log.ts'

export type Kind = 'embedded' | 'debian'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with the connection to the PostgreSQL that its path names, or with the path of a stopped one. */
    postgres: string
    /** Which of them a test project uses. */
    server: Kind
  }
}

export const template = 'lapwing_template'

/** Deletes what belongs to somebody from a database that was copied from the template. */
export const forgetEverybody = 'tests.forget_everybody'

/** Makes such a database as empty as the template. */
export const forgetEverything = 'tests.forget_everything'

// Whatever belongs to an organization or a person goes with it, also what is being written at this moment. What a
// process knows by heart stays. A connection plans the statements of a function once, and there is one for each table.
const writeForget = `
  create schema tests;
  do $$
  begin
    execute format(
      'create function ${forgetEverybody}() returns void language plpgsql as %L',
      'begin delete from organizations; delete from users; ' || (
        select string_agg(format('delete from %I;', relname), ' ')
        from pg_class
        where relkind in ('r', 'p')
          and not relispartition
          and relnamespace = 'public'::regnamespace
          and relname not in ('migrations', 'installation', 'processes', 'metric_names', 'organizations', 'users')
      ) || ' end');
  end $$;
  create table tests.partitions as select relname from pg_class where relkind = 'r' and relispartition;
  create function ${forgetEverything}() returns void language plpgsql as $$
  declare part regclass;
  begin
    for part in
      select oid from pg_class
      where relkind = 'r' and relispartition and relname not in (select relname from tests.partitions)
    loop
      execute format('drop table %s', part);
    end loop;
    perform ${forgetEverybody}();
    delete from installation;
    delete from processes;
    delete from metric_names;
    perform setval(seqrelid, seqstart, false) from pg_sequence where pg_sequence_last_value(seqrelid) is not null;
  end $$`

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = ownFolder('lapwing-tests-')
  const started = new Map<string, Promise<EmbeddedServer>>()
  let stopped: Promise<string> | undefined
  const serverOf = (kind: string): Promise<EmbeddedServer> => {
    const known = started.get(kind) ?? startServer(kind, join(folder, kind))
    started.set(kind, known)
    return known
  }
  const postgres = createServer(async ({ url = '' }, response) => {
    try {
      const answer =
        url === '/data-folder'
          ? await (stopped ??= makeDataFolder(join(folder, 'data')))
          : patient((await serverOf(url.slice(1))).connection)
      // A connection kept for later may be closed by one side just when the other uses it again.
      response.setHeader('connection', 'close').end(JSON.stringify(answer))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(postgres, 'listening')
  project.provide('postgres', `http://127.0.0.1:${(postgres.address() as AddressInfo).port}`)
  return async () => {
    postgres.close()
    for (const server of await Promise.allSettled(started.values()))
      if (server.status === 'fulfilled') await server.value.stop()
    removeFolder(folder)
  }
}

/** On a busy machine, a new connection can take long. */
const patient = (connection: DatabaseConnection): DatabaseConnection => ({
  ...connection,
  connectionTimeoutMillis: 120_000,
})

async function makeDataFolder(dataDir: string): Promise<string> {
  const server = await startEmbedded({ dataDir, clock: systemClock, log: quiet })
  await migrate(server.connection, systemClock.now())
  await server.stop()
  return dataDir
}

// Each worker keeps a few Lapwings, and each of those some connections. Databases are emptied and used again;
// statistics that it gathers at moments of its own would change plans. With so few rows, planning a statement is most
// of its work: it is planned once for all values.
const settings = `
max_connections = 400
autovacuum = off
plan_cache_mode = force_generic_plan
`

// Nobody wants this data back after a crash. Lapwing passes the opposite as arguments, and the last ones count.
const careless = '-c fsync=off -c full_page_writes=off'

export async function startServer(kind: string, dataDir: string): Promise<EmbeddedServer> {
  const installed = kind === 'debian' ? debianBinDir() : findBinDir()
  if (installed === undefined) throw new Error("Debian's PostgreSQL is missing: apt-get install postgresql")
  const binDir = carelessPrograms(installed, `${dataDir}-bin`)
  const options = { dataDir, binDir, clock: systemClock, log: quiet }
  await (await startEmbedded(options)).stop()
  appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), settings)
  // Checking passwords is a good part of the work for a connection, and tests open thousands; only we reach the socket.
  writeFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust\n')
  const server = await startEmbedded(options)
  await script(server.connection, `create database ${template}`)
  await script(server.connection, 'alter role current_user set synchronous_commit = off')
  await migrate({ ...server.connection, database: template }, fakeClock().now())
  await script({ ...server.connection, database: template }, writeForget)
  return server
}

function carelessPrograms(binDir: string, folder: string): string {
  if (process.platform === 'win32') return binDir
  mkdirSync(folder)
  for (const name of ['initdb', 'pg_ctl']) symlinkSync(join(binDir, name), join(folder, name))
  const script = `#!/bin/sh\nexec '${join(binDir, 'postgres')}' "$@" ${careless}\n`
  writeFileSync(join(folder, 'postgres'), script, { mode: 0o755 })
  return folder
}

/** With the partitions that a Lapwing would make at its start. */
async function migrate(connection: DatabaseConnection, now: Date): Promise<void> {
  const store = openStore(patient(connection), { log: quiet, connections: 2 })
  await migrateStore(store, { log: quiet, now })
  await keepPartitions(store, { now, resultDays: 30, rollupDays: 400 })
  await store.close()
}

async function script(connection: DatabaseConnection, text: string): Promise<void> {
  const admin = openStore(patient(connection), { log: quiet, connections: 1 })
  await admin.script(text)
  await admin.close()
}
