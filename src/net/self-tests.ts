// Checks whether this machine is on the network, when so many checks fail at once that the fault may be here.
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import type { Clock } from '../domain/clock.ts'

export interface SelfTests {
  /** Whether any of the machine's name servers responds. */
  resolver(): Promise<boolean>
  /** Whether the machine has a route out. */
  route(): Promise<boolean>
}

interface SelfTestOptions {
  readonly clock: Clock
  /** Name servers to use instead of the machine's own. */
  readonly resolvers?: readonly string[]
  /** An address beyond the local network. Nothing is sent to it. */
  readonly outside?: string
}

const timeoutMs = 3000
// A documentation address (RFC 5737): it belongs to no host, but takes the default route.
const documentation = '192.0.2.1'
const silence = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'ENOTINITIALIZED'])

export function createSelfTests({ clock, resolvers, outside = documentation }: SelfTestOptions): SelfTests {
  return {
    async resolver() {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
      if (resolvers) resolver.setServers(resolvers)
      const giveUp = clock.after(timeoutMs, () => resolver.cancel())
      try {
        await resolver.resolveNs('.')
        return true
      } catch (error) {
        // A server that refuses the query responds too.
        return !silence.has((error as NodeJS.ErrnoException).code ?? '')
      } finally {
        giveUp()
      }
    },
    route: () =>
      new Promise((resolve) => {
        const socket = createSocket('udp4')
        const end = (hasRoute: boolean): void => {
          socket.close()
          resolve(hasRoute)
        }
        socket.once('error', () => end(false))
        socket.once('connect', () => end(true))
        socket.connect(9, outside)
      }),
  }
}
