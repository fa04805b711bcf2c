import { defineMessages, plural } from '../../i18n.ts'

export const editorMessages = defineMessages({
  monitors: ['Monitors', 'Monitore'],
  new: ['New', 'Neu'],
  title: ['What do you want to monitor?', 'Was möchtest du überwachen?'],
  editTitle: (name: string) => [`Edit ${name}`, `${name} bearbeiten`],
  targetLabel: ['Target', 'Ziel'],
  targetHint: [
    'Enter a URL, host:port, domain, IP address or cron expression.',
    'Gib eine URL, Host:Port, eine Domain, eine IP-Adresse oder einen cron-Ausdruck ein.',
  ],
  types: ['Type', 'Typ'],
  allTypes: (count: number) => [`All ${count} types`, `Alle ${count} Typen`],
  findType: ['Search types', 'Typen durchsuchen'],
  noType: ['No matching types.', 'Keine passenden Typen.'],
  nothingFits: [
    'Lapwing does not recognize this target. Choose a type yourself.',
    'Lapwing erkennt dieses Ziel nicht. Wähle selbst einen Typ.',
  ],
  categories: {
    web: ['Web', 'Web'],
    names: ['DNS and reputation', 'DNS und Reputation'],
    network: ['Network', 'Netzwerk'],
    mail_and_files: ['Mail and files', 'Mail und Dateien'],
    data: ['Databases and queues', 'Datenbanken und Warteschlangen'],
    reports: ['Heartbeats and hosts', 'Heartbeats und Hosts'],
  },
  view: ['View as', 'Ansicht'],
  form: ['Form', 'Formular'],
  rhythm: ['Name and schedule', 'Name und Zeitplan'],
  dependsOnHint: [
    'While a monitor that this one depends on is down, nobody is notified of this one. The alert of that ' +
      'monitor says how many are affected.',
    'Solange ein Monitor ausgefallen ist, von dem dieser abhängt, wird zu diesem niemand benachrichtigt. Der Alarm ' +
      'des anderen sagt, wie viele betroffen sind.',
  ],
  chooseParents: ['Choose monitors…', 'Monitore wählen …'],
  parents: ['Monitors', 'Monitore'],
  parentTags: ['All monitors with one of these tags', 'Alle Monitore mit einem dieser Tags'],
  parentTagsHint: [
    'Also those that get one of these tags later.',
    'Auch solche, die später einen dieser Tags bekommen.',
  ],
  vendors: ['Third-party services', 'Externe Dienste'],
  vendorsHint: [
    'Incidents and alerts say what these services report about themselves. You are notified as usual.',
    'Vorfälle und Alarme nennen, was diese Dienste über sich selbst melden. Benachrichtigt wird wie gewohnt.',
  ],
  proposal: {
    title: ['These monitors fail together', 'Diese Monitore fallen gemeinsam aus'],
    failedIn: (name: string, together: number, of: number, hub: string) => [
      `${name} failed in ${together} of ${of} outages of ${hub},`,
      `${name} fiel bei ${together} von ${of} Ausfällen von ${hub} mit aus,`,
    ],
    alwaysAfter: (seconds: number) => [`always within ${seconds} s after it.`, `immer höchstens ${seconds} s danach.`],
    apart: (seconds: number) => [`at most ${seconds} s apart.`, `höchstens ${seconds} s auseinander.`],
    parent: ['The others depend on', 'Die anderen hängen ab von'],
    parentHint: [
      'Choose the one that the others need. The order of their failures does not show it.',
      'Wähle den, den die anderen brauchen. Die Reihenfolge der Ausfälle verrät es nicht.',
    ],
    choose: ['Choose a monitor…', 'Monitor wählen …'],
    apply: ['Apply', 'Übernehmen'],
    dismiss: ['Dismiss', 'Verwerfen'],
    applied: ['Dependencies saved', 'Abhängigkeiten gespeichert'],
    dismissed: ['Proposal dismissed', 'Vorschlag verworfen'],
  },
  everyHint: (least: string) => [`Minimum: ${least}.`, `Minimum: ${least}.`],
  unitSeconds: ['seconds', 'Sekunden'],
  strategies: {
    roundrobin: ['One after another', 'Nacheinander'],
    random: ['Random', 'Zufällig'],
    parallel: ['All at once', 'Alle gleichzeitig'],
  },
  silent: ['offline', 'offline'],
  chosenOf: (chosen: number, all: number) =>
    plural(
      all,
      [`${chosen} of 1 location`, `${chosen} von 1 Standort`],
      [`${chosen} of ${all} locations`, `${chosen} von ${all} Standorten`],
    ),
  settings: (type: string) => [`${type} settings`, `Einstellungen: ${type}`],
  alarm: ['Alert rules', 'Alarmregeln'],
  addRule: ['Add rule', 'Regel hinzufügen'],
  noRules: [
    'No rules. Without a rule this monitor never sends an alert.',
    'Keine Regeln. Ohne Regel sendet dieser Monitor nie einen Alarm.',
  ],
  notifies: ['Notifies', 'Benachrichtigt'],
  notifiesAll: ['Notifies', 'Benachrichtigt'],
  notifiesNobody: [
    'Notifies nobody yet. Add a channel, or choose contact groups below.',
    'Benachrichtigt noch niemanden. Füge einen Kanal hinzu oder wähle unten Kontaktgruppen.',
  ],
  channelTo: (channel: string, people: number) =>
    plural(
      people,
      [`${channel} to 1 person`, `${channel} an 1 Person`],
      [`${channel} to ${people} people`, `${channel} an ${people} Personen`],
    ),
  start: ['Create monitor', 'Monitor anlegen'],
  savePaused: ['Create paused', 'Pausiert anlegen'],
  save: ['Save changes', 'Änderungen speichern'],
  changes: (count: number) => plural(count, ['1 change', '1 Änderung'], [`${count} changes`, `${count} Änderungen`]),
  unchanged: ['No changes', 'Keine Änderungen'],
  cancel: ['Cancel', 'Abbrechen'],
  saved: (name: string) => [`${name} saved`, `${name} gespeichert`],
  watching: (name: string) => [`${name} created`, `${name} angelegt`],
  notSavedYet: (count: number) =>
    plural(
      count,
      ['Not saved. One thing has to change:', 'Nicht gespeichert. Eine Angabe muss geändert werden:'],
      [`Not saved. ${count} things have to change:`, `Nicht gespeichert. ${count} Angaben müssen geändert werden:`],
    ),
  progress: (time: string, most: string) => [
    `Running for ${time}, at most ${most}`,
    `Läuft seit ${time}, höchstens ${most}`,
  ],
  try: ['Test result', 'Testergebnis'],
  tryAgain: ['Test again', 'Erneut testen'],
  tryOnce: ['Run test', 'Test ausführen'],
  tryCounted: [
    'Each test counts as a run of your plan. Lapwing saves nothing and notifies nobody.',
    'Jeder Test zählt als ein Lauf deines Tarifs. Es wird nichts gespeichert und niemand benachrichtigt.',
  ],
  tryIdle: [
    'Once you enter a target, Lapwing tests it right away. It saves nothing and notifies nobody.',
    'Sobald du ein Ziel eingibst, testet Lapwing es sofort. Es wird nichts gespeichert und niemand benachrichtigt.',
  ],
  trying: ['Testing…', 'Test läuft …'],
  waiting: ['waiting', 'wartet'],
  works: (count: number) =>
    plural(
      count,
      ['The test passed.', 'Der Test war erfolgreich.'],
      [`The test passed from all ${count} locations.`, `Der Test war von allen ${count} Standorten erfolgreich.`],
    ),
  fails: (count: number) =>
    plural(
      count,
      ['The test failed.', 'Der Test ist fehlgeschlagen.'],
      [`The test failed from all ${count} locations.`, `Der Test ist von allen ${count} Standorten fehlgeschlagen.`],
    ),
  mixed: (good: number, all: number) => [
    `The test passed from ${good} of ${all} locations.`,
    `Der Test war von ${good} der ${all} Standorte erfolgreich.`,
  ],
  notSaved: ['Nothing was saved.', 'Es wurde nichts gespeichert.'],
  saveAnyway: ['You can save it anyway.', 'Du kannst es trotzdem speichern.'],
  triesLeft: (count: number) =>
    plural(
      count,
      ['1 test left this minute', 'noch 1 Test in dieser Minute'],
      [`${count} tests left this minute`, `noch ${count} Tests in dieser Minute`],
    ),
  noTry: [
    'Nothing to test: your job calls Lapwing. Save the monitor to get its check-in URL.',
    'Hier gibt es nichts zu testen: Dein Job meldet sich bei Lapwing. Speichere den Monitor, um die URL ' +
      'dafür zu erhalten.',
  ],
  notChecked: (why: string) => [`Could not be tested. ${why}`, `Konnte nicht getestet werden. ${why}`],
  noBrowser: [
    'These locations cannot run browser checks.',
    'Diese Standorte können keine Browser-Prüfungen ausführen.',
  ],
  lacksBrowser: ['no browser', 'kein Browser'],
  browserGuide: ['What browser checks need', 'Was Browser-Prüfungen brauchen'],
  measured: ['Metrics for rules', 'Messwerte für Regeln'],
  justNow: ['Value', 'Wert'],
  leaveTitle: ['Leave without saving?', 'Seite ohne Speichern verlassen?'],
  leaveText: ['Your changes will be lost.', 'Deine Änderungen gehen verloren.'],
  leaveVerb: ['Leave without saving', 'Ohne Speichern verlassen'],
  couldNotLoad: ['The monitor could not be loaded.', 'Der Monitor konnte nicht geladen werden.'],
  typesFailed: ['The types could not be loaded.', 'Die Typen konnten nicht geladen werden.'],
  badText: (why: string) => [`Can't read this: ${why}`, `Das lässt sich nicht lesen: ${why}`],
  textHint: [
    'Stored secrets appear as [redacted]. Leave them like this to keep them.',
    'Gespeicherte Geheimnisse erscheinen als [redacted]. Lass sie so stehen, um sie zu behalten.',
  ],
  text: ['Configuration', 'Konfiguration'],
  copied: ['Copied', 'Kopiert'],
  copy: ['Copy', 'Kopieren'],
})
