// The CPU time and memory of processes, read from /proc.
import { readFileSync, readdirSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds of a process with its threads and descendants, ended children included. */
export function cpuSeconds(pid: number): number {
  return ticks(pid, 11) / ticksPerSecond + cpuSecondsBelow(pid)
}

/** The same without the process itself. */
export function cpuSecondsBelow(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const children = processes.filter((child) => Number(fields(child)?.[1]) === pid)
  return children.reduce((sum, child) => sum + cpuSeconds(child), ticks(pid, 13) / ticksPerSecond)
}

/** User and kernel time are adjacent: index 11 is its own, 13 that of its ended children. */
function ticks(pid: number, place: 11 | 13): number {
  const found = fields(pid)
  return Number(found?.[place] ?? 0) + Number(found?.[place + 1] ?? 0)
}

export function megabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** The fields from the state onwards: the name in parentheses may contain anything. */
function fields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Memory of a process and its descendants, in which shared pages count once. */
export function proportionalMegabytes(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(processes.map((name) => [Number(name), Number(fields(Number(name))?.[1] ?? 0)]))
  const isBelow = (one: number | undefined): boolean =>
    one !== undefined && one !== 0 && (one === pid || isBelow(parents.get(one)))
  const sum = [...parents.keys()].filter(isBelow).reduce((total, one) => total + proportionalKilobytes(one), 0)
  return Math.round(sum / 1024)
}

function proportionalKilobytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    // The process has ended.
    return 0
  }
}
