// Counts all processes, and finds the busiest.
import type { ProcessStat } from './proc/parse.ts'
import type { HostSystem } from './system.ts'

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
export function createProcessFigures(
  system: Pick<HostSystem, 'processes' | 'userOf'>,
  monotonicMs: () => number,
): () => Promise<ProcessFigures> {
  let before = new Map<string, number>()
  let lookedAt = monotonicMs()
  return async () => {
    const seconds = (monotonicMs() - lookedAt) / 1000
    const all = await system.processes()
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
        user: system.userOf(one),
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
