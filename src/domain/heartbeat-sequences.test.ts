// Properties that hold for any sequence of check-ins and silence.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Heartbeat,
  type HeartbeatEvent,
  type HeartbeatPlan,
  type HeartbeatAdvance,
  advance,
  newHeartbeat,
  renew,
} from './heartbeat.ts'

const minute = 60_000
const silence: HeartbeatEvent = { kind: 'silence' }

describe('any sequence', () => {
  const plan: fc.Arbitrary<HeartbeatPlan> = fc.record({
    schedule: fc.oneof(
      fc.integer({ min: 30, max: 100_000 }).map((seconds) => ({ type: 'simple' as const, periodMs: seconds * 1000 })),
      fc
        .constantFrom('* * * * *', '0 4 * * *', '*/7 1-3 * * *', '30 2 29 2 *')
        .map((expression) => ({ type: 'cron' as const, expression })),
      fc
        .constantFrom('hourly', 'Mon..Fri 02:30', '2026-04-01')
        .map((expression) => ({ type: 'oncalendar' as const, expression })),
    ),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
    activeHours: fc.option(
      fc.constantFrom(
        { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
        { days: [0, 6], from: '22:00', to: '06:00' },
      ),
    ),
    graceMs: fc.integer({ min: 0, max: 10_000 }).map((seconds) => seconds * 1000),
    maxRuntimeMs: fc.integer({ min: 1, max: 10_000 }).map((seconds) => seconds * 1000),
    earlyToleranceMs: fc.constantFrom(0, minute, 60 * minute),
  })
  const rid = fc.constantFrom(null, 'a', 'b')
  const event: fc.Arbitrary<HeartbeatEvent> = fc.oneof(
    { weight: 3, arbitrary: fc.constant(silence) },
    fc.record({ kind: fc.constantFrom('success' as const, 'fail' as const, 'start' as const), rid }),
    fc.record({ kind: fc.constant('exit' as const), status: fc.integer({ min: 0, max: 255 }), rid }),
    fc.constant({ kind: 'log' as const }),
  )
  // Around a clock change of both zones.
  const begin = fc.integer({ min: Date.parse('2026-03-06T00:00:00Z'), max: Date.parse('2026-04-02T00:00:00Z') })
  const drawnSequence = fc.tuple(
    plan,
    begin,
    fc.array(fc.tuple(event, fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 200_000 }))), {
      maxLength: 30,
    }),
  )

  const tell = (
    visit: (step: HeartbeatAdvance, before: Heartbeat, event: HeartbeatEvent, now: Date, plan: HeartbeatPlan) => void,
  ): void => {
    fc.assert(
      fc.property(drawnSequence, ([plan, begin, events]) => {
        let heartbeat = newHeartbeat
        let now = begin
        for (const [event, seconds] of events) {
          now += seconds * 1000
          const step = advance(plan, heartbeat, event, new Date(now))
          visit(step, heartbeat, event, new Date(now), plan)
          heartbeat = step.heartbeat
        }
      }),
      { numRuns: 40 },
    )
  }

  it('judging silence twice at the same time changes nothing', () => {
    tell((step, _before, event, now, plan) => {
      if (event.kind !== 'silence') return
      expect(step.dueAt === null || step.dueAt > now).toBe(true)
      expect(advance(plan, step.heartbeat, silence, now)).toMatchObject({ outcome: null, heartbeat: step.heartbeat })
    })
  })

  it('nothing is missed before the announced due time', () => {
    tell(({ heartbeat, dueAt }, _before, _event, now, plan) => {
      const early = dueAt === null ? new Date(now.getTime() + 86_400_000_000) : new Date(dueAt.getTime() - 1)
      if (early >= now) expect(advance(plan, heartbeat, silence, early).outcome).toBeNull()
    })
  })

  it('failures in a row are the failed outcomes since the last success', () => {
    tell(({ outcome, heartbeat }, before) => {
      const expected =
        outcome === null || (outcome.success && outcome.metrics['heartbeat.failed'] === undefined)
          ? before.failures
          : outcome.success
            ? 0
            : before.failures + 1
      expect(heartbeat.failures).toBe(expected)
    })
  })

  it('metrics are finite, and the state survives JSON', () => {
    tell(({ outcome, heartbeat }) => {
      for (const value of Object.values(outcome?.metrics ?? {})) expect(Number.isFinite(value) && value >= 0).toBe(true)
      expect(JSON.parse(JSON.stringify(heartbeat))).toEqual(heartbeat)
    })
  })

  it('an update without changes forgives nothing', () => {
    tell(({ heartbeat, dueAt }, _before, event, now, plan) => {
      if (plan.activeHours === null && heartbeat.checkedInAt !== null && event.kind === 'silence')
        expect(renew(plan, heartbeat, { paused: false, now }).dueAt).toEqual(dueAt)
    })
  })
})
