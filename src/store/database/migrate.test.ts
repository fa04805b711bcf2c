import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emptyDatabase, newStore, storeOn } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { type Database, StoreUnavailable } from './database.ts'
import { isMigrated, lastRelease, migrate, schemaState } from './migrate.ts'
import { sql } from './sql.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-02T12:00:00Z')
const files = readdirSync(new URL('../migrations/', import.meta.url)).sort()
const applied = (db: Database) =>
  db.rows<{ number: number; name: string; applied_at: Date }>(sql`select * from migrations order by number`)

describe('migrations', () => {
  it('are numbered without a gap', () => {
    expect(files.map((name) => name.slice(0, 5))).toEqual(
      files.map((_, index) => `${String(index + 1).padStart(4, '0')}-`),
    )
  })

  it('bring an empty database up to date, in order, and once: a second run changes and logs nothing', async () => {
    const store = storeOn(await emptyDatabase())
    const said: string[] = []
    const log = { ...quiet, info: (message: string) => said.push(message) }
    await migrate(store, { log, now })
    const all = files.map((name, index) => ({
      number: index + 1,
      name,
      applied_at: now,
      serves_from: lastRelease.migration,
    }))
    expect(await applied(store)).toEqual(all)
    expect(await isMigrated(store)).toBe(true)
    await migrate(store, { log, now: later })
    expect(await applied(store)).toEqual(all)
    expect(said).toEqual(['creating the tables'])
  })

  it('are applied once when replicas start together', async () => {
    const connection = await emptyDatabase()
    const replicas = Array.from({ length: 5 }, () => storeOn(connection, 1))
    await Promise.all(replicas.map((store) => migrate(store, { log: quiet, now })))
    expect(await applied(replicas[0]!)).toHaveLength(files.length)
  })

  it('are tried again after deadlocks with processes at work', async () => {
    const store = storeOn(await emptyDatabase())
    await migrate(store, { log: quiet, now, upTo: 60 })
    let deadlocks = 0
    const busy: Database = {
      ...store,
      transaction: (work) =>
        store.transaction(async (tx) => {
          const result = await work(tx)
          deadlocks += 1
          if (deadlocks % 4 > 0) return result
          throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
        }),
    }
    await migrate(busy, { log: quiet, now: later })
    expect(deadlocks).toBeGreaterThan(files.length - 60)
    expect((await applied(store)).map(({ name }) => name)).toEqual(files)
  })

  it('that are missing make the database not ready', async () => {
    const store = await newStore()
    await store.run(sql`delete from migrations where number = ${files.length}`)
    expect(await isMigrated(store)).toBe(false)
  })

  it('of a newer Lapwing are refused, and nothing changes', async () => {
    const store = await newStore()
    await store.run(sql`insert into migrations values (9999, '9999-future.sql', ${now})`)
    const refusal = migrate(store, { log: quiet, now: later })
    await expect(refusal).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(refusal).rejects.toThrow(/newer Lapwing \(9999-future\.sql\); start that version, or restore a backup/)
    expect(await applied(store)).toHaveLength(files.length + 1)
  })

  it('of the next release are accepted, because they keep what this one needs', async () => {
    const store = await newStore()
    await store.run(sql`insert into migrations values (9998, '9998-next.sql', ${now}, ${files.length})`)
    await migrate(store, { log: quiet, now: later })
    expect(await isMigrated(store)).toBe(true)
    expect(await schemaState(store)).toMatchObject({ number: 9998, pending: 0, isNewer: false })
    await store.run(sql`insert into migrations values (9999, '9999-after-that.sql', ${now}, 9998)`)
    await expect(migrate(store, { log: quiet, now: later })).rejects.toThrow(/newer Lapwing \(9999-after-that\.sql\)/)
    expect(await schemaState(store)).toMatchObject({ isNewer: true })
  })

  it('say whom their schema serves, also in a database that older releases made', async () => {
    const store = storeOn(await emptyDatabase())
    await migrate(store, { log: quiet, now, upTo: files.length - 1 })
    await store.run(sql`alter table migrations drop column serves_from`)
    expect(await schemaState(store)).toMatchObject({ number: files.length - 1, pending: 1, isNewer: false })
    await migrate(store, { log: quiet, now: later })
    expect((await applied(store)).at(-1)).toMatchObject({ number: files.length, serves_from: lastRelease.migration })
  })

  it('wait for enough free disk space, and say how much', async () => {
    const store = storeOn(await emptyDatabase())
    await migrate(store, { log: quiet, now, upTo: files.length - 1 })
    const full = migrate(store, { log: quiet, now, freeBytes: async () => 5_000_000 })
    await expect(full).rejects.toThrow(/may need \d+ MB of disk space, and 5 MB are free\. Nothing was changed/)
    expect(await applied(store)).toHaveLength(files.length - 1)
    await migrate(store, { log: quiet, now, freeBytes: async () => 5_000_000_000 })
    expect(await isMigrated(store)).toBe(true)
  })

  it('that fail leave the database unchanged', async () => {
    const store = storeOn(await emptyDatabase())
    await store.script('create table organizations (mine boolean)')
    await expect(migrate(store, { log: quiet, now })).rejects.toThrow(/already exists/)
    expect(
      await store.rows(sql`select table_name from information_schema.tables where table_schema = 'public'`),
    ).toEqual([{ table_name: 'organizations' }])
    await expect(isMigrated(store)).rejects.toThrow()
  })
})
