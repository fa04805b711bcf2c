import { defineMessages, plural } from '../../i18n.ts'

export const useMethodMessages = defineMessages({
  heading: ['How I am paged', 'Wie ich alarmiert werde'],
  title: (ways: number) =>
    plural(
      ways,
      ['You have 1 contact method', 'Du hast 1 Kontaktweg'],
      [`You have ${ways} contact methods`, `Du hast ${ways} Kontaktwege`],
    ),
  context: [
    'When you are on call, pages go through all of them at once. Others see only how many you have.',
    'In der Bereitschaft wirst du über alle Wege zugleich alarmiert. Andere sehen nur, wie viele du hast.',
  ],
  add: ['Add contact method', 'Kontaktweg hinzufügen'],
  emptyTitle: [
    'Set up how Lapwing reaches you when you are on call.',
    'Lege fest, wie Lapwing dich in der Bereitschaft erreicht.',
  ],
  emptyText: [
    'Use a push notification, a phone call or a chat message, or switch on email above.',
    'Nutze eine Push-Nachricht, einen Anruf oder eine Chat-Nachricht, oder schalte oben E-Mail ein.',
  ],
  kind: ['Type', 'Typ'],
  phone: ['Your number', 'Deine Nummer'],
  phoneHint: ['With the country code, such as +491701234567', 'Mit Ländervorwahl, zum Beispiel +491701234567'],
  through: (channel: string) => [`Sent through ${channel}`, `Gesendet über ${channel}`],
  noProvider: [
    'Before you can add a phone number, an admin must add a channel for calls or text messages under Channels.',
    'Für Anrufe und SMS muss ein Admin zuerst unter „Kanäle“ einen Kanal hinzufügen.',
  ],
  create: ['Add', 'Hinzufügen'],
  added: (name: string) => [
    `${name} added. Send a test to verify it.`,
    `${name} hinzugefügt. Sende einen Test, um ihn zu prüfen.`,
  ],
  verify: ['Verify', 'Prüfen'],
  test: ['Send test', 'Test senden'],
  testSent: ['Test sent. Check that it arrived.', 'Test gesendet. Prüfe, ob er angekommen ist.'],
  untested: [
    'Not verified yet: send a test and check that it arrives.',
    'Noch nicht geprüft: Sende einen Test und prüfe, ob er ankommt.',
  ],
  works: (when: string) => [
    `Works: the latest message was delivered ${when}.`,
    `Funktioniert: Die letzte Nachricht wurde ${when} zugestellt.`,
  ],
  fails: (when: string, why: string) => [
    `The latest message failed ${when}: ${why}`,
    `Die letzte Nachricht schlug ${when} fehl: ${why}`,
  ],
  remove: ['Remove…', 'Entfernen …'],
  removeTitle: (name: string) => [`Remove ${name}?`, `${name} entfernen?`],
  removeText: ['You are no longer paged this way.', 'Auf diesem Weg wirst du nicht mehr alarmiert.'],
  removeVerb: (name: string) => [`Remove ${name}`, `${name} entfernen`],
  removed: (name: string) => [`${name} removed`, `${name} entfernt`],
  thisDevice: ['This device', 'Dieses Gerät'],
  gone: [
    'Disabled: the push service no longer knows this device. Remove it, and add it again on the device.',
    'Deaktiviert: Der Push-Dienst kennt dieses Gerät nicht mehr. Entferne es hier und füge es auf dem Gerät neu ' +
      'hinzu.',
  ],
  device: ['This device', 'Dieses Gerät'],
  deviceSupport: {
    possible: [
      'Pages appear here as notifications, even while Lapwing is closed.',
      'Alarme erscheinen hier als Benachrichtigung, auch wenn Lapwing geschlossen ist.',
    ],
    refused: [
      'This browser blocks notifications from this site. Allow them in its settings, then reload this page.',
      'Dieser Browser blockiert Benachrichtigungen dieser Seite. Erlaube sie in seinen Einstellungen und lade die ' +
        'Seite neu.',
    ],
    'needs-install': [
      'Add Lapwing to the home screen first (Share, Add to Home Screen), then open it from there.',
      'Füge Lapwing zuerst zum Home-Bildschirm hinzu (Teilen, Zum Home-Bildschirm) und öffne es von dort.',
    ],
    impossible: [
      'This browser cannot receive push notifications. They need HTTPS and a browser that supports them.',
      'Dieser Browser kann keine Push-Nachrichten empfangen. Nötig sind HTTPS und ein Browser, der sie unterstützt.',
    ],
  },
  addDevice: ['Page me on this device', 'Auf diesem Gerät alarmieren'],
  pushServiceFailed: [
    "The browser's push service did not register this device. Check that it is online, then try again.",
    'Der Push-Dienst des Browsers hat dieses Gerät nicht registriert. Prüfe, ob es online ist, und versuche es erneut.',
  ],
  feed: ['Calendar of my shifts', 'Kalender meiner Schichten'],
  feedText: [
    'Add this address to your calendar app. Anyone with the address can read it.',
    'Füge diese Adresse in deiner Kalender-App hinzu. Wer die Adresse hat, kann sie lesen.',
  ],
  couldNotLoad: ['Your contact methods could not be loaded.', 'Deine Kontaktwege konnten nicht geladen werden.'],
})
