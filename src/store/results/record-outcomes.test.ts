import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import type { Store } from '../database/database.ts'
import { figuresOf, listChecks } from './figures.ts'
import { lastFailureAt } from './sightings.ts'
import { type StoredOutcome, recordOutcomes } from './record-outcomes.ts'
import { deleteMonitors } from '../monitors/monitors.ts'
import { keepPartitions } from './partitions.ts'
import { sql } from '../database/sql.ts'
import { type Turn, claimTurns, expediteTurns, renewTurns } from '../checking/turns.ts'

const start = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)

function outcome(turn: Turn, at: Date, more: Partial<StoredOutcome> = {}): StoredOutcome {
  return {
    ...turn,
    at,
    durationMs: 12.5,
    statusCode: 200,
    success: true,
    infrastructure: false,
    error: null,
    metrics: null,
    evidence: null,
    suspicious: false,
    ...more,
  }
}

async function ready(
  strategy?: 'parallel' | 'random',
  locations = 2,
): Promise<{ store: Store; monitorNumber: number; locations: number[]; organizationId: string; id: string }> {
  const store = await newStore()
  await keepPartitions(store, { now: start, resultDays: 30, rollupDays: 400 })
  return { store, ...(await watchedMonitor(store, { strategy, locations, now: start })) }
}

it('gives a new monitor one turn that is due now', async () => {
  const { store, locations } = await ready()
  const turns = await claimTurns(store, { locations, limit: 10, now: start })
  expect(turns).toMatchObject([{ slot: 0, location: locations[0], dueAt: start }])
})

it('gives a parallel monitor a turn for each location', async () => {
  const { store, locations } = await ready('parallel')
  const turns = await claimTurns(store, { locations, limit: 10, now: start })
  expect(turns.map(({ slot, location }) => [slot, location]).sort()).toEqual([
    [0, locations[0]],
    [1, locations[1]],
  ])
})

it('hands out a turn once, until its lease expires', async () => {
  const { store, locations } = await ready()
  await claimTurns(store, { locations, limit: 10, now: start })
  expect(await claimTurns(store, { locations, limit: 10, now: later(24) })).toEqual([])
  expect(await claimTurns(store, { locations, limit: 10, now: later(26) })).toHaveLength(1)
})

it('moves a round-robin monitor to the next location, on a schedule that never drifts', async () => {
  const { store, locations } = await ready()
  const seen: [number, number][] = []
  let now = start
  for (let round = 0; round < 6; round++) {
    const [turn] = await claimTurns(store, { locations, limit: 10, now })
    seen.push([turn!.location, turn!.dueAt.getTime()])
    // Each check is reported slightly later than the one before.
    await recordOutcomes(
      store,
      [outcome(turn!, new Date(now.getTime() + round * 700))],
      new Date(now.getTime() + round * 700),
    )
    now = new Date(now.getTime() + 90_000)
    const due = (await store.row<{ due_at: Date }>(sql`select due_at from turns`))!.due_at
    now = due
  }
  expect(seen.map(([location]) => location)).toEqual([0, 1, 0, 1, 0, 1].map((n) => locations[n]))
  const gaps = seen.slice(3).map(([, due], index) => due - seen[index + 2]![1])
  expect(gaps).toEqual([60_000, 60_000, 60_000])
})

it('uses every location in turn while a random monitor fails, and any of them afterwards', async () => {
  const { store, locations, monitorNumber } = await ready('random', 3)
  let now = start
  const look = async (success: boolean): Promise<number> => {
    await expediteTurns(store, { monitorNumber, now })
    const [turn] = await claimTurns(store, { locations, limit: 10, now })
    await recordOutcomes(store, [outcome(turn!, now, { success, suspicious: !success })], now)
    now = new Date(now.getTime() + 60_000)
    return turn!.location
  }
  const look12 = async (success: boolean): Promise<number[]> => {
    const requested: number[] = []
    while (requested.length < 12) requested.push(await look(success))
    return requested
  }
  const inOrder = Array.from({ length: 12 }, (_, n) => locations[n % 3])

  await store.run(sql`update monitors set state = 'up'`)
  expect(await look12(false)).toEqual(inOrder)
  await store.run(sql`update monitors set state = 'degraded'`)
  expect(await look12(true)).toEqual(inOrder)
  await store.run(sql`update monitors set state = 'up', unsettled = true`)
  expect(await look12(true)).toEqual(inOrder)
  await store.run(sql`update monitors set state = 'up', unsettled = false`)
  expect(await look12(true)).not.toEqual(inOrder)
})

it('skips missed checks instead of catching up', async () => {
  const { store, locations } = await ready()
  const [turn] = await claimTurns(store, { locations, limit: 10, now: start })
  await recordOutcomes(store, [outcome(turn!, later(3600))], later(3600))
  const { due_at } = (await store.row<{ due_at: Date }>(sql`select due_at from turns`))!
  expect(due_at.getTime()).toBeGreaterThan(later(3600).getTime())
  expect(due_at.getTime()).toBeLessThanOrEqual(later(3660).getTime())
})

it('counts a turn that is reported twice once', async () => {
  const { store, locations, monitorNumber } = await ready()
  const [turn] = await claimTurns(store, { locations, limit: 10, now: start })
  expect(await recordOutcomes(store, [outcome(turn!, later(1), { suspicious: true })], later(1))).toEqual([0])
  expect(await recordOutcomes(store, [outcome(turn!, later(2), { suspicious: true })], later(2))).toEqual([])
  expect(await figuresOf(store, monitorNumber, { from: start, to: later(10) })).toMatchObject({
    checks: 1,
    failures: 0,
  })
})

it('drops outcomes of a monitor that was paused or deleted', async () => {
  const { store, locations, organizationId, id, monitorNumber } = await ready()
  const [turn] = await claimTurns(store, { locations, limit: 10, now: start })
  await store.run(sql`update monitors set state = 'paused'`)
  await renewTurns(store, { organizationId, monitorIds: [id], now: later(1) })
  expect(await recordOutcomes(store, [outcome(turn!, later(2), { suspicious: true })], later(2))).toEqual([])
  expect(await listChecks(store, monitorNumber, { since: start, limit: 10 })).toEqual([])
})

it('records an infrastructure error without counting it', async () => {
  const { store, locations, monitorNumber } = await ready()
  const [turn] = await claimTurns(store, { locations, limit: 10, now: start })
  await recordOutcomes(
    store,
    [outcome(turn!, later(1), { success: false, infrastructure: true, error: 'no browser' })],
    later(1),
  )
  expect(await listChecks(store, monitorNumber, { since: start, limit: 10 })).toMatchObject([
    { success: false, error: 'no browser' },
  ])
  expect(await figuresOf(store, monitorNumber, { from: start, to: later(10) })).toMatchObject({
    checks: 0,
    failures: 0,
  })
})

it('stores the evidence of the latest check and of every failure', async () => {
  const { store, locations } = await ready()
  const [turn] = await claimTurns(store, { locations, limit: 10, now: start })
  await recordOutcomes(store, [outcome(turn!, later(1), { success: false, evidence: '{"status":500}' })], later(1))
  const [next] = await claimTurns(store, { locations, limit: 10, now: later(120) })
  await recordOutcomes(store, [outcome(next!, later(120), { evidence: '{"status":200}' })], later(120))
  expect(await store.rows(sql`select evidence from latest_evidence`)).toEqual([{ evidence: '{"status":200}' }])
  expect(await store.rows(sql`select evidence from failure_evidence`)).toEqual([{ evidence: { status: 500 } }])
})

it('totals any window exactly, over hours and their edges', async () => {
  const { store, monitorNumber, locations } = await ready()
  const all: { at: Date; success: boolean }[] = []
  for (let n = 0; n < 60; n++) {
    const now = later(n * 400)
    await expediteTurns(store, { monitorNumber, now })
    const [turn] = await claimTurns(store, { locations, limit: 10, now })
    const success = n % 7 !== 0
    await recordOutcomes(store, [outcome(turn!, now, { success, durationMs: n + 1 })], now)
    all.push({ at: now, success })
  }
  for (const [from, to] of [
    [0, 24_000],
    [100, 3600],
    [1700, 9000],
    [3500, 3700],
    [7200, 7201],
    [5000, 23_999],
  ] as const) {
    const inside = all.filter(({ at }) => at >= later(from) && at < later(to))
    const figures = await figuresOf(store, monitorNumber, { from: later(from), to: later(to) })
    expect(figures).toMatchObject({ checks: inside.length, failures: inside.filter(({ success }) => !success).length })
  }
  expect(await lastFailureAt(store, monitorNumber)).toEqual(later(56 * 400))
})

it('stores no evidence of a deleted monitor', async () => {
  const { store, locations, organizationId, id } = await ready()
  const [turn] = await claimTurns(store, { locations, limit: 10, now: start })
  await recordOutcomes(store, [outcome(turn!, later(1), { success: false, evidence: '{"body":"private"}' })], later(1))
  await deleteMonitors(store, organizationId, [id])
  const left = sql`
    select (select count(*) from latest_evidence) as latest, (select count(*) from failure_evidence) as failures`
  expect(await store.row(left)).toEqual({ latest: 0, failures: 0 })
})

it('counts one of several outcomes of a turn, even together with one of an earlier turn', async () => {
  const { store, locations, monitorNumber } = await ready()
  const [first] = await claimTurns(store, { locations, limit: 10, now: start })
  await recordOutcomes(store, [outcome(first!, later(1))], later(1))
  const [second] = await claimTurns(store, { locations, limit: 10, now: later(120) })
  const suspicious = { suspicious: true }
  const batch = [
    outcome(first!, later(121), suspicious),
    outcome(second!, later(122), suspicious),
    outcome(second!, later(123), suspicious),
  ]
  expect(await recordOutcomes(store, batch, later(130))).toEqual([1])
  expect((await listChecks(store, monitorNumber, { since: start, limit: 10 })).map(({ at }) => at)).toEqual([
    later(122),
    later(1),
  ])
})
