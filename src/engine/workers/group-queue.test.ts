import { expect, it } from 'vitest'
import { createGroupQueue } from './group-queue.ts'

it('runs one task of a group at a time, in order, even after a failure', async () => {
  const [queue, running, began] = [createGroupQueue(1), new Map<string, () => void>(), [] as string[]]
  const start = (group: string, name: string): Promise<string> =>
    queue.run(group, () => {
      began.push(name)
      return new Promise((resolve) => running.set(name, () => resolve(name)))
    })
  const failed = queue.run('a', () => Promise.reject(new Error('lost')))
  const done = [start('a', 'a1'), start('a', 'a2'), start('b', 'b1')]
  await expect(failed).rejects.toThrow('lost')
  await new Promise((resolve) => void setImmediate(resolve))
  expect(began.toSorted()).toEqual(['a1', 'b1'])
  running.get('a1')!()
  expect(await done[0]).toBe('a1')
  await new Promise((resolve) => void setImmediate(resolve))
  expect(began.at(-1)).toBe('a2')
})

it('runs as many tasks of a group at once as the limit allows', async () => {
  const queue = createGroupQueue(2)
  const finish: (() => void)[] = []
  const all = Array.from({ length: 5 }, () => queue.run('', () => new Promise<void>((resolve) => finish.push(resolve))))
  const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
  await settle()
  expect(finish).toHaveLength(2)
  finish[0]!()
  await settle()
  expect(finish).toHaveLength(3)
  while (finish.length < 5) {
    for (const end of finish) end()
    await settle()
  }
  for (const end of finish) end()
  await Promise.all(all)
})
