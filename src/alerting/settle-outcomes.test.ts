import { describe, expect, it } from 'vitest'
import { checkedIn } from '../../test/kit/resources/checked.ts'
import { fakeClock } from '../../test/kit/clock.ts'
import { newStore } from '../../test/kit/lapwing/database.ts'
import { onlyErrors, quiet } from '../../test/kit/log.ts'
import { watchedMonitor } from '../../test/kit/resources/turns.ts'
import type { Log } from '../domain/log.ts'
import { type ReportedOutcome, notChecked } from '../domain/outcome.ts'
import type { Strategy } from '../domain/monitor.ts'
import { type RuleDraft, addRules } from '../store/monitors/alert-rules.ts'
import { settleOutcomes } from './settle-outcomes.ts'
import { createMetricNames } from '../store/results/metric-names.ts'
import { keepPartitions } from '../store/results/partitions.ts'
import { sql } from '../store/database/sql.ts'
import { claimTurns } from '../store/checking/turns.ts'

const availability: RuleDraft = {
  name: 'Availability Check',
  metric: 'success',
  metricKey: 'success',
  operator: '==',
  value: 'false',
  severity: 'critical',
  failureThreshold: 3,
  minFailedProbes: 2,
  durationWindow: 0,
  clearAfter: 1,
  enabled: true,
  systemName: 'Availability Check',
  contactGroupId: null,
}

async function watched({
  strategy = 'roundrobin' as Strategy,
  rule = {} as Partial<RuleDraft>,
  others = [] as RuleDraft[],
} = {}) {
  const clock = fakeClock()
  const store = await newStore()
  const logged: string[] = []
  const log: Log = {
    ...onlyErrors,
    info: (message, fields) => void logged.push(`${message}: ${JSON.stringify(fields)}`),
  }
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  const monitor = await watchedMonitor(store, { strategy, locations: 2, now: clock.now() })
  await addRules(
    store,
    { organizationId: monitor.organizationId, monitorId: monitor.id },
    [{ ...availability, ...rule }, ...others],
    clock.now(),
  )
  const failure = {
    success: false,
    statusCode: null,
    error: 'connection refused',
    cause: 'connect' as const,
    evidence: '{"port":443}',
  }
  const quick = { metrics: { 'http.response_time_ms': 20 } }
  const late = { metrics: { 'http.response_time_ms': 5000 } }
  const seen: Record<string, Partial<ReportedOutcome>> = {
    x: failure,
    s: late,
    b: { ...failure, ...late },
    f: { ...failure, ...quick },
    q: quick,
  }
  /**
   * Runs a check at every location whose turn is due: `x` fails, `s` is slow, `b` both, `f` fails quickly, `q` responds
   * quickly; in the order of slots for parallel monitors.
   */
  const check = async (results: string): Promise<void> => {
    clock.advance(1000)
    let index = 0
    await checkedIn(store, clock, {
      monitorId: monitor.id,
      log,
      outcome: () => seen[results[index++ % results.length]!] ?? {},
    })
  }
  const incidents = () => store.rows<any>(sql`select * from incidents order by id`)
  const state = async (): Promise<string> =>
    (await store.row<{ state: string }>(sql`select state from monitors`))!.state
  const outbox = () =>
    store.rows<any>(sql`select incident_id, kind, reminder, fire_count, due_at, outage_id from outbox order by id`)
  return { clock, store, monitor, check, incidents, state, outbox, logged }
}

it('shows a monitor as degraded, then down, then up again', async () => {
  const { check, state } = await watched()
  expect(await state()).toBe('unknown')
  const seen: string[] = []
  for (const result of ['.', 'x', 'x', 'x', '.', '.']) {
    await check(result)
    seen.push(await state())
  }
  expect(seen).toEqual(['up', 'degraded', 'degraded', 'down', 'degraded', 'up'])
})

it('opens one incident with its evidence, and closes it', async () => {
  const { check, incidents, outbox, monitor } = await watched()
  for (const result of ['.', 'x', 'x', 'x', 'x']) await check(result)
  const [incident, ...others] = await incidents()
  expect(others).toEqual([])
  expect(incident).toMatchObject({
    status: 'firing',
    severity: 'critical',
    message: 'Shop is down: connection refused',
    root_cause: 'connect',
    fire_count: 1,
    detected_value: 'connection refused',
    expected: 'the check succeeds',
    rule_expression: 'success == false',
  })
  expect(incident.confirming_locations.sort()).toEqual([...monitor.locations].sort())
  expect(incident.evidence).toHaveLength(2)
  expect(incident.started_at.getTime() - incident.failing_since.getTime()).toBe(2000)
  await check('.')
  expect(await incidents()).toMatchObject([
    {
      status: 'resolved',
      resolved_value: 'the check succeeded',
      resolved_message: 'Shop is up again',
      resolve_reason: null,
    },
  ])
  expect(await outbox()).toMatchObject([{ kind: 'firing', fire_count: 1 }, { kind: 'resolved' }])
})

it('deletes the state of a rule that has been at rest for an hour', async () => {
  const { check, store, clock } = await watched()
  for (const result of ['.', 'x', '.', '.']) await check(result)
  expect(await store.rows(sql`select from rule_states`)).toEqual([])
  expect(await store.row(sql`select unsettled from monitors`)).toEqual({ unsettled: false })
  for (const result of ['x', 'x', 'x', '.', '.']) await check(result)
  expect(await store.rows(sql`select from rule_states`)).toHaveLength(1)
  clock.advance(3_600_000)
  await check('.')
  expect(await store.rows(sql`select from rule_states`)).toEqual([])
  expect(await store.row(sql`select unsettled from monitors`)).toEqual({ unsettled: false })
})

it('checks again within ten seconds, at the next location, until it is decided', async () => {
  const { check, store, clock, monitor } = await watched()
  const due = async () =>
    (await store.row<{ due_at: Date; location: number }>(sql`select due_at, location from turns`))!
  await check('.')
  const first = await due()
  await check('x')
  expect(await due()).toEqual({
    due_at: new Date(clock.now().getTime() + 10_000),
    location: first.location === monitor.locations[0] ? monitor.locations[1] : monitor.locations[0],
  })
  await check('x')
  await check('x')
  expect((await due()).due_at.getTime()).toBeGreaterThan(clock.now().getTime() + 10_000)
  await check('.')
  expect((await due()).due_at.getTime()).toBeGreaterThan(clock.now().getTime() + 10_000)
})

it('checks all locations of a parallel monitor again at the same time', async () => {
  const { check, store, incidents } = await watched({ strategy: 'parallel' })
  await check('..')
  await check('xx')
  const turns = await store.rows<{ due_at: Date }>(sql`select due_at from turns`)
  expect(turns[0]!.due_at).toEqual(turns[1]!.due_at)
  await check('x.')
  await check('xx')
  await check('xx')
  expect(await incidents()).toEqual([])
  await check('xx')
  expect(await incidents()).toHaveLength(1)
})

it('opens and closes nothing on an infrastructure error', async () => {
  const { store, clock, monitor, incidents, state } = await watched({
    rule: { failureThreshold: 1, minFailedProbes: 1 },
  })
  clock.advance(1000)
  await checkedIn(store, clock, {
    monitorId: monitor.id,
    outcome: () => ({ success: false, error: 'no browser', infrastructure: true }),
  })
  expect(await incidents()).toEqual([])
  expect(await state()).toBe('unknown')
})

it('shows info rules without notifying anyone', async () => {
  const { check, store, incidents, outbox, state } = await watched({
    rule: { severity: 'info', failureThreshold: 1, minFailedProbes: 1 },
  })
  await check('.')
  await check('x')
  expect(await store.row<any>(sql`select state from rule_states`)).toMatchObject({ state: { open: true } })
  expect([await incidents(), await outbox(), await state()]).toEqual([[], [], 'degraded'])
})

it('delays the end of a flapping incident, and reopens it', async () => {
  const { check, incidents, outbox, clock } = await watched({ rule: { failureThreshold: 1, minFailedProbes: 1 } })
  for (const result of ['.', 'x', '.', '.', 'x', '.', '.']) await check(result)
  expect((await outbox()).map(({ due_at }) => due_at.getTime() <= clock.now().getTime())).not.toContain(false)
  for (const result of ['x', '.', '.']) await check(result)
  expect((await incidents()).map(({ status, flapping }) => [status, flapping])).toEqual([
    ['resolved', false],
    ['resolved', false],
    ['resolved', true],
  ])
  const held = (await outbox()).at(-1)
  expect(held).toMatchObject({ kind: 'resolved' })
  expect(held.due_at.getTime()).toBeGreaterThan(clock.now().getTime() + 290_000)
  await check('x')
  expect((await incidents()).map(({ status }) => status)).toEqual(['resolved', 'resolved', 'firing'])
  expect((await outbox()).map(({ kind }) => kind)).toEqual(['firing', 'resolved', 'firing', 'resolved', 'firing'])
})

describe('critical incidents of a monitor that is down', () => {
  const atOnce = { failureThreshold: 1, minFailedProbes: 1 }
  const slow: RuleDraft = {
    ...availability,
    ...atOnce,
    name: 'Slow',
    metric: 'response_time',
    metricKey: 'http.response_time_ms',
    operator: '>',
    value: '2000',
  }
  const twoRules = () => watched({ rule: atOnce, others: [slow] })
  const line = ({ incident_id, kind, outage_id }: any): string => `${incident_id} ${kind} of ${outage_id}`

  it('are one outage, whose alerts are queued in order', async () => {
    const { check, incidents, outbox, store, state } = await twoRules()
    for (const result of ['.', 's', 'b', 'x']) await check(result)
    const [first, second] = await incidents()
    expect([first.rule_name, first.part_of, second.rule_name, second.part_of]).toEqual([
      'Slow',
      null,
      'Availability Check',
      first.id,
    ])
    expect(await state()).toBe('down')
    for (const result of ['q', 'q']) await check(result)
    expect((await outbox()).map(line).toSorted()).toEqual([
      `${first.id} firing of ${first.id}`,
      `${first.id} resolved of ${first.id}`,
      `${second.id} firing of ${first.id}`,
      `${second.id} resolved of ${first.id}`,
    ])
    const timeline = await store.rows<any>(
      sql`select type, data from incident_events where incident_id = ${first.id} order by id`,
    )
    expect(timeline.find(({ type }) => type === 'joined')).toMatchObject({
      data: { incident_id: second.id, message: 'Shop is down: connection refused' },
    })
  })

  it('that open with the same check have one that leads', async () => {
    const { check, incidents } = await twoRules()
    for (const result of ['.', 'b']) await check(result)
    const [first, second] = await incidents()
    expect([first.part_of, second.part_of]).toEqual([null, first.id])
  })
})

it('logs each incident that opens and ends, without evidence', async () => {
  const { check, logged } = await watched({ rule: { failureThreshold: 1, minFailedProbes: 1 } })
  for (const result of ['.', 'x', '.', '.']) await check(result)
  expect(logged).toEqual([
    expect.stringMatching(/^incident opened: .*"severity":"critical","monitor":"Shop","rule":"Availability Check"/),
    expect.stringMatching(/^incident ended: .*"reason":"recovered"/),
  ])
  expect(logged.join()).not.toContain('connection refused')
})

it('opens one incident if two judges process a monitor at once', async () => {
  const { store, clock, monitor, incidents } = await watched({
    strategy: 'parallel',
    rule: { failureThreshold: 1, minFailedProbes: 1 },
  })
  clock.advance(1000)
  const turns = await claimTurns(store, { locations: monitor.locations, limit: 10, now: clock.now() })

  const outcome = { ...notChecked('down'), cause: 'connect' as const, evidence: null, infrastructure: false }
  const settling = {
    names: createMetricNames(store),
    evidence: { isWorthKeeping: () => true },
    now: clock.now(),
    log: quiet,
  }
  await Promise.all(
    turns.map((turn) => settleOutcomes(store, [{ turn, at: clock.now(), outcome, rules: null }], settling)),
  )
  expect(await incidents()).toHaveLength(1)
})
