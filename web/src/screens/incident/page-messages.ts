import { defineMessages, plural } from '../../i18n.ts'

export const usePagingMessages = defineMessages({
  now: ['Page now', 'Jetzt alarmieren'],
  somebody: ['Page someone…', 'Jemanden alarmieren …'],
  title: (id: number) => [`Page someone about #${id}`, `Jemanden wegen #${id} alarmieren`],
  whom: ['Person', 'Person'],
  hint: [
    'Pages this person immediately through all of their contact methods, even during maintenance.',
    'Alarmiert diese Person sofort über alle ihre Kontaktwege, auch während einer Wartung.',
  ],
  nobody: [
    'Nobody has a contact method yet. Members add theirs under On-call.',
    'Noch hat niemand einen Kontaktweg. Mitglieder fügen ihren unter „Bereitschaft“ hinzu.',
  ],
  person: (name: string, ways: number) =>
    ways === 0
      ? [`${name}: no contact method`, `${name}: kein Kontaktweg`]
      : plural(
          ways,
          [`${name}: 1 contact method`, `${name}: 1 Kontaktweg`],
          [`${name}: ${ways} contact methods`, `${name}: ${ways} Kontaktwege`],
        ),
  unpaged: ['Nobody was paged.', 'Niemand wurde alarmiert.'],
  unpagedReasons: {
    shadow: ['The monitor runs in shadow mode.', 'Der Monitor läuft im Schattenbetrieb.'],
    dependency: [
      'Its monitor depends on one that is down, and people are alerted about that one.',
      'Sein Monitor hängt von einem ausgefallenen Monitor ab. Alarme gibt es nur zu diesem.',
    ],
    maintenance: ['A maintenance window suppresses the alerts.', 'Ein Wartungsfenster unterdrückt die Alarme.'],
    unreachable: [
      'The escalation found nobody who could be reached. The timeline says why.',
      'Die Eskalation hat niemanden gefunden, der erreichbar war. Der Verlauf sagt, warum.',
    ],
    no_policy: [
      'The contact groups of this incident have no escalation policy.',
      'Die Kontaktgruppen dieses Vorfalls haben keine Eskalationsregel.',
    ],
    ended: [
      'It was acknowledged or over before a page was due.',
      'Er war bestätigt oder vorbei, bevor jemand alarmiert werden sollte.',
    ],
    before_policy: [
      'It began before its contact groups had an escalation policy.',
      'Er begann, bevor seine Kontaktgruppen eine Eskalationsregel hatten.',
    ],
  },
  verb: ['Page now', 'Jetzt alarmieren'],
  paged: (people: string) => [`Paging ${people}`, `Alarm geht an ${people}`],
})
