// The processes that run a probe's checks. One that ends, or shows no sign of life, is replaced: that costs what it was
// busy with, and nothing else.
import { type Clock, repeat, rest } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Capacity } from './capacity.ts'
import type { CheckReport, CheckOrder, WorkerOptions } from './messages.ts'
import { Worker } from './worker.ts'

export interface Workers {
  readonly busy: number
  /** How many more checks should be given to them now. More are run, too, but may begin late. */
  readonly free: number
  /** Whether one of them has reported: before that there is nobody to give work to. */
  readonly isReady: boolean
  /** How much of the last milliseconds the worst of them was too busy to show signs of life. */
  stalledMs(withinMs: number): number
  /** Null when its process was lost. */
  run(work: CheckOrder): Promise<CheckReport | null>
  stop(): Promise<void>
}

/** The same processes, with more to each check. */
export function withRun(workers: Workers, run: Workers['run']): Workers {
  return {
    get busy() {
      return workers.busy
    },
    get free() {
      return workers.free
    },
    get isReady() {
      return workers.isReady
    },
    stalledMs: (withinMs) => workers.stalledMs(withinMs),
    run,
    stop: () => workers.stop(),
  }
}

export interface WorkersParts {
  readonly count: number
  /** Left out: there are never more of them. */
  readonly capacity?: Capacity
  /** After so long without work those beyond the usual number are ended. */
  readonly idleMs?: number
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
const usualIdleMs = 60_000
const restartMs = 2000
// Checks are claimed no faster than workers begin them: others may have time for the rest.
const maxUnbegun = 500
const minRoom = 1000
const usualProgram = new URL('./worker-program.ts', import.meta.url)

export function startWorkers(parts: WorkersParts): Workers {
  const { clock, log, count, idleMs = usualIdleMs } = parts
  const { maxPerWorker, maxWorkers, maxInFlight } = parts.capacity ?? {
    maxPerWorker: 4000,
    maxWorkers: count,
    maxInFlight: count * 4000,
  }
  const stopping = new AbortController()
  let workers: Worker[] = []
  let nextId = 1

  const start = (): void => {
    const worker: Worker = new Worker({
      program: usualProgram,
      ...parts,
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
  const busy = (): number => workers.reduce((sum, worker) => sum + worker.busy, 0)
  const roomOf = (worker: Worker): number => Math.max(maxPerWorker - worker.busy, 0)
  const addWhenFull = (): void => {
    const room = workers.reduce((sum, worker) => sum + roomOf(worker), 0)
    if (room >= Math.min(minRoom, maxPerWorker / 2) || workers.length >= maxWorkers) return
    log.info('a probe process is added: the others have no room for more checks', { busy: busy() })
    start()
  }
  const endIdle = (): void => {
    const idle = workers.slice(count).find((worker) => worker.looksWithoutWork * everyMs > idleMs)
    if (!idle) return
    workers = workers.filter((other) => other !== idle)
    void idle.end()
  }
  const look = (): void => {
    const silent = workers.filter((worker) => worker.look() > (worker.isReady ? silentLooks : startingLooks))
    for (const worker of silent) void replace(worker, 'no sign of life')
    endIdle()
    addWhenFull()
  }
  /** Those beyond the usual number get only what the others have no room for, so that they are idle again. */
  const workerForNext = (): Worker | undefined => {
    const ready = workers.filter((worker) => worker.isReady)
    const usual = ready.filter((worker) => workers.indexOf(worker) < count && roomOf(worker) > 0)
    const choice = [usual, ready, workers].find((some) => some.length > 0) ?? []
    return choice.toSorted((a, b) => a.busy - b.busy)[0]
  }
  for (let n = 0; n < count; n++) start()
  const watching = repeat(look, { clock, everyMs, signal: stopping.signal })

  return {
    get busy() {
      return busy()
    },
    get free() {
      const rooms = workers.map((worker) =>
        worker.isReady ? Math.min(roomOf(worker), Math.max(maxUnbegun - worker.unbegun, 0)) : 0,
      )
      const room = rooms.reduce((sum, one) => sum + one, 0)
      return Math.max(Math.min(room, maxInFlight - busy()), 0)
    },
    get isReady() {
      return workers.some((worker) => worker.isReady)
    },
    stalledMs: (withinMs) => Math.max(0, ...workers.map((worker) => worker.stalledMs(withinMs))),
    async run(work) {
      return workerForNext()?.run({ ...work, id: nextId++ }) ?? null
    },
    async stop() {
      stopping.abort()
      await watching
      await Promise.all(workers.map((worker) => worker.end()))
    },
  }
}
