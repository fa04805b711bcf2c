// Watches the resources of a box from outside: memory of its processes, kernel memory, and disk.
import { type StatsFs, statfsSync } from 'node:fs'
import type { Clock } from '../domain/clock.ts'
import { hasTooMuchMemory } from './box-memory.ts'
import { type MachineMemory, readMachineMemory } from './machine-memory.ts'
import { BrowserProgramFailed } from './program-failed.ts'

const everyMs = 250
const minFreeBytes = 1024 * 1024
// Each takes about a kilobyte of kernel memory, even if empty.
const maxFiles = 50_000
const minAvailableShare = 0.05
const minAvailableBytes = 256 * 1024 * 1024

interface BoxWatch {
  readonly firstProcess: () => number | undefined
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly machineMemory?: () => MachineMemory | null
}

/**
 * Resolves with the exceeded limit; never if the box stays within its limits. Rejects with BrowserProgramFailed if the
 * machine runs out of memory: the box may not be the cause, but it is the most expendable.
 */
export async function exceededLimit(watch: BoxWatch): Promise<'memory' | 'disk'> {
  const { firstProcess, clock, signal, machineMemory = readMachineMemory } = watch
  for (;;) {
    await clock.sleep(everyMs, signal)
    const pid = firstProcess()
    if (pid === undefined) continue
    if (hasFullDisk(pid)) return 'disk'
    if (hasTooMuchMemory(pid)) return 'memory'
    if (isScarce(machineMemory()))
      throw new BrowserProgramFailed('not checked: the machine that runs this check has too little memory left', {
        hasStarted: true,
      })
  }
}

function hasFullDisk(pid: number): boolean {
  return ['/tmp', '/dev/shm'].some((folder) => {
    const space = statfs(`/proc/${pid}/root${folder}`)
    if (space === undefined || space.blocks === 0) return false
    return space.bavail * space.bsize < minFreeBytes || space.files - space.ffree > maxFiles
  })
}

function isScarce(memory: MachineMemory | null): boolean {
  if (memory === null) return false
  return memory.availableBytes < Math.min(memory.totalBytes * minAvailableShare, minAvailableBytes)
}

/** Undefined if the box has ended. */
function statfs(folder: string): StatsFs | undefined {
  try {
    return statfsSync(folder)
  } catch {
    return undefined
  }
}
