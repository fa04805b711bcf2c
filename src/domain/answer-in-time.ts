import type { Clock } from './clock.ts'

interface TimeLimit<Result> {
  readonly clock: Clock
  readonly maxMs: number
  /** The answer when `work` takes longer. */
  readonly late: Result
}

/** Calls share one run of `work` while it lasts, so that questions nobody answers do not pile up. */
export function answerInTime<Result>(
  work: () => Promise<Result>,
  { clock, maxMs, late }: TimeLimit<Result>,
): () => Promise<Result> {
  let running: Promise<Result> | undefined
  const share = (): Promise<Result> => {
    running ??= work().finally(() => (running = undefined))
    return running
  }
  return () =>
    new Promise((resolve, reject) => {
      const cancelTimeout = clock.after(maxMs, () => resolve(late))
      share().then(resolve, reject).finally(cancelTimeout)
    })
}
