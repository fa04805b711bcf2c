// Processes of the last release run beside the current ones on the new schema, so migrations only add to it.
import { expect, it } from 'vitest'
import { emptyDatabase, storeOn } from '../../../test/kit/lapwing/database.ts'
import { lastRelease } from '../../../test/kit/lapwing/last-release.ts'
import { quiet } from '../../../test/kit/log.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

const now = new Date('2026-03-01T12:00:00Z')

/** Facts that a later schema must keep; each is a line, with the name of its table first. */
async function promisesOf(db: Database): Promise<Map<string, string>> {
  const rows = await db.rows<{ table: string; fact: string; value: string }>(sql`
    select c.relname as "table", 'column ' || a.attname as fact, format_type(a.atttypid, a.atttypmod) as value
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    union all
    select c.relname, pg_get_constraintdef(k.oid), ''
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid and not c.relispartition
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u')`)
  return new Map(rows.map(({ table, fact, value }) => [`${table}: ${fact}`, value]))
}

/** Rules that a writer who does not know them may break; each is a line, with the name of its table first. */
async function demandsOf(db: Database): Promise<Set<string>> {
  const rows = await db.rows<{ table: string; rule: string }>(sql`
    select c.relname as "table", a.attname || ' must be given' as rule
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnotnull and not a.atthasdef and a.attidentity = ''
    union all
    select c.relname, pg_get_constraintdef(k.oid)
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid and not c.relispartition
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'c', 'x', 'f')
    union all
    select c.relname, pg_get_indexdef(i.indexrelid)
    from pg_index i
    join pg_class c on c.oid = i.indrelid and not c.relispartition
    where c.relnamespace = 'public'::regnamespace and i.indisunique
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`)
  return new Set(rows.map(({ table, rule }) => `${table}: ${rule}`))
}

it('migrations since the last release keep what it reads and demand nothing new of what it writes', async () => {
  const store = storeOn(await emptyDatabase())
  await migrate(store, { log: quiet, now, upTo: lastRelease.migration })
  const [promised, known] = [await promisesOf(store), await demandsOf(store)]
  const oldColumns = [...promised.keys()]
  await migrate(store, { log: quiet, now })
  const [kept, demanded] = [await promisesOf(store), await demandsOf(store)]
  const broken = oldColumns.filter((fact) => kept.get(fact) !== promised.get(fact))
  expect(broken, 'drop, rename or change these in the release after the next one').toEqual([])
  // What concerns new columns only is none of the last release's business, as long as they may be left out.
  const tables = new Set(oldColumns.map((fact) => fact.split(': ')[0]))
  const added = [...kept.keys()].filter((fact) => !promised.has(fact) && fact.includes(': column '))
  const isAboutNew = (rule: string): boolean =>
    added.some((fact) => {
      const [table, column] = fact.split(': column ')
      return (
        rule.startsWith(`${table}: `) && new RegExp(`\\b${column}\\b`).test(rule) && !rule.endsWith('must be given')
      )
    })
  const tightened = [...demanded].filter(
    (rule) => !known.has(rule) && tables.has(rule.split(': ')[0]) && !isAboutNew(rule),
  )
  expect(tightened, 'require these in the release after the next one').toEqual([])
})
