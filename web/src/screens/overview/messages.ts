import { defineMessages, listOf, numberIn, plural } from '../../i18n.ts'

const en = numberIn('en')
const de = numberIn('de')

export const useOverviewMessages = defineMessages({
  newMonitor: ['New monitor', 'Neuer Monitor'],
  failed: ['The overview could not be loaded.', 'Die Übersicht konnte nicht geladen werden.'],
  unwatched: ['Some checks are not running.', 'Einige Prüfungen laufen nicht.'],
  incidents: ['Open incidents', 'Offene Vorfälle'],
  moreIncidents: (count: number) =>
    plural(
      count,
      ['1 more open incident', '1 weiterer offener Vorfall'],
      [`${en(count)} more open incidents`, `${de(count)} weitere offene Vorfälle`],
    ),
  folded: (count: number, shared: string) => [
    `${en(count)} incidents, possibly one cause: ${shared}`,
    `${de(count)} Vorfälle, womöglich eine Ursache: ${shared}`,
  ],
  onIt: ['Acknowledge', 'Bestätigen'],
  takeOn: (name: string) => [`Acknowledge ${name}`, `${name} bestätigen`],
  notTaken: (why: string) => [
    `Could not acknowledge the incident: ${why}`,
    `Der Vorfall konnte nicht bestätigt werden: ${why}`,
  ],
  open: ['Open', 'Öffnen'],
  openNamed: (name: string) => [`Open ${name}`, `${name} öffnen`],
  nextIncident: ['Next open incident', 'Nächster offener Vorfall'],
  previousIncident: ['Previous open incident', 'Voriger offener Vorfall'],
  lasts: (duration: string) => [`For ${duration}`, `Dauer: ${duration}`],
  seenFrom: (seen: number, all: number) =>
    plural(
      all,
      [`Failing from ${seen} of 1 location`, `Fehler an ${seen} von 1 Standort`],
      [`Failing from ${seen} of ${all} locations`, `Fehler an ${seen} von ${all} Standorten`],
    ),
  flapping: ['Flapping', 'Instabil'],
  isOnIt: (name: string) => [`Acknowledged by ${name}`, `Bestätigt von ${name}`],
  somebodyIsOnIt: ['Acknowledged', 'Bestätigt'],
  nobodyYet: ['Not acknowledged. Nobody was paged.', 'Nicht bestätigt. Niemand wurde alarmiert.'],
  paged: (names: readonly string[], ago: string) => [
    `${listOf('en', names)} ${plural(names.length, 'was', 'were')} paged ${ago}`,
    `${listOf('de', names)} ${plural(names.length, 'wurde', 'wurden')} ${ago} alarmiert`,
  ],
  nextPage: (names: readonly string[], when: string) => [
    `next: ${listOf('en', names)} ${when}`,
    `als Nächstes: ${listOf('de', names)} ${when}`,
  ],
  firstPage: (names: readonly string[], when: string) => [
    `${listOf('en', names)} will be paged ${when}`,
    `${listOf('de', names)} ${plural(names.length, 'wird', 'werden')} ${when} alarmiert`,
  ],
  held: ['paging is on hold during maintenance', 'Alarmierung ist während der Wartung ausgesetzt'],
  lastHour: (bad: number) =>
    bad === 0
      ? ['Last hour: no problems', 'Letzte Stunde: keine Probleme']
      : [
          `Last hour: problems for ${plural(bad, '1 minute', `${bad} minutes`)}`,
          `Letzte Stunde: ${plural(bad, '1 Minute', `${bad} Minuten`)} mit Problemen`,
        ],
  failedOnce: (times: number, places: readonly string[]) => [
    `failed ${times === 1 ? 'once' : `${times} times`}${places.length > 0 ? `, from ${listOf('en', places)}` : ''}.`,
    `schlug ${times === 1 ? 'einmal' : `${times}-mal`} ` +
      `fehl${places.length > 0 ? `, von ${listOf('de', places)} aus` : ''}.`,
  ],
  makingSure: (streak: number, threshold: number) => [
    `Confirming: ${streak} of ${threshold} failed checks.`,
    `Wird bestätigt: ${streak} von ${threshold} fehlgeschlagenen Prüfungen.`,
  ],
  makingSureNext: (streak: number, threshold: number, place: string, when: string) => [
    `Confirming: ${streak} of ${threshold} failed checks, next check from ${place} ${when}.`,
    `Wird bestätigt: ${streak} von ${threshold} fehlgeschlagenen Prüfungen, nächste Prüfung von ${place} ${when}.`,
  ],
  moreConfirming: (count: number) =>
    plural(
      count,
      ['1 more failure is being confirmed.', '1 weiterer Fehler wird bestätigt.'],
      [`${en(count)} more failures are being confirmed.`, `${de(count)} weitere Fehler werden bestätigt.`],
    ),
  health: ['Health score', 'Gesundheitswert'],
  of100: ['of 100', 'von 100'],
  uptime: ['Uptime, 24 h', 'Verfügbarkeit, 24 h'],
  incidents24: ['Incidents, 24 h', 'Vorfälle, 24 h'],
  critical: (count: number) => [`${en(count)} critical`, `${de(count)} kritisch`],
  mtta: ['Time to acknowledge, 7 d', 'Zeit bis Bestätigung, 7 T'],
  mttr: ['Time to resolve, 7 d', 'Zeit bis Behebung, 7 T'],
  delivered: ['Alerts delivered, 24 h', 'Alarme zugestellt, 24 h'],
  of: (total: number) => [`of ${total}`, `von ${total}`],
  onCall: ['On call now', 'Jetzt in Bereitschaft'],
  until: (when: string) => [`until ${when}`, `bis ${when}`],
  nobodyOnCall: ['Nobody', 'Niemand'],
  nextOnCall: (name: string, when: string) => [`${name} from ${when}`, `${name} ab ${when}`],
  noSchedules: [
    "No on-call schedule yet. Alerts go to each monitor's contact groups.",
    'Noch kein Bereitschaftsplan. Alarme gehen an die Kontaktgruppen der Monitore.',
  ],
  upcoming: ['Coming up', 'Demnächst'],
  onNow: ['Maintenance in progress', 'Wartung läuft'],
  inDays: (days: number) =>
    days < 1 ? ['today', 'heute'] : plural(days, ['in 1 day', 'in 1 Tag'], [`in ${days} days`, `in ${days} Tagen`]),
  gap: ['Nobody is on call', 'Niemand in Bereitschaft'],
  fromUntil: (from: string, until: string) => [`${from} – ${until}`, `${from} – ${until}`],
  upcomingFailed: ['Upcoming events could not be loaded.', 'Anstehende Termine konnten nicht geladen werden.'],
  nothingUpcoming: ['Nothing in the next two weeks.', 'Nichts in den nächsten zwei Wochen.'],
  changes: ['Recent changes', 'Letzte Änderungen'],
  activity: ['All activity', 'Alle Aktivitäten'],
  noChanges: ['No changes yet.', 'Noch keine Änderungen.'],
  byDay: ['Incidents, last 7 days', 'Vorfälle, letzte 7 Tage'],
  allIncidents: ['All incidents', 'Alle Vorfälle'],
  byDayLabel: (days: readonly string[]) => [
    `Incidents by day: ${days.join(', ')}`,
    `Vorfälle nach Tag: ${days.join(', ')}`,
  ],
  dayLabel: (day: string, count: number) => [`${day} ${en(count)}`, `${day} ${de(count)}`],
  leastSteady: ['Least reliable, last 7 days', 'Am wenigsten zuverlässig, letzte 7 Tage'],
  allSteady: ['No incidents in the last 7 days.', 'Keine Vorfälle in den letzten 7 Tagen.'],
  incidentCount: (count: number) =>
    plural(count, ['1 incident', '1 Vorfall'], [`${en(count)} incidents`, `${de(count)} Vorfälle`]),
  flappingCount: (count: number) => [
    `${plural(count, '1 incident', `${en(count)} incidents`)} · flapping`,
    `${plural(count, '1 Vorfall', `${de(count)} Vorfälle`)} · instabil`,
  ],
  downFor: (duration: string) => [`${duration} down`, `${duration} ausgefallen`],
})
