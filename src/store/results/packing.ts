// Packs results that are older than a day: a row per monitor and day, with a list per column.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { resultColumns } from '../checking/stored-results.ts'

const lock = 7_041_853_228
const maxRowsAtOnce = 2_000_000
const maxLockWaitMs = 2000
// An empty index has a page or two.
const emptyIndexBytes = 16_384

interface DueDay extends Span {
  readonly partition: string
  readonly rowBytes: number
  readonly indexBytes: number
}

/**
 * Packs the oldest results that are due, about two million at most, and returns whether there were any. Results that
 * arrive after their day was packed are stored as rows and join the others in the next run.
 */
export async function packResults(db: Database, now: Date): Promise<boolean> {
  for (const due of await dueDays(db, now)) {
    if (due.rowBytes > 0 && (await packSome(db, due))) return true
    await shrink(db, due)
  }
  return false
}

/** The days that ended a day ago or earlier, oldest first. */
async function dueDays(db: Database, now: Date): Promise<DueDay[]> {
  return db.rows(sql`
    select *
    from (
      select c.relname as partition, to_timestamp(right(c.relname, 8), 'YYYYMMDD') as "from",
        to_timestamp(right(c.relname, 8), 'YYYYMMDD') + interval '1 day' as "to",
        coalesce(pg_relation_size(c.oid), 0) as "rowBytes", coalesce(pg_indexes_size(c.oid), 0) as "indexBytes"
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'results'::regclass
    ) days
    where "to" <= ${now}::timestamptz - interval '1 day'
    order by "from"`)
}

/** All results of some monitors in one transaction: each reader finds them either as rows or packed. */
async function packSome(db: Database, due: DueDay): Promise<boolean> {
  return db.transaction(async (tx) => {
    const free = await tx.row<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as locked`)
    if (!free!.locked) return false
    const ofDay = sql`at >= ${due.from} and at < ${due.to}`
    const chosen = await tx.row<{ first: number | null; last: number | null }>(sql`
      select first, (
        select monitor_number
        from results
        where ${ofDay} and monitor_number >= first
        order by monitor_number
        offset ${maxRowsAtOnce}
        limit 1
      ) as last
      from (select min(monitor_number) as first from results where ${ofDay}) monitors`)
    if (chosen!.first === null) return false
    await tx.script(packing(due, `between ${chosen!.first} and ${chosen!.last ?? 2 ** 31 - 1}`))
    return true
  })
}

const listed = (write: (column: string) => string): string => resultColumns.map(write).join(', ')

// A script, because it may take longer than other statements. Dates and numbers come from the database: the text
// contains no user input.
const packing = ({ from, to }: Span, monitors: string): string => `
  set local statement_timeout = '1h';
  with moved as (
    delete from results r
    where r.at >= '${from.toISOString()}' and r.at < '${to.toISOString()}' and r.monitor_number ${monitors}
    returning r.*
  ),
  packed_before as (
    select p.monitor_number, u.*
    from packed_results p
    cross join lateral unnest(${listed((column) => `p.${column}`)}) as u (${listed((column) => column)})
    where p.day = '${from.toISOString().slice(0, 10)}'
      and p.monitor_number ${monitors}
      and p.monitor_number in (select monitor_number from moved)
  )
  insert into packed_results (monitor_number, day, ${listed((column) => column)})
  select monitor_number, '${from.toISOString().slice(0, 10)}',
    ${listed((column) => `array_agg(${column} order by at, location)`)}
  from (
    select monitor_number, ${listed((column) => column)} from moved
    union all
    select monitor_number, ${listed((column) => column)} from packed_before
  ) r
  group by monitor_number
  on conflict (monitor_number, day) do update
  set ${listed((column) => `${column} = excluded.${column}`)}`

/**
 * Returns the space of packed rows to the disk. Vacuum keeps rows that an open transaction can still see; then a later
 * run does it. The partition stays, for results that arrive late.
 */
async function shrink(db: Database, { partition, rowBytes, indexBytes }: DueDay): Promise<void> {
  if (rowBytes > 0) await db.script(`vacuum (skip_locked) ${partition}`)
  if (indexBytes <= emptyIndexBytes) return
  const renewIndexes = async (tx: Database): Promise<void> => {
    const left = await tx.row<{ bytes: number }>(sql`select pg_relation_size(${partition}::regclass) as bytes`)
    if (left!.bytes === 0) await tx.script(`reindex table ${partition}`)
  }
  await db.transaction(renewIndexes, { maxLockWaitMs })
}

/** Deletes what is packed of this day and of earlier ones. */
export async function dropPacked(tx: Database, { from }: Span): Promise<void> {
  await tx.run(sql`delete from packed_results where day <= (${from}::timestamptz at time zone 'UTC')::date`)
}
