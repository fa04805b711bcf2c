import { defineMessages } from '../../i18n.ts'

export const useChannelMessages = defineMessages({
  pick: ['Choose a channel type', 'Kanaltyp wählen'],
  find: ['Search channel types', 'Kanaltypen durchsuchen'],
  noKind: ['No matching channel types.', 'Keine passenden Kanaltypen.'],
  categories: {
    chat: ['Chat', 'Chat'],
    pager: ['Pager', 'Pager'],
    email: ['Email', 'E-Mail'],
    phone: ['Phone and SMS', 'Telefon und SMS'],
    webhook: ['Webhook', 'Webhook'],
    other: ['Other', 'Sonstige'],
  },
  newOf: (kind: string) => [`New channel: ${kind}`, `Neuer Kanal: ${kind}`],
  routing: ['Which alerts to send', 'Welche Alarme gesendet werden'],
  takesAll: ['Alerts for all contact groups', 'Alarme für alle Kontaktgruppen'],
  takesAllHint: ['Turn off to choose specific groups.', 'Ausschalten, um einzelne Gruppen zu wählen.'],
  groups: ['Contact groups', 'Kontaktgruppen'],
  noGroups: ['No contact groups yet.', 'Noch keine Kontaktgruppen.'],
  severities: ['Severities', 'Schweregrade'],
  fallback: ['Fallback channel', 'Ersatzkanal'],
  noFallback: ['None', 'Keiner'],
  create: ['Add channel', 'Kanal hinzufügen'],
  deleteText: [
    'No more alerts are sent through this channel. Past deliveries stay in the log.',
    'Über diesen Kanal werden keine Alarme mehr gesendet. Bisherige Zustellungen bleiben im Protokoll.',
  ],
  showAddress: ['Show the stored URL', 'Gespeicherte URL anzeigen'],
  copyAddress: ['Copy URL', 'URL kopieren'],
  callbackAddress: ['Callback address', 'Rückrufadresse'],
  callbackHint: [
    'Enter it at the provider, so that replies to alerts reach Lapwing.',
    'Trage sie beim Anbieter ein, damit Antworten auf Alarme bei Lapwing ankommen.',
  ],
  callbackLater: ['Shown here after you add the channel.', 'Erscheint hier, sobald du den Kanal hinzugefügt hast.'],
  copyCallback: ['Copy callback address', 'Rückrufadresse kopieren'],
  couldNotLoad: ['The channel could not be loaded.', 'Der Kanal konnte nicht geladen werden.'],
  kindsFailed: ['The channel types could not be loaded.', 'Die Kanaltypen konnten nicht geladen werden.'],
  config: ['Settings', 'Einstellungen'],
  sendTest: ['Send test', 'Test senden'],
  testArrived: (ms: number, status: number | null) =>
    status === null
      ? [`Test sent in ${ms} ms. Check that it arrived.`, `Test in ${ms} ms gesendet. Prüfe, ob er angekommen ist.`]
      : [
          `Test sent: response ${status} after ${ms} ms. Check that it arrived.`,
          `Test gesendet: Antwort ${status} nach ${ms} ms. Prüfe, ob er angekommen ist.`,
        ],
  testFailed: (why: string) => [`Test failed: ${why}`, `Test fehlgeschlagen: ${why}`],
  preview: ['Message preview', 'Vorschau der Nachricht'],
  moments: {
    firing: ['Firing', 'Ausgelöst'],
    reminder: ['Reminder', 'Erinnerung'],
    resolved: ['Resolved', 'Behoben'],
  },
  unknownKind: (kind: string) => [`Unknown channel type: ${kind}.`, `Unbekannter Kanaltyp: ${kind}.`],
})
