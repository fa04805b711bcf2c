import { defineMessages, plural } from '../../i18n.ts'

export const useMaintenanceMessages = defineMessages({
  heading: ['Maintenance', 'Wartung'],
  title: {
    onOne: (name: string, until: string) => [`${name} is on until ${until}.`, `${name} läuft bis ${until}.`],
    onSilent: (name: string, until: string, count: number) => [
      `${name} is on until ${until}; ${plural(count, '1 monitor is silent', `${count} monitors are silent`)}.`,
      `${name} läuft bis ${until}; ${plural(count, '1 Monitor ist stumm', `${count} Monitore sind stumm`)}.`,
    ],
    onSilentAll: (name: string, until: string) => [
      `${name} is on until ${until}; the whole organization is silent.`,
      `${name} läuft bis ${until}; die ganze Organisation ist stumm.`,
    ],
    onMany: (count: number, until: string) => [
      `${count} maintenance windows are on, the last until ${until}.`,
      `${count} Wartungsfenster laufen, das letzte bis ${until}.`,
    ],
    next: (name: string, at: string) => [
      `No maintenance is on. ${name} is next: ${at}.`,
      `Keine Wartung läuft. Als Nächstes: ${name}, ${at}.`,
    ],
    none: ['No maintenance is planned', 'Keine Wartung geplant'],
  },
  plan: ['Schedule maintenance', 'Wartung planen'],
  next: ['Next 60 days', 'Nächste 60 Tage'],
  noNext: ['Nothing in the next 60 days.', 'Nichts in den nächsten 60 Tagen.'],
  noAgenda: ['No maintenance in this month.', 'Keine Wartung in diesem Monat.'],
  onNow: ['On now', 'Läuft'],
  until: (time: string) => [`until ${time}`, `bis ${time}`],
  allDay: ['all day', 'ganztägig'],
  more: (count: number) => [`+${count} more`, `+${count} weitere`],
  clocks: (hours: number) => [`${hours} h day`, `${hours}-h-Tag`],
  covers: {
    all: ['Whole organization', 'Ganze Organisation'],
    monitors: (count: number) => plural(count, ['1 monitor', '1 Monitor'], [`${count} monitors`, `${count} Monitore`]),
  },
  windows: ['All windows', 'Alle Fenster'],
  columns: {
    name: ['Name', 'Name'],
    first: ['Starts', 'Beginn'],
    lasts: ['Lasts', 'Dauer'],
    repeats: ['Repeats', 'Wiederholung'],
    effect: ['Effect', 'Wirkung'],
  },
  repeats: {
    once: ['Once', 'Einmal'],
    daily: ['Daily', 'Täglich'],
    weekly: ['Weekly', 'Wöchentlich'],
    monthly: ['Monthly', 'Monatlich'],
  },
  quiet: ['no alerts', 'keine Alarme'],
  uncounted: ['not in uptime', 'zählt nicht zur Verfügbarkeit'],
  noEffect: ['no effect', 'keine Wirkung'],
  fromIncident: (number: number) => [`From incident #${number}`, `Aus Vorfall #${number}`],
  couldNotLoad: ['The maintenance windows could not be loaded.', 'Die Wartungsfenster konnten nicht geladen werden.'],
  emptyTitle: [
    'A maintenance window prevents alerts during planned work.',
    'Ein Wartungsfenster verhindert Alarme während geplanter Arbeiten.',
  ],
  emptyText: [
    'While it is on, nobody is alerted, and uptime leaves the time out. Checks still run, so you see what happened.',
    'Solange es läuft, wird niemand alarmiert, und die Zeit zählt nicht zur Verfügbarkeit. Prüfungen laufen weiter, ' +
      'du siehst also, was passiert ist.',
  ],
  limited: [
    'There are more than 1,000 occurrences. Only the first are shown.',
    'Es gibt mehr als 1.000 Termine. Nur die ersten werden angezeigt.',
  ],
})
