import { defineMessages, plural } from '../../i18n.ts'

export const useWindowMessages = defineMessages({
  newTitle: ['Schedule maintenance', 'Wartung planen'],
  onUntil: (name: string, until: string) => [`${name} is on until ${until}`, `${name} läuft bis ${until}`],
  basics: ['What it is', 'Was geplant ist'],
  descriptionHint: [
    'Visitors to status pages that show one of these monitors see the name and the description.',
    'Besucher von Statusseiten, die einen dieser Monitore zeigen, sehen den Namen und die Beschreibung.',
  ],
  what: ['What it covers', 'Was es umfasst'],
  scope: ['Covers', 'Umfasst'],
  some: ['Some monitors', 'Einige Monitore'],
  all: ['The whole organization', 'Die ganze Organisation'],
  tagsHint: [
    'Also covers monitors that get one of these tags later.',
    'Umfasst auch Monitore, die später einen dieser Tags bekommen.',
  ],
  when: ['When', 'Wann'],
  starts: ['Starts', 'Beginn'],
  lasts: ['Lasts', 'Dauer'],
  unit: ['Unit', 'Einheit'],
  units: {
    minutes: ['minutes', 'Minuten'],
    hours: ['hours', 'Stunden'],
    days: ['days', 'Tage'],
  },
  repeats: ['Repeats', 'Wiederholung'],
  recurrences: {
    once: ['Does not repeat', 'Keine'],
    daily: ['Every day', 'Jeden Tag'],
    weekly: ['Every week', 'Jede Woche'],
    monthly: ['Every month', 'Jeden Monat'],
  },
  until: ['Repeats until', 'Wiederholen bis'],
  untilHint: ['Leave empty to repeat forever.', 'Leer lassen, um unbegrenzt zu wiederholen.'],
  effect: ['Effect', 'Wirkung'],
  suppress: ['Send no alerts during this time', 'In dieser Zeit keine Alarme senden'],
  suppressHint: [
    'Incidents are still opened. If one is still firing when the window ends, its alert is sent then.',
    'Vorfälle werden trotzdem geöffnet. Dauert einer am Ende noch an, wird sein Alarm dann gesendet.',
  ],
  exclude: ['Leave it out of uptime and reports', 'Aus Verfügbarkeit und Berichten ausnehmen'],
  excludeHint: ['Failed checks in this time do not count.', 'Fehlgeschlagene Prüfungen in dieser Zeit zählen nicht.'],
  says: ['What it does', 'Was es bewirkt'],
  incomplete: ['Choose what it covers and when it starts.', 'Wähle, was es umfasst und wann es beginnt.'],
  silentAll: (count: number) => [
    `The whole organization: ${plural(count, '1 monitor', `all ${count} monitors`)}.`,
    `Die ganze Organisation: ${plural(count, '1 Monitor', `alle ${count} Monitore`)}.`,
  ],
  silentNone: ['No monitor matches yet.', 'Noch kein Monitor passt.'],
  silent: (names: string, more: number) =>
    more > 0
      ? [
          `Silences ${names} and ${more} more.`,
          `Schaltet stumm: ${names} und ${plural(more, '1 weiteren', `${more} weitere`)}.`,
        ]
      : [`Silences ${names}.`, `Schaltet stumm: ${names}.`],
  covered: (names: string, more: number) =>
    more > 0
      ? [
          `Covers ${names} and ${more} more. Alerts are still sent.`,
          `Umfasst ${names} und ${plural(more, '1 weiteren', `${more} weitere`)}. Alarme werden weiter gesendet.`,
        ]
      : [`Covers ${names}. Alerts are still sent.`, `Umfasst ${names}. Alarme werden weiter gesendet.`],
  nextDates: ['Next dates', 'Nächste Termine'],
  noDates: ['It is over, so it silences nothing.', 'Es ist vorbei und schaltet nichts stumm.'],
  afterChange: ['after the clocks change', 'nach der Zeitumstellung'],
  duringChange: (length: string) => [
    `the clocks change meanwhile; it still lasts ${length}`,
    `währenddessen werden die Uhren umgestellt; es dauert trotzdem ${length}`,
  ],
  pastEffect: [
    'Changes the uptime of the last 30 days at once.',
    'Ändert die Verfügbarkeit der letzten 30 Tage sofort.',
  ],
  create: ['Schedule maintenance', 'Wartung planen'],
  planned: (name: string) => [`${name} scheduled`, `${name} geplant`],
  end: ['End now', 'Jetzt beenden'],
  ended: (name: string) => [`${name} ended. Alerts are sent again.`, `${name} beendet. Alarme werden wieder gesendet.`],
  deleteText: [
    'If it is on, alerts are sent again at once. The time that it left out of uptime in the last 30 days ' +
      'counts again.',
    'Läuft es gerade, werden Alarme sofort wieder gesendet. Die in den letzten 30 Tagen ausgenommene Zeit zählt ' +
      'wieder zur Verfügbarkeit.',
  ],
  on: ['Turned on', 'Eingeschaltet'],
  onHint: [
    'A window that is off stays here for later and has no effect.',
    'Ein ausgeschaltetes Fenster bleibt für später hier und hat keine Wirkung.',
  ],
  couldNotLoad: ['The maintenance window could not be loaded.', 'Das Wartungsfenster konnte nicht geladen werden.'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nein'],
})
