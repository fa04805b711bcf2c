import { defineMessages, listOf, numberIn, plural } from '../../i18n.ts'

const en = numberIn('en')
const de = numberIn('de')

export const overviewMessages = defineMessages({
  en: {
    overview: 'Overview',
    newMonitor: 'New monitor',
    failed: 'The overview could not be loaded.',
    unwatched: 'Some checks are not running.',
    incidents: 'Open incidents',
    moreIncidents: (count: number) =>
      plural('en', count, { one: '1 more open incident', other: `${en(count)} more open incidents` }),
    folded: (count: number, shared: string) => `${en(count)} incidents, possibly one cause: ${shared}`,
    onIt: 'Acknowledge',
    takeOn: (name: string) => `Acknowledge ${name}`,
    notTaken: (why: string) => `Could not acknowledge the incident: ${why}`,
    open: 'Open',
    openNamed: (name: string) => `Open ${name}`,
    nextIncident: 'Next open incident',
    previousIncident: 'Previous open incident',
    lasts: (duration: string) => `For ${duration}`,
    seenFrom: (seen: number, all: number) =>
      plural('en', all, {
        one: `Failing from ${seen} of 1 location`,
        other: `Failing from ${seen} of ${all} locations`,
      }),
    flapping: 'Flapping',
    isOnIt: (name: string) => `Acknowledged by ${name}`,
    somebodyIsOnIt: 'Acknowledged',
    nobodyYet: 'Not acknowledged. Nobody is on call.',
    paged: (names: readonly string[], ago: string) =>
      `${listOf('en', names)} ${plural('en', names.length, { one: 'was', other: 'were' })} paged ${ago}`,
    nextPage: (names: readonly string[], when: string) => `next: ${listOf('en', names)} ${when}`,
    firstPage: (names: readonly string[], when: string) => `${listOf('en', names)} will be paged ${when}`,
    held: 'paging is on hold during maintenance',
    lastHour: (bad: number) =>
      bad === 0
        ? 'Last hour: no problems'
        : `Last hour: problems for ${plural('en', bad, { one: '1 minute', other: `${bad} minutes` })}`,
    failedOnce: (times: number, places: readonly string[]) =>
      `failed ${times === 1 ? 'once' : `${times} times`}${places.length > 0 ? `, from ${listOf('en', places)}` : ''}.`,
    makingSure: (streak: number, threshold: number) => `Confirming: ${streak} of ${threshold} failed checks.`,
    makingSureNext: (streak: number, threshold: number, place: string, when: string) =>
      `Confirming: ${streak} of ${threshold} failed checks, next check from ${place} ${when}.`,
    moreConfirming: (count: number) =>
      plural('en', count, {
        one: '1 more failure is being confirmed.',
        other: `${en(count)} more failures are being confirmed.`,
      }),
    health: 'Health score',
    of100: 'of 100',
    uptime: 'Uptime, 24 h',
    incidents24: 'Incidents, 24 h',
    critical: (count: number) => `${en(count)} critical`,
    mtta: 'Time to acknowledge, 7 d',
    mttr: 'Time to resolve, 7 d',
    delivered: 'Alerts delivered, 24 h',
    of: (total: number) => `of ${total}`,
    onCall: 'On call now',
    until: (when: string) => `until ${when}`,
    nobodyOnCall: 'Nobody',
    nextOnCall: (name: string, when: string) => `${name} from ${when}`,
    noSchedules: "No on-call schedule yet. Alerts go to each monitor's contact groups.",
    upcoming: 'Coming up',
    onNow: 'Maintenance in progress',
    maintenance: 'Maintenance',
    inDays: (days: number) => (days < 1 ? 'today' : plural('en', days, { one: 'in 1 day', other: `in ${days} days` })),
    gap: 'Nobody is on call',
    fromUntil: (from: string, until: string) => `${from} – ${until}`,
    upcomingFailed: 'Upcoming events could not be loaded.',
    nothingUpcoming: 'Nothing in the next two weeks.',
    changes: 'Recent changes',
    activity: 'All activity',
    noChanges: 'No changes yet.',
    byDay: 'Incidents, last 7 days',
    allIncidents: 'All incidents',
    byDayLabel: (days: readonly string[]) => `Incidents by day: ${days.join(', ')}`,
    dayLabel: (day: string, count: number) => `${day} ${en(count)}`,
    today: 'Today',
    leastSteady: 'Least reliable, last 7 days',
    allSteady: 'No incidents in the last 7 days.',
    incidentCount: (count: number) => plural('en', count, { one: '1 incident', other: `${en(count)} incidents` }),
    flappingCount: (count: number) =>
      `${plural('en', count, { one: '1 incident', other: `${en(count)} incidents` })} · flapping`,
    downFor: (duration: string) => `${duration} down`,
  },
  de: {
    overview: 'Übersicht',
    newMonitor: 'Neuer Monitor',
    failed: 'Die Übersicht konnte nicht geladen werden.',
    unwatched: 'Einige Prüfungen laufen nicht.',
    incidents: 'Offene Vorfälle',
    moreIncidents: (count) =>
      plural('de', count, { one: '1 weiterer offener Vorfall', other: `${de(count)} weitere offene Vorfälle` }),
    folded: (count, shared) => `${de(count)} Vorfälle, womöglich eine Ursache: ${shared}`,
    onIt: 'Bestätigen',
    takeOn: (name) => `${name} bestätigen`,
    notTaken: (why) => `Der Vorfall konnte nicht bestätigt werden: ${why}`,
    open: 'Öffnen',
    openNamed: (name) => `${name} öffnen`,
    nextIncident: 'Nächster offener Vorfall',
    previousIncident: 'Voriger offener Vorfall',
    lasts: (duration) => `Seit ${duration}`,
    seenFrom: (seen, all) =>
      plural('de', all, {
        one: `Fehler von ${seen} von 1 Standort`,
        other: `Fehler von ${seen} von ${all} Standorten`,
      }),
    flapping: 'Instabil',
    isOnIt: (name) => `Bestätigt von ${name}`,
    somebodyIsOnIt: 'Bestätigt',
    nobodyYet: 'Nicht bestätigt. Niemand hat Bereitschaft.',
    paged: (names, ago) =>
      `${listOf('de', names)} ${plural('de', names.length, { one: 'wurde', other: 'wurden' })} ${ago} alarmiert`,
    nextPage: (names, when) => `als Nächstes: ${listOf('de', names)} ${when}`,
    firstPage: (names, when) =>
      `${listOf('de', names)} ${plural('de', names.length, { one: 'wird', other: 'werden' })} ${when} alarmiert`,
    held: 'Alarmierung ist während der Wartung ausgesetzt',
    lastHour: (bad) =>
      bad === 0
        ? 'Letzte Stunde: keine Probleme'
        : `Letzte Stunde: ${plural('de', bad, { one: '1 Minute', other: `${bad} Minuten` })} mit Problemen`,
    failedOnce: (times, places) =>
      `schlug ${times === 1 ? 'einmal' : `${times}-mal`} ` +
      `fehl${places.length > 0 ? `, von ${listOf('de', places)} aus` : ''}.`,
    makingSure: (streak, threshold) => `Wird bestätigt: ${streak} von ${threshold} fehlgeschlagenen Prüfungen.`,
    makingSureNext: (streak, threshold, place, when) =>
      `Wird bestätigt: ${streak} von ${threshold} fehlgeschlagenen Prüfungen, nächste Prüfung von ${place} ${when}.`,
    moreConfirming: (count) =>
      plural('de', count, {
        one: '1 weiterer Fehler wird bestätigt.',
        other: `${de(count)} weitere Fehler werden bestätigt.`,
      }),
    health: 'Gesundheitswert',
    of100: 'von 100',
    uptime: 'Verfügbarkeit, 24 h',
    incidents24: 'Vorfälle, 24 h',
    critical: (count) => `${de(count)} kritisch`,
    mtta: 'Zeit bis Bestätigung, 7 T',
    mttr: 'Zeit bis Behebung, 7 T',
    delivered: 'Alarme zugestellt, 24 h',
    of: (total) => `von ${total}`,
    onCall: 'Jetzt in Bereitschaft',
    until: (when) => `bis ${when}`,
    nobodyOnCall: 'Niemand',
    nextOnCall: (name, when) => `${name} ab ${when}`,
    noSchedules: 'Noch kein Bereitschaftsplan. Alarme gehen an die Kontaktgruppen der Monitore.',
    upcoming: 'Demnächst',
    onNow: 'Wartung läuft',
    maintenance: 'Wartung',
    inDays: (days) => (days < 1 ? 'heute' : plural('de', days, { one: 'in 1 Tag', other: `in ${days} Tagen` })),
    gap: 'Niemand in Bereitschaft',
    fromUntil: (from, until) => `${from} – ${until}`,
    upcomingFailed: 'Anstehende Termine konnten nicht geladen werden.',
    nothingUpcoming: 'Nichts in den nächsten zwei Wochen.',
    changes: 'Letzte Änderungen',
    activity: 'Alle Aktivitäten',
    noChanges: 'Noch keine Änderungen.',
    byDay: 'Vorfälle, letzte 7 Tage',
    allIncidents: 'Alle Vorfälle',
    byDayLabel: (days) => `Vorfälle nach Tag: ${days.join(', ')}`,
    dayLabel: (day, count) => `${day} ${de(count)}`,
    today: 'Heute',
    leastSteady: 'Am wenigsten zuverlässig, letzte 7 Tage',
    allSteady: 'Keine Vorfälle in den letzten 7 Tagen.',
    incidentCount: (count) => plural('de', count, { one: '1 Vorfall', other: `${de(count)} Vorfälle` }),
    flappingCount: (count) => `${plural('de', count, { one: '1 Vorfall', other: `${de(count)} Vorfälle` })} · instabil`,
    downFor: (duration) => `${duration} ausgefallen`,
  },
})
