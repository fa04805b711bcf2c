// Ends this process if its event loop is stuck, so that other processes or the supervisor take over. A stuck loop
// handles no timers, sockets or signals, so another thread has to watch it.
import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { type Clock, repeat } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'

export interface WatchdogThreadData {
  /** How often the loop has turned, and whether a debugger may hold it up. */
  readonly shared: Int32Array<SharedArrayBuffer>
  readonly tickMs: number
  readonly maxStallMs: number
  /** Log lines are plain text on a terminal. */
  readonly isTerminal: boolean
}

interface EventLoopWatchdogParts {
  readonly clock: Clock
  readonly log: Log
  readonly isTerminal: boolean
  readonly tickMs?: number
  readonly maxStallMs?: number
}

/** It runs until the process ends. */
export function startEventLoopWatchdog(parts: EventLoopWatchdogParts): void {
  const { clock, log, isTerminal, tickMs = 1000, maxStallMs = 30_000 } = parts
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const beat = (): void => {
    Atomics.add(shared, 0, 1)
    Atomics.store(shared, 1, debuggerUrl() === undefined ? 0 : 1)
  }
  beat()
  const workerData: WatchdogThreadData = { shared, tickMs, maxStallMs, isTerminal }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  thread.on('error', (error) => log.error('the event loop is no longer watched', { error: String(error) }))
  thread.unref()
  void repeat(beat, { clock, everyMs: tickMs, signal: new AbortController().signal })
}
