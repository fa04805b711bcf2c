// What one item that the database refuses does to the others of its queue: nothing.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { queueItems } from '../../src/store/checking/queue-items.ts'
import { refuseWrites } from '../kit/lapwing/refused-writes.ts'
import { alertQueues } from './alerting.ts'
import { loops } from './loops.ts'
import { monitoringQueues } from './monitoring.ts'
import { publishingQueues } from './publishing.ts'
import { type PoisonedQueue, poisonWorld } from './world.ts'

const queues = [...alertQueues, ...monitoringQueues, ...publishingQueues].map((queue) => ({
  name: queue.kind,
  ...queue,
}))

const sorted = (ids: readonly unknown[]): string[] => ids.map(String).toSorted()

const named = (isDropped: boolean): (PoisonedQueue & { name: string })[] =>
  queues.filter((queue) => (queue.isDropped ?? false) === isDropped)

it.each(named(false))(
  '$name: one that fails is set aside, the others are done, and it is tried again',
  async (queue) => {
    const world = await poisonWorld()
    const { items, refuse, work, done } = await queue.prepare(world)
    const bad = items[1]!
    const allow = await refuseWrites(world.store, refuse(bad))
    await work()
    expect(sorted(await done())).toEqual(sorted(items.filter((id) => id !== bad)))
    expect(await world.refused()).toEqual([{ kind: queue.kind, count: 1 }])
    await work()
    expect(world.errors).toEqual([expect.stringContaining(`${queue.kind} were set aside; trying again later`)])
    await allow()
    world.clock.advance(120_000)
    await work()
    expect(sorted(await done())).toEqual(expect.arrayContaining(sorted(items)))
  },
)

it.each(named(true))('$name: one that fails is dropped, and the others are done', async (queue) => {
  const world = await poisonWorld()
  const { items, refuse, work, done } = await queue.prepare(world)
  const bad = items[1]!
  await refuseWrites(world.store, refuse(bad))
  await work()
  expect(sorted(await done())).toEqual(sorted(items.filter((id) => id !== bad)))
  expect(await world.refused()).toEqual([{ kind: queue.kind, count: 1 }])
  expect(world.errors).toEqual([expect.stringContaining(`${queue.kind} were dropped`)])
})

const source = join(import.meta.dirname, '../../src')

it('has every loop and every queue of the product', () => {
  const known = new Set(queues.map(({ kind }) => kind))
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const starts = readFileSync(join(source, path), 'utf8').matchAll(
        /(?<!function )\bstart(Rounds|DueQueue)\(|\bnew BatchQueue\b/g,
      )
      return [...starts].map(() => path)
    })
  expect(found.toSorted()).toEqual(
    Object.entries(loops)
      .flatMap(([path, all]) => all.map(() => path))
      .toSorted(),
  )
  const poisoned = Object.values(loops).flatMap((all) => all.filter((one) => typeof one !== 'string').flat())
  expect(poisoned.filter((kind) => !known.has(kind))).toEqual([])
  expect(Object.values(queueItems).filter(({ kind }) => !known.has(kind))).toEqual([])
})
