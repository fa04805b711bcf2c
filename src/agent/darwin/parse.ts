// Parses what programs of macOS print.
import type { Mount, NetworkCounters, ProcessStat } from '../proc/parse.ts'

/** Of `vm_stat`: what programs can get without another one losing it. */
export function availableBytes(text: string): number | null {
  const [, pageBytes] = /page size of (\d+) bytes/.exec(text) ?? []
  const pages = (name: string): number => Number(new RegExp(`^Pages ${name}: +(\\d+)\\.`, 'm').exec(text)?.[1])
  const bytes = (pages('free') + pages('inactive') + pages('speculative')) * Number(pageBytes)
  return Number.isFinite(bytes) ? bytes : null
}

/** Of `sysctl -n vm.swapusage`: `total = 2048.00M  used = 512.25M  free = 1535.75M`. */
export function swapMegabytes(text: string): { total: number; used: number } | null {
  const value = (name: string): number => Number(new RegExp(`\\b${name} = ([\\d.]+)M`).exec(text)?.[1])
  const [total, used] = [value('total'), value('used')]
  return Number.isFinite(total) && Number.isFinite(used) ? { total, used } : null
}

/** Of `mount`: the disk of the system, that of the user, and others that were plugged in. */
export function macMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, device, path, type] = /^(\/dev\/\S+) on (.+) \((\w+)(?:,[^)]*)?\)$/.exec(line) ?? []
    if (device === undefined || path === undefined || !/^(apfs|hfs|exfat|msdos)$/.test(type ?? '')) return []
    const isShown = path === '/' || path === '/System/Volumes/Data' || path.startsWith('/Volumes/')
    return isShown ? [{ device, path }] : []
  })
}

/** Of `netstat -ibn`: each interface has one line for its link, with the counters of all addresses. */
export function macNetwork(text: string): NetworkCounters[] {
  return text.split('\n').flatMap((line) => {
    const words = line.trim().split(/ +/)
    if (!words[2]?.startsWith('<Link#') || /^(lo|gif|stf)\d/.test(words[0]!)) return []
    // Some have no address, so the counters are counted from the end.
    const [, receiveErrors, received, , sendErrors, sent] = words.slice(-7).map(Number)
    if (received === undefined || sent === undefined || !Number.isFinite(received + sent)) return []
    const name = words[0]!.replace(/\*$/, '')
    return [{ name, receivedBytes: received, sentBytes: sent, errors: (receiveErrors ?? 0) + (sendErrors ?? 0) }]
  })
}

export interface MacProcess extends ProcessStat {
  readonly user: string
}

const ticksPerSecond = 100
const pageBytes = 4096

/** Of `ps -axo pid=,stat=,rss=,time=,user=,comm=`. */
export function macProcesses(text: string): MacProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, state, kilobytes, time, user, command] =
      /^ *(\d+) +(\S+) +(\d+) +(\S+) +(\S+) +(.+)$/.exec(line) ?? []
    if (pid === undefined || command === undefined) return []
    const seconds = time!.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part.replace(',', '.')), 0)
    return [
      {
        pid: Number(pid),
        name: command.slice(command.lastIndexOf('/') + 1).trim() || command,
        isZombie: state!.startsWith('Z'),
        cpu: seconds * ticksPerSecond,
        residentPages: Math.round((Number(kilobytes) * 1024) / pageBytes),
        // `ps` has no start in ticks; a pid is used again only after thousands of others.
        startedAt: 0,
        user: user!,
      },
    ]
  })
}
