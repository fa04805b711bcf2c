// Free memory of the machine or of Lapwing's container.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MachineMemory {
  readonly totalBytes: number
  readonly availableBytes: number
}

interface MemoryFiles {
  readonly proc?: string
  readonly groups?: string
}

/** Null if the kernel does not report it. */
export function readMachineMemory({
  proc = '/proc',
  groups = '/sys/fs/cgroup',
}: MemoryFiles = {}): MachineMemory | null {
  const machine = textOf(join(proc, 'meminfo'))
  const [totalBytes, availableBytes] = ['MemTotal', 'MemAvailable'].map((name) => kilobytesIn(machine, name))
  if (totalBytes === undefined || availableBytes === undefined) return null
  const [, own = '/'] = /^0::(\/.*)$/m.exec(textOf(join(proc, 'self/cgroup'))) ?? []
  const container = readContainerMemory(join(groups, own))
  return container && container.availableBytes < availableBytes ? container : { totalBytes, availableBytes }
}

/** The limit of our own group; cached file pages can be dropped. */
function readContainerMemory(group: string): MachineMemory | null {
  const limit = Number(textOf(join(group, 'memory.max')).trim() || 'max')
  const used = Number(textOf(join(group, 'memory.current')).trim() || 'unknown')
  if (!Number.isFinite(limit) || !Number.isFinite(used)) return null
  const [, droppable = '0'] = /^inactive_file (\d+)$/m.exec(textOf(join(group, 'memory.stat'))) ?? []
  return { totalBytes: limit, availableBytes: Math.max(limit - used + Number(droppable), 0) }
}

function kilobytesIn(text: string, name: string): number | undefined {
  const [, amount] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * 1024
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
