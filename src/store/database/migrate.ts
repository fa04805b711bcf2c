// Applies numbered, forward-only migrations. Replicas that start together take turns: the first migrates, the others
// find it done.
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
      applied_at timestamptz not null
    )`)
  const applied = await tx.rows<Migration>(sql`select number, name from migrations order by number`)
  refuseNewerSchema(applied, known)
  const pending = known.slice(applied.length)
  const isNew = applied.length === 0
  if (isNew) log.info('creating the tables')
  else if (isFirst && pending.length > 0) await requireSpace(tx, (await freeBytes?.()) ?? null)
  const next = isNew ? pending : pending.slice(0, 1)
  for (const migration of next) {
    if (!isNew) log.info('migrating the database', { migration: migration.name })
    await tx.script(await readFile(new URL(migration.name, folder), 'utf8'))
    await tx.run(sql`
      insert into migrations (number, name, applied_at)
      values (${migration.number}, ${migration.name}, ${now})`)
  }
  return pending.length - next.length
}

async function migrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort()
  return names.map((name) => ({ number: Number(name.slice(0, 4)), name }))
}

function refuseNewerSchema(applied: readonly Migration[], known: readonly Migration[]): void {
  const newest = applied.at(-1)
  if (!newest || newest.number <= (known.at(-1)?.number ?? 0)) return
  throw new StoreUnavailable(
    `This database was migrated by a newer Lapwing (${newest.name}); start that version, ` +
      'or restore a backup made before the upgrade.',
  )
}

const minFreeBytes = 256 * 1024 * 1024

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
export const newestMigration = async (): Promise<number> => (await migrations()).at(-1)!.number

export interface SchemaState {
  /** The name of the newest applied migration; null in an empty database. */
  readonly newest: string | null
  /** Migrations of this version that are not applied yet. */
  readonly pending: number
  /** Whether a newer version has migrated the database. */
  readonly isNewer: boolean
}

/** Compares the database with this version, without changing it. */
export async function schemaState(db: Database): Promise<SchemaState> {
  const known = await migrations()
  const found = await db.row<{ exists: boolean }>(sql`select to_regclass('migrations') is not null as exists`)
  const applied = found?.exists
    ? await db.rows<Migration>(sql`select number, name from migrations order by number`)
    : []
  const newest = applied.at(-1)
  return {
    newest: newest?.name ?? null,
    pending: Math.max(0, known.length - applied.length),
    isNewer: (newest?.number ?? 0) > (known.at(-1)?.number ?? 0),
  }
}

/** Whether all migrations of this version are applied. */
export async function isMigrated(db: Database): Promise<boolean> {
  const known = await migrations()
  const applied = await db.row<{ newest: number | null }>(sql`select max(number) as newest from migrations`)
  return applied?.newest === known.at(-1)?.number
}
