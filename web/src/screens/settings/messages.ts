import { defineMessages, plural } from '../../i18n.ts'

export const useActivityLogMessages = defineMessages({
  about: ['Filter', 'Filter'],
  kinds: {
    '': ['Everything', 'Alles'],
    monitor: ['Monitors', 'Monitore'],
    alert_rule: ['Rules', 'Regeln'],
    incident: ['Incidents', 'Vorfälle'],
    notification_channel: ['Channels', 'Kanäle'],
    contact_group: ['Contact groups', 'Kontaktgruppen'],
    maintenance_window: ['Maintenance', 'Wartung'],
    user: ['People', 'Personen'],
    api_key: ['API keys', 'API-Schlüssel'],
    oauth_client: ['Connected apps', 'Verbundene Apps'],
    deployment: ['Deployments', 'Deployments'],
    deployment_webhook: ['Deployment webhooks', 'Deployment-Webhooks'],
    confirmation: ['Confirmations', 'Bestätigungen'],
  },
  lapwing: ['by Lapwing', 'von Lapwing'],
  none: ['No activity yet', 'Noch keine Aktivität'],
  noneWhy: [
    'This log lists who changed what and when, and what Lapwing did by itself.',
    'Dieses Protokoll zeigt, wer wann was geändert hat und was Lapwing selbst getan hat.',
  ],
  failed: ['The activity could not be loaded.', 'Die Aktivität konnte nicht geladen werden.'],
})

export const useLocationMessages = defineMessages({
  title: ['Check locations', 'Prüfstandorte'],
  live: ['Online', 'Online'],
  dead: ['Offline', 'Offline'],
  more: [
    'Run one probe or several at a location. Locations for all organizations are in the provision file.',
    'An einem Standort läuft ein Prüfer oder mehrere. Standorte für alle stehen in der Provisionierungsdatei.',
  ],
  add: ['New location', 'Neuer Standort'],
  city: ['City', 'Stadt'],
  country: ['Country', 'Land'],
  countryCode: ['Country code, e.g. NO', 'Ländercode, z. B. NO'],
  latitude: ['Latitude', 'Breitengrad'],
  longitude: ['Longitude', 'Längengrad'],
  editName: (name: string) => [`Edit ${name}`, `${name} bearbeiten`],
  make: ['Create location', 'Standort anlegen'],
  made: (name: string) => [`${name} created`, `${name} angelegt`],
  newToken: ['New token', 'Neues Token'],
  addToken: (name: string) => [`New token for ${name}`, `Neues Token für ${name}`],
  tokenHint: [
    'Each token can be revoked separately. Several probes may use the same one.',
    'Jedes Token lässt sich einzeln widerrufen. Mehrere Prüfer dürfen dasselbe verwenden.',
  ],
  makeToken: ['Create token', 'Token anlegen'],
  deleteText: [
    'Its probes stop immediately. Past results stay.',
    'Die Prüfer dort hören sofort auf. Bisherige Ergebnisse bleiben.',
  ],
  once: ['Lapwing does not show the token again.', 'Lapwing zeigt das Token nicht noch einmal an.'],
  run: [
    'Run this on a machine there, in a terminal and as root: it installs a service that starts with the machine. ' +
      'Add --allow-private if the probe may check private addresses.',
    'Führe das auf einem Rechner dort in einem Terminal aus, als Root: Es richtet einen Dienst ein, der mit dem ' +
      'Rechner startet. Ergänze --allow-private, wenn der Prüfer private Adressen prüfen darf.',
  ],
  systems: ['Linux', 'Linux'],
  command: ['Command', 'Befehl'],
  kept: ['I have copied the command', 'Ich habe den Befehl kopiert'],
  probe: (version: string, offsetMs: number | null) =>
    offsetMs === null
      ? [`Probe ${version}`, `Prüfer ${version}`]
      : [
          `Probe ${version} · clock corrected by ${offsetMs} ms`,
          `Prüfer ${version} · Uhr um ${offsetMs} ms korrigiert`,
        ],
  token: (name: string) => [`Token ${name}`, `Token ${name}`],
  revokeText: [
    'Probes that use this token stop immediately. This cannot be undone.',
    'Prüfer mit diesem Token hören sofort auf. Das lässt sich nicht rückgängig machen.',
  ],
})

export const useOrganizationFormMessages = defineMessages({
  alertLanguage: ['Language of alerts', 'Sprache der Alarme'],
  alertLanguageHint: [
    'For channels that several people read, and for people who chose no language.',
    'Für Kanäle, die mehrere lesen, und für alle, die keine Sprache gewählt haben.',
  ],
  incidents: ['Keep incidents and deliveries (days)', 'Vorfälle und Zustellungen aufbewahren (Tage)'],
  activity: ['Keep activity log (days)', 'Aktivität aufbewahren (Tage)'],
  most: (days: number | null) =>
    days === null
      ? ['Leave empty to keep forever.', 'Leer lassen, um unbegrenzt aufzubewahren.']
      : plural(
          days,
          ['Leave empty for the maximum of 1 day.', 'Leer lassen für das Maximum von 1 Tag.'],
          [`Leave empty for the maximum of ${days} days.`, `Leer lassen für das Maximum von ${days} Tagen.`],
        ),
  assistants: ['Limit for assistants', 'Grenze für Assistenten'],
  assistantsHint: [
    'How many monitors and other objects an assistant may delete, pause or silence in one call and in one hour.',
    'Wie viele Monitore und andere Objekte ein Assistent in einem Aufruf und in einer Stunde löschen, pausieren ' +
      'oder stummschalten darf.',
  ],
  alike: (checks: number, figures: number) => [
    `Individual checks are kept for ${checks} days and hourly statistics for ${figures} days. You cannot ` +
      'change this here.',
    `Einzelne Prüfungen werden ${checks} Tage und stündliche Statistiken ${figures} Tage aufbewahrt. Das ` +
      'lässt sich hier nicht ändern.',
  ],
  saved: ['Organization saved', 'Organisation gespeichert'],
})

export const useOrganizationMessages = defineMessages({
  about: ['General', 'Allgemein'],
  slug: ['Short name', 'Kurzname'],
  version: ['Lapwing version', 'Lapwing-Version'],
  others: ['Your organizations', 'Deine Organisationen'],
  here: ['Current', 'Aktuell'],
  go: ['Switch', 'Wechseln'],
})
