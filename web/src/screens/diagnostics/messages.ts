import { defineMessages, plural } from '../../i18n.ts'

export const diagnosticMessages = defineMessages({
  en: {
    title: 'Diagnostics',
    context: 'Run a check now, from several locations at once. It is never counted, and nobody is alerted.',
    target: 'Target',
    types: 'Type',
    locations: 'Locations',
    run: 'Run',
    noLocations: 'One live location is used if you choose none.',
    typesFailed: 'The types could not be loaded.',
    notInPlan: (name: string) => `${name} is not part of your plan`,
    running: (target: string) => `Checking ${target}…`,
    same: (target: string, count: number) =>
      plural('en', count, {
        one: `${target} works from here`,
        other: `${target} works the same from ${count} locations`,
      }),
    sameBroken: (target: string, count: number) =>
      plural('en', count, { one: `${target} fails from here`, other: `${target} fails from all ${count} locations` }),
    differs: (locations: string, target: string) => `${target} looks different from ${locations}`,
    notLooked: (target: string) => `No location could check ${target}`,
    couldNotLoad: 'The diagnostic could not be loaded.',
    differences: 'Differences',
    fails: (locations: string, count: number) =>
      plural('en', count, {
        one: `${locations} fails, the others succeed.`,
        other: `${locations} fail, the others succeed.`,
      }),
    another: (locations: string, what: string, count: number) =>
      plural('en', count, { one: `${locations} gets another ${what}.`, other: `${locations} get another ${what}.` }),
    statusCode: 'status code',
    here: 'There',
    elsewhere: 'Elsewhere',
    waiting: 'Waiting…',
    success: 'Success',
    failure: 'Failed',
    skipped: 'Not checked',
    history: 'Last 24 hours',
    historyEmpty: 'No diagnostics in the last 24 hours.',
    historyFailed: 'The history could not be loaded.',
    share: 'Copy link',
    monitor: 'Create monitor from this',
    again: 'Run again',
    shown: 'shown',
    empty: 'Nothing run yet',
    emptyGives:
      'Enter a URL, a host name or an address. Lapwing checks it from the chosen locations and shows where the ' +
      'results differ.',
    more: 'Show more',
    from: (count: number) => plural('en', count, { one: '1 location', other: `${count} locations` }),
  },
  de: {
    title: 'Diagnose',
    context:
      'Prüfe etwas sofort, von mehreren Standorten zugleich. Es zählt nirgends, und niemand wird benachrichtigt.',
    target: 'Ziel',
    types: 'Typ',
    locations: 'Standorte',
    run: 'Ausführen',
    noLocations: 'Ohne Auswahl wird ein aktiver Standort verwendet.',
    typesFailed: 'Die Typen konnten nicht geladen werden.',
    notInPlan: (name) => `${name} ist nicht Teil deines Tarifs`,
    running: (target) => `${target} wird geprüft …`,
    same: (target, count) =>
      plural('de', count, {
        one: `${target} funktioniert von hier`,
        other: `${target} funktioniert von ${count} Standorten gleich`,
      }),
    sameBroken: (target, count) =>
      plural('de', count, {
        one: `${target} schlägt von hier fehl`,
        other: `${target} schlägt von allen ${count} Standorten fehl`,
      }),
    differs: (locations, target) => `${target} sieht anders aus von: ${locations}`,
    notLooked: (target) => `Kein Standort konnte ${target} prüfen`,
    couldNotLoad: 'Die Diagnose konnte nicht geladen werden.',
    differences: 'Unterschiede',
    fails: (locations, count) =>
      plural('de', count, {
        one: `${locations} schlägt fehl, die anderen nicht.`,
        other: `${locations} schlagen fehl, die anderen nicht.`,
      }),
    another: (locations, what, count) =>
      plural('de', count, {
        one: `${locations} bekommt einen anderen Wert: ${what}.`,
        other: `${locations} bekommen einen anderen Wert: ${what}.`,
      }),
    statusCode: 'Statuscode',
    here: 'Dort',
    elsewhere: 'Sonst',
    waiting: 'Wartet …',
    success: 'Erfolgreich',
    failure: 'Fehlgeschlagen',
    skipped: 'Nicht geprüft',
    history: 'Letzte 24 Stunden',
    historyEmpty: 'Keine Diagnosen in den letzten 24 Stunden.',
    historyFailed: 'Der Verlauf konnte nicht geladen werden.',
    share: 'Link kopieren',
    monitor: 'Monitor daraus anlegen',
    again: 'Noch einmal ausführen',
    shown: 'angezeigt',
    empty: 'Noch nichts ausgeführt',
    emptyGives:
      'Gib eine URL, einen Hostnamen oder eine Adresse ein. Lapwing prüft sie von den gewählten Standorten und ' +
      'zeigt, wo sich die Ergebnisse unterscheiden.',
    more: 'Mehr anzeigen',
    from: (count) => plural('de', count, { one: '1 Standort', other: `${count} Standorte` }),
  },
})
