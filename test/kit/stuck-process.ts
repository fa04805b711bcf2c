// A process with an event loop watchdog, which then works, spins in microtasks, or blocks its main thread.
import { systemClock } from '../../src/domain/clock.ts'
import { startEventLoopWatchdog } from '../../src/engine/event-loop/watchdog.ts'
import { quiet } from './log.ts'

const [does, maxStallMs] = process.argv.slice(2)
startEventLoopWatchdog({
  clock: systemClock,
  log: quiet,
  isTerminal: false,
  tickMs: 50,
  maxStallMs: Number(maxStallMs),
})
setInterval(() => process.stdout.write('working\n'), 50)
if (does === 'spin') setTimeout(() => void spin(), 100)
if (does === 'block') setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 100)

async function spin(): Promise<void> {
  for (;;) await Promise.resolve()
}
