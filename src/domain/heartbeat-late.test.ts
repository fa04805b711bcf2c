// A late check-in counts for the slot that waits for it, and not for the next one as well.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Heartbeat, type HeartbeatEvent, type HeartbeatPlan, advance, newHeartbeat } from './heartbeat.ts'

const minute = 60_000
const noon = Date.UTC(2026, 2, 1, 12)
const everyMinutes = 30

const plan: HeartbeatPlan = {
  schedule: { type: 'cron', expression: `*/${everyMinutes} * * * *` },
  timeZone: 'UTC',
  activeHours: null,
  graceMs: 29 * minute,
  maxRuntimeMs: 29 * minute,
  earlyToleranceMs: 10 * minute,
}

/** The heartbeat after events at these minutes after noon; the first check-in is at noon. */
function after(events: readonly [minutes: number, kind: 'start' | 'success'][]): Heartbeat {
  let heartbeat = newHeartbeat
  for (const [minutes, kind] of [[0, 'success'] as const, ...events])
    heartbeat = advance(plan, heartbeat, { kind } as HeartbeatEvent, new Date(noon + minutes * minute)).heartbeat
  return heartbeat
}

const nextMinutes = ({ expectedAt }: Heartbeat): number => (expectedAt! - noon) / minute

describe('a check-in within the early tolerance of the next slot', () => {
  it.each<[string, readonly [number, 'start' | 'success'][], number]>([
    ['counts for that slot if it is early', [[25, 'success']], 60],
    ['counts for the slot before if that one waits', [[55, 'success']], 60],
    [
      'counts for the slot in which its job started',
      [
        [30, 'start'],
        [55, 'success'],
      ],
      60,
    ],
  ])('%s', (_case, events, expected) => {
    expect(nextMinutes(after(events))).toBe(expected)
  })

  it('never satisfies two slots', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 58 }), (late) => {
        expect(nextMinutes(after([[late, 'success']]))).toBe(60)
      }),
    )
  })
})
