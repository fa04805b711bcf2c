import { defineMessages, plural } from '../../i18n.ts'

export const useOnCallMessages = defineMessages({
  title: {
    nobody: ['Nobody is on call.', 'Niemand hat Bereitschaft.'],
    nobodyNext: (next: string, from: string) => [
      `Nobody is on call. ${next} is next, from ${from}.`,
      `Niemand hat Bereitschaft. ${next} übernimmt ab ${from}.`,
    ],
    one: (name: string) => [`${name} is on call.`, `${name} hat Bereitschaft.`],
    oneUntil: (name: string, until: string) => [
      `${name} is on call until ${until}. Nobody is next.`,
      `${name} hat Bereitschaft bis ${until}. Danach kommt niemand.`,
    ],
    oneNext: (name: string, until: string, next: string) => [
      `${name} is on call until ${until}. ${next} is next.`,
      `${name} hat Bereitschaft bis ${until}. Danach kommt ${next}.`,
    ],
    oneGap: (name: string, until: string, from: string) => [
      `${name} is on call until ${until}. Then nobody is on call until ${from}.`,
      `${name} hat Bereitschaft bis ${until}. Danach niemand bis ${from}.`,
    ],
  },
  off: (name: string) => [
    `${name} is turned off. Nobody is on call.`,
    `${name} ist ausgeschaltet. Niemand hat Bereitschaft.`,
  ],
  zones: (mine: string, its: string) => [
    `Times are in your zone, ${mine}. The schedule uses ${its}.`,
    `Zeiten in deiner Zeitzone, ${mine}. Der Plan richtet sich nach ${its}.`,
  ],
  cover: ['Cover a shift', 'Schicht übernehmen'],
  subscribe: ['Subscribe', 'Abonnieren'],
  edit: ['Edit schedule', 'Plan bearbeiten'],
  now: ['Now', 'Jetzt'],
  nobody: ['Nobody', 'Niemand'],
  left: (length: string) => [`${length} left`, `noch ${length}`],
  from: (time: string) => [`From ${time}`, `Ab ${time}`],
  noNext: ['Nobody is next', 'Danach niemand'],
  ways: (count: number) =>
    plural(count, ['1 contact method', '1 Kontaktweg'], [`${count} contact methods`, `${count} Kontaktwege`]),
  noWays: ['no contact method', 'kein Kontaktweg'],
  gaps: (count: number) =>
    plural(
      count,
      ['1 gap in the next 14 days', '1 Lücke in den nächsten 14 Tagen'],
      [`${count} gaps in the next 14 days`, `${count} Lücken in den nächsten 14 Tagen`],
    ),
  noGaps: ['No gap in the next 14 days', 'Keine Lücke in den nächsten 14 Tagen'],
  covered: ['Someone is always on call', 'Immer hat jemand Bereitschaft'],
  coverGap: ['Cover it', 'Übernehmen'],
  withoutWays: (names: string, count: number) =>
    plural(
      count,
      [`${names} has no contact method.`, `${names} hat keinen Kontaktweg.`],
      [`${names} have no contact method.`, `${names} haben keinen Kontaktweg.`],
    ),
  dragHint: ['Drag over the bottom row to cover a time', 'Über die unterste Zeile ziehen, um eine Zeit zu übernehmen'],
  view: ['View', 'Ansicht'],
  views: {
    fortnight: ['2 weeks', '2 Wochen'],
    month: ['Month', 'Monat'],
    list: ['List', 'Liste'],
  },
  covers: ['Covers', 'Übernahmen'],
  coversNote: ['override all layers', 'gehen allen Ebenen vor'],
  paged: ['Who is paged', 'Wer alarmiert wird'],
  pagedNote: ['the result', 'das Ergebnis'],
  clocks: (hours: number) => [`${hours} h`, `${hours} h`],
  isCover: ['Cover', 'Übernahme'],
  rotation: {
    daily: (time: string) => [`daily at ${time}`, `täglich um ${time}`],
    weekly: (day: string, time: string) => [`weekly, ${day} ${time}`, `wöchentlich, ${day} ${time}`],
    everyDays: (days: number, time: string) => [`every ${days} days at ${time}`, `alle ${days} Tage um ${time}`],
    everyWeeks: (weeks: number, day: string, time: string) => [
      `every ${weeks} weeks, ${day} ${time}`,
      `alle ${weeks} Wochen, ${day} ${time}`,
    ],
    custom: (length: string) => [`every ${length}`, `alle ${length}`],
  },
  gapFrom: (from: string, until: string) => [
    `Nobody from ${from} until ${until}: cover it`,
    `Niemand von ${from} bis ${until}: übernehmen`,
  ],
  coverFrom: (name: string, from: string, until: string) => [
    `${name} covers from ${from} until ${until}: show cover`,
    `${name} übernimmt von ${from} bis ${until}: anzeigen`,
  ],
  span: (from: string, until: string) => [`${from} – ${until}`, `${from} – ${until}`],
  nowMark: ['now', 'jetzt'],
  couldNotLoad: ['The schedule could not be loaded.', 'Der Bereitschaftsplan konnte nicht geladen werden.'],
  calendarFailed: ['The calendar could not be loaded.', 'Der Kalender konnte nicht geladen werden.'],
  emptyTitle: [
    'Nobody is on call yet. Alerts go to contact groups and channels only.',
    'Noch hat niemand Bereitschaft. Alarme gehen nur an Kontaktgruppen und Kanäle.',
  ],
  emptyText: [
    'A schedule says who is paged when. An escalation policy pages the next person if nobody reacts.',
    'Ein Bereitschaftsplan legt fest, wer wann alarmiert wird. Eine Eskalationsregel alarmiert die nächste Person, ' +
      'wenn niemand reagiert.',
  ],
  create: ['New schedule', 'Neuer Plan'],
  effect: {
    overlaps: (names: string) => [`Overlaps ${names}'s cover.`, `Überschneidet sich mit der Übernahme von ${names}.`],
    fills: ['Fills the gap.', 'Schließt die Lücke.'],
    fillsPart: (length: string) => [`Fills ${length} of a gap.`, `Schließt ${length} einer Lücke.`],
    takes: (length: string, name: string) => [`Takes ${length} from ${name}.`, `Nimmt ${name} ${length} ab.`],
    own: (length: string) => [
      `That is already the shift of this person (${length}).`,
      `Das ist schon die Schicht dieser Person (${length}).`,
    ],
  },
})

export const useCoverMessages = defineMessages({
  title: ['Cover a shift', 'Schicht übernehmen'],
  who: ['Who covers', 'Wer übernimmt'],
  from: ['From', 'Von'],
  until: ['Until', 'Bis'],
  reason: ['Reason', 'Grund'],
  order: ['The end must be after the start.', 'Das Ende muss nach dem Beginn liegen.'],
  tooLong: ['A cover lasts at most 92 days here.', 'Eine Übernahme dauert hier höchstens 92 Tage.'],
  tested: (name: string, ways: number, tested: number) => [
    `${name} has ${plural(ways, '1 contact method', `${ways} contact methods`)}; ` +
      `tested this month: ${tested === ways ? 'all' : tested === 0 ? 'none' : tested}.`,
    `${name} hat ${plural(ways, '1 Kontaktweg', `${ways} Kontaktwege`)}; diesen Monat getestet: ${tested}.`,
  ],
  noWays: (name: string) => [`${name} has no contact method.`, `${name} hat keinen Kontaktweg.`],
  save: (name: string, length: string) => [`${name} covers ${length}`, `${name} übernimmt ${length}`],
  saved: (name: string) => [`${name} covers the shift`, `${name} übernimmt die Schicht`],
  existing: (name: string) => [`${name} covers`, `${name} übernimmt`],
  remove: ['Remove cover', 'Übernahme entfernen'],
  removed: ['Cover removed', 'Übernahme entfernt'],
})

export const useFeedMessages = defineMessages({
  title: ['Subscribe to the calendar', 'Kalender abonnieren'],
  text: [
    'Add this address to your calendar app. It has the shifts of the last 7 and the next 92 days. ' +
      'Anyone with the address can read it.',
    'Füge diese Adresse in deiner Kalender-App hinzu. Sie enthält die Schichten der letzten 7 und der ' +
      'nächsten 92 Tage. Wer die Adresse hat, kann sie lesen.',
  ],
  schedule: (name: string) => [`Shifts of ${name}`, `Schichten von ${name}`],
  mine: ['My shifts in all schedules', 'Meine Schichten in allen Plänen'],
  copy: ['Copy address', 'Adresse kopieren'],
  renew: ['Renew…', 'Erneuern …'],
  renewTitle: ['Renew this calendar address?', 'Diese Kalenderadresse erneuern?'],
  renewText: [
    'The old address stops working at once. Everybody who subscribed to it needs the new one.',
    'Die alte Adresse funktioniert sofort nicht mehr. Wer sie abonniert hat, braucht die neue.',
  ],
  renewVerb: ['Renew address', 'Adresse erneuern'],
  renewed: ['Calendar address renewed', 'Kalenderadresse erneuert'],
})
