import { describe, expect, it } from 'vitest'
import { type Language, languages } from '../../preferences.ts'
import { useSectionMessages, useSettingsMessages } from '../messages.ts'
import { organizationSections, personalSections } from '../settings-sections.ts'
import { sections } from '../sections.ts'
import { destinations, openCommands } from './destinations.ts'
import { findResults } from './palette-search.ts'

function pathsFor(text: string, language: Language, can = (): boolean => true): string[] {
  const opened: string[] = []
  const go = (path: string): unknown => opened.push(path)
  const verbs = openCommands({ language, can, go })
  for (const { run } of findResults({ text, verbs, found: [], go, watch: String, diagnose: String })) run()
  return opened
}

const screens = [
  ...sections.map(({ name, to }) => ({
    path: to as string,
    nameIn: (one: Language) => useSectionMessages.in(one)[name],
  })),
  ...[...organizationSections, ...personalSections].map((name) => ({
    path: `/settings/${(personalSections as readonly string[]).includes(name) ? 'me/' : ''}${name}`,
    nameIn: (one: Language) => useSettingsMessages.in(one)[name],
  })),
]

describe.each(languages)('the palette in %s', (language) => {
  it('finds every section and settings page by its name', () => {
    for (const { path, nameIn } of screens)
      expect(pathsFor(nameIn(language), language), nameIn(language)).toContain(path)
  })

  it('finds every screen by each of its other words, in both languages', () => {
    for (const { path, wordsIn } of destinations)
      for (const word of languages.flatMap((one) => wordsIn(one).split(' ')))
        expect(pathsFor(word, language), word).toContain(path)
  })

  it.each([
    ['status page', '/status-pages'],
    ['maintenance', '/maintenance'],
    ['downtime window', '/maintenance/new'],
    ['silence', '/maintenance'],
    ['import', '/contacts'],
    ['report', '/reports'],
    ['SLO', '/reports/objectives'],
    ['Bericht', '/reports'],
    ['traceroute', '/diagnostics'],
    ['server', '/hosts'],
    ['agent', '/hosts/new'],
    ['schedule', '/on-call'],
    ['rota', '/on-call'],
    ['on call', '/on-call'],
    ['token', '/settings/keys'],
    ['webhook', '/channels'],
    ['2FA', '/settings/me/security'],
    ['password', '/settings/me/security'],
    ['dark mode', '/settings/me/look'],
    ['language', '/settings/me/look'],
    ['invite', '/settings/members'],
    ['Wartungsfenster', '/maintenance'],
    ['Dienstplan', '/on-call'],
    ['Passwort', '/settings/me/security'],
    ['Sprache', '/settings/me/look'],
    ['Einladung', '/settings/members'],
    ['Ubersicht', '/'],
  ])('finds “%s” at %s', (text, path) => {
    expect(pathsFor(text, language)).toContain(path)
  })
})

it('lists screens whose name matches before those found by another word', () => {
  expect(pathsFor('maintenance', 'en').slice(0, 2)).toEqual(['/maintenance', '/maintenance/new'])
  expect(pathsFor('channel', 'en')[0]).toBe('/channels')
})

it('offers nothing that the role does not allow', () => {
  expect(pathsFor('token', 'en', () => false)).toEqual([])
  expect(pathsFor('nothing like it', 'en')).toEqual([])
})
