import { expect, it } from 'vitest'
import { isStorable, storableJson, storableText } from './storable.ts'

it.each([
  ['plain', 'plain'],
  ['a\0b', 'a\ufffdb'],
  ['\ud83d half', '\ufffd half'],
  ['half \ude00', 'half \ufffd'],
  ['whole \u{1f600}', 'whole \u{1f600}'],
  [String.raw`a script with \u0000 and \ud83d`, String.raw`a script with \u0000 and \ud83d`],
  [String.raw`C:\\u0000`, String.raw`C:\\u0000`],
  ['\\\0', '\\\ufffd'],
])('%j becomes %j as text and in JSON', (text, stored) => {
  expect(storableText(text)).toBe(stored)
  expect(isStorable(text)).toBe(text === stored)
  expect(JSON.parse(storableJson({ [text]: [text] }))).toEqual({ [stored]: [stored] })
})
