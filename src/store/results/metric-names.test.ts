import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { createMetricNames, numbersOfMetrics, unpacked } from './metric-names.ts'
import { sql } from '../database/sql.ts'

it('packs six bytes per metric: the number of its name and a float', async () => {
  const names = createMetricNames(await newStore())
  await names.learn(['a', 'b', 'a'])
  const packed = names.pack({ a: 1.5, b: -2, never_learned: 3 })!
  expect([packed.length, packed.readFloatLE(2), packed.readFloatLE(8)]).toEqual([12, 1.5, -2])
  expect(packed.readUInt16LE(0)).not.toBe(packed.readUInt16LE(6))
  expect(names.pack({})).toBeNull()
  expect(names.unknown(['a', 'c'])).toEqual(['c'])
})

it('gives a name the same number in every process, and uses none for a known name', async () => {
  const store = await newStore()
  const all = Array.from({ length: 5 }, () => createMetricNames(store))
  for (const names of all) await names.learn(['x', 'y'])
  await Promise.all(all.map((names) => names.learn(['z'])))
  expect(new Set(all.map((names) => names.pack({ x: 1, y: 2, z: 3 })!.toString('hex'))).size).toBe(1)
  const { last } = (await store.row<{ last: number }>(sql`select last_value as last from metric_names_number_seq`))!
  expect(last).toBeLessThan(9)
})

it('continues without a number for a new name when none are left', async () => {
  const store = await newStore()
  await store.run(sql`insert into metric_names (key) select 'taken ' || n from generate_series(1, 60000) as n`)
  const names = createMetricNames(store)
  await names.learn(['late', 'taken 7'])
  expect(names.unknown(['late', 'taken 7'])).toEqual([])
  expect(names.pack({ late: 1 })).toBeNull()
  expect(names.pack({ 'taken 7': 1 })).toHaveLength(6)
})

it('unpacks measured values with the precision of 32 bits', async () => {
  const store = await newStore()
  const names = createMetricNames(store)
  const measured = { a: 0.1, b: -1234.5, c: 30.25, d: 2_147_483_648, e: 1e-7, f: 0 }
  await names.learn(Object.keys(measured))
  const packed = names.pack(measured)!
  for (const [key, value] of Object.entries(measured))
    expect(unpacked(packed, (await numbersOfMetrics(store, [key])).get(key)!)).toBe(value)
  expect(unpacked(packed, 60_001)).toBeUndefined()
  expect(await numbersOfMetrics(store, ['nobody'])).toEqual(new Map())
})
