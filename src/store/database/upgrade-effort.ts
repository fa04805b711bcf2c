// What the migrations of another release would do to this database: which tables they read or rewrite, and how large
// those are.
import type { Database } from './database.ts'
import { minFreeBytes } from './migrate.ts'
import { sql } from './sql.ts'

export interface TableEffort {
  readonly table: string
  readonly rows: number
  readonly bytes: number
}

export interface MigrationEffort {
  readonly name: string
  /** Tables whose rows it reads or writes; for others only their definition changes, which takes an instant. */
  readonly tables: readonly TableEffort[]
}

export interface DatabaseSize {
  readonly bytes: number
  readonly tables: ReadonlyMap<string, TableEffort>
}

/** Partitions count for their table. Rows are as many as PostgreSQL last estimated. */
export async function databaseSize(db: Database): Promise<DatabaseSize> {
  const found = await db.rows<TableEffort>(sql`
    select
      coalesce(pg_partition_root(oid), oid)::regclass::text as "table",
      sum(greatest(reltuples, 0))::float8 as rows,
      sum(pg_total_relation_size(oid))::float8 as bytes
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    group by 1`)
  const total = await db.row<{ bytes: number }>(sql`select pg_database_size(current_database())::float8 as bytes`)
  return { bytes: total!.bytes, tables: new Map(found.map((table) => [table.table, table])) }
}

/** `statements` is the text of a migration. */
export function effortOf(name: string, statements: string, { tables }: DatabaseSize): MigrationEffort {
  const touched = new Set(splitStatements(statements).flatMap(tablesWithRows))
  return { name, tables: [...touched].flatMap((table) => tables.get(table) ?? []) }
}

/** Comments, texts and the bodies of functions contain no statement that runs now. */
const splitStatements = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--[^\n]*/g, '')
    .replace(/'[^']*'/g, "''")
    .split(';')

const clauses = [
  /\bupdate (?:only )?([\w.]+)/g,
  /\b(?:from|join|using) (?:only )?([\w.]+)/g,
  /\bcreate (?:unique )?index\b[^(]*?\bon (?:only )?([\w.]+)/g,
]
// Checking a new rule reads all rows. Adding a column does not.
const checksRows =
  /\b(?:set not null|set data type|type \w|check \(|add (?:constraint \w+ )?(?:foreign key|unique|primary key|exclude))/

function tablesWithRows(statement: string): string[] {
  const text = statement.replace(/\s+/g, ' ').trim()
  const [, altered] = /^alter table (?:if exists )?(?:only )?([\w.]+)/.exec(text) ?? []
  if (altered !== undefined) return checksRows.test(text) && !/\bnot valid\b/.test(text) ? [altered] : []
  if (/^create (?:or replace )?(?:function|view|trigger|type|extension|table (?!.*\bas select\b))/.test(text)) return []
  return clauses.flatMap((clause) => [...text.matchAll(clause)].map(([, table]) => table!))
}

// Assumed for an update with its indexes on a slow disk; nothing was measured.
const bytesPerSecond = 20e6

/** A rough guess, for the upper end. */
export const secondsOf = (efforts: readonly MigrationEffort[]): number =>
  Math.ceil(efforts.reduce((sum, { tables }) => sum + bytesOf(tables), 0) / bytesPerSecond)

const bytesOf = (tables: readonly TableEffort[]): number => tables.reduce((sum, { bytes }) => sum + bytes, 0)

/** As much as the start of the new version asks for before it migrates. */
export const diskBytesOf = (efforts: readonly MigrationEffort[], { tables }: DatabaseSize): number =>
  efforts.length === 0 ? 0 : minFreeBytes + Math.max(0, ...[...tables.values()].map(({ bytes }) => bytes))
