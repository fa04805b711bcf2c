import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newDatabase, newStore, sharedStore, storeOn } from '../../../test/kit/lapwing/database.ts'
import { newId } from '../../domain/id.ts'
import { emptyMinute, take } from '../../domain/limits/rate-window.ts'
import { dropIdleWindows, takeFromWindow } from './rate-windows.ts'
import { sql } from '../database/sql.ts'

const start = new Date('2026-03-01T12:00:00Z')
const after = (ms: number): Date => new Date(start.getTime() + ms)
const shared = sharedStore()
const newCredential = (): string => newId(start)

describe('the window of a credential', () => {
  it('allows the budget and returns when more becomes available', async () => {
    const db = shared()
    const credentialId = newCredential()
    const ask = (ms: number) => takeFromWindow(db, { credentialId, budget: 2, now: after(ms) })
    expect(await ask(0)).toEqual({ taken: true, used: 1, freesIn: 60 })
    expect(await ask(20_000)).toEqual({ taken: true, used: 2, freesIn: 40 })
    expect(await ask(45_000)).toEqual({ taken: false, used: 2, freesIn: 15 })
    expect(await ask(60_000)).toEqual({ taken: true, used: 2, freesIn: 20 })
  })

  it('is separate from others', async () => {
    const db = shared()
    const [one, other] = [newCredential(), newCredential()]
    await takeFromWindow(db, { credentialId: one, budget: 1, now: start })
    expect(await takeFromWindow(db, { credentialId: one, budget: 1, now: start })).toMatchObject({ taken: false })
    expect(await takeFromWindow(db, { credentialId: other, budget: 1, now: start })).toMatchObject({ taken: true })
  })

  it('behaves like the one in memory, for any sequence of times and budgets', async () => {
    const db = shared()
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 4000 }) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 130_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: -90_000, max: 0 }) },
    )
    const asks = fc.array(fc.record({ step, budget: fc.integer({ min: 1, max: 6 }) }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(asks, async (sequence) => {
        const credentialId = newCredential()
        const minute = emptyMinute()
        let now = start.getTime()
        for (const { step, budget } of sequence) {
          now += step
          const reading = await takeFromWindow(db, { credentialId, budget, now: new Date(now) })
          expect(reading).toEqual(take(minute, { budget, now: new Date(now) }))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is never exceeded by concurrent requests on different connections', async () => {
    const connection = await newDatabase()
    const stores = [storeOn(connection), storeOn(connection)]
    const credentialId = newCredential()
    const requested = Array.from({ length: 30 }, (_, index) =>
      takeFromWindow(stores[index % 2]!, { credentialId, budget: 7, now: start }),
    )
    const readings = await Promise.all(requested)
    expect(readings.filter(({ taken }) => taken)).toHaveLength(7)
    expect(
      readings
        .filter(({ taken }) => taken)
        .map(({ used }) => used)
        .toSorted(),
    ).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('supports the largest budget of any plan', async () => {
    const db = shared()
    expect(
      await takeFromWindow(db, { credentialId: newCredential(), budget: 2_147_483_647, now: start }),
    ).toMatchObject({ taken: true, used: 1 })
  })

  it('is deleted once it is empty', async () => {
    const db = await newStore()
    await takeFromWindow(db, { credentialId: newCredential(), budget: 5, now: start })
    await takeFromWindow(db, { credentialId: newCredential(), budget: 5, now: after(30_000) })
    expect(await dropIdleWindows(db, start)).toBe(0)
    expect(await dropIdleWindows(db, after(10_000))).toBe(1)
    expect(await db.rows(sql`select from rate_windows`)).toHaveLength(1)
  })

  it('survives a request that arrives while it is being deleted', async () => {
    const connection = await newDatabase()
    const [requested, keptTidy] = [storeOn(connection), storeOn(connection)]
    const credentialId = newCredential()
    let isOver = false
    const dropping = (async (): Promise<void> => {
      while (!isOver) await dropIdleWindows(keptTidy, after(1e9))
    })()
    const comeBack = async (): Promise<void> => {
      for (let count = 0; count < 250; count++)
        expect(await takeFromWindow(requested, { credentialId, budget: 5000, now: start })).toMatchObject({
          taken: true,
        })
    }
    try {
      await Promise.all([comeBack(), comeBack(), comeBack(), comeBack()])
    } finally {
      isOver = true
      await dropping
    }
  })
})
