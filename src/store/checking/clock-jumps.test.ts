import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { sql } from '../database/sql.ts'
import { pullBackTurns, spreadOverdueTurns } from './clock-jumps.ts'
import { claimTurns } from './turns.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)

async function watched() {
  const store = await newStore()
  const { locations } = await watchedMonitor(store, { locations: 1, now })
  const turn = async () =>
    (await store.row<{ dueAt: Date; leasedUntil: Date }>(
      sql`select due_at as "dueAt", leased_until as "leasedUntil" from turns`,
    ))!
  const claim = (at: Date) => claimTurns(store, { locations, limit: 10, now: at })
  return { store, turn, claim }
}

it('moves a turn that is due too late into the next interval', async () => {
  const { store, turn } = await watched()
  await store.run(sql`update turns set due_at = ${later(600)}`)
  expect(await pullBackTurns(store, now)).toBe(1)
  const { dueAt } = await turn()
  expect(dueAt.getTime()).toBeGreaterThan(now.getTime())
  expect(dueAt.getTime()).toBeLessThanOrEqual(later(60).getTime())
})

it('keeps valid due times', async () => {
  const { store, claim } = await watched()
  expect(await pullBackTurns(store, now)).toBe(0)
  await claim(now)
  expect(await pullBackTurns(store, now)).toBe(0)
  await store.run(sql`update turns set leased_until = '-infinity', due_at = ${later(60)}`)
  expect(await pullBackTurns(store, now)).toBe(0)
})

it('shortens a lease from before the clock was set back, and keeps its due time', async () => {
  const { store, turn, claim } = await watched()
  await store.run(sql`update turns set due_at = ${later(600)}`)
  await claim(later(600))
  await pullBackTurns(store, now)
  expect(await turn()).toEqual({ dueAt: later(600), leasedUntil: later(25) })
})

it('spreads overdue turns over the next minute', async () => {
  const { store, turn } = await watched()
  expect(await spreadOverdueTurns(store, later(7200))).toBe(1)
  const { dueAt } = await turn()
  expect(dueAt.getTime()).toBeGreaterThanOrEqual(later(7200).getTime())
  expect(dueAt.getTime()).toBeLessThan(later(7260).getTime())
  expect(await spreadOverdueTurns(store, dueAt)).toBe(0)
})
