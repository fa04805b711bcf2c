import { defineMessages, plural } from '../../i18n.ts'

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }

export const useMonitorListMessages = defineMessages({
  title: ['Monitors', 'Monitore'],
  new: ['New monitor', 'Neuer Monitor'],
  list: ['Monitors', 'Monitore'],
  statuses: ['Status', 'Status'],
  search: ['Name or target', 'Name oder Ziel'],
  clear: ['Clear filters', 'Filter zurücksetzen'],
  remove: (name: string) => [`Remove filter ${name}`, `Filter ${name} entfernen`],
  span: ['Time range', 'Zeitraum'],
  spans: {
    '24h': ['24 h', '24 h'],
    '7d': ['7 days', '7 Tage'],
    '90d': ['90 days', '90 Tage'],
  },
  order: ['Sort by', 'Sortieren nach'],
  orders: {
    trouble: ['Problems first', 'Probleme zuerst'],
    name: ['Name', 'Name'],
    uptime: ['Lowest uptime', 'Geringste Verfügbarkeit'],
    slow: ['Slowest', 'Langsamste'],
    new: ['Newest', 'Neueste'],
    tag: ['Group by tag', 'Nach Tag gruppieren'],
  },
  facets: {
    type: ['Type', 'Typ'],
    tag: ['Tag', 'Tag'],
    location: ['Location', 'Standort'],
    interval: ['Interval', 'Intervall'],
  },
  columns: {
    select: ['Select', 'Auswahl'],
    status: ['Status', 'Status'],
    monitor: ['Monitor', 'Monitor'],
    type: ['Type', 'Typ'],
    bars: {
      '24h': ['Last 24 h', 'Letzte 24 h'],
      '7d': ['Last 7 days', 'Letzte 7 Tage'],
      '90d': ['Last 90 days', 'Letzte 90 Tage'],
    },
    response: ['Response time', 'Antwortzeit'],
    uptime: ['Uptime, 30 d', 'Verfügbar, 30 T'],
    tags: ['Tags', 'Tags'],
    checked: ['Last check', 'Letzte Prüfung'],
  },
  sparkName: (name: string) => [`Response times of ${name}`, `Antwortzeiten von ${name}`],
  barsName: (name: string, down: number) =>
    down === 0
      ? [`${name}: no downtime`, `${name}: kein Ausfall`]
      : plural(
          down,
          [`${name}: downtime in 1 interval`, `${name}: Ausfall in 1 Abschnitt`],
          [`${name}: downtime in ${down} intervals`, `${name}: Ausfall in ${down} Abschnitten`],
        ),
  checksIn: ['reports to Lapwing', 'meldet sich bei Lapwing'],
  next: (time: string) => [`due ${time}`, `fällig ${time}`],
  soon: ['soon', 'gleich'],
  underMaintenance: (state: string, window: string, until: string) => [
    `${state}; ${window} until ${until}`,
    `${state}; ${window} bis ${until}`,
  ],
  affected: ['Affected', 'Betroffen'],
  affectedBy: (name: string) => [`Down because ${name} is down`, `Ausgefallen, weil ${name} ausgefallen ist`],
  seenFrom: (locations: string) => [`Failing from ${locations}`, `Fehler von ${locations}`],
  selectOne: (name: string) => [`Select ${name}`, `${name} auswählen`],
  selectShown: ['Select all loaded monitors', 'Alle geladenen Monitore auswählen'],
  group: (tag: string | null) => [tag ?? 'No tag', tag ?? 'Ohne Tag'],
  groupCount: (count: number) =>
    plural(
      count,
      ['1 monitor', '1 Monitor'],
      [`${number.en.format(count)} monitors`, `${number.de.format(count)} Monitore`],
    ),
  total: (count: number) =>
    plural(
      count,
      ['1 monitor', '1 Monitor'],
      [`${number.en.format(count)} monitors`, `${number.de.format(count)} Monitore`],
    ),
  hints: {
    move: ['move', 'bewegen'],
    select: ['select', 'auswählen'],
    open: ['open', 'öffnen'],
    edit: ['edit', 'bearbeiten'],
    pause: ['pause', 'pausieren'],
  },
  failed: ['The monitors could not be loaded.', 'Die Monitore konnten nicht geladen werden.'],
  empty: ['No monitors yet', 'Noch keine Monitore'],
  emptyGives: [
    'A monitor checks a website, API, server or job and opens an incident when it fails.',
    'Ein Monitor prüft eine Webseite, eine API, einen Server oder einen Job und öffnet einen Vorfall, wenn die ' +
      'Prüfung fehlschlägt.',
  ],
  emptyWhy: [
    'Enter a URL or hostname. Lapwing checks it right away.',
    'Gib eine URL oder einen Hostnamen ein. Lapwing prüft das Ziel sofort.',
  ],
  address: ['URL or hostname', 'URL oder Hostname'],
  watch: ['Add monitor', 'Monitor hinzufügen'],
  nothing: (filters: string) => [`No monitors match ${filters}`, `Keine Monitore passen zu ${filters}`],
  verbs: {
    search: ['Search monitors', 'Monitore durchsuchen'],
    new: ['New monitor', 'Neuer Monitor'],
    next: ['Next monitor', 'Nächster Monitor'],
    previous: ['Previous monitor', 'Voriger Monitor'],
    select: ['Select monitor', 'Monitor auswählen'],
    clear: ['Clear selection', 'Auswahl aufheben'],
    pause: ['Pause or resume monitor', 'Monitor pausieren oder fortsetzen'],
    edit: ['Edit monitor', 'Monitor bearbeiten'],
    check: ['Run check now', 'Jetzt prüfen'],
    pauseSelected: ['Pause selected monitors', 'Ausgewählte Monitore pausieren'],
  },
  refused: (count: number, why: string) =>
    plural(
      count,
      [`1 monitor could not be changed: ${why}`, `1 Monitor konnte nicht geändert werden: ${why}`],
      [`${count} monitors could not be changed: ${why}`, `${count} Monitore konnten nicht geändert werden: ${why}`],
    ),
  selected: (count: number) => [`${number.en.format(count)} selected`, `${number.de.format(count)} ausgewählt`],
  selectAll: (count: number) => [
    `Select all ${number.en.format(count)} matching monitors`,
    `Alle ${number.de.format(count)} passenden Monitore auswählen`,
  ],
  pause: ['Pause', 'Pausieren'],
  resume: ['Resume', 'Fortsetzen'],
  tag: ['Tags…', 'Tags …'],
  deselect: ['Clear selection', 'Auswahl aufheben'],
  addTag: ['Add tag', 'Tag hinzufügen'],
  removeTag: ['Remove tag', 'Tag entfernen'],
  tagName: ['Tag', 'Tag'],
  tagHint: [
    'Up to 32 characters: a–z, 0–9, hyphens and colons.',
    'Bis zu 32 Zeichen: a–z, 0–9, Bindestriche und Doppelpunkte.',
  ],
  apply: {
    add: ['Add tag', 'Tag hinzufügen'],
    remove: ['Remove tag', 'Tag entfernen'],
  },
  tagTitle: (count: number) =>
    plural(
      count,
      ['Tags of 1 monitor', 'Tags von 1 Monitor'],
      [`Tags of ${number.en.format(count)} monitors`, `Tags von ${number.de.format(count)} Monitoren`],
    ),
  deleteTitle: (count: number) =>
    plural(
      count,
      ['Delete 1 monitor?', '1 Monitor löschen?'],
      [`Delete ${number.en.format(count)} monitors?`, `${number.de.format(count)} Monitore löschen?`],
    ),
  deleteText: [
    'This also deletes their checks, statistics and rules. Their incidents remain. This cannot be undone.',
    'Dabei werden auch ihre Prüfungen, Statistiken und Regeln gelöscht. Ihre Vorfälle bleiben erhalten. ' +
      'Das lässt sich nicht rückgängig machen.',
  ],
  deleteVerb: (count: number) =>
    plural(
      count,
      ['Delete 1 monitor', '1 Monitor löschen'],
      [`Delete ${number.en.format(count)} monitors`, `${number.de.format(count)} Monitore löschen`],
    ),
  deleteWord: (count: number) => [`delete ${count}`, `${count} löschen`],
  done: {
    pause: (done: number, same: number) => [
      outcome('en', done, same, 'paused', 'already paused'),
      outcome('de', done, same, 'pausiert', 'schon pausiert'),
    ],
    resume: (done: number, same: number) => [
      outcome('en', done, same, 'resumed', 'already running'),
      outcome('de', done, same, 'fortgesetzt', 'schon aktiv'),
    ],
    tag: (done: number, same: number) => [
      outcome('en', done, same, 'changed', 'unchanged'),
      outcome('de', done, same, 'geändert', 'unverändert'),
    ],
    delete: (done: number, same: number) => [
      outcome('en', done, same, 'deleted', 'already deleted'),
      outcome('de', done, same, 'gelöscht', 'schon gelöscht'),
    ],
  },
})

/** “212 paused, 2 were paused already” */
function outcome(language: 'en' | 'de', done: number, same: number, verb: string, already: string): string {
  const format = number[language].format
  if (same === 0) return `${format(done)} ${verb}`
  const were = language === 'en' ? plural(same, 'was', 'were') : plural(same, 'war', 'waren')
  return `${format(done)} ${verb}, ${format(same)} ${were} ${already}`
}
