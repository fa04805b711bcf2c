// Looks at what a box takes up, from outside: the memory of its processes, and the disk it was given.
import { readFileSync, readdirSync, statfsSync } from 'node:fs'
import type { Clock } from '../domain/clock.ts'

const everyMs = 250
const maxMemory = 1536 * 1024 * 1024
const leastFree = 1024 * 1024

interface BoxWatch {
  readonly firstProcess: () => number | undefined
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Resolves with what it has too much of; never when it behaves. */
export async function exceededLimit({ firstProcess, clock, signal }: BoxWatch): Promise<'memory' | 'disk'> {
  for (;;) {
    await clock.sleep(everyMs, signal)
    const pid = firstProcess()
    if (pid === undefined) continue
    if (hasFullDisk(pid)) return 'disk'
    if (isTooLarge(pid)) return 'memory'
  }
}

function hasFullDisk(pid: number): boolean {
  return ['/tmp', '/dev/shm'].some((folder) => {
    const space = unlessGone(() => statfsSync(`/proc/${pid}/root${folder}`))
    return space !== undefined && space.blocks > 0 && space.bavail * space.bsize < leastFree
  })
}

/**
 * What its processes hold alone, and what they share counted once for each: quickly read, and never too little. Only when that
 * is too much the kernel is asked for shares, which costs some milliseconds per process.
 */
function isTooLarge(pid: number): boolean {
  const processes = processesOf(pid)
  const atMost = sum(processes, (process) => kilobytes(`${process}/status`, /^Rss(?:Anon|Shmem):\s+(\d+)/gm))
  if (atMost <= maxMemory) return false
  return (
    sum(processes, (process) => kilobytes(`${process}/smaps_rollup`, /^Pss(?:_Anon|_Shmem):\s+(\d+)/gm)) > maxMemory
  )
}

/** The box has a list of its own processes, in which nobody else's are. */
function processesOf(pid: number): string[] {
  const folder = `/proc/${pid}/root/proc`
  return (unlessGone(() => readdirSync(folder)) ?? [])
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `${folder}/${name}`)
}

function kilobytes(file: string, pattern: RegExp): number {
  const text = unlessGone(() => readFileSync(file, 'latin1')) ?? ''
  return [...text.matchAll(pattern)].reduce((total, [, amount]) => total + Number(amount) * 1024, 0)
}

const sum = (all: readonly string[], measure: (one: string) => number): number =>
  all.reduce((total, one) => total + measure(one), 0)

/** Processes end while they are looked at. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
