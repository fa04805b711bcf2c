import { expect, it } from 'vitest'
import { createHeapTrimmer } from './heap-trimmer.ts'

/** The looks at which the heap was trimmed, if it then takes 100 bytes and each collection this long. */
function trimmedAt(looks: readonly { readonly heap: number; readonly busy: number }[], collectionMs = 300): number[] {
  const trimmed: number[] = []
  let look = 0
  const trim = createHeapTrimmer({
    heapBytes: () => (trimmed.at(-1) === look ? 100 : looks[look]!.heap),
    busyShare: () => looks[look]!.busy,
    collectGarbage() {
      trimmed.push(look)
      return collectionMs
    },
  })
  for (; look < looks.length; look++) trim()
  return trimmed
}

const looks = (count: number, heap: number, busy = 0) => Array.from({ length: count }, () => ({ heap, busy }))

it('trims the heap of a started process once it is idle', () => {
  expect(trimmedAt([...looks(3, 200, 0.5), ...looks(20, 100)])).toEqual([3])
})

it('trims a heap that has grown since, but not one that has hardly grown', () => {
  expect(trimmedAt([...looks(10, 100), ...looks(10, 119), ...looks(3, 121)])).toEqual([0, 20])
})

it('trims less often if it takes longer', () => {
  expect(trimmedAt(looks(20, 300))).toEqual([0, 6, 12, 18])
  expect(trimmedAt(looks(20, 300), 50)).toEqual(looks(20, 300).map((_, look) => look))
  expect(trimmedAt(looks(20, 300), 900)).toEqual([0, 18])
})

it('trims a process that works a little all the time only if its heap has grown much', () => {
  expect(trimmedAt(looks(20, 31_000_000, 0.03))).toEqual([])
  expect(trimmedAt(looks(20, 33_000_000, 0.03))).toEqual([0, 6, 12, 18])
})

it('never stops a busy process', () => {
  expect(trimmedAt(looks(100, 900, 0.2))).toEqual([])
})
