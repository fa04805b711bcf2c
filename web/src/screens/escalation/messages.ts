import { defineMessages, plural } from '../../i18n.ts'

export const escalationMessages = defineMessages({
  en: {
    title: (count: number) =>
      plural('en', count, { one: '1 escalation policy', other: `${count} escalation policies` }),
    none: 'No escalation policy yet',
    heading: 'Escalation',
    create: 'New policy',
    emptyTitle: 'An escalation policy pages the next person if nobody reacts.',
    emptyText:
      'It has steps: page the person on call at once, another one after 10 minutes, and so on, until someone ' +
      'acknowledges the incident.',
    edit: 'Edit',
    delete: 'Delete…',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'Escalations that are under way end.',
    deleteVerb: (name: string) => `Delete ${name}`,
    deleted: (name: string) => `${name} deleted`,
    atOnce: 'at once',
    after: (minutes: string) => `after ${minutes}`,
    again: 'again',
    repeats: (count: number, minutes: string) =>
      plural('en', count, {
        one: `All steps once more, ${minutes} later, until someone acknowledges the incident.`,
        other: `All steps ${count} more times, ${minutes} apart, until someone acknowledges the incident.`,
      }),
    noRepeat: 'The steps are not repeated.',
    end: 'then',
    whoNow: 'Who would be paged now?',
    answer: (names: string) => `If an alert went out now, it would page ${names}.`,
    answerNobody: 'If an alert went out now, nobody would be paged.',
    thenNames: (time: string, names: string) => `${time}: ${names}`,
    today: (names: string) => `now ${names}`,
    usedBy: (count: number) => plural('en', count, { one: 'Used by 1 group:', other: `Used by ${count} groups:` }),
    unused: 'No contact group uses it yet. Choose it in a group to escalate the alerts of the group.',
    deletedTarget: 'Deleted target',
    couldNotLoad: 'The escalation policies could not be loaded.',
    showMore: 'Show more',
  },
  de: {
    title: (count) => plural('de', count, { one: '1 Eskalationsregel', other: `${count} Eskalationsregeln` }),
    none: 'Noch keine Eskalationsregel',
    heading: 'Eskalation',
    create: 'Neue Regel',
    emptyTitle: 'Eine Eskalationsregel ruft die nächste Person, wenn niemand reagiert.',
    emptyText:
      'Sie hat Schritte: sofort die Person in Bereitschaft rufen, nach 10 Minuten eine andere, und so weiter, bis ' +
      'jemand den Vorfall bestätigt.',
    edit: 'Bearbeiten',
    delete: 'Löschen …',
    deleteTitle: (name) => `${name} löschen?`,
    deleteText: 'Laufende Eskalationen enden.',
    deleteVerb: (name) => `${name} löschen`,
    deleted: (name) => `${name} gelöscht`,
    atOnce: 'sofort',
    after: (minutes) => `nach ${minutes}`,
    again: 'noch einmal',
    repeats: (count, minutes) =>
      plural('de', count, {
        one: `Alle Schritte noch einmal, ${minutes} später, bis jemand den Vorfall bestätigt.`,
        other: `Alle Schritte noch ${count}-mal, im Abstand von ${minutes}, bis jemand den Vorfall bestätigt.`,
      }),
    noRepeat: 'Die Schritte werden nicht wiederholt.',
    end: 'danach',
    whoNow: 'Wer würde jetzt gerufen?',
    answer: (names) => `Ginge jetzt ein Alarm hinaus, würde ${names} gerufen.`,
    answerNobody: 'Ginge jetzt ein Alarm hinaus, würde niemand gerufen.',
    thenNames: (time, names) => `${time}: ${names}`,
    today: (names) => `jetzt ${names}`,
    usedBy: (count) =>
      plural('de', count, { one: 'Verwendet von 1 Gruppe:', other: `Verwendet von ${count} Gruppen:` }),
    unused: 'Noch keine Kontaktgruppe verwendet sie. Wähle sie in einer Gruppe, um deren Alarme zu eskalieren.',
    deletedTarget: 'Gelöschtes Ziel',
    couldNotLoad: 'Die Eskalationsregeln konnten nicht geladen werden.',
    showMore: 'Mehr anzeigen',
  },
})
