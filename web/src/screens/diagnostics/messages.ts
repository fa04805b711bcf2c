import { defineMessages, plural } from '../../i18n.ts'

export const useDiagnosticMessages = defineMessages({
  title: ['Diagnostics', 'Diagnose'],
  context: [
    'Run a check now, from several locations at once. It does not count toward uptime, and nobody is alerted.',
    'Prüfe etwas sofort, von mehreren Standorten zugleich. Das zählt nicht zur Verfügbarkeit, und niemand wird ' +
      'alarmiert.',
  ],
  types: ['Type', 'Typ'],
  run: ['Run', 'Ausführen'],
  noLocations: [
    'If you choose none, Lapwing uses one that is online.',
    'Ohne Auswahl wird ein Standort verwendet, der online ist.',
  ],
  typesFailed: ['The types could not be loaded.', 'Die Typen konnten nicht geladen werden.'],
  running: (target: string) => [`Checking ${target}…`, `${target} wird geprüft …`],
  same: (target: string, count: number) =>
    plural(
      count,
      [`${target} works from here`, `${target} funktioniert von hier`],
      [`${target} works the same from ${count} locations`, `${target} funktioniert von ${count} Standorten gleich`],
    ),
  sameBroken: (target: string, count: number) =>
    plural(
      count,
      [`${target} fails from here`, `${target} schlägt von hier fehl`],
      [`${target} fails from all ${count} locations`, `${target} schlägt von allen ${count} Standorten fehl`],
    ),
  differs: (locations: string, target: string) => [
    `${target} looks different when checked from ${locations}`,
    `Von ${locations} aus sieht ${target} anders aus`,
  ],
  notLooked: (target: string) => [`No location could check ${target}`, `Kein Standort konnte ${target} prüfen`],
  couldNotLoad: ['The diagnostic could not be loaded.', 'Die Diagnose konnte nicht geladen werden.'],
  differences: ['Differences', 'Unterschiede'],
  fails: (locations: string, count: number) =>
    plural(
      count,
      [`${locations} fails, the others succeed.`, `${locations} schlägt fehl, die anderen nicht.`],
      [`${locations} fail, the others succeed.`, `${locations} schlagen fehl, die anderen nicht.`],
    ),
  another: (locations: string, what: string, count: number) =>
    plural(
      count,
      [`${locations} gets a different value: ${what}.`, `${locations} bekommt einen anderen Wert: ${what}.`],
      [`${locations} get a different value: ${what}.`, `${locations} bekommen einen anderen Wert: ${what}.`],
    ),
  statusCode: ['status code', 'Statuscode'],
  here: ['There', 'Dort'],
  elsewhere: ['Elsewhere', 'Anderswo'],
  waiting: ['Waiting…', 'Wartet …'],
  success: ['Success', 'Erfolgreich'],
  failure: ['Failed', 'Fehlgeschlagen'],
  skipped: ['Not checked', 'Nicht geprüft'],
  history: ['Last 24 hours', 'Letzte 24 Stunden'],
  historyEmpty: ['No diagnostics in the last 24 hours.', 'Keine Diagnosen in den letzten 24 Stunden.'],
  historyFailed: ['The history could not be loaded.', 'Der Verlauf konnte nicht geladen werden.'],
  share: ['Copy link', 'Link kopieren'],
  monitor: ['Create monitor from this', 'Monitor daraus anlegen'],
  shown: ['shown', 'angezeigt'],
  empty: ['No diagnostics yet', 'Noch keine Diagnosen'],
  emptyGives: [
    'Enter a URL, a hostname or an address. Lapwing checks it from the chosen locations and shows where the ' +
      'results differ.',
    'Gib eine URL, einen Hostnamen oder eine Adresse ein. Lapwing prüft sie von den gewählten Standorten und ' +
      'zeigt, wo sich die Ergebnisse unterscheiden.',
  ],
  from: (count: number) => plural(count, ['1 location', '1 Standort'], [`${count} locations`, `${count} Standorte`]),
})
