// Results live in a table a day and figures in a table a month, so that forgetting is dropping a table.
import type { Database } from './database.ts'
import { sql } from './sql.ts'

const day = 86_400_000
const daysAhead = 3
const lock = 7_041_853_227

export async function keepPartitions(
  db: Database,
  { now, resultDays, rollupDays }: { now: Date; resultDays: number; rollupDays: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${lock})`)
    for (let ahead = -1; ahead <= daysAhead; ahead++) await makeDay(tx, new Date(now.getTime() + ahead * day))
    for (const ahead of [0, 1]) await makeMonth(tx, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)))
    await dropBefore(tx, 'results', nameOfDay(new Date(now.getTime() - resultDays * day)))
    await dropBefore(tx, 'rollups', nameOfMonth(new Date(now.getTime() - rollupDays * day)))
  })
}

const nameOfDay = (date: Date): string => `results_${date.toISOString().slice(0, 10).replaceAll('-', '')}`
const nameOfMonth = (date: Date): string => `rollups_${date.toISOString().slice(0, 7).replaceAll('-', '')}`

async function makeDay(tx: Database, date: Date): Promise<void> {
  const from = new Date(Math.floor(date.getTime() / day) * day)
  await make(tx, 'results', { name: nameOfDay(from), from, to: new Date(from.getTime() + day) })
}

async function makeMonth(tx: Database, from: Date): Promise<void> {
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))
  await make(tx, 'rollups', { name: nameOfMonth(from), from, to })
}

// Names and dates are made here, from numbers: nothing a user wrote reaches these texts.
async function make(tx: Database, parent: string, { name, from, to }: { name: string; from: Date; to: Date }): Promise<void> {
  const settings = parent === 'rollups' ? 'with (fillfactor = 60)' : ''
  await tx.script(
    `create table if not exists ${name} partition of ${parent} for values from ('${from.toISOString()}') to ('${to.toISOString()}') ${settings}`,
  )
}

async function dropBefore(tx: Database, parent: string, name: string): Promise<void> {
  const old = await tx.rows<{ name: string }>(sql`
    select c.relname as name
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where p.relname = ${parent} and c.relname < ${name}`)
  for (const partition of old) await tx.script(`drop table ${partition.name}`)
}
