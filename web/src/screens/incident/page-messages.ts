import { defineMessages, plural } from '../../messages.ts'

export const pageWords = defineMessages({
  en: {
    now: 'Page now',
    somebody: 'Page somebody…',
    title: (id: number) => `Page somebody for #${id}`,
    whom: 'Whom?',
    hint: 'In every way this person has, at once, even in maintenance.',
    nobody: 'Nobody has a way to be paged yet. People add theirs below On-call.',
    person: (name: string, ways: number) =>
      ways === 0
        ? `${name}: cannot be paged`
        : plural('en', ways, { one: `${name}: 1 way`, other: `${name}: ${ways} ways` }),
    verb: 'Page now',
    cancel: 'Cancel',
    paged: (people: string) => `A page to ${people} is on its way`,
  },
  de: {
    now: 'Jetzt rufen',
    somebody: 'Jemanden rufen …',
    title: (id) => `Jemanden wegen #${id} rufen`,
    whom: 'Wen?',
    hint: 'Auf jedem Weg, den diese Person hat, sofort, auch während einer Wartung.',
    nobody: 'Noch hat niemand einen Weg, gerufen zu werden. Jeder fügt seine unter „Bereitschaft“ hinzu.',
    person: (name, ways) =>
      ways === 0
        ? `${name}: nicht zu erreichen`
        : plural('de', ways, { one: `${name}: 1 Weg`, other: `${name}: ${ways} Wege` }),
    verb: 'Jetzt rufen',
    cancel: 'Abbrechen',
    paged: (people) => `Ein Ruf an ${people} ist unterwegs`,
  },
})
