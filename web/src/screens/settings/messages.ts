import { defineMessages, plural } from '../../i18n.ts'

export const activityLogMessages = defineMessages({
  en: {
    about: 'Filter',
    kinds: {
      '': 'Everything',
      monitor: 'Monitors',
      alert_rule: 'Rules',
      incident: 'Incidents',
      notification_channel: 'Channels',
      contact_group: 'Contact groups',
      maintenance_window: 'Maintenance',
      user: 'People',
      api_key: 'API keys',
      oauth_client: 'Connected apps',
      deployment: 'Deployments',
      deployment_webhook: 'Deployment webhooks',
      confirmation: 'Confirmations',
    },
    by: (name: string) => `by ${name}`,
    lapwing: 'by Lapwing',
    more: 'Show more',
    none: 'No activity yet',
    noneWhy: 'This log lists who changed what and when, and what Lapwing did by itself.',
    failed: 'The activity could not be loaded.',
  },
  de: {
    about: 'Filter',
    kinds: {
      '': 'Alles',
      monitor: 'Monitore',
      alert_rule: 'Regeln',
      incident: 'Vorfälle',
      notification_channel: 'Kanäle',
      contact_group: 'Kontaktgruppen',
      maintenance_window: 'Wartung',
      user: 'Personen',
      api_key: 'API-Schlüssel',
      oauth_client: 'Verbundene Apps',
      deployment: 'Deployments',
      deployment_webhook: 'Deployment-Webhooks',
      confirmation: 'Bestätigungen',
    },
    by: (name) => `von ${name}`,
    lapwing: 'von Lapwing',
    more: 'Mehr anzeigen',
    none: 'Noch keine Aktivität',
    noneWhy: 'Dieses Protokoll zeigt, wer wann was geändert hat und was Lapwing selbst getan hat.',
    failed: 'Die Aktivität konnte nicht geladen werden.',
  },
})

export const locationMessages = defineMessages({
  en: {
    title: 'Check locations',
    live: 'Online',
    dead: 'Offline',
    more: 'Run one probe or several at a location. Locations for all organizations are in the provisioning file.',
    add: 'New location',
    name: 'Name',
    city: 'City',
    country: 'Country',
    countryCode: 'Country code, e.g. NO',
    latitude: 'Latitude',
    longitude: 'Longitude',
    cancel: 'Cancel',
    edit: 'Edit',
    editName: (name: string) => `Edit ${name}`,
    save: 'Save',
    saved: (name: string) => `${name} saved`,
    make: 'Create location',
    made: (name: string) => `${name} created`,
    newToken: 'New token',
    addToken: (name: string) => `New token for ${name}`,
    tokenHint: 'Each token can be revoked by itself. Several probes may use the same one.',
    makeToken: 'Create token',
    delete: 'Delete',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'Its probes stop immediately. Past results stay.',
    deleteVerb: (name: string) => `Delete ${name}`,
    deleted: (name: string) => `${name} deleted`,
    once: 'Run this command on a machine there. Lapwing does not show the token again.',
    command: 'Command',
    kept: 'I have copied the command',
    probe: (version: string, offsetMs: number | null) =>
      offsetMs === null ? `Probe ${version}` : `Probe ${version} · clock corrected by ${offsetMs} ms`,
    token: (name: string) => `Token ${name}`,
    revoke: 'Revoke',
    revokeToken: (name: string) => `Revoke ${name}`,
    revokeTitle: (name: string) => `Revoke ${name}?`,
    revokeText: 'Probes that use this token stop immediately. This cannot be undone.',
  },
  de: {
    title: 'Prüfstandorte',
    live: 'Online',
    dead: 'Offline',
    more: 'An einem Standort läuft ein Prüfer oder mehrere. Standorte für alle stehen in der Provisionierungsdatei.',
    add: 'Neuer Standort',
    name: 'Name',
    city: 'Stadt',
    country: 'Land',
    countryCode: 'Ländercode, z. B. NO',
    latitude: 'Breitengrad',
    longitude: 'Längengrad',
    cancel: 'Abbrechen',
    edit: 'Bearbeiten',
    editName: (name) => `${name} bearbeiten`,
    save: 'Speichern',
    saved: (name) => `${name} gespeichert`,
    make: 'Standort anlegen',
    made: (name) => `${name} angelegt`,
    newToken: 'Neues Token',
    addToken: (name) => `Neues Token für ${name}`,
    tokenHint: 'Jedes Token lässt sich einzeln widerrufen. Mehrere Prüfer dürfen dasselbe verwenden.',
    makeToken: 'Token anlegen',
    delete: 'Löschen',
    deleteTitle: (name) => `${name} löschen?`,
    deleteText: 'Die Prüfer dort hören sofort auf. Bisherige Ergebnisse bleiben.',
    deleteVerb: (name) => `${name} löschen`,
    deleted: (name) => `${name} gelöscht`,
    once: 'Führe diesen Befehl auf einem Rechner dort aus. Lapwing zeigt das Token nicht noch einmal an.',
    command: 'Befehl',
    kept: 'Ich habe den Befehl kopiert',
    probe: (version, offsetMs) =>
      offsetMs === null ? `Prüfer ${version}` : `Prüfer ${version} · Uhr um ${offsetMs} ms korrigiert`,
    token: (name) => `Token ${name}`,
    revoke: 'Widerrufen',
    revokeToken: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `${name} widerrufen?`,
    revokeText: 'Prüfer mit diesem Token hören sofort auf. Das lässt sich nicht rückgängig machen.',
  },
})

export const organizationFormMessages = defineMessages({
  en: {
    name: 'Name',
    zone: 'Time zone',
    incidents: 'Keep incidents and deliveries (days)',
    activity: 'Keep activity log (days)',
    most: (days: number | null) =>
      days === null
        ? 'Leave empty to keep forever.'
        : plural('en', days, {
            one: 'Leave empty for the maximum of 1 day.',
            other: `Leave empty for the maximum of ${days} days.`,
          }),
    assistants: 'Limit for assistants',
    assistantsHint:
      'How many monitors and other objects an assistant may delete, pause or silence in one call and in one hour.',
    alike: (checks: number, figures: number) =>
      `Individual checks are kept for ${checks} days and hourly statistics for ${figures} days. You cannot ` +
      'change this here.',
    save: 'Save',
    saved: 'Organization saved',
  },
  de: {
    name: 'Name',
    zone: 'Zeitzone',
    incidents: 'Vorfälle und Zustellungen aufbewahren (Tage)',
    activity: 'Aktivität aufbewahren (Tage)',
    most: (days) =>
      days === null
        ? 'Leer lassen, um unbegrenzt aufzubewahren.'
        : plural('de', days, {
            one: 'Leer lassen für das Maximum von 1 Tag.',
            other: `Leer lassen für das Maximum von ${days} Tagen.`,
          }),
    assistants: 'Grenze für Assistenten',
    assistantsHint:
      'Wie viele Monitore und andere Objekte ein Assistent in einem Aufruf und in einer Stunde löschen, pausieren ' +
      'oder stummschalten darf.',
    alike: (checks, figures) =>
      `Einzelne Prüfungen werden ${checks} Tage und stündliche Statistiken ${figures} Tage aufbewahrt. Das ` +
      'lässt sich hier nicht ändern.',
    save: 'Speichern',
    saved: 'Organisation gespeichert',
  },
})

export const organizationMessages = defineMessages({
  en: {
    about: 'General',
    name: 'Name',
    slug: 'Short name',
    zone: 'Time zone',
    version: 'Lapwing version',
    others: 'Your organizations',
    here: 'Current',
    go: 'Switch',
  },
  de: {
    about: 'Allgemein',
    name: 'Name',
    slug: 'Kurzname',
    zone: 'Zeitzone',
    version: 'Lapwing-Version',
    others: 'Deine Organisationen',
    here: 'Aktuell',
    go: 'Wechseln',
  },
})
