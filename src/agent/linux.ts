// Linux, from /proc. In a container, `root` is where the file system of the machine is mounted.
import { readdirSync, statSync } from 'node:fs'
import { textOf } from './files.ts'
import {
  cpuTimes,
  diskCounters,
  loads,
  memory,
  mounts,
  networkCounters,
  oomKills,
  osRelease,
  processStat,
} from './proc/parse.ts'
import { type HostSystem, percent } from './system.ts'

export function linuxSystem(root = ''): HostSystem {
  return {
    isOwn: root === '',
    pathOf: (path) => (root === '' ? path : `${root}${path}`),
    async describe() {
      const { name, version } = osRelease(textOf(`${root}/etc/os-release`))
      return { os: name, os_version: version, boot_id: textOf('/proc/sys/kernel/random/boot_id').trim() || null }
    },
    counters: async () => ({
      cpu: cpuTimes(textOf('/proc/stat')),
      disks: diskCounters(textOf('/proc/diskstats')),
      network: networkCounters(textOf('/proc/net/dev')),
      oomKills: oomKills(textOf('/proc/vmstat')),
    }),
    async levels() {
      const load = loads(textOf('/proc/loadavg'))
      const found = memory(textOf('/proc/meminfo'))
      const uptime = Number.parseFloat(textOf('/proc/uptime'))
      return {
        ...(load && { load1: load[0], load5: load[1], load15: load[2] }),
        ...(found && {
          mem_used_pct: percent(found.total - found.available, found.total),
          mem_available_bytes: found.available,
        }),
        ...(found &&
          found.swapTotal > 0 && { swap_used_pct: percent(found.swapTotal - found.swapFree, found.swapTotal) }),
        ...(Number.isFinite(uptime) && { uptime_s: Math.floor(uptime) }),
      }
    },
    mounts: async () => mounts(textOf('/proc/self/mounts'), root),
    processes: async () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => processStat(textOf(`/proc/${pid}/stat`)))
        .filter((stat) => stat !== null),
    userOf: ({ pid }) => userOf(pid, textOf(`${root}/etc/passwd`)),
  }
}

/** The owner of a process; null when it has ended. */
function userOf(pid: number, passwd: string): string | null {
  const found = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
  if (!found) return null
  const line = passwd.split('\n').find((entry) => entry.split(':')[2] === String(found.uid))
  return line?.split(':')[0] ?? String(found.uid)
}
