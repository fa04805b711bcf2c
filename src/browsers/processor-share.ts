// The CPU share a box got of what it could have used: failures of a starved browser say nothing about a page.
import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Clock } from '../domain/clock.ts'

// Reading some hundred threads takes milliseconds.
const everyMs = 2000

interface ProcessorShareWatch {
  readonly firstProcess: () => number | undefined
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * The latest value, 0 to 1: a finished box is gone. Null if the kernel does not report it, or nothing was read yet.
 */
export function watchProcessorShare({ firstProcess, clock, signal }: ProcessorShareWatch): () => number | null {
  const beganMs = clock.monotonicMs()
  let share: number | null = null
  const look = (): number | null => {
    const pid = firstProcess()
    share = (pid === undefined ? null : shareOf(pid, clock.monotonicMs() - beganMs)) ?? share
    return share
  }
  const watch = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(everyMs, signal)
      look()
    }
  }
  watch().catch(() => undefined)
  return look
}

function shareOf(firstProcess: number, elapsedMs: number): number | null {
  const times = threadsOf(`/proc/${firstProcess}/root/proc`).flatMap(timesOf)
  const ranMs = sum(times.map(({ ran }) => ran)) / 1e6
  const waitedMs = sum(times.map(({ waited }) => waited)) / 1e6
  // Threads of one box also wait for each other: the maximum is all processors.
  const couldHaveMs = Math.min(ranMs + waitedMs, elapsedMs * availableParallelism())
  return couldHaveMs > 0 ? Math.min(ranMs / couldHaveMs, 1) : null
}

function threadsOf(folder: string): string[] {
  const processes = listed(folder).filter((name) => /^\d+$/.test(name))
  return processes.flatMap((id) => listed(`${folder}/${id}/task`).map((thread) => `${folder}/${id}/task/${thread}`))
}

/** In nanoseconds. */
function timesOf(thread: string): { ran: number; waited: number }[] {
  try {
    const [ran = 0, waited = 0] = readFileSync(`${thread}/schedstat`, 'latin1').split(' ').map(Number)
    return [{ ran, waited }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
