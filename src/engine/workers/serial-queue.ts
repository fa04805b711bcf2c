// Runs work of one group one at a time, in the order in which it came.
export interface SerialQueue {
  readonly waiting: number
  run<T>(group: string, work: () => Promise<T>): Promise<T>
}

export function createSerialQueue(): SerialQueue {
  const last = new Map<string, Promise<unknown>>()
  let waiting = 0
  return {
    get waiting() {
      return waiting
    },
    run(group, work) {
      waiting += 1
      const before = last.get(group) ?? Promise.resolve()
      const result = before.then(() => {
        waiting -= 1
        return work()
      })
      const settled = result
        .catch(() => undefined)
        .finally(() => {
          if (last.get(group) === settled) last.delete(group)
        })
      last.set(group, settled)
      return result
    },
  }
}
