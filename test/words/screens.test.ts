import { describe, expect, it } from 'vitest'
import { errorTexts, errorsPage } from './errors.ts'
import { screenTexts, screensPage } from './screens.ts'

/** Words that english.md replaces, and values that a message failed to fill in. */
const objections: readonly (readonly [string, RegExp])[] = [
  ['is not filled in', /NaN|undefined|null|\[object/],
  ['has a stray space', /\s{2}|^\s|\s$| [.,;:](?!\w)/],
  ['is odd English', /\b(whom|whoever|somebody|e-mail|for ever|second step|made by hand|is saved|are saved)\b/i],
  ['shows a configuration key', /\bLAPWING_[A-Z]|\b[a-z]+[A-Z]\w*(?<!iOS|macOS|ntfy|OnCall|cURL)\b(?![^⟨]*⟩)/],
]

describe('the texts of the screens', async () => {
  const texts = await screenTexts()

  it('exist in both languages', () => {
    expect(texts.length).toBeGreaterThan(1500)
    expect(texts.filter(({ en, de }) => en === '' || de === '')).toEqual([])
  })

  it('are plain', () => {
    const odd = texts.flatMap(({ file, key, en }) =>
      objections.filter(([, pattern]) => pattern.test(en)).map(([why]) => `${file} ${key} ${why}: ${en}`),
    )
    expect(odd).toEqual([])
  })

  it('fit on one page', () => {
    expect(screensPage(texts)).toContain('Go to overview')
  })
})

it('lists the errors of the API by code', () => {
  const texts = errorTexts()
  expect(texts.length).toBeGreaterThan(150)
  expect(errorsPage(texts)).toMatch(/^not_found$/m)
})
