// Reads all tables as they were at one moment, while others go on writing.
import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type BackupEntry, type PartitionEntry, nothingMore } from './entry.ts'

/**
 * Processes, request budgets and backups belong to the installation that runs: a copy must not delete its files.
 * Migrations are carried out again.
 */
const leftOut = ['migrations', 'processes', 'rate_windows', 'backup_plans', 'backup_runs']

const begin = `
  begin isolation level repeatable read read only;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC';
  set local datestyle = 'ISO'`

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly partitions: readonly PartitionEntry[]
}

// Columns that the database computes are left out: it computes them again.
const tables = `
  select c.relname as name,
    array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
    ) as columns,
    coalesce((
      select json_agg(json_build_object('name', p.relname, 'bounds', pg_get_expr(p.relpartbound, p.oid),
        'options', coalesce(p.reloptions, '{}')) order by p.relname)
      from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where i.inhparent = c.oid
    ), '[]') as partitions
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> all ($1)
  order by c.relname`

const sequences = `
  select sequencename as name, coalesce(last_value, start_value) as value, last_value is not null as "isCalled"
  from pg_sequences where schemaname = current_schema() order by sequencename`

export async function* dumpTables(session: pg.Client): AsyncGenerator<BackupEntry> {
  await session.query(begin)
  const { rows } = await session.query<Table>(tables, [leftOut])
  for (const { name, columns, partitions } of rows) {
    const copy = `copy (select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)}) to stdout`
    yield { about: { type: 'table', name, columns, partitions }, data: session.query(copyTo(copy)) }
  }
  const { rows: counters } = await session.query<{ name: string; value: number; isCalled: boolean }>(sequences)
  for (const { name, value, isCalled } of counters)
    yield { about: { type: 'sequence', name, value, isCalled }, data: nothingMore() }
  await session.query('commit')
}
