import { Fault } from '../fault.ts'

export type FewAtOnce = <Result>(work: () => Promise<Result>) => Promise<Result>

interface ConcurrencyLimits {
  readonly maxCount: number
  readonly maxWaiting: number
  /** What too many callers are doing, for the error message. */
  readonly tooMany: string
  readonly retryAfterSeconds: number
}

/** Limits how many calls run at once and how many wait, in order; further calls are refused with a request to retry. */
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
      throw new Fault('rate_limited', `${tooMany}. Try again in ${retryAfterSeconds} s.`, {
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
