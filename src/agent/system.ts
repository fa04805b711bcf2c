// What an agent reads of its operating system.
import type { Mount, ProcessStat } from './proc/parse.ts'
import type { Counters, HostFigures } from './proc/rates.ts'

export interface HostSystem {
  /** As whole names of a report. */
  describe(): Promise<{ os: string; os_version: string | null; boot_id: string | null }>
  counters(): Promise<Omit<Counters, 'at'>>
  levels(): Promise<HostFigures>
  /** Local disks. */
  mounts(): Promise<Mount[]>
  /** The path at which this process reaches a file of the system. */
  pathOf(path: string): string
  processes(): Promise<ProcessStat[]>
  userOf(process: ProcessStat): string | null
  /** Whether updates and services can be read: not from within a container. */
  readonly isOwn: boolean
}

export const percent = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(Math.max(Math.round((part / whole) * 1000) / 10, 0), 100)
