import { expect, it } from 'vitest'
import { defineMessages, plural, textsIn } from './i18n.ts'

const messages = defineMessages({
  save: ['Save', 'Speichern'],
  groups: { none: ['No groups', 'Keine Gruppen'] },
  found: (count: number) => plural(count, ['1 monitor', '1 Monitor'], [`${count} monitors`, `${count} Monitore`]),
})

it('gives the texts of one language', () => {
  const [english, german] = [textsIn(messages, 'en'), textsIn(messages, 'de')]
  expect([english.save, english.groups.none, english.found(1)]).toEqual(['Save', 'No groups', '1 monitor'])
  expect([german.save, german.groups.none, german.found(0)]).toEqual(['Speichern', 'Keine Gruppen', '0 Monitore'])
})

it('gives the same object again, so that React can compare it', () => {
  expect(textsIn(messages, 'de')).toBe(textsIn(messages, 'de'))
})
