import { defineMessages, plural } from '../../../i18n.ts'

export const useImportMessages = defineMessages({
  intro: [
    'Bring your monitors, channels, maintenance and status pages from another tool. A preview lists what Lapwing ' +
      'takes over, what differs and what it skips; it changes nothing. You can repeat an import without making ' +
      'duplicates.',
    'Übernimm Monitore, Kanäle, Wartungen und Statusseiten aus einem anderen Werkzeug. Eine Vorschau zeigt, was ' +
      'Lapwing übernimmt, was anders ist und was es auslässt; sie ändert nichts. Ein Import lässt sich wiederholen, ' +
      'ohne dass etwas doppelt entsteht.',
  ],
  failed: ['The list of tools could not be loaded.', 'Die Liste der Werkzeuge konnte nicht geladen werden.'],
  source: ['Import from', 'Importieren aus'],
  way: ['Source', 'Quelle'],
  ways: {
    file: ['File', 'Datei'],
    key: ['API key', 'API-Schlüssel'],
  },
  file: ['Exported file', 'Exportierte Datei'],
  takes: (what: string) => [`Accepts ${what}.`, `Akzeptiert: ${what}.`],
  choose: ['Choose file', 'Datei wählen'],
  unreadable: ['This file cannot be read.', 'Diese Datei lässt sich nicht lesen.'],
  tooLarge: (size: string) => [
    `This file is ${size}; at most 12 MB can be imported.`,
    `Diese Datei ist ${size} groß; höchstens 12 MB lassen sich importieren.`,
  ],
  apiKey: ['API key of the other tool', 'API-Schlüssel des anderen Werkzeugs'],
  apiKeyHint: [
    'A read-only key is enough. Lapwing uses it for this import and does not store it.',
    'Ein Leseschlüssel genügt. Lapwing benutzt ihn für diesen Import und speichert ihn nicht.',
  ],
  url: ['Address of your installation', 'Adresse deiner Installation'],
  urlHint: ['Only if you host the tool yourself.', 'Nur, wenn du das Werkzeug selbst betreibst.'],
  locations: ['Run new monitors from', 'Neue Monitore prüfen von'],
  shadow: ['Shadow mode', 'Schattenbetrieb'],
  shadowHint: [
    'Imported monitors run and open incidents but send no alerts until you switch over.',
    'Importierte Monitore prüfen und öffnen Vorfälle, benachrichtigen aber niemanden, bis du umstellst.',
  ],
  channels: ['Channels and contacts', 'Kanäle und Kontakte'],
  channelsHint: [
    'Each channel gets a contact group that its monitors notify. Secrets are stored encrypted.',
    'Jeder Kanal bekommt eine Kontaktgruppe, die seine Monitore benachrichtigen. Geheimnisse werden verschlüsselt ' +
      'gespeichert.',
  ],
  preview: ['Preview import', 'Vorschau anzeigen'],
  compare: ['Compare outages', 'Ausfälle vergleichen'],
  run: (count: number) =>
    plural(
      count,
      ['Import 1 monitor', '1 Monitor importieren'],
      [`Import ${count} monitors`, `${count} Monitore importieren`],
    ),
  runOthers: ['Import the rest', 'Den Rest importieren'],
  done: ['Import finished', 'Import abgeschlossen'],
})

export const useImportReportMessages = defineMessages({
  preview: ['Preview: nothing has changed yet', 'Vorschau: Noch hat sich nichts geändert'],
  result: ['Imported', 'Importiert'],
  counts: {
    create: {
      dry: ['would be created', 'würden angelegt'],
      done: ['created', 'angelegt'],
    },
    update: {
      dry: ['would be updated', 'würden geändert'],
      done: ['updated', 'geändert'],
    },
    keep: {
      dry: ['stay as they are', 'bleiben, wie sie sind'],
      done: ['unchanged', 'unverändert'],
    },
    skipped: {
      dry: ['would be skipped', 'würden ausgelassen'],
      done: ['skipped', 'ausgelassen'],
    },
  },
  group: ['Contact group', 'Kontaktgruppe'],
  enter: ['Enter yourself', 'Selbst einzutragen'],
  enterWhat: (keys: string) => [`Add the channel with: ${keys}`, `Kanal anlegen mit: ${keys}`],
  action: ['Action', 'Aktion'],
  actions: {
    create: ['Create', 'Anlegen'],
    update: ['Update', 'Ändern'],
    keep: ['Keep', 'Behalten'],
  },
  resources: ['Maintenance and status pages', 'Wartung und Statusseiten'],
  contains: ['Contains', 'Enthält'],
  kinds: {
    maintenance_window: ['Maintenance window', 'Wartungsfenster'],
    status_page: ['Status page', 'Statusseite'],
  },
  contents: (components: number, announcements: number, subscribers: number) => [
    `Components: ${components}, announcements: ${announcements}, subscribers: ${subscribers}`,
    `Komponenten: ${components}, Ankündigungen: ${announcements}, Abonnenten: ${subscribers}`,
  ],
  differences: ['What differs', 'Was anders ist'],
  skipped: ['What is skipped', 'Was ausgelassen wird'],
  nearest: (type: string) => [`Closest type: ${type}.`, `Am ähnlichsten: ${type}.`],
  none: ['This file has no monitors.', 'Diese Datei enthält keine Monitore.'],
})

export const useImportComparisonMessages = defineMessages({
  title: ['Outages compared', 'Ausfälle im Vergleich'],
  agreed: ['seen by both', 'von beiden bemerkt'],
  onlyTheirs: ['only in the other tool', 'nur im anderen Werkzeug'],
  onlyOurs: ['only in Lapwing', 'nur in Lapwing'],
  late: ["Lapwing's typical delay", 'typische Verzögerung von Lapwing'],
  none: [
    'No outages since the import. Let both tools run for a while.',
    'Seit dem Import gab es keine Ausfälle. Lass beide Werkzeuge eine Weile laufen.',
  ],
  noMonitors: [
    'No monitor of this tool has been imported yet.',
    'Aus diesem Werkzeug wurde noch kein Monitor importiert.',
  ],
  switchTitle: ['Switch over', 'Umstellen'],
  switchText: [
    'When you trust the imported monitors, end their shadow mode: from then on they send alerts. Then turn the ' +
      'other tool off.',
    'Wenn du den importierten Monitoren vertraust, beende ihren Schattenbetrieb: Von da an alarmieren sie. Schalte ' +
      'dann das andere Werkzeug ab.',
  ],
  switchOver: ['Switch over', 'Umstellen'],
  switchQuestion: (tool: string) => [`Switch over from ${tool}?`, `Von ${tool} umstellen?`],
  switchAnswer: [
    'Imported monitors in shadow mode start sending alerts. Open incidents are announced within a minute.',
    'Importierte Monitore im Schattenbetrieb beginnen zu alarmieren. Offene Vorfälle werden binnen einer Minute ' +
      'gemeldet.',
  ],
  switched: (count: number) =>
    plural(
      count,
      ['1 monitor now sends alerts', '1 Monitor alarmiert jetzt'],
      [`${count} monitors now send alerts`, `${count} Monitore alarmieren jetzt`],
    ),
  nothingToSwitch: [
    'No monitor of this tool is in shadow mode',
    'Kein Monitor aus diesem Werkzeug ist im Schattenbetrieb',
  ],
})
