// Notices that a run has stopped making progress.
import { availableParallelism, loadavg } from 'node:os'
import type { Clock } from '../../../src/domain/clock.ts'
import type { TestCounts } from './vitest.ts'

/** What is under way in a run, and what has ended so far. */
export interface RunState {
  readonly counts: TestCounts
  readonly open: readonly OpenFile[]
}

interface OpenFile {
  readonly path: string
  /** Its open tests and hooks or, if there are none, where it is. */
  readonly doing: readonly string[]
}

export interface RunWatch {
  /** Something began or ended. */
  note(state: RunState): void
  stop(): void
}

const tickMs = 1000
// The longest test takes a third of it alone on two cores; beside it, others begin and end.
const maxQuietMs = 120_000
// By then a test has reached its own time limit.
const minSpeed = 0.2

/** The part of its usual speed that a program has beside others on this machine. */
const usualSpeed = (): number => availableParallelism() / loadavg()[0]!

/**
 * Calls `onStuck` once if nothing begins or ends for two minutes of the run's own time, which stands still while the
 * machine is suspended and passes more slowly while it is busy.
 */
export function watchRun(
  { clock, speed = usualSpeed }: { clock: Clock; speed?: () => number },
  onStuck: (state: RunState) => void,
): RunWatch {
  let state: RunState = { counts: { passed: 0, failed: 0, skipped: 0 }, open: [] }
  let quietMs = 0
  let stop = (): void => undefined
  const tick = (): void => {
    quietMs += tickMs * Math.min(1, Math.max(minSpeed, speed()))
    if (quietMs >= maxQuietMs) onStuck(state)
    else stop = clock.after(tickMs, tick)
  }
  stop = clock.after(tickMs, tick)
  return {
    note(next) {
      state = next
      quietMs = 0
    },
    stop: () => stop(),
  }
}

/** For people: which tests are open in a run that is stuck. */
export function describeStuck({ open }: RunState): string {
  const files = open.flatMap(({ path, doing }) => doing.map((what) => `\n    ${path}: ${what}`))
  const where = files.length > 0 ? `Open are:${files.join('')}` : 'Every file has ended, but the run has not.'
  return `✗ no test has begun or ended for two minutes. ${where}`
}
