// How much runs at once: so much in all, and so much against one host, so that a host that hangs holds up only itself.
export interface HostLimits {
  /** Runs the work when there is room; false when too much waits for this host already. */
  enter(host: string, work: () => Promise<void>): boolean
  readonly running: number
  readonly waiting: number
}

interface Host {
  running: number
  readonly queue: (() => Promise<void>)[]
}

export function createHostLimits({ perHost, waitingPerHost }: { perHost: number; waitingPerHost: number }): HostLimits {
  const hosts = new Map<string, Host>()
  let running = 0
  let waiting = 0

  const run = async (host: string, one: Host, work: () => Promise<void>): Promise<void> => {
    one.running += 1
    running += 1
    await work()
    one.running -= 1
    running -= 1
    const next = one.queue.shift()
    if (next) {
      waiting -= 1
      void run(host, one, next)
    } else if (one.running === 0) {
      hosts.delete(host)
    }
  }

  return {
    enter(host, work) {
      let one = hosts.get(host)
      if (!one) hosts.set(host, (one = { running: 0, queue: [] }))
      if (one.running < perHost) {
        void run(host, one, work)
      } else {
        if (one.queue.length >= waitingPerHost) return false
        one.queue.push(work)
        waiting += 1
      }
      return true
    },
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
  }
}
