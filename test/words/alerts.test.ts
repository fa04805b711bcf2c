import { describe, expect, it } from 'vitest'
import type { Alert } from '../../src/domain/notifying/alert.ts'
import { translated } from '../../src/channels/shared/alert-words.ts'
import { replyTexts } from '../../src/api/replies/reply-texts.ts'
import { shortText } from '../../src/channels/shared/short-text.ts'
import { title } from '../../src/channels/shared/alert-text.ts'
import { textFor } from '../../src/channels/shared/email-body.ts'
import { type AlertText, alerts, textsOf } from './alerts.ts'
import { replySentences } from './replies.ts'

const objections: readonly (readonly [string, RegExp])[] = [
  ['has a place that was not filled in', /[{}]{2}|undefined|NaN|\bnull\b|\[object/],
  ['speaks the language of rules', /[=<>]=|_in_groups|\["|\b(http_status|root_cause)\b|\bhttp\)/],
  ['names the cause as a program does', /\b(Cause|Rule): (timeout|heartbeat|success|status_code)\b/],
  ['has a time of machines', /\d{4}-\d\d-\d\d[ T]\d\d:/],
  ['has a time of UTC without that of the organization', /\d\d:\d\d UTC(?<!Europe[/ ]Berlin\)?, [^)]*UTC)/],
  ['says a word twice', /\b([a-z]{2,}) \1\b/i],
  ['has spaces or stops that do not belong there', /[^\n ] {2}|\.\.| [.,;:)]|\( /],
]

const inGerman = await Promise.all(
  Object.entries(alerts).map(async ([what, alert]): Promise<[string, Alert]> => [
    `${what} in German`,
    await translated(alert, 'de'),
  ]),
)
const all = [...Object.entries(alerts), ...inGerman]

/** Without the fields of a pager's API. */
const sentencesOf = (alert: Alert): AlertText[] => textsOf(alert).filter(({ text }) => !text.startsWith('{'))

it('a German reader is addressed as du, and told of alarms, on the pages of replies', () => {
  const texts = replySentences(replyTexts.de).map(([, text]) => text)
  expect(texts.filter((text) => /\b(Sie|Ihre?[nmrs]?|Benachrichtig\w*|Checks?)\b/.test(text.slice(1)))).toEqual([])
})

const english = /\b(the|is|was|are|you|your|by|at|for|since|from|and|check|server|because|this|of|Wed)\b/g

it.each(inGerman)('%s has no English word, and says du', (_what, alert) => {
  const text = [title(alert), textFor(alert), shortText(alert, 480)].join('\n').replace(/^Regel: .*/gm, '')
  expect(text.match(english) ?? []).toEqual([])
  expect(text).not.toMatch(/\b(Sie|Ihre?[nmrs]?)\b/)
})

describe('read aloud,', () => {
  it.each(all)('%s is in words', (_what, alert) => {
    const found = sentencesOf(alert).flatMap(({ where, text }) =>
      objections.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${where} ${what}: ${text}`),
    )
    expect(found).toEqual([])
  })

  it.each(all.filter(([, { test }]) => test === null))('%s says each line once', (_what, alert) => {
    for (const { where, text } of sentencesOf(alert)) {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      expect(lines, where).toEqual([...new Set(lines)])
    }
  })
})
