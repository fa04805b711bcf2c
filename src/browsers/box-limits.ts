// Watches from outside what a box uses: the memory of its processes, what the kernel holds for it, and the disk it was
// given.
import { type StatsFs, statfsSync } from 'node:fs'
import type { Clock } from '../domain/clock.ts'
import { hasTooMuchMemory } from './box-memory.ts'
import { type MachineMemory, readMachineMemory } from './machine-memory.ts'
import { BrowserProgramFailed } from './program-failed.ts'

const everyMs = 250
const minFreeBytes = 1024 * 1024
// Each takes about a kilobyte of kernel memory, however empty it is.
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
 * Resolves with what the box has too much of; never if it keeps its limits. Rejects with BrowserProgramFailed if the
 * machine runs out of memory: that may be somebody else's fault, and a box is what can best be done without.
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
