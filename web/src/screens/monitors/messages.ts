import { defineMessages, plural } from '../../messages.ts'

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }

export const messages = defineMessages({
  en: {
    title: 'Monitors',
    new: 'New monitor',
    list: 'Monitors',
    statuses: 'Status',
    all: 'All',
    search: 'Name or target',
    clear: 'Clear filters',
    remove: (name: string) => `Remove the filter ${name}`,
    span: 'Time that bars and medians show',
    spans: { '24h': '24 h', '7d': '7 d', '90d': '90 d' },
    order: 'Order',
    orders: {
      trouble: 'Trouble first',
      name: 'Name',
      uptime: 'Least uptime',
      slow: 'Slowest',
      new: 'Newest',
      tag: 'By tag',
    },
    facets: { type: 'Type', tag: 'Tag', location: 'Location', interval: 'Interval' },
    every: (text: string) => `every ${text}`,
    columns: {
      select: 'Select',
      status: 'Status',
      monitor: 'Monitor',
      type: 'Type',
      bars: { '24h': 'Last 24 h', '7d': 'Last 7 days', '90d': 'Last 90 days' },
      response: 'Response, median',
      uptime: '30 d',
      tags: 'Tags',
      checked: 'Checked',
    },
    sparkName: (name: string) => `Response times of ${name}`,
    barsName: (name: string, down: number) =>
      down === 0
        ? `${name}: never down`
        : plural('en', down, { one: `${name}: down in 1 part`, other: `${name}: down in ${down} parts` }),
    checksIn: 'checks in by itself',
    next: (time: string) => `next ${time}`,
    soon: 'soon',
    underMaintenance: (state: string, window: string, until: string) => `${state}; ${window} until ${until}`,
    seenFrom: (locations: string) => `seen from ${locations}`,
    selectOne: (name: string) => `Select ${name}`,
    selectShown: 'Select all that are loaded',
    group: (tag: string | null) => tag ?? 'Without a tag',
    groupCount: (count: number) =>
      plural('en', count, { one: '1 monitor', other: `${number.en.format(count)} monitors` }),
    total: (count: number) => plural('en', count, { one: '1 monitor', other: `${number.en.format(count)} monitors` }),
    hints: { move: 'move', select: 'select', open: 'open', edit: 'edit', pause: 'pause' },
    failed: 'The monitors could not be loaded.',
    empty: 'Nothing is watched yet.',
    emptyWhy: 'Paste an address and Lapwing looks at it from here at once.',
    address: 'What should Lapwing watch?',
    watch: 'Watch it',
    nothing: (filters: string) => `No monitor matches ${filters}.`,
    verbs: {
      search: 'Find a monitor in the list',
      new: 'New monitor',
      next: 'To the next monitor',
      previous: 'To the monitor before',
      select: 'Select the monitor',
      clear: 'Select none',
      pause: 'Pause or resume the monitor',
      edit: 'Edit the monitor',
      check: 'Check the monitor now',
      pauseSelected: 'Pause what is selected',
    },
    refused: (count: number, why: string) =>
      plural('en', count, { one: `1 could not be changed: ${why}`, other: `${count} could not be changed: ${why}` }),
    checking: (name: string) => `${name} is checked now`,
    selected: (count: number) => `${number.en.format(count)} selected`,
    selectAll: (count: number) => `select all ${number.en.format(count)} that match`,
    pause: 'Pause',
    resume: 'Resume',
    tag: 'Tag…',
    delete: 'Delete…',
    deselect: 'Select none',
    addTag: 'Add a tag',
    removeTag: 'Remove a tag',
    tagName: 'Tag',
    tagHint: '1 to 32 of a–z, 0–9, - and :',
    cancel: 'Cancel',
    apply: { add: 'Add the tag', remove: 'Remove the tag' },
    tagTitle: (count: number) =>
      plural('en', count, { one: 'Tag 1 monitor', other: `Tag ${number.en.format(count)} monitors` }),
    deleteTitle: (count: number) =>
      plural('en', count, { one: 'Delete 1 monitor?', other: `Delete ${number.en.format(count)} monitors?` }),
    deleteText: 'Their checks, figures and rules go with them. Their incidents stay readable. There is no way back.',
    deleteVerb: (count: number) =>
      plural('en', count, { one: 'Delete 1 monitor', other: `Delete ${number.en.format(count)} monitors` }),
    deleteWord: (count: number) => `delete ${count}`,
    done: {
      pause: (done: number, same: number) => outcome('en', done, same, 'paused', 'paused already'),
      resume: (done: number, same: number) => outcome('en', done, same, 'resumed', 'running already'),
      tag: (done: number, same: number) => outcome('en', done, same, 'changed', 'that way already'),
      delete: (done: number, same: number) => outcome('en', done, same, 'deleted', 'gone already'),
    },
  },
  de: {
    title: 'Monitore',
    new: 'Neuer Monitor',
    list: 'Monitore',
    statuses: 'Status',
    all: 'Alle',
    search: 'Name oder Ziel',
    clear: 'Filter aufheben',
    remove: (name: string) => `Filter ${name} aufheben`,
    span: 'Zeitraum der Balken und Mediane',
    spans: { '24h': '24 h', '7d': '7 T', '90d': '90 T' },
    order: 'Reihenfolge',
    orders: {
      trouble: 'Probleme zuerst',
      name: 'Name',
      uptime: 'Geringste Verfügbarkeit',
      slow: 'Langsamste',
      new: 'Neueste',
      tag: 'Nach Tag',
    },
    facets: { type: 'Typ', tag: 'Tag', location: 'Standort', interval: 'Abstand' },
    every: (text: string) => `alle ${text}`,
    columns: {
      select: 'Auswahl',
      status: 'Status',
      monitor: 'Monitor',
      type: 'Typ',
      bars: { '24h': 'Letzte 24 h', '7d': 'Letzte 7 Tage', '90d': 'Letzte 90 Tage' },
      response: 'Antwort, Median',
      uptime: '30 T',
      tags: 'Tags',
      checked: 'Geprüft',
    },
    sparkName: (name: string) => `Antwortzeiten von ${name}`,
    barsName: (name: string, down: number) =>
      down === 0
        ? `${name}: nie ausgefallen`
        : plural('de', down, {
            one: `${name}: in 1 Abschnitt ausgefallen`,
            other: `${name}: in ${down} Abschnitten ausgefallen`,
          }),
    checksIn: 'meldet sich selbst',
    next: (time: string) => `nächste ${time}`,
    soon: 'gleich',
    underMaintenance: (state: string, window: string, until: string) => `${state}; ${window} bis ${until}`,
    seenFrom: (locations: string) => `gesehen von ${locations}`,
    selectOne: (name: string) => `${name} auswählen`,
    selectShown: 'Alle geladenen auswählen',
    group: (tag: string | null) => tag ?? 'Ohne Tag',
    groupCount: (count: number) =>
      plural('de', count, { one: '1 Monitor', other: `${number.de.format(count)} Monitore` }),
    total: (count: number) => plural('de', count, { one: '1 Monitor', other: `${number.de.format(count)} Monitore` }),
    hints: { move: 'bewegen', select: 'auswählen', open: 'öffnen', edit: 'bearbeiten', pause: 'pausieren' },
    failed: 'Die Monitore konnten nicht geladen werden.',
    empty: 'Noch wird nichts überwacht.',
    emptyWhy: 'Füge eine Adresse ein, und Lapwing sieht sie sich sofort von hier aus an.',
    address: 'Was soll Lapwing überwachen?',
    watch: 'Überwachen',
    nothing: (filters: string) => `Kein Monitor passt zu ${filters}.`,
    verbs: {
      search: 'Einen Monitor in der Liste suchen',
      new: 'Neuer Monitor',
      next: 'Zum nächsten Monitor',
      previous: 'Zum vorigen Monitor',
      select: 'Den Monitor auswählen',
      clear: 'Nichts auswählen',
      pause: 'Den Monitor pausieren oder fortsetzen',
      edit: 'Den Monitor bearbeiten',
      check: 'Den Monitor jetzt prüfen',
      pauseSelected: 'Die Auswahl pausieren',
    },
    refused: (count: number, why: string) =>
      plural('de', count, {
        one: `1 ließ sich nicht ändern: ${why}`,
        other: `${count} ließen sich nicht ändern: ${why}`,
      }),
    checking: (name: string) => `${name} wird jetzt geprüft`,
    selected: (count: number) => `${number.de.format(count)} ausgewählt`,
    selectAll: (count: number) => `alle ${number.de.format(count)} passenden auswählen`,
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    tag: 'Tag …',
    delete: 'Löschen …',
    deselect: 'Nichts auswählen',
    addTag: 'Tag hinzufügen',
    removeTag: 'Tag entfernen',
    tagName: 'Tag',
    tagHint: '1 bis 32 Zeichen: a–z, 0–9, - und :',
    cancel: 'Abbrechen',
    apply: { add: 'Tag hinzufügen', remove: 'Tag entfernen' },
    tagTitle: (count: number) =>
      plural('de', count, { one: '1 Monitor taggen', other: `${number.de.format(count)} Monitore taggen` }),
    deleteTitle: (count: number) =>
      plural('de', count, { one: '1 Monitor löschen?', other: `${number.de.format(count)} Monitore löschen?` }),
    deleteText:
      'Ihre Prüfungen, Zahlen und Regeln gehen mit. Ihre Vorfälle bleiben lesbar. Das lässt sich nicht rückgängig machen.',
    deleteVerb: (count: number) =>
      plural('de', count, { one: '1 Monitor löschen', other: `${number.de.format(count)} Monitore löschen` }),
    deleteWord: (count: number) => `${count} löschen`,
    done: {
      pause: (done: number, same: number) => outcome('de', done, same, 'pausiert', 'schon pausiert'),
      resume: (done: number, same: number) => outcome('de', done, same, 'fortgesetzt', 'schon aktiv'),
      tag: (done: number, same: number) => outcome('de', done, same, 'geändert', 'schon so'),
      delete: (done: number, same: number) => outcome('de', done, same, 'gelöscht', 'schon weg'),
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
