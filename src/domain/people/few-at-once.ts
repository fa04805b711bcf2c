import { Fault } from '../fault.ts'

export type FewAtOnce = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Lets so many work at once and so many wait, in the order they came; whoever comes then is told to come back. */
export function createFewAtOnce({ most, mostWaiting }: { most: number; mostWaiting: number }): FewAtOnce {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (waiting.length >= mostWaiting)
      throw new Fault('rate_limited', 'Too many people are signing in. Again in 5 s.', { 'retry-after': '5' })
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
