// Applies numbered, forward-only migrations. Replicas that start together take turns: the first migrates, the others
// find it done.
import { readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import type { Log } from '../../domain/log.ts'
import { type Database, StoreUnavailable } from './database.ts'
import { sql } from './sql.ts'

const folder = new URL('../migrations/', import.meta.url)
const lock = 7_041_853_226

interface Migration {
  number: number
  name: string
}

interface AppliedMigration extends Migration {
  /** A release whose last migration has this number or a later one runs on this schema too; null if unknown. */
  serves_from: number | null
}

/** Migrations keep everything that this release needs, as `releases.test.ts` checks. */
export const lastRelease = JSON.parse(readFileSync(new URL('./last-release.json', import.meta.url), 'utf8')) as {
  readonly version: string
  /** The number of its last migration. */
  readonly migration: number
}

interface MigrateOptions {
  readonly log: Log
  readonly now: Date
  /** The last migration to apply, for a backup of an older version. */
  readonly upTo?: number
  /** Free space on the disk of the database; null if that is unknown. */
  readonly freeBytes?: () => Promise<number | null>
}

/**
 * Processes of the last release may be at work. So each migration has its own transaction, which holds few locks for a
 * moment, and is tried again after a deadlock with them.
 */
export async function migrate(db: Database, options: MigrateOptions): Promise<void> {
  const known = (await migrations()).filter(({ number }) => number <= (options.upTo ?? Infinity))
  let isFirst = true
  for (let deadlocks = 0; ;)
    try {
      const left = await db.transaction((tx) => migrateOnce(tx, known, { ...options, isFirst }))
      if (left === 0) return
      isFirst = false
    } catch (error) {
      deadlocks += 1
      if (!isDeadlock(error) || deadlocks === maxDeadlocks) throw error
    }
}

/** The store has tried a transaction several times before it reports a deadlock. */
const maxDeadlocks = 12

const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

/** Applies the next migration, or all in an empty database; returns how many are left. */
async function migrateOnce(
  tx: Database,
  known: readonly Migration[],
  { log, now, freeBytes, isFirst }: MigrateOptions & { readonly isFirst: boolean },
): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(${lock})`)
  await tx.run(sql`
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      applied_at timestamptz not null,
      serves_from integer
    )`)
  const applied = await appliedMigrations(tx)
  if (isNewerFor(known, applied)) {
    refuseUnfitSchema(applied, known)
    if (isFirst) log.warn('a newer Lapwing has migrated this database; its schema serves this version as well')
  }
  const pending = known.slice(applied.length)
  const isNew = applied.length === 0
  if (isNew) log.info('creating the tables')
  else if (isFirst && pending.length > 0) {
    await requireSpace(tx, (await freeBytes?.()) ?? null)
    // Older releases made the table without it.
    await tx.run(sql`alter table migrations add column if not exists serves_from integer`)
  }
  const next = isNew ? pending : pending.slice(0, 1)
  for (const migration of next) {
    if (!isNew) log.info('migrating the database', { migration: migration.name })
    await tx.script(await readFile(new URL(migration.name, folder), 'utf8'))
    await tx.run(sql`
      insert into migrations (number, name, applied_at, serves_from)
      values (${migration.number}, ${migration.name}, ${now}, ${lastRelease.migration})`)
  }
  return pending.length - next.length
}

async function migrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort()
  return names.map((name) => ({ number: Number(name.slice(0, 4)), name }))
}

// Databases of older releases have no column `serves_from`.
const appliedMigrations = (db: Database): Promise<AppliedMigration[]> =>
  db.rows<AppliedMigration>(sql`
    select number, name, (to_jsonb(m) ->> 'serves_from')::integer as serves_from
    from migrations m
    order by number`)

const isNewerFor = (known: readonly Migration[], applied: readonly Migration[]): boolean =>
  (applied.at(-1)?.number ?? 0) > newestOf(known)

const newestOf = (known: readonly Migration[]): number => known.at(-1)?.number ?? 0

/** Whether a release with these migrations runs on the schema, although a newer one has migrated it. */
const serves = (applied: readonly AppliedMigration[], newest: number): boolean =>
  applied.every(({ number, serves_from: from }) => number <= newest || (from !== null && from <= newest))

function refuseUnfitSchema(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  if (serves(applied, newestOf(known))) return
  throw new StoreUnavailable(
    `This database was migrated by a newer Lapwing (${applied.at(-1)!.name}); start that version, ` +
      'or restore a backup made before the upgrade.',
  )
}

/** What a migration needs beside the largest table. */
export const minFreeBytes = 256 * 1024 * 1024

/** A migration may write the largest table, or partition, once more before it deletes the old one. */
async function requireSpace(tx: Database, freeBytes: number | null): Promise<void> {
  if (freeBytes === null) return
  const table = await tx.row<{ bytes: number }>(sql`
    select coalesce(max(pg_total_relation_size(oid)), 0) as bytes from pg_class where relkind = 'r'`)
  const neededBytes = minFreeBytes + table!.bytes
  if (freeBytes >= neededBytes) return
  const [free, needed] = [freeBytes, neededBytes].map((bytes) => Math.ceil(bytes / 1024 / 1024).toLocaleString('en'))
  throw new StoreUnavailable(
    `The upgrade of the database may need ${needed} MB of disk space, and ${free} MB are free. Nothing was changed. ` +
      'Free some space, then start Lapwing again; until then the previous version still runs.',
  )
}

/** The number of the last migration of this version. */
export const newestMigration = async (): Promise<number> => newestOf(await migrations())

export interface SchemaState {
  /** The name of the newest applied migration; null in an empty database. */
  readonly newest: string | null
  /** Its number; 0 in an empty database. */
  readonly number: number
  /** Migrations of this version that are not applied yet. */
  readonly pending: number
  /** Whether a newer version has migrated the database, and this one cannot use it any more. */
  readonly isNewer: boolean
}

/** Compares the database with this version, or with one whose last migration has this number. Changes nothing. */
export async function schemaState(db: Database, newestKnown?: number): Promise<SchemaState> {
  const last = newestKnown ?? (await newestMigration())
  const found = await db.row<{ exists: boolean }>(sql`select to_regclass('migrations') is not null as exists`)
  const applied = found?.exists ? await appliedMigrations(db) : []
  const newest = applied.at(-1)
  return {
    newest: newest?.name ?? null,
    number: newest?.number ?? 0,
    pending: Math.max(0, last - applied.length),
    isNewer: !serves(applied, last),
  }
}

/** Whether all migrations of this version are applied. A later release may have applied more. */
export async function isMigrated(db: Database): Promise<boolean> {
  const applied = await db.row<{ newest: number | null }>(sql`select max(number) as newest from migrations`)
  return (applied?.newest ?? 0) >= (await newestMigration())
}
