import { expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { arrays } from './array-parameter.ts'
import { sql } from './sql.ts'

const store = sharedStore()

it('sends each type of list as PostgreSQL reads it, with nulls and extremes', async () => {
  const lists = {
    booleans: [true, false, null],
    smallints: [-32_768, 32_767, null],
    integers: [-2_147_483_648, 2_147_483_647, null],
    reals: [0.1, -1.5e30, null],
    texts: ['', 'Größe "1", {a}\\ 🐦', null],
    bytes: [Buffer.from([0, 255]), Buffer.alloc(0), null],
    times: [new Date('1969-12-31T23:59:59.999Z'), new Date('9999-12-31T00:00:00Z'), null],
  }
  const row = await store().row(sql`
    select ${arrays.boolean(lists.booleans)}::boolean[] as booleans,
      ${arrays.smallint(lists.smallints)}::smallint[] as smallints,
      ${arrays.integer(lists.integers)}::int[] as integers,
      ${arrays.real(lists.reals)}::real[] as reals,
      ${arrays.text(lists.texts)}::text[] as texts,
      ${arrays.bytea(lists.bytes)}::bytea[] as bytes,
      ${arrays.timestamptz(lists.times)}::timestamptz[] as times`)
  expect(row).toEqual(lists)
})

it('sends an empty list, and a list of nothing but nulls', async () => {
  const row = await store().row(sql`
    select cardinality(${arrays.integer([])}::int[]) as none, ${arrays.text([null, undefined])}::text[] as nulls`)
  expect(row).toEqual({ none: 0, nulls: [null, null] })
})

it('refuses a number that does not fit', () => {
  expect(() => arrays.smallint([40_000])).toThrow(RangeError)
})
