import { defineMessages, plural } from '../../i18n.ts'

export const useEscalationMessages = defineMessages({
  title: (count: number) =>
    plural(
      count,
      ['1 escalation policy', '1 Eskalationsregel'],
      [`${count} escalation policies`, `${count} Eskalationsregeln`],
    ),
  none: ['No escalation policy yet', 'Noch keine Eskalationsregel'],
  heading: ['Escalation', 'Eskalation'],
  create: ['New policy', 'Neue Regel'],
  emptyTitle: [
    'An escalation policy pages the next person if nobody reacts.',
    'Eine Eskalationsregel alarmiert die nächste Person, wenn niemand reagiert.',
  ],
  emptyText: [
    'It has steps: page the person on call at once, another one after 10 minutes, and so on, until someone ' +
      'acknowledges the incident.',
    'Sie hat Schritte: sofort die Person in Bereitschaft alarmieren, nach 10 Minuten eine andere, und so weiter, bis ' +
      'jemand den Vorfall bestätigt.',
  ],
  deleteText: ['Escalations in progress stop.', 'Laufende Eskalationen enden.'],
  atOnce: ['at once', 'sofort'],
  after: (minutes: string) => [`after ${minutes}`, `nach ${minutes}`],
  again: ['again', 'noch einmal'],
  repeats: (count: number, minutes: string) =>
    plural(
      count,
      [
        `All steps once more, ${minutes} later, until someone acknowledges the incident.`,
        `Alle Schritte noch einmal, ${minutes} später, bis jemand den Vorfall bestätigt.`,
      ],
      [
        `All steps ${count} more times, ${minutes} apart, until someone acknowledges the incident.`,
        `Alle Schritte noch ${count}-mal, im Abstand von ${minutes}, bis jemand den Vorfall bestätigt.`,
      ],
    ),
  noRepeat: ['The steps are not repeated.', 'Die Schritte werden nicht wiederholt.'],
  end: ['then', 'danach'],
  whoNow: ['Who would be paged now?', 'Wer würde jetzt alarmiert?'],
  answer: (names: string) => [
    `If an alert went out now, it would page ${names}.`,
    `Ein Alarm würde jetzt an ${names} gehen.`,
  ],
  answerNobody: ['If an alert went out now, nobody would be paged.', 'Ein Alarm würde jetzt niemanden erreichen.'],
  today: (names: string) => [`now ${names}`, `jetzt ${names}`],
  usedBy: (count: number) =>
    plural(
      count,
      ['Used by 1 group:', 'Verwendet von 1 Gruppe:'],
      [`Used by ${count} groups:`, `Verwendet von ${count} Gruppen:`],
    ),
  unused: [
    'No contact group uses it yet. Choose it in a group to escalate the alerts of the group.',
    'Noch keine Kontaktgruppe verwendet sie. Wähle sie in einer Gruppe, um deren Alarme zu eskalieren.',
  ],
  deletedTarget: ['Deleted target', 'Gelöschtes Ziel'],
  couldNotLoad: ['The escalation policies could not be loaded.', 'Die Eskalationsregeln konnten nicht geladen werden.'],
  waiting: (count: number) =>
    plural(
      count,
      [
        '1 open incident began before this policy applied, so it paged nobody about it.',
        '1 offener Vorfall begann, bevor diese Regel galt: Sie hat dafür niemanden alarmiert.',
      ],
      [
        `${count} open incidents began before this policy applied, so it paged nobody about them.`,
        `${count} offene Vorfälle begannen, bevor diese Regel galt: Sie hat dafür niemanden alarmiert.`,
      ],
    ),
  startTitle: (count: number) =>
    plural(
      count,
      ['Page for the open incident?', 'Für den offenen Vorfall alarmieren?'],
      [`Page for ${count} open incidents?`, `Für ${count} offene Vorfälle alarmieren?`],
    ),
  start: ['Page for them now', 'Jetzt dafür alarmieren'],
  started: ['Escalation started', 'Eskalation gestartet'],
})
