import { expect, it } from 'vitest'
import { addressesIn } from './subscriber-import.ts'

it.each([
  ['plain lines', 'a@x.test\n\nb@x.test\n', ['1 a@x.test', '3 b@x.test']],
  ['the column with the heading', '\uFEFFName;E-Mail\r\n"Lee; Kim";lee@x.test\r\n', ['2 lee@x.test']],
  ['the first column without one', 'a@x.test,Ada\n"b@x.test",Ben', ['1 a@x.test', '2 b@x.test']],
  ['a column behind an empty one', ',email\n,a@x.test', ['2 a@x.test']],
  ['a line that is too short', 'Name,Email\nAda', ['2 ']],
  ['nothing', ' \n', []],
])('addresses are read from %s', (_case, csv, expected) => {
  expect(addressesIn(csv).map(({ line, address }) => `${line} ${address}`)).toEqual(expected)
})
