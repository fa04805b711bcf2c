import { defineMessages, plural } from '../../i18n.ts'

export const usePagingMessages = defineMessages({
  now: ['Page now', 'Jetzt alarmieren'],
  somebody: ['Page someone…', 'Jemanden alarmieren …'],
  title: (id: number) => [`Page someone about #${id}`, `Jemanden wegen #${id} alarmieren`],
  whom: ['Person', 'Person'],
  hint: [
    'Pages this person immediately through all of their paging methods, even during maintenance.',
    'Alarmiert diese Person sofort über alle ihre Alarmierungswege, auch während einer Wartung.',
  ],
  nobody: [
    'Nobody has a paging method yet. Members add theirs under On-call.',
    'Noch hat niemand einen Alarmierungsweg. Mitglieder fügen ihren unter „Bereitschaft“ hinzu.',
  ],
  person: (name: string, ways: number) =>
    ways === 0
      ? [`${name}: no paging method`, `${name}: kein Alarmierungsweg`]
      : plural(
          ways,
          [`${name}: 1 paging method`, `${name}: 1 Alarmierungsweg`],
          [`${name}: ${ways} paging methods`, `${name}: ${ways} Alarmierungswege`],
        ),
  verb: ['Page now', 'Jetzt alarmieren'],
  paged: (people: string) => [`Paging ${people}`, `${people} wird alarmiert`],
})
