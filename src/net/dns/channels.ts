// Resolvers of c-ares, lent to one check at a time: making one costs as much as a question, and calling back one question of a
// resolver calls back all of them.
import type { Resolver } from 'node:dns/promises'

export interface Channel {
  readonly key: string
  readonly resolver: Resolver
  /** The servers that it asks. */
  readonly servers: readonly string[]
  /** Questions under way. */
  asked: number
}

export interface Channels {
  /** The one that this signal has questions on, or one that nobody uses, or a new one. To be given back once for each time. */
  take(signal: AbortSignal, key: string, make: () => Omit<Channel, 'key' | 'asked'>): Channel
  giveBack(signal: AbortSignal, channel: Channel): void
}

// On the signal itself for the reason that `net/abort.ts` gives.
const lent = Symbol('lent')

type Asking = AbortSignal & { [lent]?: Channel[] }

const mostIdle = 64

export function createChannels(): Channels {
  const idle: Channel[] = []

  const idleOne = (key: string): Channel | undefined => {
    const index = idle.findLastIndex((channel) => channel.key === key)
    return index < 0 ? undefined : idle.splice(index, 1)[0]
  }

  return {
    take(signal: Asking, key, make) {
      const own = (signal[lent] ??= [])
      let channel = own.find((one) => one.key === key)
      if (!channel) own.push((channel = idleOne(key) ?? { key, ...make(), asked: 0 }))
      channel.asked += 1
      return channel
    },
    giveBack(signal: Asking, channel) {
      channel.asked -= 1
      if (channel.asked > 0) return
      signal[lent] = signal[lent]?.filter((one) => one !== channel)
      idle.push(channel)
      if (idle.length > mostIdle) idle.shift()
    },
  }
}
