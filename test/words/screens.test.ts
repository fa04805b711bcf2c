import { describe, expect, it } from 'vitest'
import { replyTexts } from '../../src/api/replies/reply-texts.ts'
import { callTexts } from '../../src/channels/phone/call.ts'
import { de } from '../../src/pages/text/de.ts'
import { evidence } from '../../web/src/catalog/german/evidence.ts'
import { families } from '../../web/src/catalog/german/german.ts'
import { errorTexts, errorsPage } from './errors.ts'
import { screenTexts, screensPage, textsBelow } from './screens.ts'

/** Words that english.md replaces, and values that a message failed to fill in. */
const objections: readonly (readonly [string, RegExp])[] = [
  ['is not filled in', /NaN|undefined|null|\[object/],
  ['has a stray space', /\s{2}|^\s|\s$| [.,;:](?!\w)/],
  ['is odd English', /\b(whom|whoever|somebody|e-mail|for ever|second step|made by hand|is saved|are saved)\b/i],
  ['shows a configuration key', /\bLAPWING_[A-Z]|\b[a-z]+[A-Z]\w*(?<!iOS|macOS|ntfy|OnCall|cURL)\b(?![^⟨]*⟩)/],
]

// At the beginning of a sentence, *Sie* and *Ihr* may stand for a thing that was named before.
const germanObjections: readonly (readonly [string, RegExp])[] = [
  ['is formal', /[^.!?:…“] (?:Sie|Ihnen|Ihre?[mnrs]?)\b/],
  ['people are alarmiert, not called', /\bgerufen\b|\bkein Ruf\b|\bRufe (?!sie |das )|\bgepaget\b/],
  ['a check is a Prüfung', /(?<!-)\bChecks?\b/],
  ['an assertion is a Zusicherung', /Behauptung/],
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

  it('address people as *du* in German, and use one word per thing', () => {
    const german = [
      ...texts.map(({ de: text }) => text),
      ...textsBelow(families),
      ...textsBelow(evidence),
      ...textsBelow(de),
      ...textsBelow(replyTexts.de),
      ...textsBelow(callTexts.de),
    ]
    expect(german.length).toBeGreaterThan(3000)
    const odd = german.flatMap((text) =>
      germanObjections.filter(([, pattern]) => pattern.test(text)).map(([why]) => `${why}: ${text}`),
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
