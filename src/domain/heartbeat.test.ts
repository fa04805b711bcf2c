import { describe, expect, it } from 'vitest'
import {
  type Heartbeat,
  type HeartbeatEvent,
  type HeartbeatPlan,
  type HeartbeatAdvance,
  advance,
  newHeartbeat,
  pulledBack,
  renew,
} from './heartbeat.ts'

const minute = 60_000

const planOf = (more: Partial<HeartbeatPlan> = {}): HeartbeatPlan => ({
  schedule: { type: 'simple', periodMs: 60 * minute },
  timeZone: 'UTC',
  activeHours: null,
  graceMs: 5 * minute,
  maxRuntimeMs: 10 * minute,
  earlyToleranceMs: minute,
  ...more,
})

const daily: Partial<HeartbeatPlan> = { schedule: { type: 'cron', expression: '0 4 * * *' } }
const started = (rid?: string): HeartbeatEvent => ({ kind: 'start', rid })
const done = (rid?: string): HeartbeatEvent => ({ kind: 'success', rid })
const failed: HeartbeatEvent = { kind: 'fail' }
const silence: HeartbeatEvent = { kind: 'silence' }

const on = (time: string): Date => new Date(time.length > 8 ? time : `2026-03-06T${time.padEnd(8, ':00')}Z`)
const short = (date: Date | null): string | null =>
  date &&
  date
    .toISOString()
    .replace('2026-03-06T', '')
    .replace(/(:00)?\.000Z$/, '')

type Scene = [time: string, event: HeartbeatEvent, expected: Record<string, unknown> & { due?: string | null }]

/** Plays events on a heartbeat and checks the state after each, with metrics by name. */
function play(plan: HeartbeatPlan, scenes: Scene[], from: Heartbeat = newHeartbeat): Heartbeat {
  return scenes.reduce((heartbeat, [time, event, expected]) => {
    const step = advance(plan, heartbeat, event, on(time))
    expect({ at: time, ...seen(step, Object.keys(expected)) }).toEqual({ at: time, ...expected })
    return step.heartbeat
  }, from)
}

function seen(step: HeartbeatAdvance, keys: string[]): Record<string, unknown> {
  const { outcome, dueAt, health } = step
  const all = {
    due: short(dueAt),
    health,
    outcome: outcome && outcome.success,
    error: outcome?.error,
    cause: outcome?.cause,
    duration: outcome?.durationMs,
  }
  return Object.fromEntries(
    keys.map((key) => [key, key in all ? all[key as keyof typeof all] : outcome?.metrics[`heartbeat.${key}`]]),
  )
}

describe('a heartbeat without check-ins', () => {
  it('never fails, however long the silence', () => {
    play(planOf(), [
      ['10:00', silence, { outcome: null, due: null, health: 'unknown' }],
      ['23:00', { kind: 'log' }, { outcome: null, due: null, health: 'unknown' }],
    ])
  })

  it('is up after its first check-in', () => {
    play(planOf(), [
      [
        '10:00',
        done(),
        {
          outcome: true,
          missed: 0,
          failed: 0,
          exit_status: 0,
          late_seconds: 0,
          pings_24h: 1,
          due: '11:00',
          health: 'up',
        },
      ],
    ])
  })

  it('is expected to end after it reported its start', () => {
    play(planOf(), [
      ['10:00', started(), { outcome: null, due: '10:10', health: 'unknown' }],
      ['10:10', silence, { outcome: true, overrun: 1, missed: 0, seconds_since_last: undefined, due: '10:15' }],
      [
        '10:15',
        silence,
        {
          outcome: false,
          missed: 1,
          error: 'the job started at 2026-03-06 10:00:00 UTC and has not reported back',
          health: 'degraded',
        },
      ],
    ])
  })
})

describe('silence', () => {
  it('shows the expected and the last check-in', () => {
    const heartbeat = play(planOf(), [['10:00', done(), { outcome: true }]])
    expect(advance(planOf(), heartbeat, silence, on('11:05')).outcome?.evidence).toEqual({
      expected_at: '2026-03-06T11:00:00.000Z',
      grace_seconds: 300,
      last_check_in_at: '2026-03-06T10:00:00.000Z',
    })
  })

  it('makes a heartbeat late at its slot, and failed after the grace period', () => {
    play(planOf(), [
      ['10:00', done(), { due: '11:00' }],
      ['11:00', silence, { outcome: null, health: 'degraded', due: '11:05' }],
      [
        '11:05',
        silence,
        {
          outcome: false,
          missed: 1,
          failed: undefined,
          exit_status: undefined,
          late_seconds: 300,
          seconds_since_last: 3900,
          consecutive_failures: 1,
          error: 'no check-in arrived; one was due at 2026-03-06 11:00:00 UTC',
          due: '12:05',
          health: 'degraded',
        },
      ],
      ['12:05', silence, { outcome: false, missed: 1, late_seconds: 3900, consecutive_failures: 2, due: '13:05' }],
      [
        '12:30',
        done(),
        {
          outcome: true,
          missed: 0,
          late_seconds: 5400,
          seconds_since_last: 0,
          consecutive_failures: 0,
          due: '13:30',
          health: 'up',
        },
      ],
    ])
  })

  it('is not judged before it is due', () => {
    play(planOf(), [
      ['10:00', done(), {}],
      ['10:59:59', silence, { outcome: null, health: 'up', due: '11:00' }],
      ['11:04:59', silence, { outcome: null, health: 'degraded', due: '11:05' }],
    ])
  })

  it('counts once for all slots missed while Lapwing was down', () => {
    play(planOf(), [
      ['10:00', done(), {}],
      ['15:20', silence, { outcome: false, consecutive_failures: 1, late_seconds: 15_600, due: '16:05' }],
    ])
  })

  it('means nothing right after a check-in', () => {
    play(planOf(), [
      ['10:00', done(), {}],
      ['11:04:59', done(), { outcome: true, late_seconds: 299 }],
      ['11:05', silence, { outcome: null, due: '12:04:59', health: 'up' }],
    ])
  })

  it('fails at once without grace', () => {
    play(planOf({ graceMs: 0 }), [
      ['10:00', done(), { due: '11:00' }],
      ['11:00', silence, { outcome: false, late_seconds: 0, due: '12:00' }],
    ])
  })

  it('means nothing after the last slot of a schedule', () => {
    play(planOf({ schedule: { type: 'oncalendar', expression: '2026-03-06 11:00' } }), [
      ['10:00', done(), { due: '11:00' }],
      ['11:05', silence, { outcome: false, missed: 1, due: null }],
    ])
  })
})

describe('a check-in', () => {
  it('that fails still counts as a check-in', () => {
    play(planOf(), [
      [
        '10:00',
        failed,
        {
          outcome: false,
          failed: 1,
          exit_status: undefined,
          missed: 0,
          error: 'the job reported a failure',
          cause: 'heartbeat',
          due: '11:05',
          health: 'degraded',
        },
      ],
      [
        '10:30',
        { kind: 'exit', status: 3 },
        {
          outcome: false,
          failed: 1,
          exit_status: 3,
          consecutive_failures: 2,
          error: 'the job ended with exit status 3',
        },
      ],
      [
        '10:40',
        { kind: 'exit', status: 0 },
        { outcome: true, failed: 0, exit_status: 0, consecutive_failures: 0, health: 'up' },
      ],
    ])
  })

  it('is late relative to the slot it followed', () => {
    play(planOf(daily), [
      ['2026-03-05T04:00:02Z', done(), { due: '04:00', late_seconds: 0 }],
      ['04:03', done(), { outcome: true, late_seconds: 180, due: '2026-03-07T04:00' }],
    ])
  })

  it('counts for its slot if it is slightly early, and for none if it is much earlier', () => {
    play(planOf(daily), [
      ['03:59:10', done(), { due: '2026-03-07T04:00' }],
      ['12:00', done(), { late_seconds: 0, due: '2026-03-07T04:00' }],
    ])
  })

  it('carries the metrics and the duration that a job posts', () => {
    const event: HeartbeatEvent = { kind: 'success', durationMs: 1234, values: { rows: 12, bytes_copied: -0.5 } }
    play(planOf(), [
      ['10:00', event, { 'value.rows': 12, 'value.bytes_copied': -0.5, duration_ms: 1234, duration: 1234 }],
    ])
  })

  it('that is a log line changes nothing', () => {
    const before = play(planOf(), [['10:00', done(), {}]])
    expect(play(planOf(), [['10:30', { kind: 'log' }, { outcome: null, due: '11:00', health: 'up' }]], before)).toBe(
      before,
    )
  })

  it('is counted for 24 hours', () => {
    const pings = (time: string, count: number): Scene => [time, done(), { pings_24h: count }]
    play(planOf(), [
      pings('2026-03-05T10:00:00Z', 1),
      pings('2026-03-05T10:30:00Z', 2),
      pings('2026-03-05T23:59:00Z', 3),
      pings('2026-03-06T09:59:00Z', 4),
      pings('2026-03-06T10:00:00Z', 3),
      ['2026-03-06T23:10:00Z', silence, { pings_24h: 2 }],
      ['2026-03-09T23:10:00Z', silence, { pings_24h: 0 }],
    ])
  })
})

describe('a job that says when it starts', () => {
  it('is timed', () => {
    play(planOf(), [
      ['10:00', started(), { outcome: null }],
      ['10:04', done(), { duration_ms: 240_000, running: 0, overrun: 0, due: '11:04' }],
      ['10:30', done(), { duration_ms: undefined }],
    ])
  })

  it('is not late while it runs', () => {
    play(planOf(), [
      ['10:00', done(), { due: '11:00' }],
      ['11:00', silence, { health: 'degraded' }],
      ['11:01', started(), { outcome: null, health: 'up', due: '11:11' }],
      ['11:09', done(), { outcome: true, late_seconds: 60, duration_ms: 480_000 }],
    ])
  })

  it('causes a warning when it runs too long, then counts as missed', () => {
    play(planOf(), [
      ['10:00', done(), {}],
      ['10:58', started(), { due: '11:08' }],
      [
        '11:08',
        silence,
        { outcome: true, error: null, overrun: 1, running: 1, missed: 0, health: 'degraded', due: '11:13' },
      ],
      ['11:13', silence, { outcome: false, overrun: 1, missed: 1, due: '12:05' }],
      ['11:20', done(), { outcome: true, overrun: 0, running: 0, missed: 0, duration_ms: 22 * minute }],
    ])
  })

  it('cannot postpone its deadline by starting repeatedly', () => {
    play(planOf(), [
      ['10:00', done(), { due: '11:00' }],
      ['10:59', started(), {}],
      ['11:06', started(), { due: '11:09' }],
      ['11:09', silence, { outcome: null, health: 'degraded', due: '11:14' }],
      ['11:13', started(), { due: '11:14' }],
      ['11:14', silence, { outcome: false, missed: 1 }],
    ])
  })

  it('may run concurrently under other run ids', () => {
    play(planOf(), [
      ['10:00', started('a'), {}],
      ['10:02', started('b'), { due: '10:10' }],
      ['10:03', done('b'), { duration_ms: minute, running: 1, due: '10:10' }],
      ['10:05', done('a'), { duration_ms: 5 * minute, running: 0 }],
      ['10:06', done('c'), { duration_ms: undefined }],
    ])
  })

  it('is dropped if it overran and another run has ended', () => {
    play(planOf(), [
      ['10:00', started('lost'), {}],
      ['10:10', silence, { overrun: 1 }],
      ['10:12', started('next'), {}],
      ['10:13', done('next'), { outcome: true, overrun: 0, running: 0, duration_ms: minute }],
    ])
  })
})

describe('clock changes', () => {
  const berlin = { timeZone: 'Europe/Berlin', schedule: { type: 'cron', expression: '30 2 * * *' } } as const

  it('a slot in the lost hour is expected at the change', () => {
    play(planOf(berlin), [
      ['2026-03-28T01:30:00Z', done(), { due: '2026-03-29T01:00' }],
      ['2026-03-29T01:05:00Z', silence, { outcome: false, missed: 1, due: '2026-03-30T00:35' }],
    ])
  })

  it('a slot in the repeated hour is expected once', () => {
    play(planOf(berlin), [
      ['2026-10-24T00:30:00Z', done(), { due: '2026-10-25T00:30' }],
      ['2026-10-25T00:30:10Z', done(), { late_seconds: 10, due: '2026-10-26T01:30' }],
    ])
  })

  it('a period is elapsed time', () => {
    play(planOf({ timeZone: 'Europe/Berlin', schedule: { type: 'simple', periodMs: 24 * 60 * minute } }), [
      ['2026-03-28T12:00:00Z', done(), { due: '2026-03-29T12:00' }],
    ])
  })
})

describe('active hours', () => {
  const office = { activeHours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' } }

  it('skip slots at night and at the weekend', () => {
    play(planOf(office), [
      ['16:30', done(), { due: '2026-03-09T09:30' }],
      ['2026-03-09T09:35:00Z', silence, { outcome: false, missed: 1, due: '2026-03-09T10:35' }],
    ])
  })
})

describe('a heartbeat that is updated', () => {
  const received = advance(planOf(), newHeartbeat, done(), on('10:00')).heartbeat
  const renewed = (plan: HeartbeatPlan, heartbeat: Heartbeat, time: string, paused = false) =>
    seen(renew(plan, heartbeat, { paused, now: on(time) }), ['due', 'health', 'outcome'])

  it.each([
    ['keeps what it expects when nothing changed', planOf(), '10:30', '11:00'],
    ['keeps being late', planOf(), '11:02', '11:05'],
    ['fails at once when its grace is taken away', planOf({ graceMs: 0 }), '11:02', '11:00'],
    ['goes by the new period', planOf({ schedule: { type: 'simple', periodMs: 90 * minute } }), '10:30', '11:30'],
    [
      'is not blamed for what the new period would have expected',
      planOf({ schedule: { type: 'simple', periodMs: 10 * minute } }),
      '10:30',
      '10:40',
    ],
    ['goes by its new cron', planOf(daily), '10:30', '2026-03-07T04:00'],
  ])('%s', (_title, plan, time, due) => {
    expect(renewed(plan, received, time)['due']).toBe(due)
  })

  it('expects nothing while it is paused, and starts over afterwards', () => {
    const paused = renew(planOf(), received, { paused: true, now: on('10:30') })
    expect(paused).toMatchObject({ dueAt: null, outcome: null })
    expect(renewed(planOf(), paused.heartbeat, '10:40')['due']).toBe('11:00')
    expect(renewed(planOf(), paused.heartbeat, '20:00')['due']).toBe('21:00')
    expect(renewed(planOf(), newHeartbeat, '20:00')).toEqual({ due: null, health: 'unknown', outcome: null })
  })

  it('forgets failures and runs when it is paused', () => {
    const before = play(planOf(), [
      ['10:00', failed, {}],
      ['10:01', started(), {}],
    ])
    const paused = renew(planOf(), before, { paused: true, now: on('10:02') }).heartbeat
    expect(renewed(planOf(), paused, '10:30')).toMatchObject({ due: '11:00', health: 'up' })
  })
})

describe('a clock that was set back', () => {
  const pulled = (plan: HeartbeatPlan, heartbeat: Heartbeat, time: string): string | null =>
    short(pulledBack(plan, heartbeat, on(time)).dueAt)

  it('moves a check-in from the future to now', () => {
    const heartbeat = play(planOf(), [['12:00', done(), { due: '13:00' }]])
    expect(pulled(planOf(), heartbeat, '10:30')).toBe('11:30')
    const plan = planOf(daily)
    expect(pulled(plan, play(plan, [['2026-03-09T12:00:00Z', done(), {}]]), '10:00')).toBe('2026-03-07T04:00')
  })

  it('gives a started job its full time', () => {
    const heartbeat = play(planOf(), [
      ['09:30', done(), { due: '10:30' }],
      ['12:00', started(), { due: '12:10' }],
    ])
    expect(pulled(planOf(), heartbeat, '10:00')).toBe('10:10')
  })

  it('keeps past times', () => {
    const heartbeat = play(planOf(), [['10:00', done(), { due: '11:00' }]])
    expect(pulledBack(planOf(), heartbeat, on('10:20'))).toMatchObject({ heartbeat, dueAt: on('11:00') })
  })
})
