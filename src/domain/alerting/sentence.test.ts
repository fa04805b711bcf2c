import { expect, it } from 'vitest'
import { type Metric, type MetricUnit, metric } from '../metric.ts'
import { clauseOf, rangeText, written, writtenExactly } from './sentence.ts'

const of = (unit: MetricUnit): Metric => metric('number', { description: 'The number (of a kind)', unit })

it.each<[MetricUnit, number, string]>([
  ['ms', 99.994, '100 ms'],
  ['ms', 348.2, '348 ms'],
  ['ms', 999, '999 ms'],
  ['ms', 1000, '1 s'],
  ['ms', 119_999, '120 s'],
  ['ms', 120_000, '2 min'],
  ['seconds', 119.5, '119.5 s'],
  ['seconds', 120, '2 min'],
  ['hours', 1, '1 hour'],
  ['days', 2, '2 days'],
  ['flag', 0, 'no'],
  ['flag', 1, 'yes'],
  ['percent', 12.345, '12.35 %'],
])('%s: %d is written as %s', (unit, value, text) => expect(written(of(unit), value)).toBe(text))

it('writes all stored digits where they are compared', () => {
  expect(writtenExactly(of('ms'), 120_000.25)).toBe('120000.25 ms')
})

it('names the unit of a range once', () => {
  expect(rangeText(of('ms'), 120, 310)).toBe('120–310 ms')
  expect(rangeText(of('ms'), 310, 1200)).toBe('310 ms–1.2 s')
})

it('says a value in the words of its metric', () => {
  const says = (words: Metric['says'], unit: MetricUnit = 'count') => ({ ...of(unit), says: words })
  expect(clauseOf(says(null), 3)).toBe('the number is 3')
  expect(clauseOf(says('{} are left'), 3)).toBe('3 are left')
  expect(
    clauseOf(
      says((value) => (value === 0 ? 'none is left' : '{} are left')),
      0,
    ),
  ).toBe('none is left')
  const flag = says({ yes: 'it is open', no: 'it is closed' }, 'flag')
  expect([1, 0].map((value) => clauseOf(flag, value))).toEqual(['it is open', 'it is closed'])
})
