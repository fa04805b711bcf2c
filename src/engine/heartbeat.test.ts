import { expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newStore } from '../../test/kit/lapwing/database.ts'
import { quiet } from '../../test/kit/log.ts'
import { availabilityRule } from '../../test/kit/resources/availability-rule.ts'
import { heartbeatRow } from '../../test/kit/resources/heartbeats.ts'
import { atRest } from '../domain/alerting/rule-state.ts'
import { type HeartbeatEvent, advance, newHeartbeat } from '../domain/heartbeat.ts'
import { awaitHeartbeats } from '../alerting/settle-heartbeats.ts'
import { heartbeatConfig, heartbeatPlan } from '../checks/reports/heartbeat.ts'
import { listChecks } from '../store/results/figures.ts'
import { saveHeartbeats } from '../store/monitors/heartbeats.ts'
import { addMonitor, monitorNumberOf } from '../store/monitors/monitors.ts'
import { putOrganization } from '../store/accounts/organizations.ts'
import { keepPartitions } from '../store/results/partitions.ts'
import { sql } from '../store/database/sql.ts'
import { addRules } from '../store/monitors/alert-rules.ts'
import { createHeartbeatRound, pullBackHeartbeats, startHeartbeatWatch } from './heartbeat.ts'

const hour = 3_600_000
const success: HeartbeatEvent = { kind: 'success' }

/** Heartbeats that checked in once, an hour before the next is expected. */
async function ready(count: number) {
  const store = await newStore()
  const clock = fakeClock()
  const now = clock.now()
  await keepPartitions(store, { now, resultDays: 30, rollupDays: 400 })
  const organizationId = (
    await putOrganization(store, { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} }, now)
  ).id
  const heartbeats = Array.from({ length: count }, () => heartbeatRow(now, { state: 'up' }))
  for (const heartbeat of heartbeats) await addMonitor(store, organizationId, heartbeat, now)
  const step = advance(heartbeatPlan(heartbeatConfig({}), 3600), newHeartbeat, success, now)
  const monitors = await Promise.all(heartbeats.map(({ id }) => monitorNumberOf(store, organizationId, id)))
  const monitorNumbers = monitors.map((monitor) => monitor!.monitorNumber)
  await saveHeartbeats(
    store,
    monitorNumbers.map((monitorNumber) => ({ monitorNumber, heartbeat: step.heartbeat })),
  )
  await awaitHeartbeats(
    store,
    monitorNumbers.map((monitorNumber) => ({ monitorNumber, step })),
  )
  const checks = (monitorNumber: number) => listChecks(store, monitorNumber, { since: now, limit: 10 })
  return {
    store,
    clock,
    organizationId,
    heartbeats,
    monitorNumbers,
    checks,
    round: createHeartbeatRound({ store, clock, log: quiet }),
  }
}

it('judges all that is due in one round, and nothing twice', async () => {
  const { clock, monitorNumbers, checks, round } = await ready(3)
  expect(await round()).toBe(0)
  clock.advance(hour + 300_000)
  expect(await round()).toBe(3)
  expect(await round()).toBe(0)
  for (const monitorNumber of monitorNumbers)
    expect(await checks(monitorNumber)).toMatchObject([{ success: false, location: 'heartbeat' }])
})

it('shares the work with others without counting anything twice', async () => {
  const { store, clock, monitorNumbers, checks, round } = await ready(40)
  const others = Array.from({ length: 9 }, () => createHeartbeatRound({ store, clock, log: quiet }))
  clock.advance(hour + 300_000)
  const judged = await Promise.all([round, ...others].map((judge) => judge()))
  expect(judged.reduce((sum, count) => sum + count, 0) + (await round())).toBe(40)
  for (const monitorNumber of monitorNumbers) expect(await checks(monitorNumber)).toHaveLength(1)
})

it('goes on when one schedule cannot be worked out', async () => {
  const { store, clock, monitorNumbers, checks, round } = await ready(2)
  const [broken, whole] = monitorNumbers
  await store.run(sql`
    update monitors set config = '{"scheduleType":"cron","cronExpression":"soon"}' where monitor_number = ${broken}`)
  clock.advance(hour + 300_000)
  expect(await round()).toBe(2)
  expect(await checks(whole!)).toMatchObject([{ error: expect.stringMatching(/^no check-in arrived/) }])
  expect(await checks(broken!)).toMatchObject([{ error: 'the schedule could not be worked out; this has been logged' }])
  expect(await round()).toBe(0)
  expect(await store.row(sql`select count(*)::int as failures from rollups where monitor_number = ${broken}`)).toEqual({
    failures: 0,
  })
})

it('watches by itself until it is stopped', async () => {
  const { store, clock, monitorNumbers, checks } = await ready(1)
  clock.advance(hour + 300_000)
  const watch = startHeartbeatWatch({ store, clock, log: quiet })
  while ((await checks(monitorNumbers[0]!)).length === 0) clock.advance(250)
  await watch.stop()
  expect(await checks(monitorNumbers[0]!)).toHaveLength(1)
})

it('notices silence as soon as before when the clock was set back since the last check-in', async () => {
  const { store, clock, monitorNumbers, round } = await ready(1)
  await keepPartitions(store, { now: new Date(clock.now().getTime() - 24 * hour), resultDays: 30, rollupDays: 400 })
  expect(await pullBackHeartbeats(store, clock.now(), quiet)).toBe(0)
  clock.set(-5 * hour)
  expect(await pullBackHeartbeats(store, clock.now(), quiet)).toBe(1)
  expect(await pullBackHeartbeats(store, clock.now(), quiet)).toBe(0)
  clock.advance(hour)
  expect(await round()).toBe(1)
  clock.advance(300_000)
  expect(await round()).toBe(1)
  const [failed] = await store.rows(sql`select success from results where monitor_number = ${monitorNumbers[0]}`)
  expect(failed).toEqual({ success: false })
})

it('judges the others while another session locks the rule state of one', async () => {
  const { store, clock, organizationId, heartbeats, monitorNumbers, checks, round } = await ready(3)
  const of = { organizationId, monitorId: heartbeats[0]!.id }
  await addRules(store, of, [availabilityRule], clock.now())
  await store.run(sql`
    insert into rule_states (rule_id, monitor_number, state)
    select rule_id, ${monitorNumbers[0]}::bigint, ${JSON.stringify(atRest)}::jsonb
    from alert_rules`)
  clock.advance(hour + 300_000)
  await store.transaction(async (tx) => {
    await tx.run(sql`select from rule_states for update`)
    expect(await round()).toBe(2)
    expect(await checks(monitorNumbers[0]!)).toEqual([])
    expect(await checks(monitorNumbers[1]!)).toHaveLength(1)
  })
  expect(await round()).toBe(1)
})
