// How long a process has shown no sign of life. A process that a busy machine gives no CPU time is not stuck, so a
// second counts in proportion to the CPU time that the process had in it.
import { readFileSync } from 'node:fs'

/** A process that waits for something synchronously uses no CPU time either, so each second counts at least this. */
const minShare = 1 / 12
const ticksPerSecond = 100

export class WorkerSilence {
  readonly #readCpuSeconds: () => number | null
  #seconds = 0
  #cpuSeconds: number | null = null

  constructor(readCpuSeconds: () => number | null) {
    this.#readCpuSeconds = readCpuSeconds
  }

  end(): void {
    this.#seconds = 0
    this.#cpuSeconds = null
  }

  /** Called once a second. Returns how many seconds count, this one included. */
  look(): number {
    // A process shows a sign of life each second; only if one is missing is it worth a look at its CPU time.
    if (this.#seconds === 0) return (this.#seconds = 1)
    const [before, now] = [this.#cpuSeconds, this.#readCpuSeconds()]
    this.#cpuSeconds = now
    const share = before === null || now === null ? 1 : Math.min(Math.max(now - before, minShare), 1)
    return (this.#seconds += share)
  }
}

/** Null if it is unknown: on other systems than Linux, or after the process has ended. */
export function cpuSecondsOf(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before the last parenthesis may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return null
  }
}
