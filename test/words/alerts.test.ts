import { describe, expect, it } from 'vitest'
import type { Alert } from '../../src/domain/notifying/alert.ts'
import { replyTexts } from '../../src/api/replies/reply-texts.ts'
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

/** Without the fields of a pager's API. */
const sentencesOf = (alert: Alert): AlertText[] => textsOf(alert).filter(({ text }) => !text.startsWith('{'))

it('a German reader is addressed as du, and told of alarms, on the pages of replies', () => {
  const texts = replySentences(replyTexts.de).map(([, text]) => text)
  expect(texts.filter((text) => /\b(Sie|Ihre?[nmrs]?|Benachrichtig\w*|Checks?)\b/.test(text.slice(1)))).toEqual([])
})

describe('read aloud,', () => {
  it.each(Object.entries(alerts))('%s is in words', (_what, alert) => {
    const found = sentencesOf(alert).flatMap(({ where, text }) =>
      objections.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${where} ${what}: ${text}`),
    )
    expect(found).toEqual([])
  })

  it.each(Object.entries(alerts).filter(([, { test }]) => test === null))('%s says each line once', (_what, alert) => {
    for (const { where, text } of sentencesOf(alert)) {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      expect(lines, where).toEqual([...new Set(lines)])
    }
  })
})
