// Rates from two readings of the machine's counters.
import type { CpuTimes, DiskCounters, NetworkCounters } from './parse.ts'

export interface Counters {
  /** Milliseconds of a monotonic clock. */
  readonly at: number
  readonly cpu: CpuTimes | null
  readonly disks: readonly DiskCounters[]
  readonly network: readonly NetworkCounters[]
  readonly oomKills: number | null
}

export type HostFigures = Record<string, number>

/** Omits what is unknown: no time has passed, or a counter was reset. */
export function ratesBetween(before: Counters, after: Counters): HostFigures {
  const seconds = (after.at - before.at) / 1000
  if (seconds <= 0) return {}
  return {
    ...cpuShares(before.cpu, after.cpu),
    ...diskRates(before.disks, after.disks, seconds),
    ...networkRates(before.network, after.network, seconds),
    ...counted('oom_kills', before.oomKills, after.oomKills),
  }
}

function cpuShares(before: CpuTimes | null, after: CpuTimes | null): HostFigures {
  if (!before || !after || after.total <= before.total) return {}
  // Linux may reset some of these counters, and their sum: shares are clamped to 0–100 %.
  const share = (passed: number): number =>
    tenths((Math.min(Math.max(passed, 0), after.total - before.total) / (after.total - before.total)) * 100)
  const unused = after.idle - before.idle + after.iowait - before.iowait
  return {
    cpu_pct: tenths(100 - share(unused)),
    cpu_iowait_pct: share(after.iowait - before.iowait),
    cpu_steal_pct: share(after.steal - before.steal),
  }
}

function diskRates(before: readonly DiskCounters[], after: readonly DiskCounters[], seconds: number): HostFigures {
  const both = pairs(before, after).filter(
    ([was, is]) => is.readBytes >= was.readBytes && is.writtenBytes >= was.writtenBytes,
  )
  if (both.length === 0) return {}
  const sum = (passed: (was: DiskCounters, is: DiskCounters) => number): number =>
    Math.round(both.reduce((all, [was, is]) => all + passed(was, is), 0) / seconds)
  const busy = both.map(([was, is]) => Math.min(((is.busyMs - was.busyMs) / (seconds * 1000)) * 100, 100))
  return {
    disk_read_bps: sum((was, is) => is.readBytes - was.readBytes),
    disk_write_bps: sum((was, is) => is.writtenBytes - was.writtenBytes),
    disk_util_pct_max: tenths(Math.max(...busy, 0)),
  }
}

function networkRates(
  before: readonly NetworkCounters[],
  after: readonly NetworkCounters[],
  seconds: number,
): HostFigures {
  const both = pairs(before, after).filter(
    ([was, is]) => is.receivedBytes >= was.receivedBytes && is.sentBytes >= was.sentBytes && is.errors >= was.errors,
  )
  if (both.length === 0) return {}
  const sum = (passed: (was: NetworkCounters, is: NetworkCounters) => number): number =>
    both.reduce((all, [was, is]) => all + passed(was, is), 0)
  return {
    net_rx_bps: Math.round(sum((was, is) => is.receivedBytes - was.receivedBytes) / seconds),
    net_tx_bps: Math.round(sum((was, is) => is.sentBytes - was.sentBytes) / seconds),
    net_errors: sum((was, is) => is.errors - was.errors),
  }
}

function counted(name: string, before: number | null, after: number | null): HostFigures {
  return before === null || after === null || after < before ? {} : { [name]: after - before }
}

function pairs<Named extends { readonly name: string }>(
  before: readonly Named[],
  after: readonly Named[],
): [Named, Named][] {
  const earlier = new Map(before.map((one) => [one.name, one]))
  return after.flatMap((is): [Named, Named][] => {
    const was = earlier.get(is.name)
    return was ? [[was, is]] : []
  })
}

const tenths = (value: number): number => Math.round(value * 10) / 10
