import { defineMessages, plural } from '../../../i18n.ts'

export const importMessages = defineMessages({
  en: {
    intro:
      'Bring your monitors and channels from another tool. A preview lists what Lapwing takes over, what differs and ' +
      'what it skips; it changes nothing. You can repeat an import: it makes no duplicates.',
    failed: 'The list of tools could not be loaded.',
    source: 'Import from',
    way: 'Source',
    ways: { file: 'File', key: 'API key' },
    file: 'Exported file',
    takes: (what: string) => `Takes ${what}.`,
    choose: 'Choose file',
    unreadable: 'This file cannot be read.',
    tooLarge: (size: string) => `This file has ${size}; at most 12 MB can be imported.`,
    apiKey: 'API key of the other tool',
    apiKeyHint: 'A read-only key is enough. Lapwing uses it for this import and does not store it.',
    url: 'Address of your installation',
    urlHint: 'Only if you host the tool yourself.',
    optional: 'optional',
    locations: 'Run new monitors from',
    shadow: 'Shadow mode',
    shadowHint: 'Imported monitors run and open incidents but tell nobody, until you switch over.',
    channels: 'Channels and contacts',
    channelsHint: 'Each channel gets a contact group that its monitors notify. Secrets are stored encrypted.',
    preview: 'Preview import',
    compare: 'Compare outages',
    run: (count: number) => plural('en', count, { one: 'Import 1 monitor', other: `Import ${count} monitors` }),
    runChannels: 'Import channels',
    done: 'Import finished',
  },
  de: {
    intro:
      'Übernimm deine Monitore und Kanäle aus einem anderen Werkzeug. Eine Vorschau zeigt, was Lapwing übernimmt, ' +
      'was anders ist und was es auslässt; sie ändert nichts. Ein Import lässt sich wiederholen, ohne dass etwas ' +
      'doppelt entsteht.',
    failed: 'Die Liste der Werkzeuge konnte nicht geladen werden.',
    source: 'Importieren aus',
    way: 'Quelle',
    ways: { file: 'Datei', key: 'API-Schlüssel' },
    file: 'Exportierte Datei',
    takes: (what) => `Akzeptiert: ${what}.`,
    choose: 'Datei wählen',
    unreadable: 'Diese Datei lässt sich nicht lesen.',
    tooLarge: (size) => `Diese Datei hat ${size}; höchstens 12 MB lassen sich importieren.`,
    apiKey: 'API-Schlüssel des anderen Werkzeugs',
    apiKeyHint: 'Ein Leseschlüssel genügt. Lapwing benutzt ihn für diesen Import und speichert ihn nicht.',
    url: 'Adresse deiner Installation',
    urlHint: 'Nur, wenn du das Werkzeug selbst betreibst.',
    optional: 'optional',
    locations: 'Neue Monitore prüfen von',
    shadow: 'Schattenbetrieb',
    shadowHint: 'Importierte Monitore prüfen und öffnen Vorfälle, benachrichtigen aber niemanden, bis du umstellst.',
    channels: 'Kanäle und Kontakte',
    channelsHint:
      'Jeder Kanal bekommt eine Kontaktgruppe, die seine Monitore benachrichtigen. Geheimnisse werden verschlüsselt ' +
      'gespeichert.',
    preview: 'Vorschau anzeigen',
    compare: 'Ausfälle vergleichen',
    run: (count) => plural('de', count, { one: '1 Monitor importieren', other: `${count} Monitore importieren` }),
    runChannels: 'Kanäle importieren',
    done: 'Import abgeschlossen',
  },
})

export const importReportMessages = defineMessages({
  en: {
    preview: 'Preview: nothing has changed yet',
    result: 'Imported',
    counts: {
      create: { dry: 'would be created', done: 'created' },
      update: { dry: 'would be updated', done: 'updated' },
      keep: { dry: 'stay as they are', done: 'unchanged' },
      skipped: { dry: 'would be skipped', done: 'skipped' },
    },
    monitors: 'Monitors',
    channels: 'Channels',
    group: 'Contact group',
    enter: 'Enter yourself',
    enterWhat: (keys: string) => `Add the channel with: ${keys}`,
    name: 'Name',
    type: 'Type',
    target: 'Target',
    interval: 'Interval',
    action: 'Action',
    actions: { create: 'Create', update: 'Update', keep: 'Keep' },
    differences: 'What differs',
    skipped: 'What is skipped',
    nearest: (type: string) => `Closest type: ${type}.`,
    none: 'This file has no monitors.',
  },
  de: {
    preview: 'Vorschau: Noch hat sich nichts geändert',
    result: 'Importiert',
    counts: {
      create: { dry: 'würden angelegt', done: 'angelegt' },
      update: { dry: 'würden geändert', done: 'geändert' },
      keep: { dry: 'bleiben, wie sie sind', done: 'unverändert' },
      skipped: { dry: 'würden ausgelassen', done: 'ausgelassen' },
    },
    monitors: 'Monitore',
    channels: 'Kanäle',
    group: 'Kontaktgruppe',
    enter: 'Selbst einzutragen',
    enterWhat: (keys) => `Kanal anlegen mit: ${keys}`,
    name: 'Name',
    type: 'Typ',
    target: 'Ziel',
    interval: 'Intervall',
    action: 'Aktion',
    actions: { create: 'Anlegen', update: 'Ändern', keep: 'Behalten' },
    differences: 'Was anders ist',
    skipped: 'Was ausgelassen wird',
    nearest: (type) => `Am ähnlichsten: ${type}.`,
    none: 'Diese Datei enthält keine Monitore.',
  },
})

export const importComparisonMessages = defineMessages({
  en: {
    title: 'Outages compared',
    agreed: 'seen by both',
    onlyTheirs: 'only in the other tool',
    onlyOurs: 'only in Lapwing',
    late: 'Lapwing’s typical delay',
    none: 'No outages since the import. Let both tools run for a while.',
    noMonitors: 'No monitor of this tool has been imported yet.',
    switchTitle: 'Switch over',
    switchText:
      'When you trust the imported monitors, end their shadow mode: from then on they alert people. Then turn the ' +
      'other tool off.',
    switchOver: 'Switch over',
    switchQuestion: (tool: string) => `Switch over from ${tool}?`,
    switchAnswer: 'Imported monitors in shadow mode start to alert. Open incidents are announced within a minute.',
    switched: (count: number) =>
      plural('en', count, { one: '1 monitor alerts now', other: `${count} monitors alert now` }),
    nothingToSwitch: 'No monitor of this tool is in shadow mode',
  },
  de: {
    title: 'Ausfälle im Vergleich',
    agreed: 'von beiden bemerkt',
    onlyTheirs: 'nur im anderen Werkzeug',
    onlyOurs: 'nur in Lapwing',
    late: 'typische Verzögerung von Lapwing',
    none: 'Seit dem Import gab es keine Ausfälle. Lass beide Werkzeuge eine Weile laufen.',
    noMonitors: 'Aus diesem Werkzeug wurde noch kein Monitor importiert.',
    switchTitle: 'Umstellen',
    switchText:
      'Wenn du den importierten Monitoren vertraust, beende ihren Schattenbetrieb: Von da an alarmieren sie. Schalte ' +
      'dann das andere Werkzeug ab.',
    switchOver: 'Umstellen',
    switchQuestion: (tool) => `Von ${tool} umstellen?`,
    switchAnswer:
      'Importierte Monitore im Schattenbetrieb beginnen zu alarmieren. Offene Vorfälle werden binnen einer Minute ' +
      'gemeldet.',
    switched: (count) =>
      plural('de', count, { one: '1 Monitor alarmiert jetzt', other: `${count} Monitore alarmieren jetzt` }),
    nothingToSwitch: 'Kein Monitor aus diesem Werkzeug ist im Schattenbetrieb',
  },
})
