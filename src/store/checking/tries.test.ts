import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { newId } from '../../domain/id.ts'
import { addConfigTry, dropConfigTries } from '../config/config-tries.ts'
import { readOnly } from '../database/server-facts.ts'
import { sql } from '../database/sql.ts'
import { addTry, claimTries, countWaitingOfDocuments, dropTries, longWaitMs, waitsForMs } from './tries.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (ms: number): Date => new Date(now.getTime() + ms)

it('takes documents in turns, after tries that someone waits for', async () => {
  const store = await newStore()
  const { organizationId, locations } = await watchedMonitor(store, { locations: 1, now })
  const ids = await store.rows<{ id: string }>(
    sql`select id from locations where number = any (${[...locations]}::smallint[])`,
  )
  const draft = { type: 'http', config: Buffer.alloc(0), deadlineSeconds: 300, needsBrowser: false, organizationId }
  const locationIds = ids.map(({ id }) => id)
  const addDocument = async (name: string, at: Date): Promise<void> => {
    const configTryId = newId(at)
    await addConfigTry(store, organizationId, { id: configTryId, monitors: [], createdAt: at })
    for (const position of [1, 2])
      await addTry(
        store,
        { ...draft, id: newId(at), target: `${name}${position}`, locationIds, configTryId, position },
        at,
      )
  }
  await addDocument('a', now)
  await addDocument('b', later(1))
  await addTry(store, { ...draft, id: newId(now), target: 'single', locationIds }, later(2))
  const take = async (limit: number, more: object = {}): Promise<string[]> =>
    (await claimTries(store, { locations: [...locations], limit, now: later(3), ...more })).map(({ target }) => target)

  expect(await take(1)).toEqual(['single'])
  expect(await take(9, { ofDocuments: false })).toEqual([])
  expect((await take(2)).toSorted()).toEqual(['a1', 'b1'])
  expect(await countWaitingOfDocuments(store, { organizationId, now: later(waitsForMs + 10) })).toBe(2)
  expect(await countWaitingOfDocuments(store, { organizationId, now: later(longWaitMs + 10) })).toBe(0)
  await dropTries(store, { drafts: later(10), diagnostics: now })
  expect(await take(9)).toHaveLength(2)
  await dropConfigTries(store, later(10))
  expect(await store.rows(sql`select from tries`)).toEqual([])
})

it('cannot be claimed in a read-only transaction', async () => {
  const store = await newStore()
  await expect(readOnly(store, (db) => claimTries(db, { locations: [1], limit: 1, now }))).rejects.toThrow('read-only')
})
