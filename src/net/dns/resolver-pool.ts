// A pool of c-ares resolvers, each used by one check at a time: creating one costs as much as a query, and cancelling
// one query of a resolver cancels all of them.
import type { Resolver } from 'node:dns/promises'

export interface PooledResolver {
  readonly key: string
  readonly resolver: Resolver
  /** The servers that it queries. */
  readonly servers: readonly string[]
  /** Pending queries. */
  queries: number
}

export interface ResolverPool {
  /**
   * Returns the resolver that this signal already uses, or an idle one, or a new one. Release it once per call.
   */
  take(signal: AbortSignal, key: string, make: () => Omit<PooledResolver, 'key' | 'queries'>): PooledResolver
  giveBack(signal: AbortSignal, pooled: PooledResolver): void
}

// Stored on the signal itself, for the reason that `domain/limits/abort.ts` gives.
const lent = Symbol('lent')

type LookupSignal = AbortSignal & { [lent]?: PooledResolver[] }

const maxIdle = 64

export function createResolverPool(): ResolverPool {
  const idle: PooledResolver[] = []

  const idleOne = (key: string): PooledResolver | undefined => {
    const index = idle.findLastIndex((pooled) => pooled.key === key)
    return index < 0 ? undefined : idle.splice(index, 1)[0]
  }

  return {
    take(signal: LookupSignal, key, make) {
      const own = (signal[lent] ??= [])
      let pooled = own.find((one) => one.key === key)
      if (!pooled) own.push((pooled = idleOne(key) ?? { key, ...make(), queries: 0 }))
      pooled.queries += 1
      return pooled
    },
    giveBack(signal: LookupSignal, pooled) {
      pooled.queries -= 1
      if (pooled.queries > 0) return
      signal[lent] = signal[lent]?.filter((one) => one !== pooled)
      idle.push(pooled)
      if (idle.length > maxIdle) idle.shift()
    },
  }
}
