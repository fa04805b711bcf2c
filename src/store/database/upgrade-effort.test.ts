import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { databaseSize, diskBytesOf, effortOf, secondsOf } from './upgrade-effort.ts'
import { sql } from './sql.ts'

const table = (name: string) => [name, { table: name, rows: 1e6, bytes: 400e6 }] as const
const size = { bytes: 2e9, tables: new Map([table('monitors'), table('results'), table('incidents')]) }

it.each<[statement: string, tables: string[]]>([
  ['alter table monitors add column note text', []],
  ["alter table monitors add column note text not null default ''", []],
  ['alter table monitors add column note text, drop column other', []],
  ['alter table monitors alter column note set not null', ['monitors']],
  ['alter table monitors alter column id type bigint', ['monitors']],
  ['alter table monitors add constraint c check (id > 0)', ['monitors']],
  ['alter table monitors add constraint c check (id > 0) not valid', []],
  ['alter table monitors add column a text check (a > 1)', ['monitors']],
  ['alter table monitors add foreign key (a) references incidents', ['monitors']],
  ['update monitors set name = name', ['monitors']],
  ['delete from results', ['results']],
  ['create unique index i on results (id) where id > 1', ['results']],
  ['create table news (id integer references monitors)', []],
  ['create table news as select * from results', ['results']],
  ['insert into news select id from incidents join monitors using (id)', ['incidents', 'monitors']],
  ['-- update monitors\nalter table results add column b text', []],
  ['create function f() returns void as $$ begin update monitors set a = 1; end $$ language plpgsql', []],
])('%s reads or writes the rows of %j', (statement, tables) => {
  expect(effortOf('0001-x.sql', `${statement};`, size).tables.map(({ table: name }) => name)).toEqual(tables)
})

it('takes time and disk by the size of the tables', () => {
  const efforts = [effortOf('1', 'update monitors set a = 1;', size), effortOf('2', 'create table b ();', size)]
  expect(secondsOf(efforts)).toBe(20)
  expect(diskBytesOf(efforts, size)).toBe(256 * 1024 * 1024 + 400e6)
  expect(diskBytesOf([], size)).toBe(0)
})

it('measures a real database, and reads all migrations there are', async () => {
  const store = await newStore()
  await store.run(sql`analyze`)
  const measured = await databaseSize(store)
  expect(measured.bytes).toBeGreaterThan(1e6)
  // Partitions count for their table.
  expect([...measured.tables.keys()].filter((name) => /\d{4}/.test(name))).toEqual([])
  const folder = new URL('../migrations/', import.meta.url)
  const efforts = readdirSync(folder).map((name) =>
    effortOf(name, readFileSync(new URL(name, folder), 'utf8'), measured),
  )
  expect(efforts.find(({ name }) => name.includes('dark-logos'))?.tables).toEqual([
    expect.objectContaining({ table: 'status_page_logos' }),
  ])
})
