import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { hasPgBouncer, startPgBouncer } from '../../../test/kit/debian/pgbouncer.ts'
import { newDatabase, newStore, storeOn, urlOf } from '../../../test/kit/lapwing/database.ts'
import { type Proxy, proxyTo } from '../../../test/kit/lapwing/proxy.ts'
import { quiet } from '../../../test/kit/log.ts'
import { systemClock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type DatabaseConnection, type Store, openStore } from './database.ts'
import { sql } from './sql.ts'

const one = sql`select 1 as n`
const lost = { code: 'ETIMEDOUT', message: 'the database does not respond' }
/** More than the watch needs to be sure, and less than any limit of a statement or a connection. */
const untilSilent = 9

function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    vi.advanceTimersByTime(1000)
    for (let turn = 0; turn < 5; turn++) await setImmediate()
  }
}

/** Time passes slowly meanwhile, because the pool grows with it. */
async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) {
    vi.advanceTimersByTime(1)
    await pause(5)
  }
}

function logged(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = []
  const keep = (message: string): void => void lines.push(message)
  return { lines, log: { ...quiet, info: keep, warn: keep } }
}

/** Handled at once, because it fails while the test waits for something else. */
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

async function throughProxy(connections = 4) {
  const database = await newDatabase()
  const proxy = await proxyTo(database)
  const { log, lines } = logged()
  const store = await opened(proxy.connection, { log, connections })
  onTestFinished(() => proxy.thaw())
  return { database, proxy, store, lines }
}

async function opened(connection: DatabaseConnection, options: Parameters<typeof openStore>[1]): Promise<Store> {
  stopTime()
  const store = openStore(connection, options)
  onTestFinished(() => store.close())
  await store.row(one)
  return store
}

/** Statements that wait for a lock until it is released. */
async function longStatements(store: Store, database: DatabaseConnection, count = 1) {
  const other = new pg.Client(database)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('create table notes (text text)')
  await other.query('begin; lock table notes')
  const running = Promise.all(Array.from({ length: count }, () => store.row(sql`select count(*) as n from notes`)))
  const blocked = `select from pg_locks where relation = 'notes'::regclass and not granted`
  await until(async () => (await other.query(blocked)).rowCount === count)
  return { running, release: () => other.query('commit') }
}

/** Passes time until the watch has opened a connection, and until it is closed again. */
async function untilProbed(proxy: Proxy): Promise<void> {
  const { open, ever } = proxy.count()
  while (proxy.count().ever === ever) await pass(1)
  await until(() => proxy.count().open <= open)
}

describe('a silent database', () => {
  it('fails what waits for it, and everything else at once, until it responds again', async () => {
    const { proxy, store, lines } = await throughProxy(2)
    const begun = Promise.withResolvers<void>()
    const frozen = Promise.withResolvers<void>()
    const idle = store.transaction(async (tx) => {
      await tx.row(one)
      begun.resolve()
      await frozen.promise
      await tx.row(one)
    })
    await begun.promise
    proxy.freeze()
    const waiting = Array.from({ length: 5 }, () => store.row(one))
    waiting.push(
      store.transaction((tx) => tx.row(one)),
      idle,
    )
    const settled = Promise.allSettled(waiting)
    await pass(untilSilent)
    frozen.resolve()
    for (const result of await settled) expect(result).toMatchObject({ reason: { code: 'ETIMEDOUT' } })
    await expect(store.row(one)).rejects.toMatchObject(lost)
    await expect(store.transaction((tx) => tx.row(one))).rejects.toMatchObject(lost)
    expect(lines).toEqual(['the database does not respond; statements fail until it does'])
    proxy.thaw()
    await pass(1)
    await until(() => lines.length > 1)
    expect(lines.slice(1)).toEqual(['the database responds again'])
    expect(await store.transaction((tx) => tx.row(one))).toEqual({ n: 1 })
  })

  it('has as long to accept a connection as the URL says', async () => {
    const proxy = await proxyTo(await newDatabase())
    const connectionString = urlOf(proxy.connection).replace(/connect_timeout=\d+/, 'connect_timeout=3')
    const store = storeOn({ connectionString })
    stopTime()
    proxy.freeze()
    let failure: unknown
    const waiting = store.row(one).catch((error: unknown) => (failure = error))
    await pass(2)
    expect(failure).toBeUndefined()
    await pass(1)
    await waiting
    expect(failure).toMatchObject({ message: expect.stringContaining('timeout') })
  })

  it('is noticed while the first connection is opened', async () => {
    const proxy = await proxyTo(await newDatabase())
    const store = storeOn(proxy.connection)
    stopTime()
    proxy.freeze()
    const waiting = failureOf(store.row(one))
    await pass(untilSilent)
    expect(await waiting).toMatchObject(lost)
    proxy.thaw()
    await pass(1)
    await until(() =>
      store.row(one).then(
        () => true,
        () => false,
      ),
    )
  })

  it('fails the copy of a table, and makes subscribers read everything again', async () => {
    const { proxy, store, lines } = await throughProxy()
    let missed = 0
    const listener = store.listen({ clock: systemClock, log: quiet, hear: () => {}, missed: () => void (missed += 1) })
    await until(() => missed === 1)
    const session = await store.openSession()
    proxy.freeze()
    const copying = failureOf(session.query('select 1'))
    const waiting = failureOf(store.row(one))
    await pass(untilSilent)
    expect(await copying).toMatchObject(lost)
    expect(await waiting).toMatchObject(lost)
    proxy.thaw()
    await pass(1)
    await until(() => missed === 2 && lines.length === 2)
    await listener.stop()
  })
})

describe('a database that responds', () => {
  it('may need long for a statement', async () => {
    const { database, proxy, store, lines } = await throughProxy()
    const statements = await longStatements(store, database)
    for (let times = 0; times < 5; times++) await untilProbed(proxy)
    await statements.release()
    await statements.running
    expect(lines).toEqual([])
  })

  it('may refuse new connections', async () => {
    const { database, proxy, store, lines } = await throughProxy()
    const statements = await longStatements(store, database)
    const admin = await newStore()
    const name = database.database!
    await admin.script(`alter database ${name} allow_connections false`)
    for (let times = 0; times < 5; times++) await untilProbed(proxy)
    await admin.script(`alter database ${name} allow_connections true`)
    await statements.release()
    await statements.running
    expect(lines).toEqual([])
  })

  it('may be too busy for new connections while it responds to open ones', async () => {
    const { database, proxy, store, lines } = await throughProxy()
    await store.transaction(async (tx) => {
      const statements = await longStatements(store, database)
      proxy.hold()
      for (let second = 0; second < 2 * untilSilent; second++) {
        await tx.row(one)
        await pass(1)
      }
      proxy.thaw()
      await statements.release()
      await statements.running
    })
    expect(lines).toEqual([])
  })
})

it('one connection may be lost without a sign: its statement fails, and the next one does not', async () => {
  const { proxy, store, lines } = await throughProxy(1)
  proxy.swallow()
  const { open } = proxy.count()
  let failure: unknown
  void store.row(one).catch((error: unknown) => (failure = error))
  while (!failure) {
    await pass(1)
    // The watch is probing.
    await until(() => proxy.count().open <= open)
  }
  expect(failure).toMatchObject({ code: 'ETIMEDOUT', message: 'the database did not answer' })
  expect(await store.row(one)).toEqual({ n: 1 })
  expect(lines).toEqual([])
})

describe.skipIf(!hasPgBouncer)('behind PgBouncer (needs pgbouncer)', () => {
  async function pooled(listens: 'directly' | 'through the pooler') {
    const database = await newDatabase()
    const proxy = await proxyTo(database)
    const pgBouncer = await startPgBouncer(proxy.connection, { pool_mode: 'transaction', default_pool_size: 2 })
    onTestFinished(() => pgBouncer.stop())
    const { log, lines } = logged()
    const direct = listens === 'directly' && { listenConnection: proxy.connection }
    const store = await opened(pgBouncer.connection, { log, connections: 4, ...direct })
    onTestFinished(() => proxy.thaw())
    lines.length = 0
    return { database, proxy, store, lines }
  }

  it('statements may run for long in all its connections, if PostgreSQL itself responds', async () => {
    const { database, proxy, store, lines } = await pooled('directly')
    const statements = await longStatements(store, database, 2)
    for (let times = 0; times < 3; times++) {
      await untilProbed(proxy)
      await pass(5)
    }
    await statements.release()
    await statements.running
    expect(lines).toEqual([])
  })

  it.each(['directly', 'through the pooler'] as const)('PostgreSQL may be silent: it listens %s', async (listens) => {
    const { proxy, store, lines } = await pooled(listens)
    proxy.freeze()
    const waiting = failureOf(store.row(one))
    await pass(untilSilent)
    expect(await waiting).toMatchObject(lost)
    proxy.thaw()
    await pass(1)
    await until(() => lines.length === 2)
    expect(await store.row(one)).toEqual({ n: 1 })
  })
})
