import { describe, expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { availabilityRule } from '../../../test/kit/resources/availability-rule.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { listChecks } from '../../store/results/figures.ts'
import { keepPartitions } from '../../store/results/partitions.ts'
import { type Turn, claimTurns } from '../../store/checking/turns.ts'
import type { OutcomeReport } from '../../domain/alerting/report.ts'
import { lockMonitor } from '../../store/monitors/monitors.ts'
import { addRules } from '../../store/monitors/alert-rules.ts'
import { sql } from '../../store/database/sql.ts'
import { startOutcomeQueue } from './outcome-queue.ts'

const outcome = {
  success: true,
  durationMs: 5,
  statusCode: 200,
  error: null,
  cause: null,
  metrics: { 'http.ssl_expiry_days': 30 },
  evidence: null,
}

const availability = { ...availabilityRule, systemName: 'Availability Check' }

async function watched() {
  const clock = fakeClock()
  const store = await newStore()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  const monitor = await watchedMonitor(store, { strategy: 'parallel', locations: 2, now: clock.now() })
  const turns = await claimTurns(store, { locations: monitor.locations, limit: 10, now: clock.now() })
  let batches = 0
  const transaction: typeof store.transaction = (work, limits) => {
    batches += 1
    return store.transaction(work, limits)
  }
  const queue = startOutcomeQueue({ store: { ...store, transaction }, clock, log: quiet })
  const report = (turn: Turn, more: Partial<OutcomeReport['outcome']> = {}): void =>
    queue.report({
      turn,
      at: clock.now(),
      outcome: { ...outcome, ...more },
      maxWaitMs: 3000,
      rules: [{ metricKey: 'http.status_code', operator: 'not_in_groups', value: '["2xx"]', severity: 'critical' }],
    })
  onTestFinished(() => queue.stop())
  return {
    clock,
    store,
    monitor,
    turns,
    queue,
    report,
    batches: () => batches,
    checks: () => listChecks(store, monitor.monitorNumber, { since: new Date(0), limit: 10 }),
  }
}

it('settles what was reported when it stops', async () => {
  const { queue, turns, report, checks } = await watched()
  for (const turn of turns) report(turn)
  await queue.stop()
  expect(await checks()).toMatchObject([{ success: true }, { success: true }])
})

it('is full while thousands of outcomes wait', async () => {
  const { queue, turns, report } = await watched()
  for (let count = 0; count < 4999; count++) report(turns[0]!)
  expect(queue.isFull).toBe(false)
  report(turns[0]!)
  expect(queue.isFull).toBe(true)
  await queue.stop()
  expect(queue.isFull).toBe(false)
})

it('counts one report of a turn when the same batch holds two', async () => {
  const { queue, turns, report, checks } = await watched()
  report(turns[0]!)
  report(turns[0]!)
  await queue.stop()
  expect(await checks()).toHaveLength(1)
})

it('does not call an answer a success that a critical rule on the status objects to', async () => {
  const { queue, turns, report, checks } = await watched()
  report(turns[0]!, { statusCode: 404 })
  await queue.stop()
  expect(await checks()).toMatchObject([{ success: false, error: 'answered with status 404', status_code: 404 }])
})

it('lets a success that changes nothing wait for half a second, and nothing else', async () => {
  const { clock, turns, report, checks, batches } = await watched()
  report(turns[0]!)
  clock.advance(50)
  await waitUntil(async () => (await checks()).length === 1)
  report(turns[1]!)
  clock.advance(499)
  expect(await checks()).toHaveLength(1)
  expect(batches()).toBe(1)
  clock.advance(1)
  await waitUntil(async () => (await checks()).length === 2)
  report(turns[1]!)
  report(turns[0]!, { success: false, error: 'refused' })
  clock.advance(50)
  await waitUntil(() => batches() === 3)
})

it.each([
  ['a number that its column cannot hold', { statusCode: 99_999 }],
  ['evidence that is not JSON', { evidence: '{', success: false }],
])('drops an outcome with %s, and only that one', async (_, poison) => {
  const { queue, turns, report, checks } = await watched()
  report(turns[0]!, poison)
  report(turns[1]!)
  await queue.stop()
  expect(await checks()).toMatchObject([{ success: true, status_code: 200 }])
})

it('stores what a target says even if PostgreSQL cannot', async () => {
  const { store, queue, turns, report, checks } = await watched()
  const metrics = { 'custom.a\0b': 1, 'custom.\ud800': 2 }
  const evidence = JSON.stringify({ body: 'text' })
  report(turns[0]!, { success: false, error: 'NUL \0 and half a pair \ud83d', metrics, evidence })
  report(turns[1]!)
  await queue.stop()
  expect((await checks()).map(({ error }) => error)).toContain('NUL \ufffd and half a pair \ufffd')
  expect(await store.rows(sql`select from results`)).toHaveLength(2)
})

it('goes on without monitors that somebody else holds, and comes back for them', async () => {
  const { clock, store, monitor, turns, report, checks } = await watched()
  const other = await watchedMonitor(store, { locations: 1, now: clock.now() })
  const [otherTurn] = await claimTurns(store, { locations: other.locations, limit: 1, now: clock.now() })
  const otherChecks = () => listChecks(store, other.monitorNumber, { since: new Date(0), limit: 10 })
  const passing = async (checked: () => Promise<unknown[]>): Promise<boolean> => {
    clock.advance(1000)
    return (await checked()).length > 0
  }
  await store.transaction(async (tx) => {
    await lockMonitor(tx, monitor.organizationId, monitor.id)
    report(turns[0]!, { success: false, error: 'refused' })
    report(otherTurn!)
    await waitUntil(() => passing(otherChecks))
    expect(await checks()).toEqual([])
  })
  await waitUntil(() => passing(checks))
  expect(await checks()).toMatchObject([{ success: false, error: 'refused' }])
})

describe('rows of other tables that another session locks', () => {
  /** Monitors that fail, each with an open incident and a rule state. */
  async function failing(count: number) {
    const clock = fakeClock()
    const store = await newStore()
    await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
    const monitors = []
    for (let n = 0; n < count; n++) {
      const monitor = await watchedMonitor(store, { locations: 1, now: clock.now() })
      const { organizationId, id } = monitor
      await addRules(store, { organizationId, monitorId: id }, [availability], clock.now())
      monitors.push(monitor)
    }
    const [{ locations }] = monitors as [(typeof monitors)[number]]
    const queue = startOutcomeQueue({ store, clock, log: quiet })
    onTestFinished(() => queue.stop())
    const reportAll = async (more: Partial<OutcomeReport['outcome']>): Promise<void> => {
      clock.advance(60_000)
      const turns = await claimTurns(store, { locations, limit: 10, now: clock.now() })
      expect(turns).toHaveLength(count)
      for (const turn of turns) queue.report({ turn, at: clock.now(), outcome: { ...outcome, ...more }, rules: null })
    }
    /** How many results each monitor has. */
    const counts = async (): Promise<number[]> => {
      clock.advance(1000)
      const rows = await store.rows<{ count: number }>(sql`
        select (select count(*) from results r where r.monitor_number = m.monitor_number)
        from monitors m
        order by m.monitor_number`)
      return rows.map((row) => row.count)
    }
    await reportAll({ success: false, error: 'refused' })
    await waitUntil(async () => (await counts()).every((each) => each === 1))
    return { store, counts, reportAll }
  }

  it.each(['rule_states', 'incidents'])('hold up the monitor of a row of %s, and no other one', async (table) => {
    const { store, counts, reportAll } = await failing(4)
    const first = sql`(select min(monitor_number) from monitors)`
    const lockOne = sql`select from rule_states where monitor_number = ${first} for update`
    const lockIncident = sql`select from incidents where monitor_number = ${first} for update`
    await store.transaction(async (tx) => {
      expect(await tx.run(table === 'incidents' ? lockIncident : lockOne)).toBe(1)
      await reportAll({ success: true })
      await waitUntil(async () => (await counts()).join() === '1,2,2,2')
    })
    await waitUntil(async () => (await counts()).join() === '2,2,2,2')
  })
})
