// What processes have used, read from /proc.
import { readFileSync, readdirSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds of a process, its threads and everything below it, ended children included. */
export function cpuSeconds(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map(children.map((child) => [child, fields(child)?.[1]]))
  const own = fields(pid)
  if (!own) return 0
  const ticks = own.slice(11, 15).reduce((sum, value) => sum + Number(value), 0)
  const below = [...parents].filter(([, parent]) => Number(parent) === pid).map(([child]) => cpuSeconds(child))
  return ticks / ticksPerSecond + below.reduce((sum, seconds) => sum + seconds, 0)
}

export function megabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** From the state onwards: a name in parentheses may hold anything. */
function fields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
