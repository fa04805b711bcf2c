import { defineMessages, plural } from '../../i18n.ts'

export const pagingMessages = defineMessages({
  en: {
    now: 'Page now',
    somebody: 'Page someone…',
    title: (id: number) => `Page someone about #${id}`,
    whom: 'Person',
    hint: 'Pages this person immediately through all of their paging methods, even during maintenance.',
    nobody: 'Nobody has a paging method yet. Members add theirs under On-call.',
    person: (name: string, ways: number) =>
      ways === 0
        ? `${name}: no paging method`
        : plural('en', ways, { one: `${name}: 1 paging method`, other: `${name}: ${ways} paging methods` }),
    verb: 'Page now',
    cancel: 'Cancel',
    paged: (people: string) => `Paging ${people}`,
  },
  de: {
    now: 'Jetzt alarmieren',
    somebody: 'Jemanden alarmieren …',
    title: (id) => `Jemanden wegen #${id} alarmieren`,
    whom: 'Person',
    hint: 'Alarmiert diese Person sofort über alle ihre Alarmierungswege, auch während einer Wartung.',
    nobody: 'Noch hat niemand einen Alarmierungsweg. Mitglieder fügen ihren unter „Bereitschaft“ hinzu.',
    person: (name, ways) =>
      ways === 0
        ? `${name}: kein Alarmierungsweg`
        : plural('de', ways, { one: `${name}: 1 Alarmierungsweg`, other: `${name}: ${ways} Alarmierungswege` }),
    verb: 'Jetzt alarmieren',
    cancel: 'Abbrechen',
    paged: (people) => `${people} wird alarmiert`,
  },
})
