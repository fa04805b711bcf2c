import { expect, it } from 'vitest'
import { linesOf } from './folds.ts'

it('rows that share something stand in one line, where the first of them was', () => {
  const rows = [
    { id: 4, fold: 'db-1' },
    { id: 3, fold: null },
    { id: 2, fold: 'db-1' },
    { id: 1, fold: 'alone' },
  ]
  expect(linesOf(rows)).toEqual([
    { kind: 'many', shared: 'db-1', rows: [rows[0], rows[2]] },
    { kind: 'one', row: rows[1] },
    { kind: 'one', row: rows[3] },
  ])
})
