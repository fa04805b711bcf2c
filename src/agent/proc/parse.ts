// Parses the files of /proc.

export interface CpuTimes {
  readonly total: number
  readonly idle: number
  readonly iowait: number
  readonly steal: number
}

/** All processors together, in ticks since the start. */
export function cpuTimes(stat: string): CpuTimes | null {
  const [, line] = /^cpu +(.*)$/m.exec(stat) ?? []
  if (line === undefined) return null
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line
    .split(' ')
    .map(Number)
  return { total: user + nice + system + idle + iowait + irq + softirq + steal, idle, iowait, steal }
}

export interface MemoryUsage {
  readonly total: number
  readonly available: number
  readonly swapTotal: number
  readonly swapFree: number
}

/** In bytes. */
export function memory(meminfo: string): MemoryUsage | null {
  const bytes = (name: string): number | null => {
    const [, kilobytes] = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(meminfo) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  }
  const total = bytes('MemTotal')
  const available = bytes('MemAvailable') ?? bytes('MemFree')
  if (total === null || available === null) return null
  return { total, available, swapTotal: bytes('SwapTotal') ?? 0, swapFree: bytes('SwapFree') ?? 0 }
}

export function loads(loadavg: string): [number, number, number] | null {
  const [one, five, fifteen] = loadavg.split(' ').map(Number)
  return [one, five, fifteen].every((load) => Number.isFinite(load)) ? [one!, five!, fifteen!] : null
}

export interface DiskCounters {
  readonly name: string
  readonly readBytes: number
  readonly writtenBytes: number
  /** Milliseconds with I/O in progress. */
  readonly busyMs: number
}

const wholeDisk = /^(sd[a-z]+|hd[a-z]+|vd[a-z]+|xvd[a-z]+|nvme\d+n\d+|mmcblk\d+)$/
const sectorBytes = 512

/** Whole disks, without partitions and layered devices: each byte counts once. */
export function diskCounters(diskstats: string): DiskCounters[] {
  return diskstats.split('\n').flatMap((line) => {
    const [, , name = '', , , readSectors, , , , writtenSectors, , , busyMs] = line.trim().split(/ +/)
    if (!wholeDisk.test(name)) return []
    const [read, written] = [Number(readSectors) * sectorBytes, Number(writtenSectors) * sectorBytes]
    return [{ name, readBytes: read, writtenBytes: written, busyMs: Number(busyMs) }]
  })
}

export interface NetworkCounters {
  readonly name: string
  readonly receivedBytes: number
  readonly sentBytes: number
  readonly errors: number
}

export function networkCounters(netDev: string): NetworkCounters[] {
  return netDev.split('\n').flatMap((line) => {
    const [, name, rest] = /^ *([^\s:]+): *(.*)$/.exec(line) ?? []
    if (name === undefined || rest === undefined || name === 'lo') return []
    const [received = 0, , receiveErrors = 0, , , , , , sent = 0, , sendErrors = 0] = rest.split(/ +/).map(Number)
    return [{ name, receivedBytes: received, sentBytes: sent, errors: receiveErrors + sendErrors }]
  })
}

export interface Mount {
  readonly device: string
  readonly path: string
}

// Asking an unreachable server for its disk usage would hang.
const local = /^(ext[234]|xfs|btrfs|zfs|f2fs|jfs|reiserfs|bcachefs|vfat|exfat|ntfs3?|fuseblk|overlay)$/

/** The mount points of local disks below `root`, each disk once: at its shortest path. */
export function mounts(table: string, root = ''): Mount[] {
  const found = table.split('\n').flatMap((line) => {
    const [device, path, type] = line.split(' ')
    if (device === undefined || path === undefined || !local.test(type ?? '')) return []
    const below = pathBelow(root, unescaped(path))
    if (below === null || (type === 'overlay' && below !== '/')) return []
    return [{ device, path: below }]
  })
  const byDevice = new Map<string, Mount>()
  for (const mount of found) {
    const known = byDevice.get(mount.device)
    if (!known || mount.path.length < known.path.length) byDevice.set(mount.device, mount)
  }
  return [...byDevice.values()]
}

function pathBelow(root: string, path: string): string | null {
  if (root === '' || path === root) return root === '' ? path : '/'
  return path.startsWith(`${root}/`) ? path.slice(root.length) : null
}

/** Spaces and the like are escaped as `\040`. */
const unescaped = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))

export interface ProcessStat {
  readonly pid: number
  readonly name: string
  readonly isZombie: boolean
  /** In ticks. */
  readonly cpu: number
  readonly residentPages: number
  /** In ticks since boot: identifies a process together with the pid. */
  readonly startedAt: number
}

/** The name is in parentheses, and may contain some. */
export function processStat(stat: string): ProcessStat | null {
  const [open, close] = [stat.indexOf('('), stat.lastIndexOf(')')]
  if (open === -1 || close === -1) return null
  const rest = stat.slice(close + 2).split(' ')
  const number = (n: number): number => Number(rest[n] ?? 0)
  return {
    pid: Number(stat.slice(0, open)),
    name: stat.slice(open + 1, close),
    isZombie: rest[0] === 'Z',
    cpu: number(11) + number(12),
    startedAt: number(19),
    residentPages: number(21),
  }
}

export function oomKills(vmstat: string): number | null {
  const [, kills] = /^oom_kill (\d+)$/m.exec(vmstat) ?? []
  return kills === undefined ? null : Number(kills)
}

/** The name of the system, from /etc/os-release. */
export function osRelease(text: string): { name: string; version: string | null } {
  const value = (key: string): string | null => {
    const [, quoted] = new RegExp(`^${key}="?([^"\\n]*)"?$`, 'm').exec(text) ?? []
    return quoted || null
  }
  return { name: value('NAME') ?? 'Linux', version: value('VERSION') ?? value('VERSION_ID') }
}
