import { describe, expect, it } from 'vitest'
import {
  type HostStep,
  type HostMemory,
  fallSilent,
  hostStateAt,
  newHost,
  pulledBackHost,
  renewHost,
  reported,
} from './host.ts'

const plan = { reportMs: 60_000, livenessMs: 180_000 }
const start = Date.parse('2026-03-01T12:00:00Z')
const at = (seconds: number): Date => new Date(start + seconds * 1000)
const measured = (seconds: number) => ({ at: start + seconds * 1000, metrics: { 'host.cpu_pct': 12 }, evidence: null })

const report = (
  before: HostMemory,
  seconds: number,
  { sampled = seconds as number | null, bootId = 'a' } = {},
): HostStep => reported(plan, before, { bootId, measured: sampled === null ? null : measured(sampled) }, at(seconds))
const silence = (before: HostMemory, seconds: number, due = seconds): HostStep =>
  fallSilent(plan, before, { dueAt: at(due), now: at(seconds) })
const due = ({ dueAt }: HostStep): number | null => dueAt && (dueAt.getTime() - start) / 1000

const received = report(newHost, 0).host

describe('the state of a host', () => {
  it.each([
    [0, 'online'],
    [119, 'online'],
    [120, 'stale'],
    [179, 'stale'],
    [180, 'offline'],
    [86_400, 'offline'],
  ])('%i seconds after a report is %s', (seconds, state) => {
    expect(hostStateAt(plan, start, at(seconds))).toBe(state)
  })

  it('is "never reported" before the first report', () => {
    expect(hostStateAt(plan, null, at(0))).toBe('never_reported')
  })

  it('is never stale if it would be offline by then', () => {
    expect(hostStateAt({ reportMs: 10_000, livenessMs: 20_000 }, start, at(20))).toBe('offline')
  })
})

describe('a report', () => {
  it('yields an outcome and sets the next due time', () => {
    const step = report(newHost, 0)
    expect(step).toMatchObject({
      at: at(0),
      health: 'up',
      outcome: { success: true, metrics: { 'host.up': 1, 'host.cpu_pct': 12, 'host.rebooted': 0 } },
    })
    expect(due(step)).toBe(120)
  })

  it('with known or old samples only is a sign of life and yields no outcome', () => {
    expect(report(received, 5, { sampled: 0.5 })).toMatchObject({ outcome: null, host: { reportedAt: start + 5000 } })
    expect(report(received, 60, { sampled: null }).outcome).toBeNull()
  })

  it('ends a reported silence, whatever it carries', () => {
    const { host } = silence(received, 180)
    expect(report(host, 200, { sampled: null }).outcome).toMatchObject({ success: true, metrics: { 'host.up': 1 } })
  })

  it('yields no outcome for a time before a reported silence', () => {
    const { host } = silence(received, 180)
    expect(report(host, 185, { sampled: 170 }).at).toEqual(at(180))
  })

  it('reports a restart of the machine', () => {
    expect(report(received, 60, { bootId: 'b' }).outcome?.metrics['host.rebooted']).toBe(1)
    expect(report(received, 60).outcome?.metrics['host.rebooted']).toBe(0)
  })
})

describe('silence', () => {
  it('is reported in two steps and then repeatedly', () => {
    const late = silence(received, 120)
    expect(late).toMatchObject({ outcome: null, health: 'degraded' })
    expect(due(late)).toBe(180)
    const gone = silence(late.host, 180)
    expect(gone.outcome).toMatchObject({
      success: false,
      error: 'the agent has not reported for 3 min; its last report came at 2026-03-01 12:00:00 UTC',
      metrics: { 'host.up': 0, 'host.seconds_since_report': 180 },
    })
    expect(due(gone)).toBe(240)
    expect(silence(gone.host, 240).outcome?.metrics['host.seconds_since_report']).toBe(240)
  })

  it('is ignored before the first report', () => {
    expect(silence(newHost, 86_400)).toMatchObject({ outcome: null, dueAt: null })
  })

  it('is forgiven if it was noticed long after it was due', () => {
    const step = silence(received, 7200, 120)
    expect(step.outcome).toBeNull()
    expect(due(step)).toBe(7320)
    expect(silence(silence(step.host, 7320).host, 7380).outcome?.success).toBe(false)
  })

  it('stays reported, however late it is evaluated', () => {
    expect(silence(silence(received, 180).host, 7200, 240).outcome?.success).toBe(false)
  })
})

describe('a pause', () => {
  const paused = renewHost(plan, received, { paused: true, now: at(10) })

  it('expects nothing and yields no outcome', () => {
    expect(paused.dueAt).toBeNull()
    expect(report(paused.host, 60)).toMatchObject({ outcome: null, dueAt: null, host: { reportedAt: start + 60_000 } })
  })

  it('does not count as silence afterwards', () => {
    expect(due(renewHost(plan, paused.host, { paused: false, now: at(7200) }))).toBe(7320)
  })
})

it('applies a new plan at once', () => {
  const step = renewHost({ reportMs: 60_000, livenessMs: 130_000 }, received, { paused: false, now: at(125) })
  expect(due(step)).toBe(130)
})

it('drops times in the future after the clock was set back', () => {
  const step = pulledBackHost(plan, report(newHost, 3600).host, at(0))
  expect(step.host).toMatchObject({ reportedAt: start, sampledAt: start, judgedAt: start })
  expect(due(step)).toBe(120)
})
