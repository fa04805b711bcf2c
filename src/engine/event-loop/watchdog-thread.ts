// The thread that watches the event loop of its process, and ends the process if the loop is stuck.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { systemClock } from '../../domain/clock.ts'
import { readableLogLine } from '../../domain/log-line.ts'
import { createStallMeter } from './stall-meter.ts'
import type { WatchdogThreadData } from './watchdog.ts'

const { shared, tickMs, maxStallMs, isTerminal } = workerData as WatchdogThreadData
const isStuck = createStallMeter({ tickMs, maxStallMs })
// From now on, this thread creates almost nothing, so V8 would never collect what its start left behind.
globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' })
const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

for (;;) {
  Atomics.wait(sleeper, 0, 0, tickMs)
  const { user, system } = process.cpuUsage()
  const sample = { beat: Atomics.load(shared, 0), cpuMs: (user + system) / 1000 }
  const isDebugged = Atomics.load(shared, 1) === 1
  if (isStuck(sample) && !isDebugged) endProcess()
}

function endProcess(): void {
  writeLine('the event loop has not turned for too long: this process is stuck and ends itself', {
    seconds: Math.round(maxStallMs / 1000),
  })
  // No other signal is certain to end a process whose main thread is stuck.
  process.kill(process.pid, 'SIGKILL')
}

/** Writes to the file directly: output of a thread goes through the stuck loop. */
function writeLine(msg: string, fields: object): void {
  const line = `${JSON.stringify({ level: 50, time: systemClock.now().getTime(), ...fields, msg })}\n`
  try {
    writeSync(1, isTerminal ? readableLogLine(line) : line)
  } catch {
    // The pipe may be full, or the terminal closed.
  }
}
