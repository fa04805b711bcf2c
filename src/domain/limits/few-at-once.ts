import { Fault } from '../fault.ts'

export type FewAtOnce = <Result>(work: () => Promise<Result>) => Promise<Result>

interface ConcurrencyLimits {
  readonly maxCount: number
  readonly maxWaiting: number
  /** What too many are doing, for whoever is turned away. */
  readonly tooMany: string
  readonly retryAfterSeconds: number
}

/** Lets so many work at once and so many wait, in the order they came; whoever comes then is told to come back. */
export function createFewAtOnce({
  maxCount: most,
  maxWaiting,
  tooMany,
  retryAfterSeconds,
}: ConcurrencyLimits): FewAtOnce {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (waiting.length >= maxWaiting)
      throw new Fault('rate_limited', `${tooMany}. Again in ${retryAfterSeconds} s.`, {
        'retry-after': String(retryAfterSeconds),
      })
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
