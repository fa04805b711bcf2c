import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStore } from '../../test/kit/lapwing/database.ts'
import { quiet } from '../../test/kit/log.ts'
import { storedHeartbeat } from '../../test/kit/resources/heartbeats.ts'
import { type HeartbeatAdvance, newHeartbeat } from '../domain/heartbeat.ts'
import { putOrganization } from '../store/accounts/organizations.ts'
import { renewTurns } from '../store/checking/turns.ts'
import { sql } from '../store/database/sql.ts'
import { pauseMonitors } from '../store/monitors/monitor-states.ts'
import { lastGoodEvidence } from '../store/results/evidence.ts'
import { listChecks } from '../store/results/figures.ts'
import { createMetricNames } from '../store/results/metric-names.ts'
import { keepPartitions } from '../store/results/partitions.ts'
import { awaitHeartbeats, settleHeartbeats } from './settle-heartbeats.ts'

const start = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
const store = sharedStore()
let organizationId: string

beforeAll(async () => {
  await keepPartitions(store(), { now: start, resultDays: 30, rollupDays: 400 })
  const acme = { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} } as const
  organizationId = (await putOrganization(store(), acme, start)).id
})

const made = () => storedHeartbeat(store(), { organizationId, now: start })

const stepOf = (more: Partial<HeartbeatAdvance> = {}): HeartbeatAdvance => ({
  heartbeat: newHeartbeat,
  outcome: null,
  dueAt: later(3600),
  health: 'up',
  ...more,
})
const outcome = {
  success: true,
  durationMs: 5,
  statusCode: null,
  error: null,
  cause: null,
  metrics: {},
  evidence: null,
}

async function turnOf(monitorNumber: number) {
  return store().row(sql`select slot, location, due_at from turns where monitor_number = ${monitorNumber}`)
}
async function stateOf(monitorNumber: number): Promise<string> {
  return (await store().row<{ state: string }>(
    sql`select state from monitors where monitor_number = ${monitorNumber}`,
  ))!.state
}
const settle = (monitorNumber: number, step: HeartbeatAdvance, at = start) =>
  settleHeartbeats(store(), [{ monitorNumber, step }], { names: createMetricNames(store()), now: at, log: quiet })

describe('the turn of a heartbeat', () => {
  it('has no location and is due when silence is evaluated', async () => {
    const { monitorNumber } = await made()
    await awaitHeartbeats(store(), [{ monitorNumber, step: stepOf() }])
    expect(await turnOf(monitorNumber)).toEqual({ slot: 0, location: 0, due_at: later(3600) })
    await awaitHeartbeats(store(), [{ monitorNumber, step: stepOf({ dueAt: later(60) }) }])
    expect(await turnOf(monitorNumber)).toMatchObject({ due_at: later(60) })
  })

  it('does not exist while the monitor is paused', async () => {
    const { monitorNumber, monitorId } = await made()
    await awaitHeartbeats(store(), [{ monitorNumber, step: stepOf() }])
    await pauseMonitors(store(), organizationId, [monitorId], start)
    await renewTurns(store(), { organizationId, monitorIds: [monitorId], now: start })
    await awaitHeartbeats(store(), [{ monitorNumber, step: stepOf() }])
    expect(await turnOf(monitorNumber)).toBeUndefined()
    await settle(monitorNumber, stepOf({ outcome }))
    expect(await listChecks(store(), monitorNumber, { since: start, limit: 10 })).toEqual([])
  })

  it('is advanced by an outcome, which has no location', async () => {
    const { monitorNumber } = await made()
    await awaitHeartbeats(store(), [{ monitorNumber, step: stepOf() }])
    const evidence = { output: 'kept with every check-in' }
    await settle(monitorNumber, stepOf({ outcome: { ...outcome, evidence }, dueAt: later(7200) }), later(5))
    expect(await turnOf(monitorNumber)).toEqual({ slot: 0, location: 0, due_at: later(7200) })
    expect(await listChecks(store(), monitorNumber, { since: start, limit: 10 })).toMatchObject([
      { at: later(5), location: 'heartbeat', success: true },
    ])
    expect(await lastGoodEvidence(store(), monitorNumber)).toMatchObject({ evidence })
  })
})

describe('the state of a monitor', () => {
  it('follows the outcome, or lateness without one', async () => {
    const { monitorNumber } = await made()
    await awaitHeartbeats(store(), [{ monitorNumber, step: stepOf({ health: 'degraded' }) }])
    expect(await stateOf(monitorNumber)).toBe('unknown')
    await settle(monitorNumber, stepOf({ outcome }))
    expect(await stateOf(monitorNumber)).toBe('up')
    await settle(monitorNumber, stepOf({ health: 'degraded' }))
    expect(await stateOf(monitorNumber)).toBe('degraded')
    await settle(monitorNumber, stepOf({ health: 'up' }))
    expect(await stateOf(monitorNumber)).toBe('up')
    await settle(monitorNumber, stepOf({ outcome, health: 'degraded' }))
    expect(await stateOf(monitorNumber)).toBe('degraded')
    await settle(
      monitorNumber,
      stepOf({ outcome: { ...outcome, success: false, error: 'missed' }, health: 'degraded' }),
    )
    expect(await stateOf(monitorNumber)).toBe('degraded')
  })
})
