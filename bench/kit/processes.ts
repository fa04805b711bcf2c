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
  const sum = descendants(pid).reduce((total, one) => total + proportionalKilobytes(one), 0)
  return Math.round(sum / 1024)
}

/**
 * The same, whatever else runs on the machine: pages that they share with other programs count in full. Of the pages
 * that they share with each other, those of the process with the most count.
 */
export function wholeMegabytes(pid: number): number {
  const rollups = descendants(pid).map(rollupOf)
  const own = rollups.reduce((sum, rollup) => sum + sizeIn(rollup, 'Private_Clean', 'Private_Dirty'), 0)
  return Math.round(own + Math.max(...rollups.map((rollup) => sizeIn(rollup, 'Shared_Clean', 'Shared_Dirty'))))
}

/** Memory that a process and its descendants share with nobody, and the programs that they run, counted once. */
export function ownMegabytes(pid: number): { own: number; program: number } {
  const rollups = descendants(pid).map(rollupOf)
  return {
    own: Math.round(rollups.reduce((sum, rollup) => sum + sizeIn(rollup, 'Private_Dirty'), 0)),
    program: Math.round(Math.max(...rollups.map((rollup) => sizeIn(rollup, 'Private_Clean', 'Shared_Clean')))),
  }
}

const sizeIn = (rollup: string, ...names: string[]): number =>
  names.reduce((sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0), 0) / 1024

function descendants(pid: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(processes.map((name) => [Number(name), Number(fields(Number(name))?.[1] ?? 0)]))
  const isBelow = (one: number | undefined): boolean =>
    one !== undefined && one !== 0 && (one === pid || isBelow(parents.get(one)))
  return [...parents.keys()].filter(isBelow)
}

function rollupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

const proportionalKilobytes = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(rollupOf(pid))?.[1] ?? 0)
