// Results are partitioned by day and rollups by month, so that old data is deleted by dropping tables.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { finishDay } from './final-figures.ts'
import { dropPacked } from './packing.ts'
import { sql } from '../database/sql.ts'

const day = 86_400_000
const daysAhead = 3
const lock = 7_041_853_227
const monthly = ['rollups', 'daily_rollups'] as const
type Monthly = (typeof monthly)[number]
type PartitionedTable = Monthly | 'results'

interface Partition {
  readonly parent: PartitionedTable
  readonly name: string
}

/** Usually there is nothing to do, which costs one query. */
export async function keepPartitions(
  db: Database,
  { now, resultDays, rollupDays }: { now: Date; resultDays: number; rollupDays: number },
): Promise<void> {
  const existing = await listPartitions(db)
  const names = new Set(existing.map(({ name }) => name))
  for (const wanted of partitionsAround(now)) if (!names.has(wanted.name)) await make(db, wanted)
  const ago = (days: number): Date => new Date(now.getTime() - days * day)
  for (const parent of ['results', ...monthly] as const) {
    const oldest = parent === 'results' ? nameOfDay(ago(resultDays)) : nameOfMonth(parent, ago(rollupDays))
    const isOld = (one: Partition): boolean => one.parent === parent && one.name < oldest
    if (existing.some(isOld)) await dropBefore(db, parent, oldest)
  }
}

async function listPartitions(db: Database): Promise<Partition[]> {
  return db.rows<Partition>(sql`
    select p.relname as parent, c.relname as name
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where i.inhparent = any (${['results', ...monthly]}::text[]::regclass[])`)
}

function partitionsAround(now: Date): (Partition & Span)[] {
  const days = Array.from({ length: daysAhead + 2 }, (_, n) => dayAround(new Date(now.getTime() + (n - 1) * day)))
  const dates = [new Date(now.getTime() - day), now, monthAfter(now)]
  return [...days, ...monthly.flatMap((parent) => dates.map((date) => monthAround(parent, date)))]
}

/**
 * One process and one table per transaction: creating or dropping a partition locks its parent, and a transaction that
 * locks both parents would deadlock with readers of figures.
 */
async function exclusively<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${lock})`)
    return work(tx)
  })
}

const nameOfDay = (date: Date): string => `results_${date.toISOString().slice(0, 10).replaceAll('-', '')}`
const nameOfMonth = (parent: Monthly, date: Date): string =>
  `${parent}_${date.toISOString().slice(0, 7).replaceAll('-', '')}`

function dayAround(date: Date): Partition & Span {
  const from = new Date(Math.floor(date.getTime() / day) * day)
  return { parent: 'results', name: nameOfDay(from), from, to: new Date(from.getTime() + day) }
}

function monthAround(parent: Monthly, date: Date): Partition & Span {
  const from = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()))
  return { parent, name: nameOfMonth(parent, from), from, to: monthAfter(from) }
}

const monthAfter = (date: Date): Date => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))

// Names and dates are built from numbers here: these texts contain no user input.
async function make(db: Database, { parent, name, from, to }: Partition & Span): Promise<void> {
  const settings = parent === 'results' ? '' : 'with (fillfactor = 60)'
  const bounds = `from ('${from.toISOString()}') to ('${to.toISOString()}')`
  await exclusively(db, (tx) =>
    tx.script(`create table if not exists ${name} partition of ${parent} for values ${bounds} ${settings}`),
  )
}

async function dropBefore(db: Database, parent: PartitionedTable, name: string): Promise<void> {
  let dropped = true
  while (dropped) dropped = await dropOldest(db, parent, name)
}

/** Returns whether there was one. Checked under the lock: a day that another process dropped must not be recounted. */
async function dropOldest(db: Database, parent: PartitionedTable, before: string): Promise<boolean> {
  return exclusively(db, async (tx) => {
    const oldest = await tx.row<{ name: string }>(sql`
      select c.relname as name
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${parent}::text::regclass and c.relname < ${before}
      order by c.relname
      limit 1`)
    if (!oldest) return false
    if (parent === 'results') {
      await finishDay(tx, dayOf(oldest.name))
      await dropPacked(tx, dayOf(oldest.name))
    }
    await tx.script(`drop table ${oldest.name}`)
    return true
  })
}

function dayOf(name: string): Span {
  const from = new Date(name.replace(/^results_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
  return { from, to: new Date(from.getTime() + day) }
}
