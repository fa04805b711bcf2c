// Fills the tables of an empty database from a backup, all of them or none.
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { PartitionEntry, SequenceEntry, TableEntry } from './entry.ts'

/** The backup does not fit this schema; the message says why. */
export class UnfitBackup extends Error {
  override name = 'UnfitBackup'
}

export interface Loading {
  table(entry: TableEntry): Promise<void>
  sequence(entry: SequenceEntry): Promise<void>
  /** Checks the references between tables and commits. */
  finish(): Promise<void>
}

/** Whether nobody uses this database yet, or a restore into it failed. */
export async function isEmpty(db: Database): Promise<boolean> {
  const found = await db.row<{ exists: boolean }>(sql`select to_regclass('organizations') is not null as exists`)
  if (!found!.exists) return true
  const used = await db.row<{ exists: boolean }>(sql`select exists (select from organizations) as exists`)
  return !used!.exists
}

const begin = `
  begin;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC';
  set local datestyle = 'ISO'`

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

const foreignKeys = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
  order by 1, 2`

const columns = `
  select c.relname as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
    exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'migrations'
  group by c.oid, c.relname`

interface KnownTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly hasTriggers: boolean
}

/** References are dropped meanwhile, so that tables come in any order, and are checked at the end. */
export async function beginLoading(session: pg.Client): Promise<Loading> {
  await session.query(begin)
  const { rows: references } = await session.query<ForeignKey>(foreignKeys)
  const { rows: tables } = await session.query<KnownTable>(columns)
  const known = new Map(tables.map((table) => [table.name, table]))
  const withTriggers = tables.filter(({ hasTriggers }) => hasTriggers).map(({ name }) => escapeIdentifier(name))
  for (const { table, name } of references)
    await session.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  for (const name of withTriggers) await session.query(`alter table ${name} disable trigger user`)
  // Migrations may have written rows of their own.
  await session.query(`truncate ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`)
  return {
    async table({ about: { name, columns: saved, partitions }, data }) {
      const table = known.get(name)
      if (!table || saved.toSorted().join() !== table.columns.toSorted().join())
        throw new UnfitBackup(`its table ${JSON.stringify(name)} is not one of this version`)
      for (const partition of partitions) await session.query(creationOf(name, partition))
      const into = `copy ${escapeIdentifier(name)} (${saved.map(escapeIdentifier).join(', ')}) from stdin`
      await pipeline(data, session.query(copyFrom(into)))
    },
    async sequence({ about: { name, value, isCalled } }) {
      await session.query('select setval(quote_ident($1)::regclass, $2, $3)', [name, value, isCalled])
    },
    async finish() {
      for (const name of withTriggers) await session.query(`alter table ${name} enable trigger user`)
      for (const { table, name, definition } of references)
        await session.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
      await session.query('commit')
      await session.query('analyze')
    },
  }
}

const moment = String.raw`\('[\d :+.-]{10,40}'\)`
const range = new RegExp(`^FOR VALUES FROM ${moment} TO ${moment}$`)
const option = /^fillfactor=\d{2,3}$/

/** The text becomes part of a statement, so it must look exactly like what a dump contains. */
function creationOf(parent: string, { name, bounds, options }: PartitionEntry): string {
  if (!range.test(bounds) || !options.every((each) => option.test(each)))
    throw new UnfitBackup(`its partition ${JSON.stringify(name)} has an unknown form`)
  const settings = options.length > 0 ? ` with (${options.join(', ')})` : ''
  const [part, whole] = [escapeIdentifier(name), escapeIdentifier(parent)]
  return `create table if not exists ${part} partition of ${whole} ${bounds.toLowerCase()}${settings}`
}
