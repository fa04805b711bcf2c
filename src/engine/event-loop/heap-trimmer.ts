// Returns memory to the system while a process is idle. V8 collects garbage when a program allocates, so the heap of a
// process that loaded its modules, or created a thousand monitors, and then rests keeps the size of its busiest minute.
import { getHeapStatistics } from 'node:v8'
import { type Clock, repeat } from '../../domain/clock.ts'

interface HeapTrimmerParts {
  readonly heapBytes: () => number
  /** The share of time that the event loop was busy since the last call. */
  readonly busyShare: () => number
  /** Stops the process; returns for how many milliseconds. */
  readonly collectGarbage: () => number
}

const lookEveryMs = 10_000
// Collections take less than half a percent of a core: one that took 0.2 s is the last for 40 s.
const maxCollectingShare = 0.005
const maxIdleShare = 0.02
const minGrowth = 1.2
// After a forced collection, a check costs a third more CPU for a while: V8 seems to discard optimized code. So a
// process that runs checks all the time, whose heap grows back at once, is trimmed only after a burst.
const maxBusyShare = 0.1
const minBurstBytes = 32_000_000

/** Called every ten seconds. Trims a heap that has grown since it was last trimmed, once the process is idle. */
export function createHeapTrimmer({ heapBytes, busyShare, collectGarbage }: HeapTrimmerParts): () => void {
  let trimmedBytes = 0
  let waitMs = 0
  return () => {
    waitMs -= lookEveryMs
    const busy = busyShare()
    const minBytes = busy <= maxIdleShare ? trimmedBytes * minGrowth : trimmedBytes + minBurstBytes
    if (busy > maxBusyShare || waitMs > 0 || heapBytes() < minBytes) return
    waitMs = collectGarbage() / maxCollectingShare
    trimmedBytes = heapBytes()
  }
}

/** Runs until the process ends. Does nothing without Node's option `--expose-gc`. */
export function startHeapTrimmer(clock: Clock): void {
  const { gc } = globalThis
  if (!gc) return
  let utilization = performance.eventLoopUtilization()
  const trim = createHeapTrimmer({
    heapBytes: () => getHeapStatistics().total_heap_size,
    busyShare() {
      const before = utilization
      utilization = performance.eventLoopUtilization()
      return performance.eventLoopUtilization(utilization, before).utilization
    },
    collectGarbage() {
      const startMs = clock.monotonicMs()
      gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })
      return clock.monotonicMs() - startMs
    },
  })
  void repeat(trim, { clock, everyMs: lookEveryMs, signal: new AbortController().signal })
}
