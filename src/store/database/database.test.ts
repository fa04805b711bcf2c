import { type AddressInfo, createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { emptyDatabase, newDatabase, newStore, storeOn } from '../../../test/kit/lapwing/database.ts'
import { proxyTo } from '../../../test/kit/lapwing/proxy.ts'
import { quiet } from '../../../test/kit/log.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { systemClock } from '../../domain/clock.ts'
import { type Database, StoreUnavailable, requireUsable, openStore } from './database.ts'
import { sql } from './sql.ts'

const count = async (db: Database): Promise<number> =>
  (await db.row<{ n: number }>(sql`select count(*) as n from notes`))!.n
const add = (db: Database, text: string): Promise<number> => db.run(sql`insert into notes values (${text})`)

async function withNotes(connections?: number) {
  const store = storeOn(await newDatabase(), connections)
  await store.script('create table notes (text text)')
  return store
}

describe('statements', () => {
  it('return rows, the only row, or the number of changed rows', async () => {
    const store = await withNotes()
    expect(await store.run(sql`insert into notes values ('a'), ('b')`)).toBe(2)
    expect(await store.rows(sql`select text from notes order by text`)).toEqual([{ text: 'a' }, { text: 'b' }])
    expect(await store.row(sql`select text from notes where text = ${'b'}`)).toEqual({ text: 'b' })
    expect(await store.row(sql`select text from notes where text = ${'c'}`)).toBeUndefined()
  })

  it('read counts as numbers and times to the millisecond', async () => {
    const store = await newStore()
    const now = new Date('2026-03-01T12:00:00.123Z')
    expect(await store.row(sql`select count(*) as n, ${now}::timestamptz as at from (values (1), (2)) as x`)).toEqual({
      n: 2,
      at: now,
    })
  })

  it('are retried after a deadlock', async () => {
    const store = await withNotes()
    await store.script(`
      create sequence attempts;
      create function unlucky() returns int language plpgsql as $$
      begin
        if nextval('attempts') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return 1;
      end $$`)
    expect(await store.row(sql`select unlucky() as n`)).toEqual({ n: 1 })
    expect(await store.row(sql`select last_value as n from attempts`)).toEqual({ n: 3 })
  })

  it('use UTC, whatever the server is set to', async () => {
    const store = await newStore()
    const settings = sql`
      select current_setting('TimeZone') as zone, current_setting('statement_timeout') as longest,
        current_setting('idle_in_transaction_session_timeout') as idle`
    expect(await store.row(settings)).toEqual({ zone: 'UTC', longest: '1min', idle: '10s' })
  })
})

describe('a transaction', () => {
  it('commits its changes and returns the result', async () => {
    const store = await withNotes()
    expect(await store.transaction(async (tx) => add(tx, 'a'))).toBe(1)
    expect(await count(store)).toBe(1)
  })

  it('rolls back if its work fails, and rethrows the error', async () => {
    const store = await withNotes()
    const failure = new Error('no')
    const work = store.transaction(async (tx) => {
      await add(tx, 'a')
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    expect(await count(store)).toBe(0)
  })

  it('rolls back if a statement fails', async () => {
    const store = await withNotes()
    const work = store.transaction(async (tx) => {
      await add(tx, 'a')
      await tx.run(sql`select 1 / 0`)
    })
    await expect(work).rejects.toThrow(/division by zero/)
    expect(await count(store)).toBe(0)
  })

  it('is invisible to others before it commits', async () => {
    const store = await withNotes()
    await store.transaction(async (tx) => {
      await add(tx, 'a')
      expect(await count(store)).toBe(0)
      expect(await count(tx)).toBe(1)
    })
  })

  it('inside a transaction is the same transaction', async () => {
    const store = await withNotes()
    const work = store.transaction(async (tx) => {
      await tx.transaction(async (inner) => add(inner, 'a'))
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await count(store)).toBe(0)
  })

  it('releases its connection, however it ended', async () => {
    const store = await withNotes(1)
    for (let round = 0; round < 5; round++) {
      await expect(store.transaction(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      await store.transaction((tx) => add(tx, 'a'))
    }
    expect(await count(store)).toBe(5)
  })

  it('runs afterCommit work once it commits, also when nested, and never if it rolls back', async () => {
    const store = await withNotes(2)
    const done: string[] = []
    await store.transaction(async (tx) => {
      await tx.transaction(async (nested) => nested.afterCommit(() => void done.push('nested')))
      tx.afterCommit(() => void done.push('outer'))
      expect(done).toEqual([])
    })
    expect(done).toEqual(['nested', 'outer'])
    const failed = store.transaction(async (tx) => {
      tx.afterCommit(() => void done.push('rolled back'))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    store.afterCommit(() => void done.push('at once'))
    expect(done).toEqual(['nested', 'outer', 'at once'])
  })

  it('is retried after a deadlock', async () => {
    const store = await withNotes(2)
    await store.run(sql`insert into notes values ('a'), ('b')`)
    const lock = (tx: Database, text: string): Promise<number> =>
      tx.run(sql`select from notes where text = ${text} for update`)
    const attempts = [0, 0]
    const committed: number[] = []
    const firstLocks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const crossing = (own: number, texts: [string, string]) =>
      store.transaction(async (tx) => {
        attempts[own]! += 1
        tx.afterCommit(() => void committed.push(own))
        await lock(tx, texts[0])
        firstLocks[own]!.resolve()
        await firstLocks[1 - own]!.promise
        await lock(tx, texts[1])
        await add(tx, `done ${own}`)
        return own
      })
    expect(await Promise.all([crossing(0, ['a', 'b']), crossing(1, ['b', 'a'])])).toEqual([0, 1])
    // The retried one may take its lock again before the other one wakes, which is another deadlock.
    expect(attempts[0]! + attempts[1]!).toBeGreaterThan(2)
    expect(committed.toSorted()).toEqual([0, 1])
    expect(await count(store)).toBe(4)
  })

  it('fails after repeated deadlocks, also when nested', async () => {
    const store = await withNotes(2)
    let attempts = 0
    const doomed = (): Promise<void> =>
      store.transaction(async (tx) => {
        attempts += 1
        await tx.script(`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`)
      })
    await expect(doomed()).rejects.toThrow('deadlock detected')
    expect(attempts).toBe(5)
    await expect(store.transaction(doomed)).rejects.toThrow('deadlock detected')
    expect(attempts).toBe(10)
  })

  it('fails if its connection is lost between two statements, and the next one gets a new connection', async () => {
    const store = await withNotes(1)
    const admin = await newStore()
    const work = store.transaction(async (tx) => {
      await add(tx, 'a')
      const { pid } = (await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))!
      await admin.run(sql`select pg_terminate_backend(${pid}, 5000)`)
      await add(tx, 'b')
    })
    await expect(work).rejects.toThrow()
    expect(await count(store)).toBe(0)
    await store.transaction((tx) => add(tx, 'c'))
    expect(await count(store)).toBe(1)
  })
})

describe('requireUsable', () => {
  it('accepts a usable database', async () => {
    await expect(requireUsable(await newStore())).resolves.toBeUndefined()
  })

  it('explains why a database cannot be reached, without its password', async () => {
    const proxy = await proxyTo(await newDatabase())
    const store = storeOn(proxy.connection, 1)
    await proxy.cut()
    const failure = await requireUsable(store).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreUnavailable)
    expect((failure as Error).message).toMatch(/^The database cannot be reached: /)
    expect((failure as Error).message).not.toContain(proxy.connection.password)
    await proxy.mend()
    await expect(requireUsable(store)).resolves.toBeUndefined()
  })

  it('refuses a database of another encoding', async () => {
    await expect(requireUsable(storeOn(await emptyDatabase('LATIN1'), 1))).rejects.toThrow(
      'Lapwing needs a database with encoding UTF8; this one has LATIN1.',
    )
  })
})

describe('a database that disconnects', () => {
  const message = (type: string, ...content: string[]): Buffer => {
    const body = Buffer.from(content.join(''), 'latin1')
    const head = Buffer.alloc(5, type)
    head.writeUInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const greeting = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])
  const farewell = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0')

  it('may do so while it accepts a connection, without ending the process', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(Buffer.concat([greeting, farewell, farewell])))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const store = openStore({ host: '127.0.0.1', port, user: 'u', database: 'd' }, { log: quiet, connections: 1 })
    await expect(store.row(sql`select 1`)).rejects.toThrow()
    await expect(store.transaction((tx) => tx.row(sql`select 1`))).rejects.toThrow()
    await store.close()
  })
})

describe('connections', () => {
  const idOfConnection = sql`select pg_backend_pid() as id`

  it('are shared by statements that do not have to wait for long', async () => {
    const store = await withNotes(5)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await store.row<{ id: number }>(idOfConnection))!.id),
    )
    expect(new Set(ids).size).toBe(1)
  })

  it('are opened up to the limit while statements wait', async () => {
    const store = await withNotes(3)
    const [release, ids] = [Promise.withResolvers<void>(), new Set<number>()]
    const hold = async (tx: Database): Promise<void> => {
      ids.add((await tx.row<{ id: number }>(idOfConnection))!.id)
      await release.promise
    }
    const holding = Array.from({ length: 4 }, () => store.transaction(hold))
    await waitUntil(() => ids.size === 3)
    release.resolve()
    await Promise.all(holding)
    expect(ids.size).toBe(3)
  })
})

it('listens on one connection for all subscribers', async () => {
  const store = storeOn(await newDatabase())
  const subscribe = (): { readonly received: number[]; readonly missed: () => number; stop(): Promise<void> } => {
    const received: number[] = []
    let missed = 0
    const hear = ({ checked }: { readonly checked: readonly number[] }): void => void received.push(...checked)
    const { stop } = store.listen({ clock: systemClock, log: quiet, hear, missed: () => void (missed += 1) })
    return { received, missed: () => missed, stop }
  }
  const first = subscribe()
  await waitUntil(() => first.missed() > 0)
  const second = subscribe()
  onTestFinished(() => second.stop())
  await waitUntil(() => second.missed() > 0)
  store.publish({ checked: [1] })
  await waitUntil(() => first.received.includes(1) && second.received.includes(1))
  const listening = sql`
    select count(*) from pg_stat_activity where datname = current_database() and query like 'listen %'`
  expect(await store.row(listening)).toEqual({ count: 1 })
  await first.stop()
  store.publish({ checked: [2] })
  await waitUntil(() => second.received.includes(2))
  expect(first.received).toEqual([1])
})
