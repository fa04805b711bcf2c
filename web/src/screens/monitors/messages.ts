import { defineMessages, plural } from '../../i18n.ts'

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }

export const monitorListMessages = defineMessages({
  en: {
    title: 'Monitors',
    new: 'New monitor',
    list: 'Monitors',
    statuses: 'Status',
    all: 'All',
    search: 'Name or target',
    clear: 'Clear filters',
    remove: (name: string) => `Remove filter ${name}`,
    span: 'Time range',
    spans: { '24h': '24 h', '7d': '7 days', '90d': '90 days' },
    order: 'Sort by',
    orders: {
      trouble: 'Problems first',
      name: 'Name',
      uptime: 'Lowest uptime',
      slow: 'Slowest',
      new: 'Newest',
      tag: 'Group by tag',
    },
    facets: { type: 'Type', tag: 'Tag', location: 'Location', interval: 'Interval' },
    columns: {
      select: 'Select',
      status: 'Status',
      monitor: 'Monitor',
      type: 'Type',
      bars: { '24h': 'Last 24 h', '7d': 'Last 7 days', '90d': 'Last 90 days' },
      response: 'Response time',
      uptime: 'Uptime, 30 d',
      tags: 'Tags',
      checked: 'Last check',
    },
    sparkName: (name: string) => `Response times of ${name}`,
    barsName: (name: string, down: number) =>
      down === 0
        ? `${name}: no downtime`
        : plural('en', down, {
            one: `${name}: downtime in 1 interval`,
            other: `${name}: downtime in ${down} intervals`,
          }),
    checksIn: 'reports to Lapwing',
    next: (time: string) => `due ${time}`,
    soon: 'soon',
    underMaintenance: (state: string, window: string, until: string) => `${state}; ${window} until ${until}`,
    affected: 'Affected',
    affectedBy: (name: string) => `Down because ${name} is down`,
    seenFrom: (locations: string) => `Failing from ${locations}`,
    selectOne: (name: string) => `Select ${name}`,
    selectShown: 'Select all loaded monitors',
    group: (tag: string | null) => tag ?? 'No tag',
    groupCount: (count: number) =>
      plural('en', count, { one: '1 monitor', other: `${number.en.format(count)} monitors` }),
    total: (count: number) => plural('en', count, { one: '1 monitor', other: `${number.en.format(count)} monitors` }),
    hints: { move: 'move', select: 'select', open: 'open', edit: 'edit', pause: 'pause' },
    failed: 'The monitors could not be loaded.',
    empty: 'No monitors yet',
    emptyGives: 'A monitor checks a website, API, server or job and opens an incident when it fails.',
    emptyWhy: 'Enter a URL or hostname. Lapwing checks it right away.',
    address: 'URL or hostname',
    watch: 'Add monitor',
    nothing: (filters: string) => `No monitors match ${filters}`,
    verbs: {
      search: 'Search monitors',
      new: 'New monitor',
      next: 'Next monitor',
      previous: 'Previous monitor',
      select: 'Select monitor',
      clear: 'Clear selection',
      pause: 'Pause or resume monitor',
      edit: 'Edit monitor',
      check: 'Run check now',
      pauseSelected: 'Pause selected monitors',
    },
    refused: (count: number, why: string) =>
      plural('en', count, {
        one: `1 monitor could not be changed: ${why}`,
        other: `${count} monitors could not be changed: ${why}`,
      }),
    checking: (name: string) => `Checking ${name}…`,
    selected: (count: number) => `${number.en.format(count)} selected`,
    selectAll: (count: number) => `Select all ${number.en.format(count)} matching monitors`,
    pause: 'Pause',
    resume: 'Resume',
    tag: 'Tags…',
    delete: 'Delete…',
    deselect: 'Clear selection',
    addTag: 'Add tag',
    removeTag: 'Remove tag',
    tagName: 'Tag',
    tagHint: 'Up to 32 characters: a–z, 0–9, hyphens and colons.',
    cancel: 'Cancel',
    apply: { add: 'Add tag', remove: 'Remove tag' },
    tagTitle: (count: number) =>
      plural('en', count, { one: 'Tags of 1 monitor', other: `Tags of ${number.en.format(count)} monitors` }),
    deleteTitle: (count: number) =>
      plural('en', count, { one: 'Delete 1 monitor?', other: `Delete ${number.en.format(count)} monitors?` }),
    deleteText: 'This also deletes their checks, statistics and rules. Their incidents remain. This cannot be undone.',
    deleteVerb: (count: number) =>
      plural('en', count, { one: 'Delete 1 monitor', other: `Delete ${number.en.format(count)} monitors` }),
    deleteWord: (count: number) => `delete ${count}`,
    done: {
      pause: (done: number, same: number) => outcome('en', done, same, 'paused', 'already paused'),
      resume: (done: number, same: number) => outcome('en', done, same, 'resumed', 'already running'),
      tag: (done: number, same: number) => outcome('en', done, same, 'changed', 'unchanged'),
      delete: (done: number, same: number) => outcome('en', done, same, 'deleted', 'already deleted'),
    },
  },
  de: {
    title: 'Monitore',
    new: 'Neuer Monitor',
    list: 'Monitore',
    statuses: 'Status',
    all: 'Alle',
    search: 'Name oder Ziel',
    clear: 'Filter zurücksetzen',
    remove: (name: string) => `Filter ${name} entfernen`,
    span: 'Zeitraum',
    spans: { '24h': '24 h', '7d': '7 Tage', '90d': '90 Tage' },
    order: 'Sortieren nach',
    orders: {
      trouble: 'Probleme zuerst',
      name: 'Name',
      uptime: 'Geringste Verfügbarkeit',
      slow: 'Langsamste',
      new: 'Neueste',
      tag: 'Nach Tag gruppieren',
    },
    facets: { type: 'Typ', tag: 'Tag', location: 'Standort', interval: 'Intervall' },
    columns: {
      select: 'Auswahl',
      status: 'Status',
      monitor: 'Monitor',
      type: 'Typ',
      bars: { '24h': 'Letzte 24 h', '7d': 'Letzte 7 Tage', '90d': 'Letzte 90 Tage' },
      response: 'Antwortzeit',
      uptime: 'Verfügbar, 30 T',
      tags: 'Tags',
      checked: 'Letzte Prüfung',
    },
    sparkName: (name: string) => `Antwortzeiten von ${name}`,
    barsName: (name: string, down: number) =>
      down === 0
        ? `${name}: kein Ausfall`
        : plural('de', down, {
            one: `${name}: Ausfall in 1 Abschnitt`,
            other: `${name}: Ausfall in ${down} Abschnitten`,
          }),
    checksIn: 'meldet sich bei Lapwing',
    next: (time: string) => `fällig ${time}`,
    soon: 'gleich',
    underMaintenance: (state: string, window: string, until: string) => `${state}; ${window} bis ${until}`,
    affected: 'Betroffen',
    affectedBy: (name: string) => `Ausgefallen, weil ${name} ausgefallen ist`,
    seenFrom: (locations: string) => `Fehler von ${locations}`,
    selectOne: (name: string) => `${name} auswählen`,
    selectShown: 'Alle geladenen Monitore auswählen',
    group: (tag: string | null) => tag ?? 'Ohne Tag',
    groupCount: (count: number) =>
      plural('de', count, { one: '1 Monitor', other: `${number.de.format(count)} Monitore` }),
    total: (count: number) => plural('de', count, { one: '1 Monitor', other: `${number.de.format(count)} Monitore` }),
    hints: { move: 'bewegen', select: 'auswählen', open: 'öffnen', edit: 'bearbeiten', pause: 'pausieren' },
    failed: 'Die Monitore konnten nicht geladen werden.',
    empty: 'Noch keine Monitore',
    emptyGives:
      'Ein Monitor prüft eine Webseite, eine API, einen Server oder einen Job und öffnet einen Vorfall, wenn die ' +
      'Prüfung fehlschlägt.',
    emptyWhy: 'Gib eine URL oder einen Hostnamen ein. Lapwing prüft das Ziel sofort.',
    address: 'URL oder Hostname',
    watch: 'Monitor hinzufügen',
    nothing: (filters: string) => `Keine Monitore passen zu ${filters}`,
    verbs: {
      search: 'Monitore durchsuchen',
      new: 'Neuer Monitor',
      next: 'Nächster Monitor',
      previous: 'Voriger Monitor',
      select: 'Monitor auswählen',
      clear: 'Auswahl aufheben',
      pause: 'Monitor pausieren oder fortsetzen',
      edit: 'Monitor bearbeiten',
      check: 'Jetzt prüfen',
      pauseSelected: 'Ausgewählte Monitore pausieren',
    },
    refused: (count: number, why: string) =>
      plural('de', count, {
        one: `1 Monitor konnte nicht geändert werden: ${why}`,
        other: `${count} Monitore konnten nicht geändert werden: ${why}`,
      }),
    checking: (name: string) => `${name} wird geprüft …`,
    selected: (count: number) => `${number.de.format(count)} ausgewählt`,
    selectAll: (count: number) => `Alle ${number.de.format(count)} passenden Monitore auswählen`,
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    tag: 'Tags …',
    delete: 'Löschen …',
    deselect: 'Auswahl aufheben',
    addTag: 'Tag hinzufügen',
    removeTag: 'Tag entfernen',
    tagName: 'Tag',
    tagHint: 'Bis zu 32 Zeichen: a–z, 0–9, Bindestriche und Doppelpunkte.',
    cancel: 'Abbrechen',
    apply: { add: 'Tag hinzufügen', remove: 'Tag entfernen' },
    tagTitle: (count: number) =>
      plural('de', count, { one: 'Tags von 1 Monitor', other: `Tags von ${number.de.format(count)} Monitoren` }),
    deleteTitle: (count: number) =>
      plural('de', count, { one: '1 Monitor löschen?', other: `${number.de.format(count)} Monitore löschen?` }),
    deleteText:
      'Dabei werden auch ihre Prüfungen, Statistiken und Regeln gelöscht. Ihre Vorfälle bleiben erhalten. ' +
      'Das lässt sich nicht rückgängig machen.',
    deleteVerb: (count: number) =>
      plural('de', count, { one: '1 Monitor löschen', other: `${number.de.format(count)} Monitore löschen` }),
    deleteWord: (count: number) => `${count} löschen`,
    done: {
      pause: (done: number, same: number) => outcome('de', done, same, 'pausiert', 'schon pausiert'),
      resume: (done: number, same: number) => outcome('de', done, same, 'fortgesetzt', 'schon aktiv'),
      tag: (done: number, same: number) => outcome('de', done, same, 'geändert', 'unverändert'),
      delete: (done: number, same: number) => outcome('de', done, same, 'gelöscht', 'schon gelöscht'),
    },
  },
})

/** “212 paused, 2 were paused already” */
function outcome(language: 'en' | 'de', done: number, same: number, verb: string, already: string): string {
  const format = number[language].format
  if (same === 0) return `${format(done)} ${verb}`
  const were =
    language === 'en'
      ? plural('en', same, { one: 'was', other: 'were' })
      : plural('de', same, { one: 'war', other: 'waren' })
  return `${format(done)} ${verb}, ${format(same)} ${were} ${already}`
}
