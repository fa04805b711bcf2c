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

export async function keepPartitions(
  db: Database,
  { now, resultDays, rollupDays }: { now: Date; resultDays: number; rollupDays: number },
): Promise<void> {
  for (let ahead = -1; ahead <= daysAhead; ahead++) await makeDay(db, new Date(now.getTime() + ahead * day))
  for (const parent of monthly)
    for (const date of [new Date(now.getTime() - day), now, monthAfter(now)]) await makeMonth(db, parent, date)
  await dropBefore(db, 'results', nameOfDay(new Date(now.getTime() - resultDays * day)))
  for (const parent of monthly)
    await dropBefore(db, parent, nameOfMonth(parent, new Date(now.getTime() - rollupDays * day)))
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

async function makeDay(db: Database, date: Date): Promise<void> {
  const from = new Date(Math.floor(date.getTime() / day) * day)
  await make(db, 'results', { name: nameOfDay(from), from, to: new Date(from.getTime() + day) })
}

async function makeMonth(db: Database, parent: Monthly, date: Date): Promise<void> {
  const from = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()))
  await make(db, parent, { name: nameOfMonth(parent, from), from, to: monthAfter(from) })
}

const monthAfter = (date: Date): Date => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))

// Names and dates are built from numbers here: these texts contain no user input.
async function make(
  db: Database,
  parent: PartitionedTable,
  { name, from, to }: { name: string; from: Date; to: Date },
): Promise<void> {
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
      join pg_class p on p.oid = i.inhparent
      where p.relname = ${parent} and c.relname < ${before}
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
