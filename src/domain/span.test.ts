import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Span, clipSpans, mergeSpans, subtractSpans } from './span.ts'

const span = (from: number, to: number): Span => ({ from: new Date(from), to: new Date(to) })

it.each([
  ['nothing', [], []],
  ['spans out of order', [span(5, 6), span(1, 2)], [span(1, 2), span(5, 6)]],
  ['spans that touch', [span(1, 2), span(2, 3)], [span(1, 3)]],
  ['a span inside another', [span(1, 9), span(3, 4)], [span(1, 9)]],
  ['empty and reversed spans', [span(4, 4), span(9, 8)], []],
])('merges %s', (_case, spans, merged) => {
  expect(mergeSpans(spans)).toEqual(merged)
})

it.each([
  ['a hole', [span(0, 10)], [span(3, 5)], [span(0, 3), span(5, 10)]],
  ['both ends', [span(0, 10)], [span(-5, 2), span(8, 12)], [span(2, 8)]],
  ['everything', [span(0, 10)], [span(0, 5), span(5, 10)], []],
  ['what lies elsewhere', [span(0, 10)], [span(10, 20)], [span(0, 10)]],
])('takes away %s', (_case, spans, others, left) => {
  expect(subtractSpans(spans, others)).toEqual(left)
})

const moment = fc.integer({ min: 0, max: 40 })
const spans = fc.array(
  fc.tuple(moment, moment).map(([a, b]) => span(a, b)),
  { maxLength: 6 },
)
const holds = (of: readonly Span[], at: number): boolean =>
  of.some(({ from, to }) => from.getTime() <= at && at < to.getTime())

it('agrees with a check of every minute', () => {
  fc.assert(
    fc.property(spans, spans, moment, moment, (some, others, from, to) => {
      for (let at = -1; at <= 41; at++) {
        expect(holds(mergeSpans(some), at)).toBe(holds(some, at))
        expect(holds(clipSpans(some, span(from, to)), at)).toBe(holds(some, at) && at >= from && at < to)
        expect(holds(subtractSpans(some, others), at)).toBe(holds(some, at) && !holds(others, at))
      }
    }),
  )
})

it('returns sorted spans that neither overlap nor touch', () => {
  fc.assert(
    fc.property(spans, spans, (some, others) => {
      for (const answer of [mergeSpans(some), subtractSpans(some, others)])
        answer.slice(1).forEach(({ from }, index) => expect(answer[index]!.to.getTime()).toBeLessThan(from.getTime()))
    }),
  )
})
