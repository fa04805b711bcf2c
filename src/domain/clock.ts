// The machine's time enters the program here and nowhere else.
import { setTimeout as wait } from 'node:timers/promises'

export interface Clock {
  now(): Date
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal })
  },
}
