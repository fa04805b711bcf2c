import { defineMessages, plural } from '../i18n.ts'

export const useArtifactMessages = defineMessages({
  picture: ['Screenshot of the page', 'Screenshot der Seite'],
  enlarge: ['Open image in a new tab', 'Bild in einem neuen Tab öffnen'],
  notKept: (name: string, why: string) => [
    `${name} was not stored: ${why}.`,
    `${name} wurde nicht gespeichert: ${why}.`,
  ],
  until: (day: string) => [`available until ${day}`, `verfügbar bis ${day}`],
})

export const useChangeValueMessages = defineMessages({
  yes: ['yes', 'ja'],
  no: ['no', 'nein'],
  none: ['empty', 'leer'],
  things: (count: number) => plural(count, ['1 item', '1 Eintrag'], [`${count} items`, `${count} Einträge`]),
  counted: {
    location: (count: number) =>
      plural(count, ['1 location', '1 Standort'], [`${count} locations`, `${count} Standorte`]),
    monitor: (count: number) => plural(count, ['1 monitor', '1 Monitor'], [`${count} monitors`, `${count} Monitore`]),
    group: (count: number) =>
      plural(count, ['1 contact group', '1 Kontaktgruppe'], [`${count} contact groups`, `${count} Kontaktgruppen`]),
  },
  codes: {
    roundrobin: ['one after another', 'nacheinander'],
    random: ['in random order', 'in zufälliger Reihenfolge'],
    parallel: ['all at once', 'alle gleichzeitig'],
    critical: ['critical', 'kritisch'],
    warning: ['warning', 'Warnung'],
    info: ['info', 'Info'],
    once: ['once', 'einmal'],
    none: ['never', 'nie'],
    daily: ['every day', 'jeden Tag'],
    weekly: ['every week', 'jede Woche'],
    monthly: ['every month', 'jeden Monat'],
    true: ['yes', 'ja'],
    false: ['no', 'nein'],
    owner: ['owner', 'Inhaber'],
    admin: ['admin', 'Admin'],
    member: ['member', 'Mitglied'],
    viewer: ['viewer', 'Betrachter'],
    auto: ["visitor's system", 'wie beim Besucher'],
    light: ['light', 'hell'],
    dark: ['dark', 'dunkel'],
  },
  operators: {
    '>': ['is above', 'liegt über'],
    '>=': ['is at least', 'ist mindestens'],
    '<': ['is below', 'liegt unter'],
    '<=': ['is at most', 'ist höchstens'],
    '==': ['is', 'ist'],
    '!=': ['is not', 'ist nicht'],
    in_groups: ['is one of', 'ist eines von'],
    not_in_groups: ['is none of', 'ist keines von'],
    unusual: ['is unusual', 'ist ungewöhnlich'],
  },
})

export const useTooEarlyMessages = defineMessages({
  inTime: (time: string) => [`in ${time}`, `in ${time}`],
})

export const useMultiSelectMessages = defineMessages({
  find: (name: string) => [`Search ${name.toLowerCase()}`, `${name} suchen`],
  none: ['No options.', 'Keine Optionen.'],
  clear: ['Clear', 'Zurücksetzen'],
})

export const useContentStateMessages = defineMessages({
  again: ['Try again', 'Erneut versuchen'],
  details: ['Details', 'Details'],
  gone: [
    'It was deleted or belongs to another organization.',
    'Der Eintrag wurde gelöscht oder gehört zu einer anderen Organisation.',
  ],
  failed: ["Couldn't load this.", 'Das konnte nicht geladen werden.'],
  loading: ['Loading', 'Wird geladen'],
  learnMore: ['Read more in the documentation', 'Mehr in der Dokumentation (englisch)'],
})

export const useCopyMessages = defineMessages({})

export const useEvidenceMessages = defineMessages({
  image: (label: string) => [`Image: ${label}`, `Bild: ${label}`],
  none: ['No details were recorded.', 'Es wurden keine Details aufgezeichnet.'],
  yes: ['yes', 'ja'],
  no: ['no', 'nein'],
})

export const useLazyPartMessages = defineMessages({
  failed: ["Couldn't load this part of Lapwing.", 'Dieser Teil von Lapwing konnte nicht geladen werden.'],
  why: [
    'The connection was interrupted or Lapwing was updated. Try again or reload the page.',
    'Die Verbindung wurde unterbrochen oder Lapwing wurde aktualisiert. Versuche es erneut oder lade die ' +
      'Seite neu.',
  ],
})

export const useInstallMessages = defineMessages({
  method: ['Install with', 'Installieren mit'],
  docker: ['Docker', 'Docker'],
  dockerHint: (image: string) => [
    `Build the image first, in a checkout of Lapwing: docker build --tag ${image} "$PWD"`,
    `Baue zuerst das Image, in einem Checkout von Lapwing: docker build --tag ${image} "$PWD"`,
  ],
})

export const useOneTimeSecretMessages = defineMessages({})

export const useStatusMessages = defineMessages({
  up: ['Up', 'Läuft'],
  degraded: ['Degraded', 'Beeinträchtigt'],
  down: ['Down', 'Ausgefallen'],
  paused: ['Paused', 'Pausiert'],
  unknown: ['No data yet', 'Noch keine Daten'],
  firing: ['Firing', 'Alarm'],
  failed: ['Failed', 'Fehlgeschlagen'],
  silenced: ['Suppressed', 'Unterdrückt'],
})

export const useMonitorPickerMessages = defineMessages({
  find: ['Search monitors', 'Monitore suchen'],
  none: ['No monitor matches.', 'Kein Monitor passt.'],
  chosen: ['Selected monitors', 'Ausgewählte Monitore'],
  remove: (name: string) => [`Remove ${name}`, `${name} entfernen`],
  unknown: ['Deleted monitor', 'Gelöschter Monitor'],
  more: (count: number) => [`and ${count} more`, `und ${plural(count, '1 weiterer', `${count} weitere`)}`],
})

export const useManagedMessages = defineMessages({
  managed: (key: string, source: string) => [
    `Managed by configuration as code: “${key}” in ${source}. Change it there; what you change here shows up ` +
      'as drift.',
    `Kommt aus der Konfiguration als Code: „${key}“ in ${source}. Ändere es dort; was du hier änderst, erscheint ` +
      'als Abweichung.',
  ],
  managedLine: (key: string, source: string) => [
    `Managed by configuration as code: “${key}” in ${source}`,
    `Kommt aus der Konfiguration als Code: „${key}“ in ${source}`,
  ],
  provisionedLine: [
    'Managed by the provision file of this server',
    'Kommt aus der Provisionierungsdatei dieses Servers',
  ],
  provisioned: [
    'Managed by the provision file of this server. Change it there; what you change here is reset when the file ' +
      'is applied again.',
    'Kommt aus der Provisionierungsdatei dieses Servers. Ändere es dort; was du hier änderst, wird zurückgesetzt, ' +
      'sobald die Datei erneut angewendet wird.',
  ],
})
