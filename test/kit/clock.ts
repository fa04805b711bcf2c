import { type Clock, systemClock } from '../../src/domain/clock.ts'

export interface FakeClock extends Clock {
  advance(ms: number): void
  /** Sets the clock forward, or back, while no time passes. */
  set(ms: number): void
}

/** Time that passes only when a test says so. A sleep ends when the clock is moved past it. */
export function fakeClock(start = new Date('2026-03-01T12:00:00Z')): FakeClock {
  let now = start.getTime()
  let setBy = 0
  const sleepers = new Set<{ until: number; wake: () => void }>()
  return {
    now: () => new Date(now + setBy),
    monotonicMs: () => now - start.getTime(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const sleeper = { until: now + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason as Error)
        })
      }),
    after(ms, work) {
      const sleeper = { until: now + ms, wake: work }
      sleepers.add(sleeper)
      return () => sleepers.delete(sleeper)
    },
    set(ms) {
      setBy += ms
    },
    advance(ms) {
      now += ms
      for (const sleeper of sleepers) {
        if (sleeper.until > now) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    },
  }
}

/** The machine's own time, for tests that compare with it. It cannot be moved. */
export const runningClock: FakeClock = { ...systemClock, advance: () => undefined, set: () => undefined }
