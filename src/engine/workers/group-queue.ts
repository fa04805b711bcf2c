// Limits how many tasks of one group run at once. The others wait in order.
export interface GroupQueue {
  run<T>(group: string, task: () => Promise<T>): Promise<T>
}

interface Group {
  running: number
  readonly waiting: (() => void)[]
}

export function createGroupQueue(maxAtOnce: number): GroupQueue {
  const groups = new Map<string, Group>()

  const enter = async (group: Group): Promise<void> => {
    if (group.running < maxAtOnce) return void (group.running += 1)
    await new Promise<void>((resolve) => group.waiting.push(resolve))
  }
  /** The next waiting task takes over the place. */
  const leave = (name: string, group: Group): void => {
    const next = group.waiting.shift()
    if (next) return next()
    group.running -= 1
    if (group.running === 0) groups.delete(name)
  }

  return {
    async run(name, task) {
      const group = groups.get(name) ?? { running: 0, waiting: [] }
      groups.set(name, group)
      await enter(group)
      try {
        return await task()
      } finally {
        leave(name, group)
      }
    },
  }
}
