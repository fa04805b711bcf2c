import { expect, it } from 'vitest'
import { type TextSketch, TextSketcher, changedPercent } from './text.ts'

function sketch(text: string, pieceLength = text.length): TextSketch {
  const sketcher = new TextSketcher()
  for (let at = 0; at < text.length; at += pieceLength) sketcher.add(text.slice(at, at + pieceLength))
  return sketcher.sketch()
}

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => `word${(from + n) * 7919}`).join(' ')

const changed = (one: string, other: string): number => changedPercent(sketch(one), sketch(other))

it.each([
  ['nothing', numbered(0, 100), numbered(0, 100), 0],
  ['case, spacing and punctuation', 'Hello,  World!\n', 'hello world', 0],
  ['the way a character is written', 'Café ﬁnal', 'Cafe\u0301 final', 0],
  ['a quarter that was replaced', numbered(0, 1000), `${numbered(0, 750)} ${numbered(5000, 5250)}`, 25],
  ['a quarter that is gone', numbered(0, 1000), numbered(0, 750), 25],
  ['a quarter that was added', numbered(0, 750), numbered(0, 1000), 25],
  ['everything', 'welcome to the shop of the town', 'hacked by the crew of the night', 85.71],
  ['a page that has become empty', 'welcome', '', 100],
  ['two empty pages', '', ' … ', 0],
  ['two of eight characters without spaces', '日本語日本語文字', '日本語日本語絵画', 25],
])('measures how much of %s has changed', (_what, one, other, percent) => {
  expect(changed(one, other)).toBeCloseTo(percent, 1)
  expect(changed(other, one)).toBeCloseTo(percent, 1)
})

it('does not depend on how a text is split', () => {
  const text = `Zwölf Boxkämpfer jagen Viktor 日本語 ${numbered(0, 300)}`
  expect(sketch(text, 7)).toEqual(sketch(text))
})

it('recognizes an ASCII word in a text with others', () => {
  const long = 'Abc0'.repeat(40)
  expect(changed(`x, Red GREEN ${long} blue-7`, `ü Red GREEN ${long} blue-7`)).toBeCloseTo(100 / 3, 1)
})

it('stores little of a long text, and still measures well', () => {
  const long = numbered(0, 60_000)
  const kept = sketch(long)
  expect(JSON.stringify(kept).length).toBeLessThan(20_000)
  expect(kept.words).toBe(60_000)
  const other = sketch(`${numbered(0, 42_000)} ${numbered(900_000, 918_000)}`)
  expect(Math.abs(changedPercent(kept, other) - 30)).toBeLessThan(4)
})

it('compares a short text with a long one', () => {
  expect(changed(numbered(0, 100), numbered(0, 50_000))).toBeGreaterThan(99)
})
