import { describe, expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { hasPgBouncer, managesStatements, startPgBouncer } from '../../../test/kit/debian/pgbouncer.ts'
import { emptyDatabase } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { Log } from '../../domain/log.ts'
import { type Database, type DatabaseConnection, type Store, openStore } from './database.ts'
import { sql } from './sql.ts'

const modes = [
  { pool_mode: 'transaction', max_prepared_statements: 0 },
  { pool_mode: 'transaction', max_prepared_statements: 100 },
  { pool_mode: 'session', max_prepared_statements: 0 },
].filter(({ max_prepared_statements }) => managesStatements || max_prepared_statements === 0)

async function pooled({ max_prepared_statements: statements, ...mode }: (typeof modes)[number]) {
  const database = await emptyDatabase()
  const pgBouncer = await startPgBouncer(database, {
    ...mode,
    // In session mode every client has its own server; in transaction mode there must be fewer.
    default_pool_size: mode.pool_mode === 'session' ? 20 : 4,
    ...(managesStatements && { max_prepared_statements: statements }),
  })
  onTestFinished(() => pgBouncer.stop())
  return { database, pgBouncer }
}

interface Logged {
  readonly log: Log
  readonly lines: string[]
}

function logged(): Logged {
  const lines: string[] = []
  const keep = (message: string): void => void lines.push(message)
  return { lines, log: { ...quiet, info: keep, warn: keep } }
}

function open(
  connection: DatabaseConnection,
  options: { log?: Log; listenConnection?: DatabaseConnection } = {},
): Store {
  const store = openStore(connection, { connections: 6, log: quiet, ...options })
  onTestFinished(() => store.close())
  return store
}

const settingsOf = (db: Database) =>
  db.row(sql`
    select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`)

describe.skipIf(!hasPgBouncer)('behind PgBouncer (needs pgbouncer)', () => {
  it.each(modes)('statements and transactions work side by side: %o', async (mode) => {
    const { pgBouncer } = await pooled(mode)
    const [one, other] = [open(pgBouncer.connection), open(pgBouncer.connection)]
    await one.script('create table notes (id int primary key, text text)')
    // Different texts in the same order would get the same names in another process.
    const work = async (store: Store, n: number): Promise<void> => {
      await store.transaction(async (tx) => {
        await tx.run(sql`insert into notes values (${n}, ${'a'})`)
        expect(await settingsOf(tx)).toEqual({ zone: 'UTC', statement: '1min', idle: '10s' })
      })
      expect(await store.row(sql`select text from notes where id = ${n}`)).toEqual({ text: 'a' })
      await store.run(sql`update notes set text = ${'b'} where id = ${n}`)
    }
    await Promise.all(Array.from({ length: 60 }, (_, n) => work(n % 2 === 0 ? one : other, n)))
    expect(await one.row(sql`select count(*) as n from notes where text = 'b'`)).toEqual({ n: 60 })
  })

  it('keeps the settings of shared sessions, except for the time zone of its own clients', async () => {
    const { database, pgBouncer } = await pooled(modes[0]!)
    await open(database).script(`alter database ${database.database} set timezone = 'Asia/Kathmandu'`)
    const store = open(pgBouncer.connection)
    await store.transaction((tx) => settingsOf(tx))
    const rows = await Promise.all(Array.from({ length: 12 }, () => settingsOf(store)))
    for (const row of rows) expect(row).toEqual({ zone: 'UTC', statement: '0', idle: '0' })
  })

  it('warns if the pooler does not support prepared statements, and only then', async () => {
    for (const mode of modes) {
      const { pgBouncer } = await pooled(mode)
      const { log, lines } = logged()
      await open(pgBouncer.connection, { log }).row(sql`select 1`)
      const cannot = mode.pool_mode === 'transaction' && mode.max_prepared_statements === 0
      expect(lines).toEqual([
        expect.stringContaining(cannot ? 'does not support prepared statements' : 'is behind a connection pooler'),
      ])
    }
    const { log, lines } = logged()
    await open(await emptyDatabase(), { log }).row(sql`select 1`)
    expect(lines).toEqual([])
  })
})

describe.skipIf(!hasPgBouncer)('notifications behind PgBouncer (need pgbouncer)', () => {
  async function listening(store: Store, log: Log) {
    const clock = fakeClock()
    const received: number[] = []
    let missed = 0
    const listener = store.listen({
      clock,
      log,
      hear: ({ checked }) => void received.push(...checked),
      missed: () => void (missed += 1),
    })
    onTestFinished(() => listener.stop())
    await waitUntil(() => missed > 0)
    return { clock, received, missed: () => missed }
  }

  it('do not arrive in transaction mode, so it polls every ten seconds and warns', async () => {
    const { pgBouncer } = await pooled(modes[0]!)
    const { log, lines } = logged()
    const { clock, missed } = await listening(open(pgBouncer.connection), log)
    await waitUntil(() => {
      clock.advance(1000)
      return lines.length > 0
    })
    expect(lines).toEqual([expect.stringContaining('set LAPWING_DATABASE_LISTEN_URL')])
    const before = missed()
    await waitUntil(() => {
      clock.advance(1000)
      return missed() > before + 1
    })
  })

  it.each([
    ['a direct connection for them', 'transaction'],
    ['sessions of their own', 'session'],
  ])('arrive with %s', async (_, pool_mode) => {
    const { database, pgBouncer } = await pooled({ pool_mode, max_prepared_statements: 0 })
    const { log, lines } = logged()
    const isDirect = pool_mode === 'transaction'
    const store = open(pgBouncer.connection, isDirect ? { listenConnection: database } : {})
    const { clock, received } = await listening(store, log)
    store.publish({ checked: [7] })
    await waitUntil(() => received.includes(7))
    // The probe was received before this on the same connection, or is received soon.
    store.publish({ checked: [8] })
    await waitUntil(() => received.includes(8))
    clock.advance(60_000)
    store.publish({ checked: [9] })
    await waitUntil(() => received.includes(9))
    expect(lines).toEqual([])
  })

  it('of another database are ignored', async () => {
    const [database, another] = [await emptyDatabase(), await emptyDatabase()]
    const { log, lines } = logged()
    const { clock } = await listening(open(database, { listenConnection: another }), log)
    await waitUntil(() => {
      clock.advance(1000)
      return lines.length > 0
    })
    expect(lines).toEqual([expect.stringContaining('Notifications of the database do not arrive')])
  })
})
