import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { formatDuration, formatPositiveDuration } from './format/duration.ts'
import { formatMetric } from './format/number.ts'
import { defineMessages, plural } from './i18n.ts'

const useTexts = defineMessages({
  save: ['Save', 'Speichern'],
  groups: { none: ['No groups', 'Keine Gruppen'] },
  found: (count: number) => plural(count, ['1 monitor', '1 Monitor'], [`${count} monitors`, `${count} Monitore`]),
})

it('gives the texts of one language', () => {
  const [english, german] = [useTexts.in('en'), useTexts.in('de')]
  expect([english.save, english.groups.none, english.found(1)]).toEqual(['Save', 'No groups', '1 monitor'])
  expect([german.save, german.groups.none, german.found(0)]).toEqual(['Speichern', 'Keine Gruppen', '0 Monitore'])
})

it('has the texts of all screens, too', () => {
  expect(useTexts.in('de').cancel).toBe('Abbrechen')
})

const useDated = defineMessages({
  prepositions: (time: string) => [
    `after ${time}`,
    `nach, vor, seit, in, von: nach ${time}, vor ${time}, seit ${time}, in ${time}, von ${time}`,
  ],
  alone: (time: string) => [`${time} left`, `noch ${time}, über ${time}, alle ${time}`],
})

it.each([
  [formatDuration(7, 'de'), '7 s'],
  [formatDuration(372, 'de'), '6 min 12 s'],
  [formatDuration(11_100, 'de'), '3 h 5 min'],
  [formatDuration(86_400, 'de'), '1 Tag'],
  [formatDuration(172_800, 'de'), '2 Tagen'],
  [formatDuration(514_800, 'de'), '5 Tagen 23 h'],
  [formatMetric(1.5, 'days', 'de'), '1,5 Tagen'],
  [formatMetric(2, 'hours', 'de'), '2 Stunden'],
  [formatMetric(30, 'score', 'de'), '30 Punkten'],
  [formatMetric(8, 'characters', 'de'), '8 Zeichen'],
  [formatMetric(2, 'bytes', 'de'), '2 B'],
  [formatPositiveDuration(0.4, 'de'), 'weniger als 1 s'],
])('writes %s after a preposition as %s', (time, dative) => {
  const german = useDated.in('de')
  expect(german.prepositions(time).split(': ')[1]).toBe(
    ['nach', 'vor', 'seit', 'in', 'von'].map((preposition) => `${preposition} ${dative}`).join(', '),
  )
  expect(german.alone(time)).toBe(`noch ${time}, über ${time}, alle ${time}`)
})

it('gives the same object again, so that React can compare it', () => {
  expect(useTexts.in('de')).toBe(useTexts.in('de'))
})

it('has no text that nothing uses', async () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((path) => !path.includes('.test.'))
  const codes = new Map(files.map((path) => [path, readFileSync(join(import.meta.dirname, path), 'utf8')]))
  // Such as the names of statuses, which texts are looked up by.
  const quoted = new Set([...codes.values()].join('\n').match(/(?<=')[\w-]+(?=')/g))
  const unused = files
    .filter((path) => path.endsWith('messages.ts'))
    .map(async (path) => {
      const exported: Readonly<Record<string, { messages?: object }>> = await import(join(import.meta.dirname, path))
      return Object.entries(exported).flatMap(([name, defined]) => {
        const texts = defined.messages ?? defined
        const isUser = (file: string, code: string): boolean =>
          file !== path && (name === 'commonMessages' || code.includes(name) || file.startsWith(dirname(path)))
        const users = [...codes].flatMap(([file, code]) => (isUser(file, code) ? code : []))
        const words = new Set(users.join('\n').match(/\w+/g))
        const keys = Object.keys(texts).filter((key) => !words.has(key) && !quoted.has(key))
        return keys.map((key) => `${name}.${key}`)
      })
    })
  const ofTheApi = /^use(Activity|ChangedField)Messages\./
  expect((await Promise.all(unused)).flat().filter((text) => !ofTheApi.test(text))).toEqual([])
})
