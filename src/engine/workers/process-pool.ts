// Processes for checks that run scripts of strangers: each has one check at a time, so a process that ends takes no
// other check with it, and there is no doubt about which check ended it.
import type { Clock } from '../../domain/clock.ts'
import type { CheckReport, CheckOrder } from './messages.ts'
import type { Workers } from './workers.ts'

export interface ProcessPoolParts {
  /** Starts a single process, which is replaced when it ends. */
  readonly startProcess: () => Workers
  readonly clock: Clock
}

const startingMs = 100
/** A process that is not used for this long is stopped, except for one. */
const idleMs = 60_000

interface PooledProcess {
  readonly workers: Workers
  isBusy: boolean
  cancelStop: () => void
}

/** As many processes as there are checks at once; the caller limits these. */
export function createProcessPool({ startProcess, clock }: ProcessPoolParts): Workers {
  const processes = new Set<PooledProcess>()
  let isStopping = false

  const takeProcess = (): PooledProcess => {
    let process = [...processes].find(({ isBusy }) => !isBusy)
    if (!process) processes.add((process = { workers: startProcess(), isBusy: false, cancelStop: () => undefined }))
    process.cancelStop()
    process.isBusy = true
    return process
  }
  const putBack = (process: PooledProcess): void => {
    process.isBusy = false
    process.cancelStop = clock.after(idleMs, () => {
      if (processes.size === 1 || isStopping) return
      processes.delete(process)
      void process.workers.stop()
    })
  }
  const runIn = async ({ workers }: PooledProcess, work: CheckOrder): Promise<CheckReport | null> => {
    // Work that is lost while a process starts is not the fault of the work.
    while (!workers.isReady && !isStopping) await clock.sleep(startingMs)
    return isStopping ? null : workers.run(work)
  }

  return {
    get busy() {
      return [...processes].filter(({ isBusy }) => isBusy).length
    },
    // It starts what is needed.
    free: Infinity,
    isReady: true,
    stalledMs: (withinMs) => Math.max(0, ...[...processes].map(({ workers }) => workers.stalledMs(withinMs))),
    async run(work) {
      const process = takeProcess()
      return runIn(process, work).finally(() => putBack(process))
    },
    async stop() {
      isStopping = true
      for (const { cancelStop } of processes) cancelStop()
      await Promise.all([...processes].map(({ workers }) => workers.stop()))
    },
  }
}
