import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { sql } from '../database/sql.ts'
import { keepPartitions } from './partitions.ts'

const now = new Date('2031-05-06T12:00:00Z')
const retention = { resultDays: 2, rollupDays: 40 }

it('makes the partitions of the next days and drops old ones, whatever other schemas contain', async () => {
  const store = await newStore()
  const partitions = async (): Promise<string[]> => {
    const rows = await store.rows<{ name: string }>(sql`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'results'::regclass order by 1`)
    return rows.map(({ name }) => name)
  }
  await store.script(`
    create schema other;
    create table other.results (at timestamptz) partition by range (at);
    create table other.results_20310506 partition of other.results for values from ('2031-05-06') to ('2031-05-07');
    create table other.results_20000101 partition of other.results for values from ('2000-01-01') to ('2000-01-02')`)
  await keepPartitions(store, { now, ...retention })
  const first = ['results_20310505', 'results_20310506', 'results_20310507', 'results_20310508', 'results_20310509']
  expect(await partitions()).toEqual(first)
  await keepPartitions(store, { now: new Date(now.getTime() + 3 * 86_400_000), ...retention })
  expect(await partitions()).toEqual([...first.slice(2), 'results_20310510', 'results_20310511', 'results_20310512'])
  expect(await store.rows(sql`select from pg_inherits where inhparent = 'other.results'::regclass`)).toHaveLength(2)
})
