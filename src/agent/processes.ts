// Counts all processes, and finds the busiest.
import { readdirSync, statSync } from 'node:fs'
import { textOf } from './files.ts'
import { type ProcessStat, processStat } from './proc/parse.ts'

export interface TopProcess {
  readonly pid: number
  readonly name: string
  readonly user: string | null
  readonly cpu_pct: number
  readonly memory_bytes: number
}

export interface ProcessFigures {
  readonly count: number
  readonly zombies: number
  readonly busiest: readonly TopProcess[]
  countOf(name: string): number
}

// The value Linux shows to programs, whatever the kernel uses inside.
const ticksPerSecond = 100
const pageBytes = 4096
const maxShown = 10

/** Usage since the previous reading; the first one has memory alone. */
export function createProcessFigures(monotonicMs: () => number): () => ProcessFigures {
  let before = new Map<string, number>()
  let lookedAt = monotonicMs()
  return () => {
    const seconds = (monotonicMs() - lookedAt) / 1000
    const all = readProcesses()
    const cpuOf = (one: ProcessStat): number => {
      const earlier = before.get(keyOf(one))
      return earlier === undefined || seconds <= 0 ? 0 : ((one.cpu - earlier) / ticksPerSecond / seconds) * 100
    }
    const busy = all.map((one) => ({ one, cpu: Math.max(cpuOf(one), 0) }))
    busy.sort((a, b) => b.cpu - a.cpu || b.one.residentPages - a.one.residentPages)
    before = new Map(all.map((one) => [keyOf(one), one.cpu]))
    lookedAt = monotonicMs()
    return {
      count: all.length,
      zombies: all.filter(({ isZombie }) => isZombie).length,
      busiest: busy.slice(0, maxShown).map(({ one, cpu }) => ({
        pid: one.pid,
        name: one.name,
        user: userOf(one.pid),
        cpu_pct: Math.round(cpu * 10) / 10,
        memory_bytes: one.residentPages * pageBytes,
      })),
      countOf: (name) => all.filter((one) => one.name === name.slice(0, maxName) && !one.isZombie).length,
    }
  }
}

/** The kernel truncates names to this length. */
const maxName = 15

const keyOf = ({ pid, startedAt }: ProcessStat): string => `${pid} ${startedAt}`

function readProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => processStat(textOf(`/proc/${pid}/stat`)))
    .filter((stat) => stat !== null)
}

/** The owner of a process; null when it has ended. */
function userOf(pid: number): string | null {
  const found = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
  if (!found) return null
  const line = textOf('/etc/passwd')
    .split('\n')
    .find((entry) => entry.split(':')[2] === String(found.uid))
  return line?.split(':')[0] ?? String(found.uid)
}
