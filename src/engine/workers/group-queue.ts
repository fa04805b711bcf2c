// Runs so much work of one group at a time, in the order in which it came.
export interface GroupQueue {
  readonly waiting: number
  run<T>(group: string, work: () => Promise<T>): Promise<T>
}

interface Group {
  running: number
  readonly waiting: (() => void)[]
}

export function createGroupQueue(maxAtOnce: number): GroupQueue {
  const groups = new Map<string, Group>()
  let waiting = 0

  const enter = async (group: Group): Promise<void> => {
    if (group.running < maxAtOnce) return void (group.running += 1)
    waiting += 1
    await new Promise<void>((resolve) => group.waiting.push(resolve))
    waiting -= 1
  }
  /** A waiting entry takes over the place. */
  const leave = (name: string, group: Group): void => {
    const next = group.waiting.shift()
    if (next) return next()
    group.running -= 1
    if (group.running === 0) groups.delete(name)
  }

  return {
    get waiting() {
      return waiting
    },
    async run(name, work) {
      const group = groups.get(name) ?? { running: 0, waiting: [] }
      groups.set(name, group)
      await enter(group)
      try {
        return await work()
      } finally {
        leave(name, group)
      }
    },
  }
}
