import { expect, it } from 'vitest'
import { type Item, layoutOf } from './layout.ts'

const groups = [
  { tag: 'mail', total: 2, statuses: {} },
  { tag: 'shop', total: 3, statuses: {} },
  { tag: null, total: 1, statuses: {} },
]
const heights = { row: 10, group: 4 }
const folded = (...closed: string[]) => layoutOf({ total: 6, groups, closed: new Set(closed), heights })
const short = (item: Item): string => (item.kind === 'row' ? `${item.position}` : (item.group.tag ?? 'none'))
const all = (...closed: string[]): string[] => {
  const layout = folded(...closed)
  return Array.from({ length: layout.count }, (_, index) => short(layout.itemAt(index)))
}

it('is the rows by position where nothing is grouped', () => {
  const layout = layoutOf({ total: 10_000, groups: null, closed: new Set(), heights })
  expect(layout).toMatchObject({ count: 10_000, height: 100_000 })
  expect(layout.itemAt(9999)).toEqual({ kind: 'row', position: 9999 })
  expect([layout.indexOf(77), layout.offsetOf(77), layout.indexAt(779), layout.indexAt(1e9)]).toEqual([
    77, 770, 77, 9999,
  ])
})

it('puts the rows of a group below its line, and none of one that is closed', () => {
  expect(all()).toEqual(['mail', '0', '1', 'shop', '2', '3', '4', 'none', '5'])
  expect(all('shop', '')).toEqual(['mail', '0', '1', 'shop', 'none'])
})

it('knows where a row stands, or the line of its closed group', () => {
  expect([0, 2, 5].map(folded().indexOf)).toEqual([1, 4, 8])
  expect([0, 2, 5].map(folded('shop').indexOf)).toEqual([1, 3, 5])
})

it.each([[[]], [['mail']], [['shop', '']]])('finds what stands how far down, with %j closed', (closed) => {
  const layout = folded(...closed)
  const indexes = Array.from({ length: layout.count }, (_, index) => index)
  const offsets = indexes.map(layout.offsetOf)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  expect(offsets.map(layout.indexAt)).toEqual(indexes)
  expect(offsets.map((offset) => layout.indexAt(offset + 3))).toEqual(indexes)
  expect(layout.indexAt(layout.height - 1)).toBe(layout.count - 1)
})
