// The processes that run a probe's checks. One that ends, or shows no sign of life, is replaced: that costs what it was
// busy with, and nothing else.
import { type Clock, repeat, rest } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Done, Ordered, WorkerOptions } from './messages.ts'
import { Worker } from './worker.ts'

export interface Workers {
  readonly busy: number
  /** Whether one of them has reported: before that there is nobody to give work to. */
  readonly isReady: boolean
  /** Whether one was too busy to show a sign of life in time, not long ago. */
  readonly hasStalled: boolean
  /** Null when its process was lost. */
  run(work: Ordered): Promise<Done | null>
  stop(): Promise<void>
}

/** The same processes, with more to each check. */
export function withRun(workers: Workers, run: Workers['run']): Workers {
  return {
    get busy() {
      return workers.busy
    },
    get isReady() {
      return workers.isReady
    },
    get hasStalled() {
      return workers.hasStalled
    },
    run,
    stop: () => workers.stop(),
  }
}

export interface WorkersParts {
  readonly count: number
  readonly options: WorkerOptions
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly log: Log
  /** What they run. */
  readonly program?: URL
}

const everyMs = 1000
const silentLooks = 5
// On a tenth of a core it takes half a minute to start.
const startingLooks = 300
const rememberedMs = 60_000
const restartMs = 2000
const usualProgram = new URL('./worker-program.ts', import.meta.url)

export function startWorkers(parts: WorkersParts): Workers {
  const { clock, log } = parts
  const stopping = new AbortController()
  let workers: Worker[] = []
  let nextId = 1
  let stalledAt = -Infinity

  const start = (): void => {
    const worker: Worker = new Worker({
      program: usualProgram,
      ...parts,
      onStall: () => (stalledAt = clock.monotonicMs()),
      onEnd: (reason) => void replace(worker, reason),
    })
    workers.push(worker)
  }
  const replace = async (worker: Worker, reason: string): Promise<void> => {
    if (stopping.signal.aborted || !workers.includes(worker)) return
    workers = workers.filter((other) => other !== worker)
    log.error('a probe process is replaced', { reason, pid: worker.pid, lost: worker.busy })
    void worker.end()
    // One that fails as soon as it starts will do so again.
    if (!worker.isReady) await rest(clock, restartMs, stopping.signal)
    if (!stopping.signal.aborted) start()
  }
  const look = (): void => {
    const silent = workers.filter((worker) => worker.look() > (worker.isReady ? silentLooks : startingLooks))
    for (const worker of silent) void replace(worker, 'no sign of life')
  }
  for (let n = 0; n < parts.count; n++) start()
  const watching = repeat(look, { clock, everyMs, signal: stopping.signal })

  return {
    get busy() {
      return workers.reduce((sum, worker) => sum + worker.busy, 0)
    },
    get isReady() {
      return workers.some((worker) => worker.isReady)
    },
    get hasStalled() {
      return clock.monotonicMs() - stalledAt < rememberedMs
    },
    async run(work) {
      const ready = workers.filter((worker) => worker.isReady)
      const [idlest] = (ready.length > 0 ? ready : workers).toSorted((a, b) => a.busy - b.busy)
      return idlest ? idlest.run({ ...work, id: nextId++ }) : null
    },
    async stop() {
      stopping.abort()
      await watching
      await Promise.all(workers.map((worker) => worker.end()))
    },
  }
}
