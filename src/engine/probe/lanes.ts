// How much runs at once: so much in all, and so much against one host, so that a host that hangs holds up only itself.
export interface Lanes {
  /** Runs the work when there is room; false when too much waits for this host already. */
  enter(host: string, work: () => Promise<void>): boolean
  readonly running: number
  readonly waiting: number
}

interface Lane {
  running: number
  readonly queue: (() => Promise<void>)[]
}

export function createLanes({ perHost, waitingPerHost }: { perHost: number; waitingPerHost: number }): Lanes {
  const lanes = new Map<string, Lane>()
  let running = 0
  let waiting = 0

  const run = async (host: string, lane: Lane, work: () => Promise<void>): Promise<void> => {
    lane.running += 1
    running += 1
    await work()
    lane.running -= 1
    running -= 1
    const next = lane.queue.shift()
    if (next) {
      waiting -= 1
      void run(host, lane, next)
    } else if (lane.running === 0) {
      lanes.delete(host)
    }
  }

  return {
    enter(host, work) {
      let lane = lanes.get(host)
      if (!lane) lanes.set(host, (lane = { running: 0, queue: [] }))
      if (lane.running < perHost) {
        void run(host, lane, work)
      } else {
        if (lane.queue.length >= waitingPerHost) return false
        lane.queue.push(work)
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
