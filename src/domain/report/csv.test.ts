import { expect, it } from 'vitest'
import { csvRow } from './csv.ts'

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '|cmd', '\tx', '＝1', '｜cmd'])('keeps %j from being a formula', (text) => {
  expect(csvRow([text])).toBe(`'${text}\r\n`)
})

it.each(['\r=1', '\n=1'])('keeps %j from being a formula, in quotes', (text) => {
  expect(csvRow([text])).toBe(`"'${text}"\r\n`)
})

it('neutralises a formula whose cell needs quotes', () => {
  expect(csvRow(['=HYPERLINK("http://example.com","x")'])).toBe(`"'=HYPERLINK(""http://example.com"",""x"")"\r\n`)
})

it('leaves other text, numbers and empty cells as they are', () => {
  expect(csvRow(['a|b', 'a=b', '', -1.5, 0, null])).toBe('a|b,a=b,,-1.5,0,\r\n')
  expect(csvRow(['a,b', 'a"b', 'a\nb'])).toBe('"a,b","a""b","a\nb"\r\n')
})
