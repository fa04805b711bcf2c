import { defineMessages, plural } from '../i18n.ts'

export const artifactMessages = defineMessages({
  en: {
    picture: 'Screenshot of the page',
    enlarge: 'Open image in a new tab',
    notKept: (name: string, why: string) => `${name} was not stored: ${why}.`,
    until: (day: string) => `available until ${day}`,
  },
  de: {
    picture: 'Screenshot der Seite',
    enlarge: 'Bild in einem neuen Tab öffnen',
    notKept: (name, why) => `${name} wurde nicht gespeichert: ${why}.`,
    until: (day) => `verfügbar bis ${day}`,
  },
})

export const changeValueMessages = defineMessages({
  en: {
    yes: 'yes',
    no: 'no',
    none: 'empty',
    things: (count: number) => plural('en', count, { one: '1 item', other: `${count} items` }),
  },
  de: {
    yes: 'ja',
    no: 'nein',
    none: 'leer',
    things: (count: number) => plural('de', count, { one: '1 Eintrag', other: `${count} Einträge` }),
  },
})

export const multiSelectMessages = defineMessages({
  en: { find: (name: string) => `Search ${name.toLowerCase()}`, none: 'No options.', clear: 'Clear' },
  de: { find: (name: string) => `${name} suchen`, none: 'Keine Optionen.', clear: 'Zurücksetzen' },
})

export const contentStateMessages = defineMessages({
  en: {
    again: 'Try again',
    details: 'Details',
    gone: 'It was deleted or belongs to another organization.',
    failed: "Couldn't load this.",
    loading: 'Loading',
    learnMore: 'Read more in the documentation',
  },
  de: {
    again: 'Erneut versuchen',
    details: 'Details',
    gone: 'Der Eintrag wurde gelöscht oder gehört zu einer anderen Organisation.',
    failed: 'Das konnte nicht geladen werden.',
    loading: 'Wird geladen',
    learnMore: 'Mehr in der Dokumentation (englisch)',
  },
})

export const copyMessages = defineMessages({ en: { copied: 'Copied' }, de: { copied: 'Kopiert' } })

export const evidenceMessages = defineMessages({
  en: { image: (label: string) => `Image: ${label}`, none: 'No details were recorded.', yes: 'yes', no: 'no' },
  de: {
    image: (label: string) => `Bild: ${label}`,
    none: 'Es wurden keine Details aufgezeichnet.',
    yes: 'ja',
    no: 'nein',
  },
})

export const lazyPartMessages = defineMessages({
  en: {
    failed: "Couldn't load this part of Lapwing.",
    why: 'The connection was interrupted or Lapwing was updated. Try again or reload the page.',
  },
  de: {
    failed: 'Dieser Teil von Lapwing konnte nicht geladen werden.',
    why:
      'Die Verbindung wurde unterbrochen oder Lapwing wurde aktualisiert. Versuche es erneut oder lade die ' +
      'Seite neu.',
  },
})

export const oneTimeSecretMessages = defineMessages({
  en: { copy: 'Copy', copied: 'Copied' },
  de: { copy: 'Kopieren', copied: 'Kopiert' },
})

export const statusMessages = defineMessages({
  en: {
    up: 'Up',
    degraded: 'Degraded',
    down: 'Down',
    maintenance: 'Maintenance',
    paused: 'Paused',
    unknown: 'No data yet',
    firing: 'Firing',
    acknowledged: 'Acknowledged',
    resolved: 'Resolved',
    sent: 'Sent',
    failed: 'Failed',
    silenced: 'Suppressed',
    critical: 'Critical',
    warning: 'Warning',
  },
  de: {
    up: 'Läuft',
    degraded: 'Beeinträchtigt',
    down: 'Ausgefallen',
    maintenance: 'Wartung',
    paused: 'Pausiert',
    unknown: 'Noch keine Daten',
    firing: 'Alarm',
    acknowledged: 'Bestätigt',
    resolved: 'Behoben',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
    silenced: 'Unterdrückt',
    critical: 'Kritisch',
    warning: 'Warnung',
  },
})

export const monitorPickerMessages = defineMessages({
  en: {
    find: 'Search monitors',
    none: 'No monitor matches.',
    chosen: 'Chosen monitors',
    remove: (name: string) => `Remove ${name}`,
    unknown: 'Deleted monitor',
    more: (count: number) => `and ${count} more`,
  },
  de: {
    find: 'Monitore suchen',
    none: 'Kein Monitor passt.',
    chosen: 'Ausgewählte Monitore',
    remove: (name: string) => `${name} entfernen`,
    unknown: 'Gelöschter Monitor',
    more: (count: number) => `und ${count} weitere`,
  },
})

export const managedMessages = defineMessages({
  en: {
    managed: (key: string, source: string) =>
      `Managed by configuration as code: “${key}” in ${source}. Change it there; what you change here shows up ` +
      'as drift.',
    provisioned:
      'Managed by the provisioning file of this server. Change it there; what you change here is reset when the file ' +
      'is applied again.',
  },
  de: {
    managed: (key, source) =>
      `Kommt aus der Konfiguration als Code: „${key}“ in ${source}. Ändere es dort; was du hier änderst, erscheint ` +
      'als Abweichung.',
    provisioned:
      'Kommt aus der Provisionierungsdatei dieses Servers. Ändere es dort; was du hier änderst, wird zurückgesetzt, ' +
      'sobald die Datei erneut angewendet wird.',
  },
})
